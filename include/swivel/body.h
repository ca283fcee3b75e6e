// SPDX-License-Identifier: MIT
#ifndef SWIVEL_BODY_H
#define SWIVEL_BODY_H

#include <stdbool.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/skeleton.h"
#include "swivel/limb.h"
#include "swivel/hand.h"

// ======== the built-in human ========

/// The built-in human: a skeleton by stature and sex, for those who have none of their own.
///
///     swv_joint                  joints[SWV_HUMAN_JOINTS];
///     const swv_skeleton_options up = { .up = { 0.0, 0.0, 1.0 } };
///     swv_human_make(1.75, SWV_FEMALE, joints);
///     swv_skeleton_make(joints, SWV_HUMAN_JOINTS, &up, memory, &skeleton, NULL);
///     swv_skeleton_bind(&skeleton, NULL, scratch, &binding);      // and on, as with any skeleton
///
/// Joint i is part i of skeleton.h, so that joints[SWV_PART_LEFT_HAND] is the left hand: spine, neck, head, jaw, eyes, clavicles, arms,
/// hands with all fingers, legs, feet, toes. Metres; x right, y forward, z up, the floor at z = 0. It stands in a T-pose, palms
/// down; every rotation is the identity, so that a joint's rotation is its turn from there. The hips are free, all other joints balls.
///
/// Proportions are the means of ANSUR II (1,986 women and 4,082 men); they grow with the stature. What that survey does not
/// measure, and where joints lie beside its landmarks, comes from others: src/body/human.c names the source of each number.
/// Upper arm and forearm of a man are those of swv_limb_set_stature. Its thigh and shank are longer than here, by 4 and
/// 5 % of a man's: they are of other people, and with them his hips would be 4 cm higher than the survey has them.
/// The survey's people, arms out, draw their shoulders back: they span 1.03 of a man's stature, this skeleton 1.08.

enum { SWV_HUMAN_JOINTS = SWV_PARTS };

typedef enum swv_sex { SWV_FEMALE = 0, SWV_MALE } swv_sex;

/// Metres. Beyond them no adult's proportions are known to hold.
#define SWV_HUMAN_SHORTEST 1.2
#define SWV_HUMAN_TALLEST  2.3

/// Its joints, to make a skeleton of. The names in them are those of swv_part_name and last.
///
/// stature  body height in metres, SWV_HUMAN_SHORTEST to SWV_HUMAN_TALLEST
///
/// SWV_NOT_FINITE; SWV_BAD_ARGUMENT for a stature outside that range or an unknown sex; SWV_NULL.
SWV_API swv_status swv_human_make(double stature, swv_sex sex, swv_joint joints[SWV_HUMAN_JOINTS]);

// ======== limbs on your skeleton ========

/// Your skeleton in use: hands and feet go where you say, the rest stays as your animation has it.
///
///     swv_skeleton_bind(&skeleton, NULL, scratch, &binding);      // once; your skeleton in any rest pose
///     swv_mount_make(&skeleton, &binding, &mount, NULL);
///
///     const swv_mount_goal goal = { .part = SWV_PART_LEFT_HAND, .end = where };     // each frame, in the world
///     swv_mount_solve(&mount, &goal, 1, animation, NULL, locals, &report, NULL);    // locals: joints against their parents
///
/// Arms and legs are those of limb.h, with the lengths of your bones: exact hands and feet, people's limits, the elbow
/// where a person would hold it. What your bones' own axes are does not matter: all is counted from the rest pose. Two
/// things are read from the rest pose and cannot be known from a straight arm: to which side the elbow bends (forward, up
/// if the arm points forward; the knee's: backward) and, of a hand without fingers, where the palm is (the thumb forward).
/// So the rest pose must be one that a body can be in: T, A, hanging, sitting. The zero of a BVH file need not be.
///
/// Locals   Pose of a joint against its parent (without one: in the world), in the skeleton's unit and axes; joint i of the skeleton
///          is locals[i]. Kinds and limits of its joints are not asked: each may have any pose. Scale is not known here: positions are
///          in the unit of the world.
/// Touched  The joints from upper arm to hand, or from thigh to foot, and the twist bones between or on them. Their
///          positions are those of the rest pose. All other locals come out as they went in: a character's hair and cloth cost
///          no more than their copy.
/// Twist    A forearm that turns is spread over its twist bones by where they lie; without any, the bone of the forearm
///          takes half. Likewise those of the upper arm and the leg.

/// SWV_MOUNT_JOINTS: the largest number of joints that are bound, share twists, or carry one that does. Hair and cloth do not count.
enum { SWV_MOUNT_LIMBS = 4, SWV_MOUNT_TWISTS = 8, SWV_MOUNT_JOINTS = 256 };

/// A twist bone: what share of the turn it has taken when the joints it hangs on have taken theirs.
typedef struct swv_mount_twist {
    int      joint;
    bool     is_between;  ///< on the way to the next part; else it only hangs there
    double   share;       ///< of the whole turn, beyond what its parent has
    swv_vec3 axis;        ///< in its own axes if it is between, else in those of its parent
} swv_mount_twist;

