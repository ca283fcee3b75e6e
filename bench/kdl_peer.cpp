// SPDX-License-Identifier: MIT
#include "kdl_peer.h"

#include <memory>

#include <kdl/chain.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <kdl/chainjnttojacsolver.hpp>

namespace
{

struct Arm {
    KDL::Chain                                       chain;
    KDL::JntArray                                    q{ 7 }, q_found{ 7 };
    KDL::Frame                                       hand;
    KDL::Jacobian                                    jacobian{ 7 };
    std::unique_ptr<KDL::ChainFkSolverPos_recursive> forward;
    std::unique_ptr<KDL::ChainJntToJacSolver>        to_jacobian;
    std::unique_ptr<KDL::ChainIkSolverPos_LMA>       inverse;
};

Arm arm;

struct Finger {
    KDL::Chain                                 chain;
    KDL::JntArray                              q{ 4 }, q_found{ 4 };
    std::unique_ptr<KDL::ChainIkSolverPos_LMA> inverse;
};

Finger finger;

// The joint values are copied in, as a caller of KDL has to.
void set_posture(const double *q)
{
    for (unsigned i = 0; i < 7; ++i)
        arm.q(i) = q[i];
}

}  // namespace

void kdl_arm7_make(double upper_arm, double forearm)
{
    using KDL::Frame, KDL::Joint, KDL::Segment, KDL::Vector;
    arm.chain = KDL::Chain();
    arm.chain.addSegment(Segment(Joint(Joint::RotZ)));
    arm.chain.addSegment(Segment(Joint(Joint::RotX)));
    arm.chain.addSegment(Segment(Joint(Joint::RotZ), Frame(Vector(0, 0, upper_arm))));
    arm.chain.addSegment(Segment(Joint(Joint::RotY), Frame(Vector(0, 0, forearm))));
    arm.chain.addSegment(Segment(Joint(Joint::RotY)));
    arm.chain.addSegment(Segment(Joint(Joint::RotX)));
    arm.chain.addSegment(Segment(Joint(Joint::RotZ)));
    arm.forward = std::make_unique<KDL::ChainFkSolverPos_recursive>(arm.chain);
    arm.to_jacobian = std::make_unique<KDL::ChainJntToJacSolver>(arm.chain);
    arm.inverse = std::make_unique<KDL::ChainIkSolverPos_LMA>(arm.chain);
}

void kdl_arm7_forward(const double *q)
{
    set_posture(q);
    arm.forward->JntToCart(arm.q, arm.hand);
}

void kdl_arm7_jacobian(const double *q)
{
    set_posture(q);
    arm.to_jacobian->JntToJac(arm.q, arm.jacobian);
}

void kdl_arm7_read_frame(double *rows)
{
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column)
            rows[4 * row + column] = arm.hand(row, column);
}

void kdl_arm7_read_jacobian(double *rows)
{
    for (unsigned row = 0; row < 6; ++row)
        for (unsigned column = 0; column < 7; ++column)
            rows[7 * row + column] = arm.jacobian(row, column);
}

bool kdl_arm7_inverse(const double *start, const double *hand, double *q)
{
    set_posture(start);
    const KDL::Frame target(KDL::Rotation::Quaternion(hand[3], hand[4], hand[5], hand[6]),
                            KDL::Vector(hand[0], hand[1], hand[2]));
    const bool       is_solved = arm.inverse->CartToJnt(arm.q, target, arm.q_found) >= 0;
    for (unsigned i = 0; i < 7; ++i)
        q[i] = arm.q_found(i);
    return is_solved;
}

void kdl_finger_make(const double lengths[3])
{
    using KDL::Frame, KDL::Joint, KDL::Segment, KDL::Vector;
    finger.chain = KDL::Chain();
    finger.chain.addSegment(Segment(Joint(Vector(0, 0, 0), Vector(-1, 0, 0), Joint::RotAxis)));
    for (int i = 0; i < 3; ++i)
        finger.chain.addSegment(Segment(Joint(Joint::RotY), Frame(Vector(0, 0, lengths[i]))));
    Eigen::Matrix<double, 6, 1> weights;
    weights << 1, 1, 1, 0, 0, 0;
    finger.inverse = std::make_unique<KDL::ChainIkSolverPos_LMA>(finger.chain, weights);
}

bool kdl_finger_inverse(const double start[4], const double tip[3], double q[4])
{
    for (unsigned i = 0; i < 4; ++i)
        finger.q(i) = start[i];
    const KDL::Frame target(KDL::Vector(tip[0], tip[1], tip[2]));
    const bool       is_solved = finger.inverse->CartToJnt(finger.q, target, finger.q_found) >= 0;
    for (unsigned i = 0; i < 4; ++i)
        q[i] = finger.q_found(i);
    return is_solved;
}
