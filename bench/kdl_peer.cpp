// SPDX-License-Identifier: MIT
#include "kdl_peer.h"

#include <memory>
#include <vector>

#include <kdl/chain.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <kdl/chainiksolverpos_nr_jl.hpp>
#include <kdl/chainiksolvervel_pinv.hpp>
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

struct Any {
    KDL::Chain                                       chain;
    std::vector<double>                              lower, upper;
    KDL::JntArray                                    q, q_found;
    std::unique_ptr<KDL::ChainFkSolverPos_recursive> forward;
    std::unique_ptr<KDL::ChainIkSolverVel_pinv>      velocity;
    std::unique_ptr<KDL::ChainIkSolverPos_LMA>       lma;
    std::unique_ptr<KDL::ChainIkSolverPos_NR_JL>     nr_jl;
};

Any any;

KDL::Frame frame_of(const double *pose)
{
    return KDL::Frame(KDL::Rotation::Quaternion(pose[3], pose[4], pose[5], pose[6]),
                      KDL::Vector(pose[0], pose[1], pose[2]));
}

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

void kdl_chain_begin()
{
    any = Any();
}

void kdl_chain_add(const double origin[3], const double axis[3], const double *tip, double lower, double upper)
{
    using KDL::Frame, KDL::Joint, KDL::Segment, KDL::Vector;
    const Vector at(origin[0], origin[1], origin[2]), along(axis[0], axis[1], axis[2]);
    const Frame  end = tip ? Frame(at) * frame_of(tip) : Frame(at);
    any.chain.addSegment(Segment(Joint("", at, along, Joint::RotAxis), end));
    any.lower.push_back(lower);
    any.upper.push_back(upper);
}

void kdl_chain_end()
{
    const unsigned              n = any.chain.getNrOfJoints();
    KDL::JntArray               lower(n), upper(n);
    Eigen::Matrix<double, 6, 1> weights;
    weights.setOnes();
    for (unsigned i = 0; i < n; ++i) {
        lower(i) = any.lower[i];
        upper(i) = any.upper[i];
    }
    any.q = KDL::JntArray(n);
    any.q_found = KDL::JntArray(n);
    any.forward = std::make_unique<KDL::ChainFkSolverPos_recursive>(any.chain);
    any.velocity = std::make_unique<KDL::ChainIkSolverVel_pinv>(any.chain);
    any.lma = std::make_unique<KDL::ChainIkSolverPos_LMA>(any.chain, weights, 1e-6);
    any.nr_jl =
        std::make_unique<KDL::ChainIkSolverPos_NR_JL>(any.chain, lower, upper, *any.forward, *any.velocity, 100, 1e-6);
}

bool kdl_chain_inverse(const double *start, const double *hand, bool keeps_limits, double *q)
{
    const KDL::Frame target = frame_of(hand);
    const unsigned   n = any.chain.getNrOfJoints();
    for (unsigned i = 0; i < n; ++i)
        any.q(i) = start[i];
    const int result = keeps_limits ? any.nr_jl->CartToJnt(any.q, target, any.q_found)
                                    : any.lma->CartToJnt(any.q, target, any.q_found);
    for (unsigned i = 0; i < n; ++i)
        q[i] = any.q_found(i);
    return result >= 0;
}