/// One arm or leg. Read it; limits may be changed through the setters of limb.h, shares may be written.
typedef struct swv_mount_limb {
    bool            is_there;
    swv_limb        limb;
    int             joints[3];           ///< of the skeleton: upper arm, forearm, hand; thigh, shank, foot
    swv_quat        bone_from_joint[3];  ///< how the joints' axes lie in those of the limb's bones
    double          shares[2];  ///< of its own twist that the upper arm's bone takes, of the forearm's the forearm's
    int             twist_count[2];  ///< of the upper and the lower bone, parents first
    swv_mount_twist twists[2][SWV_MOUNT_TWISTS];
    struct {
        int      joints[3], twists[2][SWV_MOUNT_TWISTS];  ///< those above, as the mount counts them
        int      trunk;  ///< likewise: the joint whose axes, as they were at rest, are the limb's trunk; -1: the world
        bool     is_end_apart;      ///< the hand or foot does not hang on the forearm or shank: its position is set too
        swv_quat joint_from_trunk;  ///< the limb's trunk as seen from `trunk`
        swv_quat upper_rest;        ///< the upper bone at rest, as seen from the parent of joints[0]
        double   turn_rest;         ///< pronation or rotation of the foot at rest
    } _private;
} swv_mount_limb;

/// Made by swv_mount_make; plain data, may be copied. The skeleton must outlive it; the binding is not needed any more.
typedef struct swv_mount {
    uint32_t            cookie;
    const swv_skeleton *skeleton;
    bool                is_left_handed;
    swv_mount_limb      limbs[SWV_MOUNT_LIMBS];  ///< right arm, left arm, right leg, left leg
    struct {
        int count;                      ///< of the joints that it counts, parents first
        int joints[SWV_MOUNT_JOINTS];   ///< which of the skeleton's
        int parents[SWV_MOUNT_JOINTS];  ///< as it counts them; -1: none
    } _private;
} swv_mount;

/// Whatever limbs are bound whole (three joints that are apart) are there. SWV_BAD_ARGUMENT for a binding that is not of this skeleton;
/// SWV_BAD_COUNT for more than SWV_MOUNT_JOINTS; SWV_BAD_MODEL for a skeleton that was not made.
/// fault  takes the part that is bound to a joint the skeleton does not have
SWV_API swv_status swv_mount_make(const swv_skeleton *skeleton, const swv_binding *binding, swv_mount *mount,
                                  int *fault);

/// The limb that ends in a part: SWV_PART_LEFT_HAND, SWV_PART_RIGHT_FOOT and so on. -1: none such, or not there.
SWV_API int swv_mount_limb_of(const swv_mount *mount, int part);

// ---- posing ----

typedef struct swv_mount_goal {
    int            part;  ///< SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND, SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT
    swv_pose       end;   ///< in the world: where that joint is to be, turned as its own axes are
    bool           is_position_only;  ///< the hand may be turned as it likes: it stays as it was against the forearm
    swv_elbow_wish elbow;             ///< SWV_ELBOW_PREVIOUS: where the animation has it
    double         swivel;            ///< SWV_ELBOW_SWIVEL
    swv_vec3       pole;              ///< SWV_ELBOW_TOWARDS: a place in the world
    double         keep;              ///< 0 to 1: how much of the animation is kept; to fade a goal in or out
} swv_mount_goal;

/// Bring hands and feet to their goals.
///
/// goals      goal_count of them, at most one for each limb
/// animation  locals of the skeleton; NULL: the rest pose
/// options    what gives way where limits are in the way
/// locals     out, joint_count; may be `animation` itself
/// reports    out, one for each goal, of the posture before any of the animation is kept; lengths in the skeleton's unit
/// fault      takes the goal that SWV_BAD_GOAL is about
///
/// SWV_BAD_GOAL for a goal that swv_limb_solve refuses, a part that is no end of a limb that is there, or one named
/// twice; SWV_BAD_POSTURE for an animation that is not finite; SWV_BAD_COUNT.
SWV_API swv_status swv_mount_solve(const swv_mount *mount, const swv_mount_goal *goals, int goal_count,
                                   const swv_pose *animation, const swv_limb_options *options, swv_pose *locals,
                                   swv_limb_report *reports, int *fault);

/// Following moving goals: one swv_limb_track for each limb, its rules those of limb.h. Plain data.
typedef struct swv_mount_track {
    swv_limb_track_options options;
    bool                   is_following[SWV_MOUNT_LIMBS];  ///< had a goal in the last step
    swv_limb_track         limbs[SWV_MOUNT_LIMBS];
    bool                   is_at_rest[SWV_MOUNT_LIMBS];  ///< not moved by it: nor by another with the same goal
    swv_limb_goal          goals[SWV_MOUNT_LIMBS];       ///< of the last step, as limbs see them
    swv_limb_track_report  reports[SWV_MOUNT_LIMBS];
} swv_mount_track;

/// Makes `track` ready for its first step. SWV_BAD_OPTIONS.
SWV_API swv_status swv_mount_track_start(const swv_mount *mount, const swv_limb_track_options *options,
                                         swv_mount_track *track);

/// As swv_mount_solve, dt seconds after the last step. A limb that had no goal then starts from where the animation has
/// it. SWV_BAD_ARGUMENT for a dt that is not positive; `track` is untouched by a call that fails.
SWV_API swv_status swv_mount_track_step(const swv_mount *mount, swv_mount_track *track, const swv_mount_goal *goals,
                                        int goal_count, double dt, const swv_pose *animation, swv_pose *locals,
                                        swv_limb_track_report *reports, int *fault);

// ---- postures, in and out ----

/// The posture of a limb in these locals, for reading angles and checking limits: `limb` is one of the mount's, as
/// swv_mount_limb_of numbers them. Skeletons bend as they like: an elbow out of its plane (by more than 0.6 degrees) gives
/// the posture with the same elbow and hand, one bent backward a little is straight. SWV_BAD_COUNT for a limb that is not there; SWV_BAD_POSTURE if its bones have no length in these locals.
SWV_API swv_status swv_mount_read(const swv_mount *mount, int limb, const swv_pose *locals, swv_limb_posture *posture);

/// Set a limb to a posture, twist bones too; all else stays. SWV_BAD_COUNT as above.
SWV_API swv_status swv_mount_write(const swv_mount *mount, int limb, const swv_limb_posture *posture, swv_pose *locals);

/// Poses of all joints in the world. worlds must not be `locals`.
SWV_API swv_status swv_mount_worlds(const swv_mount *mount, const swv_pose *locals, swv_pose *worlds);

// ======== fingers on your skeleton ========

/// Fingers of your skeleton: fingertips go where you say, or the hand takes a shape.
///
///     swv_mount_hand_make(&mount, &binding, SWV_LEFT, &fingers);                            // once, after swv_mount_make
///
///     swv_mount_solve(&mount, &goal, 1, animation, NULL, locals, NULL, NULL);               // each frame: the arm, or a whole body,
///     swv_hand_goal touch = { .wanted = SWV_DIGIT_BIT(SWV_DIGIT_INDEX), .shape = SWV_HAND_POINT };
///     touch.tip[SWV_DIGIT_INDEX] = button;                                                        // then its fingers
///     swv_mount_hand_solve(&mount, &fingers, &touch, NULL, locals, &posture, NULL);
///
/// It is the hand of hand.h with your skeleton's knuckles and bones: its limits, its last joints that follow, every fingertip
/// exact. The tip of a finger is the end of its last bone: the joint below it, or where a hand of this size has it if there is none.
/// What the finger joints' own axes are does not matter. A digit is there if its three joints are bound, apart and each hangs on the one before.
///
/// Touched are the bound finger joints, with the positions of the rest pose. Bones of the palm stay as they are; fingertips are exact
/// while those are as at rest.

/// Made by swv_mount_hand_make; plain data, may be copied. Read it; `hand` may be changed as hand.h says.
typedef struct swv_mount_hand {
    uint32_t cookie;
    swv_hand hand;                                 ///< in the skeleton's unit
    uint32_t there;                                ///< SWV_DIGIT_BIT of the digits that are there
    int      joints[SWV_DIGITS][SWV_DIGIT_BONES];  ///< of the skeleton; -1: none
    struct {
        int      joints[SWV_DIGITS][SWV_DIGIT_BONES];           ///< as the mount counts them; -1: none
        swv_quat bone_from_joint[SWV_DIGITS][SWV_DIGIT_BONES];  ///< how the joints' axes lie in those of the bones
    } _private;
} swv_mount_hand;

/// The hand at the end of an arm of the mount. SWV_BAD_MODEL if that arm or all of its digits are not there, or the hand is
/// not from 1e-3 to 1e3 units long;
/// SWV_BAD_ARGUMENT for a binding that is not the mount's, or a side that is none.
SWV_API swv_status swv_mount_hand_make(const swv_mount *mount, const swv_binding *binding, swv_side side,
                                       swv_mount_hand *hand);

/// Sets the digits that are there to a posture: one of swv_hand_shape_posture, or one that a recording or a slider has.
/// locals  in and out, joint_count. SWV_BAD_POSTURE for a posture or locals that are not finite.
SWV_API swv_status swv_mount_hand_write(const swv_mount *mount, const swv_mount_hand *hand,
                                        const swv_hand_posture *posture, swv_pose *locals);

/// Fingertips in the world, with the wrist where `locals` have it: as swv_hand_solve, and written as above.
///
/// goal      its wrist is not read
/// previous  the posture of the last frame; NULL: the goal's shape
/// locals    in and out, joint_count
///
/// 3 us for five fingertips (`./run bench figure`). SWV_BAD_GOAL as swv_hand_solve, and for a digit that is not there.
SWV_API swv_status swv_mount_hand_solve(const swv_mount *mount, const swv_mount_hand *hand, const swv_hand_goal *goal,
                                        const swv_hand_posture *previous, swv_pose *locals, swv_hand_posture *posture,
                                        swv_hand_report *report);

// ======== where people's joints are ========

/// Where a person's joints are when only some of them are known: head and hands of someone in virtual reality, hips and
/// feet too if they are tracked. Learned from 72 people (data/people), whole bodies in all kinds of motion.
///
///     const swv_body_point points[] = { { SWV_PART_HEAD, head }, { SWV_PART_LEFT_HAND, left }, { SWV_PART_RIGHT_HAND, right } };
///     swv_pose             poses[SWV_PARTS];
///     swv_natural_body(size, points, 3, poses);
///     // poses[SWV_PART_HIPS], poses[SWV_PART_LEFT_FOOT].position, ...
///
/// Axes    x and y level, z up, the floor at z = 0; metres, or any unit that `size` has too.
/// Head    x right, y where it looks, z up, at the joint between neck and skull. Hips and chest likewise: unturned in someone who
///         stands upright and looks along y.
/// Hand    at the wrist: z to the fingertips, x where the palm faces (of a left hand away from it), as in limb.h.
/// Foot    at the ankle: y to the toes, z up from the sole.
/// size    Thigh, shank, and the spine from the hips to the head's joint, added up: 1.42 m in someone of 1.75 m.
///
/// The answer does not depend on where the body is and which way it looks, is the same at every size, and moves smoothly with
/// the points. It knows nothing of bones' lengths: joints are where people's are on average, not at their distances. How far off,
/// on people who were not fitted: docs/bodies.md.

typedef struct swv_body_point {
    int      part;
    swv_pose pose;  ///< of elbows and knees only the position counts
} swv_body_point;

/// point_count  3 to 11: head and both hands; and any of hips, chest (SWV_PART_UPPER_CHEST), feet, elbows
///              (SWV_PART_LEFT_LOWER_ARM), knees (SWV_PART_LEFT_LOWER_LEG)
/// poses        out: where hips, spine, chest, upper chest, neck, head, and on each side shoulder, upper arm, lower arm, hand, upper
///              leg, lower leg, foot, toes are; how hips and upper chest are turned; all zeros for the rotation of the others.
///              Points that are known come out as they went in. Parts that are not named here are untouched
///
/// SWV_BAD_ARGUMENT for a size that is not positive or beyond 1e100; SWV_BAD_COUNT; SWV_BAD_GOAL for a pose that is not finite, beyond 1e306 or turned
/// by a zero quaternion, a part that is none of these or is there twice, or if the head or a hand is missing.
SWV_API swv_status swv_natural_body(double size, const swv_body_point *points, int point_count,
                                    swv_pose poses[SWV_PARTS]);

// ======== the whole body ========

/// The whole body on your skeleton, in two ways.
///
/// Tracked  from three to eleven points: head and hands, and any of hips, chest, feet, elbows, knees. What is not tracked is
///          where people have it (body.h): swv_body_solve, or with history swv_body_track_step.
/// Posed    from your animation, by any goals: a hand here, a look there, the feet where they are: swv_body_reach.
///
///     swv_skeleton_bind(&skeleton, NULL, scratch, &binding);      // once
///     swv_body_make(&skeleton, &binding, &body, NULL);
///
///     const swv_body_point points[] = { { SWV_PART_HEAD, head }, { SWV_PART_LEFT_HAND, left }, { SWV_PART_RIGHT_HAND, right } };
///     swv_body_solve(&body, points, 3, NULL, NULL, locals, &report);      // each frame
///
///     const swv_body_goal goals[] = { { .part = SWV_PART_LEFT_HAND, .pose = door_handle },
///                                     { .part = SWV_PART_HEAD, .pose = there, .want = SWV_WANT_GAZE } };
///     swv_body_reach(&body, goals, 2, animation, NULL, locals, &reached);  // each frame
///
/// Tracked: the head is where it should be exactly; hips too if they are tracked and the spine is long enough; hands and feet are, wherever
/// the trunk can bring the limbs within reach without folding up. A hand out of reach takes the shoulder along first, then the trunk. Bones keep
/// their lengths.
///
/// Points are poses of those joints of your skeleton, in the world, turned as the joints' own axes are. Locals are as in body.h.
/// The floor is the world's zero along `up`. Only retarget.h reads another height from body.floor.

/// SWV_BODY_SPINE: joints from the hips to the head, at most.
enum { SWV_BODY_SPINE = 24, SWV_BODY_POINTS = 11 };

/// Made by swv_body_make; plain data, may be copied. The skeleton must outlive it. Limits and twist shares of body.mount.limbs may be
/// changed through the setters of limb.h.
typedef struct swv_body {
    uint32_t  cookie;
    swv_mount mount;
    int       parts[SWV_PARTS];       ///< the joints of the binding; -1: none
    int       spine_count;            ///< joints from the hips to the head, both counted
    int       spine[SWV_BODY_SPINE];  ///< which they are, hips first
    int       chest;                  ///< which of them carries the arms
    int       clavicles[2];           ///< right, left; -1: none
    swv_quat  natural_from_world;     ///< the axes of swv_natural_body
    double    floor;                  ///< its height along `up`, 0; for retarget.h, may be written
    double    ankles[2];  ///< right, left: how high they rest above the soles, 0.02 sizes below the lowest joint
    double    size;       ///< thigh, shank, and the spine from the hips to the head's joint, added up
    /// Right, left: how far a sole reaches from its ankle as it rests, in the body's axes. Of robots, whose shape is known; all 0:
    /// not known, a ball 0.08 sizes ahead of the ankle stands for it.
    struct {
        double behind, ahead, right, left;
    } soles[2];
    struct {
        int      parts[SWV_PARTS], spine[SWV_BODY_SPINE], clavicles[2];  ///< those above, as the mount counts them
        swv_quat rest_turns[SWV_BODY_SPINE];  ///< of the spine's joints, in the world, right-handed
        double   people_size;                 ///< `size` of someone of swv_natural_body with such legs and shoulders
        swv_vec3
               to_people[3];  ///< in its axes, as at rest: from the joints of head, hips and chest to where it has them
        double lift;          ///< how much higher it has ankles
    } _private;
} swv_body;

/// A body needs hips, a head below them in the hierarchy, two arms and two legs: SWV_BAD_MODEL if one is not bound or not there.
/// Other statuses as swv_mount_make; SWV_BAD_COUNT if there are more than SWV_BODY_SPINE joints from the hips to the head.
/// fault  takes the part that is missing, or does not hang where it should; SWV_PART_HEAD for a spine of too many joints
SWV_API swv_status swv_body_make(const swv_skeleton *skeleton, const swv_binding *binding, swv_body *body, int *fault);

/// The body standing upright, arms hanging: the rest pose with arms lowered. A posture to start from.
/// locals  out, joint_count
SWV_API swv_status swv_body_stand(const swv_body *body, swv_pose *locals);

/// Zero in any field means its default.
typedef struct swv_body_options {
    /// What gives way where limits keep a hand or foot from its point. Tracked hands are best kept: SWV_KEEP_HAND.
    swv_limb_compromise compromise;
} swv_body_options;

typedef struct swv_body_report {
    swv_outcome outcome;  ///< the first of the limbs' that is not SWV_REACHED; SWV_OUT_OF_REACH before others
    /// Of each point as it was given: how far its joint is from it, and how far it is turned, radians (0 for elbows and knees).
    double position_errors[SWV_BODY_POINTS], rotation_errors[SWV_BODY_POINTS];
    int    fault;  ///< the point that SWV_BAD_GOAL is about; -1: one that is needed is missing
} swv_body_report;

/// Pose the body.
///
/// points     3 to 11: head and both hands, and any of the others
/// animation  joint_count locals; joints that no part of the body moves (fingers, face, cloth) keep it. NULL: the rest pose
/// locals     out, joint_count; may be `animation` itself
///
/// About 20 us from three points and 20 to 25 us from six, for 22 joints (`./run bench figure`).
///
/// SWV_BAD_GOAL and SWV_BAD_COUNT as swv_natural_body, SWV_BAD_POSTURE for an animation that is not finite, SWV_BAD_MODEL.
SWV_API swv_status swv_body_solve(const swv_body *body, const swv_body_point *points, int point_count,
                                  const swv_pose *animation, const swv_body_options *options, swv_pose *locals,
                                  swv_body_report *report);

// ---- tracked, frame after frame ----

/// A foot; body_track.c says how one that nothing tracks steps. In the axes of body.h.
typedef struct swv_body_foot {
    swv_vec3 ankle;    ///< where it is
    double   heading;  ///< radians about the vertical
    swv_vec3 wish;     ///< where people have it, smoothed
    double   step;     ///< 0: it stands. Else how much of a step is done; 1: it is carried along
    swv_vec3 from;     ///< where the step began
    bool     is_tracked;
} swv_body_foot;

/// What the last frames leave behind; plain data, made by swv_body_track_start, may be copied.
typedef struct swv_body_track {
    uint32_t        cookie;
    bool            has_frame;
    swv_mount_track arms;
    swv_vec3        head, velocity;  ///< level, of the head, per second
    swv_body_foot   feet[2];         ///< right, left
} swv_body_track;

/// Makes `track` ready for its first frame. SWV_BAD_OPTIONS, SWV_BAD_MODEL.
SWV_API swv_status swv_body_track_start(const swv_body *body, const swv_body_options *options, swv_body_track *track);

/// As swv_body_solve, dt seconds after the last frame, and no later frame is needed. Points are as exact as there, whatever was
/// before. What is not tracked goes on from where it was: a foot stands where it is until the body has moved on, turned or lifted it,
/// then it steps, one after the other; elbows and knees swing to their new place as limb.h has them.
///
/// The first frame, one more than a second after the last, and one in which the head has jumped by half the body's size are as
/// swv_body_solve has them. Trackers may come and go from frame to frame.
///
/// Statuses as swv_body_solve; SWV_BAD_ARGUMENT for a dt that is not positive, SWV_BAD_MODEL for a track that was not started.
/// `track` is untouched by a call that fails.
SWV_API swv_status swv_body_track_step(const swv_body *body, swv_body_track *track, const swv_body_point *points,
                                       int point_count, double dt, const swv_pose *animation, swv_pose *locals,
                                       swv_body_report *report);

// ---- goals ----

/// What is wanted of a part of the body.
typedef enum swv_body_want {
    SWV_WANT_POSE = 0,  ///< position and rotation
    SWV_WANT_POSITION,  ///< a hand's or foot's rotation against the forearm or shank stays, others' stay in the world
    SWV_WANT_ROTATION,  ///< of hips, chest and head
    SWV_WANT_GAZE,      ///< of the head: that it looks at pose.position
    SWV_WANT_STAY,      ///< where the animation has it: a pin. The pose is not read. Feet without a goal stay too
    SWV_WANT_FREE,      ///< of feet: they go along with the hips
} swv_body_want;

/// One goal. Parts that can have one: hips, upper chest (the joint that carries the arms), head; hands and feet; any joint of
/// a finger, which brings the hand (fingers themselves bend by body.h); elbows (SWV_PART_LEFT_LOWER_ARM) and knees
/// (SWV_PART_LEFT_LOWER_LEG), which are drawn towards their position.
typedef struct swv_body_goal {
    int           part;
    swv_pose      pose;  ///< in the world, of the joint's own axes
    swv_body_want want;
    double        keep_position;  ///< 0 to 1: how much of the animation's is kept, to fade a goal in or out; 0: exact
    double        keep_rotation;  ///< likewise
} swv_body_goal;

enum { SWV_BODY_GOALS = 16 };

typedef struct swv_body_reach_options {
    /// What gives way where limits keep a hand or foot from its goal. swv_body_follow does not read it: the follower has it.
    swv_limb_compromise compromise;
    bool                balances;  ///< the centre of mass stays above the feet, as long as goals leave it the choice
    /// Shoulders are where the animation has them, but for hands out of reach. For recordings, which have their own.
    bool keeps_shoulders;
} swv_body_reach_options;

typedef struct swv_body_reach_report {
    swv_outcome outcome;  ///< SWV_REACHED if all goals are met
    /// Of each goal: how far its joint is from it, and how far it is turned, radians. Of a gaze: the angle it looks past. 0 for
    /// what was not asked.
    double   position_errors[SWV_BODY_GOALS], rotation_errors[SWV_BODY_GOALS];
    swv_vec3 mass;         ///< centre of mass, in the world
    double   overhang;     ///< how far beyond the feet it is, level; 0: above them
    bool     is_step_due;  ///< a goal is missed or the balance lost because the feet stay: a step would help
    int      fault;        ///< the goal that SWV_BAD_GOAL is about
} swv_body_reach_report;

/// Move the body from its animation to goals, as little as is needed.
///
/// goals      0 to SWV_BODY_GOALS, at most one for each part
/// animation  joint_count locals to start from; NULL: the rest pose. What is not touched keeps it
/// locals     out, joint_count; may be `animation` itself
///
/// Shoulders go along with raised arms. A hand out of reach takes its shoulder further, then the trunk leans, then hips and knees follow. Feet stay where the
/// animation has them, to 1e-9 of the body, unless a goal says otherwise: they come before all but goals for the hips. Elbows
/// are where people hold them (limb.h), knees where the animation has them. The same call gives the same answer: nothing is
/// remembered, and goals that move a little move the body a little but where an elbow or a knee must change sides, or limits push
/// the trunk: for that there is swv_body_follow.
///
/// 9 us for two hands, two feet and the head, 15 if the trunk must follow, for 22 joints (`./run bench figure`).
///
/// SWV_BAD_GOAL for a goal that is not finite or beyond 1e306, twice the same part, a part that can have none or is not bound, a want that is
/// none of its part; SWV_BAD_COUNT, SWV_BAD_POSTURE, SWV_BAD_OPTIONS, SWV_BAD_MODEL.
SWV_API swv_status swv_body_reach(const swv_body *body, const swv_body_goal *goals, int goal_count,
                                  const swv_pose *animation, const swv_body_reach_options *options, swv_pose *locals,
                                  swv_body_reach_report *report);

// ---- goals, frame after frame ----

/// Where the body was in the last frame; plain data, made by swv_body_follow_start, may be copied.
typedef struct swv_body_follower {
    uint32_t        cookie;
    bool            has_posture, has_swung;
    swv_mount_track arms, legs;
    swv_quat        turns[SWV_BODY_SPINE];  ///< of hips, spine and head against rest, in the world, right-handed
    swv_vec3        hips;                   ///< likewise
    swv_quat        swings[2];              ///< of the clavicles towards hands out of reach: right, left
    swv_quat        shoulders[2];           ///< and with what goes along with raised arms
    swv_vec3        arms_point[2];          ///< upper arms, in axes that turn with the chest
} swv_body_follower;

/// Makes `follower` ready for its first frame. `options` has the compromise of arms and legs, and how fast bones may turn: max_bone_speed, here by
/// default 15 radians per second, more than people need in daily life. SWV_BAD_OPTIONS, SWV_BAD_MODEL.
SWV_API swv_status swv_body_follow_start(const swv_body *body, const swv_limb_track_options *options,
                                         swv_body_follower *follower);

/// As swv_body_reach, dt seconds after the last frame, and no bone turns faster than it may: elbows and knees that change sides take
/// time for it, the trunk too, and meanwhile hands are behind; the report says how far. Pinned feet stay and limits are kept on the
/// way: where there is no way that keeps both, the body stops until goals move on. The first frame is as swv_body_reach has it.
/// 6 us where swv_body_reach takes 9: limbs whose goals and trunk rest are not solved again. 14 if the trunk must follow.
///
/// Statuses as swv_body_reach; SWV_BAD_ARGUMENT for a dt that is not positive, SWV_BAD_MODEL for a follower that was not started.
/// `follower` is untouched by a call that fails.
SWV_API swv_status swv_body_follow(const swv_body *body, swv_body_follower *follower, const swv_body_goal *goals,
                                   int goal_count, double dt, const swv_pose *animation,
                                   const swv_body_reach_options *options, swv_pose *locals,
                                   swv_body_reach_report *report);

// ======== calibration of devices ========

/// From devices to joints: a headset, controllers and trackers sit somewhere on a person, turned somehow, and the person is taller
/// or shorter than your skeleton. From one frame in which the person stands as told, all that is found.
///
///     swv_calibration_make(&body, devices, 3, NULL, &calibration);                // once, while the person stands
///
///     swv_calibration_points(&body, &calibration, devices, 3, points);            // each frame
///     swv_body_track_step(&body, &track, points, 3, dt, NULL, locals, &report);
///
/// Stand    upright, knees straight, looking ahead; arms hanging, palms to the thighs, or to the sides, palms down (T). Which of the two
///          is seen from the hands' height.
/// Devices  swv_body_point of the part each sits on, in a world with the skeleton's axes and the floor at its zero; any place, direction and
///          unit. Rotations are those of the devices, whatever their axes are. One at an elbow or knee that has no rotation (all
///          zeros) counts as that joint.
/// Scale    the person's size over the skeleton's, from the height of the head's device. Points come out in the skeleton's
///          size and on its floor: the world of the devices divided by the scale, from its origin.
///
/// What one stand cannot tell: how the devices lie to the joints, level. The body is put where they are off least, all together:
/// controllers that are held alike on both sides do not turn it.

/// Zero in any field means its default.
typedef struct swv_calibration_options {
    /// Where the head's device is in this skeleton, from the head's joint: right, forward, up. Zeros: between the eyes, if
    /// they are bound, else 0.06 sizes (body.size) forward and up.
    swv_vec3 head_device;
    double   scale;  ///< if it is known; 0: from the head's height
} swv_calibration_options;

/// Made by swv_calibration_make; plain data, may be copied and kept.
typedef struct swv_calibration {
    uint32_t cookie;
    double   scale;
    bool     is_t;    ///< arms were to the sides
    double   height;  ///< of the head's joint over the floor, standing; in the unit of the devices
    double   span;    ///< from wrist to wrist, arms to the sides; likewise
    double   arms;    ///< how much longer the person's arms are than the skeleton's times the scale: 1 no longer
    bool     is_known[SWV_PARTS];  ///< had a device
    swv_pose joints[SWV_PARTS];    ///< of the joint, as seen from its device
} swv_calibration;

/// devices  3 to 11, as for swv_body_solve
///
/// SWV_BAD_COUNT, SWV_BAD_GOAL as swv_body_solve, and for a head that is not above the floor, hands at one place, devices so far away that the result
/// would overflow; SWV_BAD_OPTIONS for a scale that
/// is negative or not finite; SWV_BAD_MODEL.
SWV_API swv_status swv_calibration_make(const swv_body *body, const swv_body_point *devices, int device_count,
                                        const swv_calibration_options *options, swv_calibration *calibration);

/// The joints that go with the devices, in the skeleton's size.
/// points  out, device_count; may be `devices` itself
///
/// SWV_BAD_GOAL for a device that was not there in the stand, that is not finite or that is turned by a zero quaternion; SWV_BAD_COUNT;
/// SWV_BAD_MODEL for a calibration that was not made.
SWV_API swv_status swv_calibration_points(const swv_body *body, const swv_calibration *calibration,
                                          const swv_body_point *devices, int device_count, swv_body_point *points);

// ======== arms clear of the body ========

/// Arms that do not go through the body: how thick it is, how far the arms are from it, and elbows that keep clear of it.
///
///     swv_flesh_make(&body, &flesh);                            // once, after swv_body_make
///     swv_flesh_avoid(&body, &flesh, locals, locals, reports);     // each frame, after whatever posed the body
///
/// Trunk, head and thighs are capsules that go along with their joints; so are the lower half of the upper arm, the forearm and
/// the hand. Radii are those of people over the distance between the shoulders, less what flesh and clothes give way: 97 %
/// of recorded arms are clear of them, 98 % less than 1 cm inside (data/people). They were chosen on these people; on others it was not tried. They may be changed, for a character that is
/// stouter.

enum { SWV_FLESH_SOLIDS = 7 };

/// All places within `radius` of the line between two points, which are in the axes of `joint`, in the skeleton's unit.
typedef struct swv_capsule {
    int      joint;
    swv_vec3 from, to;
    double   radius;
} swv_capsule;

/// Made by swv_flesh_make. Radii may be written, and capsules moved.
typedef struct swv_flesh {
    uint32_t    cookie;
    swv_capsule solids[SWV_FLESH_SOLIDS];  ///< chest right and left, loins right and left, head, thighs right and left
    double      upper_arm, forearm, hand;  ///< radii
    swv_vec3    knuckles[2];               ///< right, left: where the hand's capsule ends, in the hand's axes
} swv_flesh;

/// SWV_BAD_MODEL for a body that was not made or whose shoulders are in one place.
SWV_API swv_status swv_flesh_make(const swv_body *body, swv_flesh *flesh);

typedef enum swv_arm_segment { SWV_SEGMENT_UPPER_ARM = 0, SWV_SEGMENT_FOREARM, SWV_SEGMENT_HAND } swv_arm_segment;

/// How an arm is clear of the body.
typedef struct swv_clearance {
    double          distance;  ///< from skin to skin, in the skeleton's unit; negative: how deep inside
    swv_arm_segment segment;   ///< what is nearest to the body, or deepest in it
    int             solid;     ///< which capsule of it
} swv_clearance;

/// arms  out: right, left
///
/// SWV_BAD_MODEL also for radii that are negative or not finite; SWV_BAD_POSTURE.
SWV_API swv_status swv_flesh_clearance(const swv_body *body, const swv_flesh *flesh, const swv_pose *locals,
                                       swv_clearance arms[2]);

/// Turn elbows out of the body: by the smallest turn about the line from shoulder to hand that the limits allow. Shoulder and
/// hand stay where they are. An arm that is clear stays as it is, to the bit; so does one that no turn helps. What the hand
/// itself touches is only reported. A way out that is narrower than 1.7 degrees may be missed.
///
/// animation  joint_count locals; NULL: the rest pose
/// locals     out, joint_count; may be `animation` itself
/// reports    out, afterwards: right, left
///
/// 2 us while both arms are clear, 5 us more for each that is not (`./run bench figure`). Statuses as swv_flesh_clearance.
SWV_API swv_status swv_flesh_avoid(const swv_body *body, const swv_flesh *flesh, const swv_pose *animation,
                                   swv_pose *locals, swv_clearance reports[2]);

// ======== crowds ========

/// Many bodies in a budget of time: whom to pose in this frame, and in how much detail.
///
///     for (int i = 0; i < count; i++)
///         members[i].distance = distance_to_camera(i);               // each frame
///     swv_crowd_plan(members, count, NULL, &report);
///     for (int i = 0; i < count; i++)
///         if (members[i].detail >= SWV_DETAIL_BODY)
///             swv_body_reach(&bodies[i], goals[i], 2, NULL, NULL, locals[i], NULL);  // the others keep their last posture
///
/// Bodies that are close are posed in every frame, with fingers; further ones every second, fourth, eighth frame. Where that is more
/// than the budget, those go first that are latest for their distance, so that none is forgotten. Costs are counted, not measured: the same
/// calls give the same plan on every machine.

typedef enum swv_detail {
    SWV_DETAIL_NONE = 0,  ///< keep the last posture
    SWV_DETAIL_BODY,      ///< without fingers
    SWV_DETAIL_FINGERS,
} swv_detail;

/// Zero-initialised at first; plain data.
typedef struct swv_crowd_member {
    double     distance;  ///< from who looks, metres or any unit; written by you
    uint32_t   age;       ///< frames since it was posed, and 1; 0: never. Kept by swv_crowd_plan
    swv_detail detail;    ///< out: for this frame
} swv_crowd_member;

/// Zero in any field means its default.
typedef struct swv_crowd_options {
    double budget;              ///< microseconds a frame; default 4,000
    double body_cost;           ///< microseconds a body takes on your slowest machine; default 16, with keeps_shoulders
    double fingers_cost;        ///< the same with fingers; default 20
    double fingers_within;      ///< distance; default 3
    double every_frame_within;  ///< distance; default 10. At twice that every second frame, and so on to every eighth
} swv_crowd_options;

typedef struct swv_crowd_report {
    int      posed;      ///< members that have a detail in this frame
    double   cost;       ///< of them; at most the budget
    int      postponed;  ///< members that were due and did not fit
    uint32_t latest;     ///< the most frames that a member has waited beyond its turn
} swv_crowd_report;

/// Plan a frame. Linear in `count`.
///
/// SWV_BAD_COUNT for a negative count; SWV_BAD_ARGUMENT for a distance that is negative or no number (infinity is far away);
/// SWV_BAD_OPTIONS. Everything is untouched then.
SWV_API swv_status swv_crowd_plan(swv_crowd_member *members, int count, const swv_crowd_options *options,
                                  swv_crowd_report *report);

#endif
