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

/// The built-in human: a skeleton by stature and sex, if you have none of your own.
///
///     swv_joint                  joints[SWV_HUMAN_JOINTS];
///     const swv_skeleton_options up = { .up = { 0.0, 0.0, 1.0 } };
///     swv_human_make(1.75, SWV_FEMALE, joints);
///     swv_skeleton_make(joints, SWV_HUMAN_JOINTS, &up, memory, &skeleton, NULL);
///     swv_skeleton_bind(&skeleton, NULL, scratch, &binding);      // and on, as with any skeleton
///
/// Joint i is part i of skeleton.h, so that joints[SWV_PART_LEFT_HAND] is the left hand: spine, neck, head, jaw, eyes,
/// clavicles, arms, hands with all fingers, legs, feet, toes. Metres; x right, y forward, z up, the floor at z = 0. It
/// stands in a T-pose, palms down; every rotation is the identity, so a joint's rotation is its rotation from rest. The
/// hips are free, all other joints balls.
///
/// Proportions are the means of ANSUR II (1,986 women and 4,082 men), scaled with the stature. Lengths that the survey
/// does not measure, and offsets of joints from its landmarks, come from other sources: src/body/human.c names the
/// source of each number. Upper arm and forearm of a man are those of swv_limb_set_stature. Its thigh and shank are 4
/// and 5 % longer than here for a man: they were measured on other people, and with them his hips would be 4 cm higher
/// than in the survey. With arms held out the survey's men span 1.03 of their stature, because they draw their
/// shoulders back; this skeleton spans 1.08.

/// Joints of the built-in human: one for each part.
enum { SWV_HUMAN_JOINTS = SWV_PARTS };

typedef enum swv_sex { SWV_FEMALE = 0, SWV_MALE } swv_sex;

/// Metres. Outside this range adult proportions are not known to apply.
#define SWV_HUMAN_SHORTEST 1.2
#define SWV_HUMAN_TALLEST  2.3

/// Its joints, to make a skeleton of. The names in them are those of swv_part_name and last.
///
/// stature  body height in metres, SWV_HUMAN_SHORTEST to SWV_HUMAN_TALLEST
///
/// SWV_NOT_FINITE; SWV_BAD_ARGUMENT for a stature outside that range or an unknown sex; SWV_NULL.
SWV_API swv_status swv_human_make(double stature, swv_sex sex, swv_joint joints[SWV_HUMAN_JOINTS]);

// ======== limbs on your skeleton ========

/// Limbs of your skeleton: hands and feet move to your goals, the rest keeps your animation.
///
///     swv_skeleton_bind(&skeleton, NULL, scratch, &binding);      // once; your skeleton in any rest pose
///     swv_mount_make(&skeleton, &binding, &mount, NULL);
///
///     const swv_mount_goal goal = { .part = SWV_PART_LEFT_HAND, .end = where };     // each frame, in the world
///     swv_mount_solve(&mount, &goal, 1, animation, SWV_KEEP_LIMITS, locals, &report, NULL);
///
/// Arms and legs are those of limb.h, with the lengths of your bones: exact hands and feet, people's limits, the elbow
/// where a person would hold it. The axes of your bones do not matter: all rotations are relative to the rest pose. The
/// rest pose also shows to which side the elbow bends and where the palm is. A straight arm does not show it: the elbow
/// is then assumed to bend forward (up if the arm points forward), a knee backward, and the thumb of a hand without
/// fingers to point forward. So the rest pose must be one that a body can take: T, A, hanging, sitting. The zero pose
/// of a BVH file need not be one.
///
/// Locals   Pose of a joint relative to its parent (without one: in the world), in the skeleton's unit and axes; joint
///          i of the skeleton is locals[i]. Kinds and limits of its joints are ignored: each may have any pose. Scaling
///          is not supported: all positions are in world units.
/// Touched  The joints from upper arm to hand, or from thigh to foot, and the twist bones between or on them. Their
///          positions are those of the rest pose. All other locals are only copied, such as a character's hair and cloth.
/// Twist    The rotation of the forearm is spread over its twist bones by their position; without any, the bone of the
///          forearm takes half. Likewise those of the upper arm and the leg.

/// SWV_MOUNT_JOINTS: the largest number of joints that are bound, share twists, or are above one that does. Hair and
/// cloth do not count.
enum { SWV_MOUNT_LIMBS = 4, SWV_MOUNT_TWISTS = 8, SWV_MOUNT_JOINTS = 256 };

/// One arm or leg. Read it; limits may be changed through the setters of limb.h, shares may be written.
typedef struct swv_mount_limb {
    bool     is_there;
    swv_limb limb;
    int      joints[3];           ///< of the skeleton: upper arm, forearm, hand; thigh, shank, foot
    swv_quat bone_from_joint[3];  ///< from the joints' axes to those of the limb's bones
    double   shares[2];           ///< share of the twist that the bone itself takes: upper arm, forearm
    int      twist_count[2];      ///< of the upper and the lower bone, parents first
    /// Twist bones and their shares of the twist, in addition to those of their parents.
    struct {
        int      joint;
        bool     is_between;  ///< between this part and the next; otherwise a leaf
        double   share;       ///< of the whole twist, in addition to its parent's
        swv_vec3 axis;        ///< in its own axes if it is between, else in those of its parent
    } twists[2][SWV_MOUNT_TWISTS];
    struct {
        int      joints[3], twists[2][SWV_MOUNT_TWISTS];  ///< those above, in the mount's numbering
        int      trunk;         ///< likewise: the joint whose rest axes are the limb's trunk; -1: the world
        bool     is_end_apart;  ///< the hand or foot is not a child of the forearm or shank: its position is set too
        swv_quat joint_from_trunk;  ///< the limb's trunk in the frame of `trunk`
        swv_quat upper_rest;        ///< the upper bone at rest, in the frame of the parent of joints[0]
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

/// Limbs that are bound completely (three separate joints) are included. SWV_BAD_ARGUMENT for a binding that is not of
/// this skeleton; SWV_BAD_COUNT for more than SWV_MOUNT_JOINTS; SWV_BAD_MODEL for a skeleton that was not made.
/// fault  takes the part that is bound to a joint the skeleton does not have
SWV_API swv_status swv_mount_make(const swv_skeleton *skeleton, const swv_binding *binding, swv_mount *mount,
                                  int *fault);

/// The limb that ends in a part: SWV_PART_LEFT_HAND, SWV_PART_RIGHT_FOOT and so on. -1: no such part, or not bound.
SWV_API int swv_mount_limb_of(const swv_mount *mount, int part);

// ---- posing ----

typedef struct swv_mount_goal {
    int            part;  ///< SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND, SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT
    swv_pose       end;   ///< goal pose of that joint's own axes, in world space
    bool           is_position_only;  ///< the hand's orientation is free: it stays as it was relative to the forearm
    swv_elbow_wish elbow;             ///< SWV_ELBOW_PREVIOUS: as in the animation
    double         swivel;            ///< SWV_ELBOW_SWIVEL
    swv_vec3       pole;              ///< SWV_ELBOW_TOWARDS: a place in the world
    /// The end is exact wherever a posture inside the limits reaches it; false: soft, as in limb.h.
    bool   is_exact;
    bool   is_weighted;  ///< `weight` is read; otherwise all of the goal counts
    double weight;       ///< 0 to 1: 1 all of the goal, 0 the animation, to fade a goal in or out
} swv_mount_goal;

/// Bring hands and feet to their goals.
///
/// goals      goal_count of them, at most one for each limb
/// animation  locals of the skeleton; NULL: the rest pose
/// compromise what gives way if limits keep a hand or foot from its goal
/// locals     out, joint_count; may be `animation` itself
/// reports    out, one for each goal, before blending with the animation; lengths in the skeleton's unit
/// fault      receives the goal that SWV_BAD_GOAL concerns
///
/// SWV_BAD_GOAL for a goal that swv_limb_solve refuses, a part that is not the end of a bound limb, or is named twice;
/// SWV_BAD_POSTURE for an animation that is not finite; SWV_BAD_COUNT.
SWV_API swv_status swv_mount_solve(const swv_mount *mount, const swv_mount_goal *goals, int goal_count,
                                   const swv_pose *animation, swv_limb_compromise compromise, swv_pose *locals,
                                   swv_limb_report *reports, int *fault);

/// Following moving goals: one swv_limb_track per limb, with the rules of limb.h. Plain data.
typedef struct swv_mount_track {
    swv_limb_track_options options;
    bool                   is_following[SWV_MOUNT_LIMBS];  ///< had a goal in the last step
    swv_limb_track         limbs[SWV_MOUNT_LIMBS];
    bool          is_at_rest[SWV_MOUNT_LIMBS];  ///< the last step did not move it; nor will another with the same goal
    swv_limb_goal goals[SWV_MOUNT_LIMBS];       ///< of the last step, in the limbs' axes
    swv_limb_track_report reports[SWV_MOUNT_LIMBS];
} swv_mount_track;

/// Makes `track` ready for its first step. SWV_BAD_OPTIONS.
SWV_API swv_status swv_mount_track_start(const swv_mount *mount, const swv_limb_track_options *options,
                                         swv_mount_track *track);

/// As swv_mount_solve, dt seconds after the last step. A limb without a goal in that step starts from the animation.
/// SWV_BAD_ARGUMENT for a dt that is not positive; a call that fails leaves `track` unchanged.
SWV_API swv_status swv_mount_track_step(const swv_mount *mount, swv_mount_track *track, const swv_mount_goal *goals,
                                        int goal_count, double dt, const swv_pose *animation, swv_pose *locals,
                                        swv_limb_track_report *reports, int *fault);

// ---- postures, in and out ----

/// The posture of a limb in these locals, for reading angles and checking limits: `limb` is one of the mount's, as
/// swv_mount_limb_of numbers them. A skeleton may bend in other ways: an elbow that is out of its plane (by more than
/// 0.6 degrees) gives the posture with the same elbow and hand; one that is bent slightly backward gives a straight
/// one. SWV_BAD_COUNT for a limb that is not bound; SWV_BAD_POSTURE if its bones have no length in these locals.
SWV_API swv_status swv_mount_read(const swv_mount *mount, int limb, const swv_pose *locals, swv_limb_posture *posture);

/// Set a limb to a posture, including its twist bones; all else is unchanged. SWV_BAD_COUNT as above.
SWV_API swv_status swv_mount_write(const swv_mount *mount, int limb, const swv_limb_posture *posture, swv_pose *locals);

/// Poses of all joints in the world. worlds must not be `locals`.
SWV_API swv_status swv_mount_worlds(const swv_mount *mount, const swv_pose *locals, swv_pose *worlds);

// ======== fingers on your skeleton ========

/// Fingers of your skeleton: fingertips move to your goals, or the hand takes a shape.
///
///     swv_mount_hand_make(&mount, &binding, SWV_LEFT, &fingers);                          // once, for this mount
///
///     swv_mount_solve(&mount, &goal, 1, animation, SWV_KEEP_LIMITS, locals, NULL, NULL);  // each frame: the arm, or
///                                                                                         // a whole body,
///     swv_hand_goal touch = { .wanted = SWV_DIGIT_BIT(SWV_DIGIT_INDEX), .shape = SWV_HAND_POINT };
///     touch.tip[SWV_DIGIT_INDEX] = button;                                                // then its fingers
///     swv_mount_hand_solve(&mount, &fingers, &touch, NULL, locals, &posture, NULL);
///
/// The hand of hand.h with your skeleton's knuckles and bones: its limits, its coupled last joints, every fingertip
/// exact. The tip of a finger is the end of its last bone: the joint below it, or if there is none the length of a hand
/// of this size. The axes of the finger joints do not matter. A digit is included if its three joints are bound,
/// separate, and each is a child of the one before.
///
/// Only the bound finger joints are changed; their positions are those of the rest pose. Bones of the palm stay as they
/// are; fingertips are exact if these are as at rest.

/// Made by swv_mount_hand_make; plain data, may be copied. Read it; `hand` may be changed as hand.h says.
typedef struct swv_mount_hand {
    uint32_t cookie;
    swv_hand hand;                                 ///< in the skeleton's unit
    uint32_t there;                                ///< SWV_DIGIT_BIT of the digits that are included
    int      joints[SWV_DIGITS][SWV_DIGIT_BONES];  ///< of the skeleton; -1: none
    struct {
        int      joints[SWV_DIGITS][SWV_DIGIT_BONES];           ///< as the mount counts them; -1: none
        swv_quat bone_from_joint[SWV_DIGITS][SWV_DIGIT_BONES];  ///< from the joints' axes to those of the bones
    } _private;
} swv_mount_hand;

/// The hand at the end of an arm of the mount. SWV_BAD_MODEL if that arm or all of its digits are missing, or the
/// hand's length is not from 1e-3 to 1e3 units; SWV_BAD_ARGUMENT for a binding that is not the mount's, or an unknown
/// side.
SWV_API swv_status swv_mount_hand_make(const swv_mount *mount, const swv_binding *binding, swv_side side,
                                       swv_mount_hand *hand);

/// Set the included digits to a posture: from swv_hand_shape_posture, a recording or a slider.
/// locals  in and out, joint_count. SWV_BAD_POSTURE for a posture or locals that are not finite.
SWV_API swv_status swv_mount_hand_write(const swv_mount *mount, const swv_mount_hand *hand,
                                        const swv_hand_posture *posture, swv_pose *locals);

/// Bring fingertips to goals in the world, with the wrist of `locals`: as swv_hand_solve, and written as above.
///
/// goal      its wrist is ignored
/// previous  the posture of the last frame; NULL: the goal's shape
/// locals    in and out, joint_count
///
/// 3 us for five fingertips (`./run bench figure`). SWV_BAD_GOAL as swv_hand_solve, and for a digit that is missing.
SWV_API swv_status swv_mount_hand_solve(const swv_mount *mount, const swv_mount_hand *hand, const swv_hand_goal *goal,
                                        const swv_hand_posture *previous, swv_pose *locals, swv_hand_posture *posture,
                                        swv_hand_report *report);

// ======== where people's joints are ========

/// Predicts all joints of a person from a few: head and hands in virtual reality, and hips and feet if they are
/// tracked. Fitted to whole bodies of 72 people in all kinds of motion (data/people).
///
///     const swv_body_point points[] = { { SWV_PART_HEAD, head }, { SWV_PART_LEFT_HAND, left }, { SWV_PART_RIGHT_HAND, right } };
///     swv_pose             poses[SWV_PARTS];
///     swv_natural_body(size, points, 3, poses);
///     // poses[SWV_PART_HIPS], poses[SWV_PART_LEFT_FOOT].position, ...
///
/// Axes    x and y horizontal, z up, the floor at z = 0; metres, or any unit that `size` uses too.
/// Head    x right, y where it looks, z up, at the joint between neck and skull. Hips and chest likewise: the identity
///         in someone who stands upright and looks along y.
/// Hand    at the wrist: z to the fingertips, x where the palm faces (of a left hand away from it), as in limb.h.
/// Foot    at the ankle: y to the toes, z up from the sole.
/// size    Thigh, shank, and the spine from the hips to the head's joint, added up: 1.42 m in someone of 1.75 m.
///
/// The result does not depend on the body's place, heading or size, and changes smoothly with the points. Bone lengths
/// are not used: joints are at people's mean positions, so distances between them are not exact. Errors on people who
/// were not fitted: docs/bodies.md.

typedef struct swv_body_point {
    int      part;
    swv_pose pose;  ///< for elbows and knees only the position is used
} swv_body_point;

/// point_count  3 to 11: head and both hands; and any of hips, chest (SWV_PART_UPPER_CHEST), feet, elbows
///              (SWV_PART_LEFT_LOWER_ARM), knees (SWV_PART_LEFT_LOWER_LEG)
/// poses        out: where hips, spine, chest, upper chest, neck, head, and on each side shoulder, upper arm, lower
///              arm, hand, upper leg, lower leg, foot and toes are; rotations of hips and upper chest; the rotation of
///              the others is all zeros. Known points are returned unchanged. Parts that are not named here are not
///              written
///
/// SWV_BAD_ARGUMENT for a size that is not positive or beyond 1e100; SWV_BAD_COUNT; SWV_BAD_GOAL for a pose that is not
/// finite, beyond 1e306 or turned by a zero quaternion, an unknown or repeated part, or if the head or a hand is
/// missing.
SWV_API swv_status swv_natural_body(double size, const swv_body_point *points, int point_count,
                                    swv_pose poses[SWV_PARTS]);

// ======== the whole body ========

/// The whole body on your skeleton, in two ways.
///
/// Tracked  from three to eleven points: head and hands, and any of hips, chest, feet, elbows, knees. Untracked joints
///          are placed where people usually hold them (swv_natural_body): swv_body_solve, or with history
///          swv_body_track_step.
/// Posed    from your animation and any goals, such as a hand at a place, a gaze, pinned feet: swv_body_reach.
///
///     swv_skeleton_bind(&skeleton, NULL, scratch, &binding);      // once
///     swv_body_make(&skeleton, &binding, &body, NULL);
///
///     const swv_body_point points[] = { { SWV_PART_HEAD, head }, { SWV_PART_LEFT_HAND, left }, { SWV_PART_RIGHT_HAND, right } };
///     swv_body_solve(&body, points, 3, NULL, SWV_KEEP_LIMITS, locals, &report);  // each frame
///
///     const swv_body_goal goals[] = { { .part = SWV_PART_LEFT_HAND, .pose = door_handle },
///                                     { .part = SWV_PART_HEAD, .pose = there, .want = SWV_WANT_GAZE } };
///     swv_body_reach(&body, goals, 2, animation, NULL, locals, &reached);  // each frame
///
/// Tracked: the head is exact; hips too if they are tracked and the spine is long enough; hands and feet too wherever
/// the trunk can bring the limbs within reach without folding up. If a hand cannot reach, the shoulder moves first,
/// then the trunk. Bones keep their lengths.
///
/// Points are world poses of those joints of your skeleton, in the joints' own axes. Locals are as above. The floor is
/// the world's zero along `up`. Only retarget.h reads another height from body.floor.

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
    int       chest;                  ///< which of them is the parent of the arms
    int       clavicles[2];           ///< right, left; -1: none
    swv_quat  natural_from_world;     ///< the axes of swv_natural_body
    double    floor;                  ///< its height along `up`, 0; for retarget.h, may be written
    double    ankles[2];  ///< right, left: height above the soles at rest; a sole is 0.02 sizes below the lowest joint
    double    size;       ///< thigh, shank, and the spine from the hips to the head's joint, added up
    /// Right, left: extent of a sole from its ankle at rest, in the body's axes. For robots, whose shape is known; all
    /// 0: not known, a ball 0.08 sizes ahead of the ankle stands for it.
    struct {
        double behind, ahead, right, left;
    } soles[2];
    struct {
        int      parts[SWV_PARTS], spine[SWV_BODY_SPINE], clavicles[2];  ///< those above, in the mount's numbering
        swv_quat rest_turns[SWV_BODY_SPINE];  ///< of the spine's joints, in the world, right-handed
        double   people_size;  ///< `size` of the people of swv_natural_body with these legs and shoulders
        swv_vec3 to_people
            [3];      ///< in its axes, at rest: from the joints of head, hips and chest to the positions it predicts
        double lift;  ///< ankle height of the reference body minus that of this skeleton
    } _private;
} swv_body;

/// A body needs hips, a head below them in the hierarchy, two arms and two legs: SWV_BAD_MODEL if one is missing. Other
/// statuses as swv_mount_make; SWV_BAD_COUNT if there are more than SWV_BODY_SPINE joints from the hips to the head.
/// fault  receives the part that is missing or has a wrong parent; SWV_PART_HEAD for a spine of too many joints
SWV_API swv_status swv_body_make(const swv_skeleton *skeleton, const swv_binding *binding, swv_body *body, int *fault);

/// The body standing upright with hanging arms: the rest pose with lowered arms. A start posture.
/// locals  out, joint_count
SWV_API swv_status swv_body_stand(const swv_body *body, swv_pose *locals);

typedef struct swv_body_report {
    swv_outcome outcome;  ///< the first outcome of a limb that is not SWV_REACHED; SWV_OUT_OF_REACH has priority
    /// For each point: distance and angle (radians) between joint and point; the angle is 0 for elbows and knees.
    double position_errors[SWV_BODY_POINTS], rotation_errors[SWV_BODY_POINTS];
    bool   is_torn;  ///< a limb had to jump, or another posture of it is as good: a small change may lead there
    bool   is_lost;  ///< the head or a hand is lost, or on its way back (swv_body_track_step)
    int    fault;    ///< the point that SWV_BAD_GOAL concerns; -1: a required one is missing
} swv_body_report;

/// Pose the body.
///
/// points     3 to 11: head and both hands, and any of the others
/// animation  joint_count locals; joints that are not part of the body (fingers, face, cloth) keep it. NULL: the rest
///            pose
/// compromise what gives way if limits keep a hand or foot from its point. For tracked hands use SWV_KEEP_HAND
/// locals     out, joint_count; may be `animation` itself
///
/// About 20 us from three points and 20 to 25 us from six, for 22 joints (`./run bench figure`).
///
/// SWV_BAD_GOAL and SWV_BAD_COUNT as swv_natural_body, SWV_BAD_POSTURE for an animation that is not finite, SWV_BAD_MODEL.
SWV_API swv_status swv_body_solve(const swv_body *body, const swv_body_point *points, int point_count,
                                  const swv_pose *animation, swv_limb_compromise compromise, swv_pose *locals,
                                  swv_body_report *report);

// ---- tracked, frame after frame ----

/// A device of the head or a hand, in the world. The library's own: its layout changes without notice.
struct swvi_body_device {
    swv_pose home, pose;         ///< standing, and where its point is
    swv_vec3 velocity;           ///< of the point
    swv_vec3 heard, speed;       ///< where the device was last heard of, and its velocity there
    double   still, lost, held;  ///< seconds: for how long it has been there, and its point lost, or not believed
    double   left;               ///< of the way back from where the point was, 0 to 1
    swv_vec3 gap, turn_gap;      ///< that way
};

/// State between frames; plain data, made by swv_body_track_start, may be copied.
typedef struct swv_body_track {
    uint32_t                cookie;
    bool                    has_frame;
    swv_mount_track         arms;
    swv_vec3                head, velocity;  ///< horizontal, of the head, per second
    struct swvi_body_device devices[3];      ///< head, right hand, left hand: src/body/body_lost.c
    /// Right, left, in the axes of swv_natural_body. src/body/body_track.c describes the steps of an untracked foot.
    struct {
        swv_vec3 ankle;    ///< where it is
        double   heading;  ///< radians about the vertical
        swv_vec3 wish;     ///< where people would have it, smoothed
        double   step;     ///< 0: it stands. Otherwise the completed part of a step; 1: it moves with the body
        swv_vec3 from;     ///< where the step began
        bool     is_tracked;
    } feet[2];
} swv_body_track;

/// Makes `track` ready for its first frame; `compromise` as for swv_body_solve. SWV_BAD_MODEL.
SWV_API swv_status swv_body_track_start(const swv_body *body, swv_limb_compromise compromise, swv_body_track *track);

/// As swv_body_solve, dt seconds after the last frame, without looking ahead. Points are as exact as there. Untracked
/// joints continue from the last frame: a foot stands until the body has moved away, turned or lifted it; then feet
/// step one after the other. Elbows and knees swing to their new place as in limb.h.
///
/// The first frame, one more than a second after the last, and one in which the head has jumped by half the body's size
/// are solved as by swv_body_solve. Trackers may come and go from frame to frame, head and hands too: point_count may be 0
/// to 11. A point is lost if it is left out, or if its pose is not finite, beyond 1e306 or has a zero quaternion. A lost hand
/// coasts, sinks to the side of the body within half a second, and is back 0.6 seconds after its device; a lost head
/// stays. A hand that jumps alone, its speed changing by more than 7 sizes per second, counts as lost until it jumps again, for up to a
/// second.
///
/// SWV_BAD_GOAL for a part that is unknown, cannot be tracked or is repeated; SWV_BAD_COUNT; SWV_BAD_ARGUMENT for a dt that
/// is not positive; SWV_BAD_POSTURE for an animation that is not finite; SWV_BAD_MODEL for a track that was not started. A
/// call that fails leaves `track` unchanged.
SWV_API swv_status swv_body_track_step(const swv_body *body, swv_body_track *track, const swv_body_point *points,
                                       int point_count, double dt, const swv_pose *animation, swv_pose *locals,
                                       swv_body_report *report);

// ---- goals ----

/// What a goal sets of a part of the body.
typedef enum swv_body_want {
    SWV_WANT_POSE = 0,  ///< position and rotation
    SWV_WANT_POSITION,  ///< hands and feet keep their rotation relative to forearm or shank, other parts in the world
    SWV_WANT_ROTATION,  ///< of hips, chest and head
    SWV_WANT_GAZE,      ///< of the head: it looks at pose.position
    SWV_WANT_STAY,      ///< a pin where the animation has it; the pose is ignored. Feet without a goal stay too
    SWV_WANT_FREE,      ///< of feet: they move with the hips
} swv_body_want;

/// One goal. Parts that can have one: hips, upper chest (the parent of the arms), head; hands and feet; any joint of a
/// finger, which moves the hand (swv_mount_hand_solve bends the fingers themselves); elbows (SWV_PART_LEFT_LOWER_ARM)
/// and knees (SWV_PART_LEFT_LOWER_LEG), which are pulled towards their position.
typedef struct swv_body_goal {
    int           part;
    swv_pose      pose;  ///< in the world, of the joint's own axes
    swv_body_want want;
    bool          is_weighted;                ///< the weights are read; otherwise all of the goal counts
    double position_weight, rotation_weight;  ///< 0 to 1: 1 all of the goal, 0 the animation's, to fade it in or out
} swv_body_goal;

enum { SWV_BODY_GOALS = 16 };

typedef struct swv_body_reach_options {
    /// What gives way if limits keep a hand or foot from its goal. swv_body_follow ignores it: the follower has its
    /// own.
    swv_limb_compromise compromise;
    bool                balances;  ///< the centre of mass stays above the feet, as far as the goals permit
    /// Shoulders stay where the animation has them, except for hands out of reach. For recordings, whose shoulders
    /// already move.
    bool keeps_shoulders;
} swv_body_reach_options;

typedef struct swv_body_reach_report {
    swv_outcome outcome;  ///< SWV_REACHED if all goals are met
    /// For each goal: distance and angle (radians) between joint and goal. For a gaze goal: the angle between the line
    /// of sight and the target. 0 for what the goal does not set.
    double   position_errors[SWV_BODY_GOALS], rotation_errors[SWV_BODY_GOALS];
    swv_vec3 mass;         ///< centre of mass, in the world
    double   overhang;     ///< its horizontal distance beyond the feet; 0: above them
    bool     is_torn;      ///< a limb had to jump, or another posture of it is as good: a small change may lead there
    bool     is_step_due;  ///< a goal is missed or the balance lost because the feet stay: a step would help
    int      fault;        ///< the goal that SWV_BAD_GOAL concerns
} swv_body_reach_report;

/// Move the body from its animation to goals, as little as is needed.
///
/// goals      0 to SWV_BODY_GOALS, at most one for each part
/// animation  joint_count locals to start from; NULL: the rest pose. Other joints keep it
/// locals     out, joint_count; may be `animation` itself
///
/// Shoulders rise with raised arms. If a hand cannot reach, its shoulder moves further, then the trunk leans, then hips
/// and knees follow. Feet stay where the animation has them, to 1e-9 of the body, unless they have a goal. Feet have
/// priority over every goal except those for the hips. Elbows are where people hold them (limb.h), knees where the
/// animation has them. The same call gives the same result: nothing is remembered. Small goal changes give small body
/// changes, except when an elbow or knee must flip sides or a limit pushes the trunk. Use swv_body_follow to smooth
/// those.
///
/// 9 us for two hands, two feet and the head, 15 if the trunk must follow, for 22 joints (`./run bench figure`). Takes up
/// to 75 kB of stack, as swv_body_follow does.
///
/// SWV_BAD_GOAL for a goal that is not finite or beyond 1e306, a repeated part, a part that cannot have a goal or is
/// not bound, a want that this part does not support; SWV_BAD_COUNT, SWV_BAD_POSTURE, SWV_BAD_OPTIONS, SWV_BAD_MODEL.
SWV_API swv_status swv_body_reach(const swv_body *body, const swv_body_goal *goals, int goal_count,
                                  const swv_pose *animation, const swv_body_reach_options *options, swv_pose *locals,
                                  swv_body_reach_report *report);

// ---- goals, frame after frame ----

/// The body in the last frame; plain data, made by swv_body_follow_start, may be copied.
typedef struct swv_body_follower {
    uint32_t        cookie;
    bool            has_posture, has_swung;
    swv_mount_track arms, legs;
    swv_quat        turns[SWV_BODY_SPINE];  ///< of hips, spine and head relative to rest, in the world, right-handed
    swv_vec3        hips;                   ///< likewise
    swv_quat        swings[2];              ///< of the clavicles towards hands out of reach: right, left
    swv_quat        shoulders[2];           ///< including the part for raised arms
    swv_vec3        arms_point[2];          ///< upper arms, in the chest's axes
} swv_body_follower;

/// Makes `follower` ready for its first frame. `options` has the compromise of arms and legs, and max_bone_speed, whose
/// default here is 15 radians per second, more than daily life needs. SWV_BAD_OPTIONS, SWV_BAD_MODEL.
SWV_API swv_status swv_body_follow_start(const swv_body *body, const swv_limb_track_options *options,
                                         swv_body_follower *follower);

/// As swv_body_reach, dt seconds after the last frame, with bone speeds limited: elbows and knees that flip sides, and
/// the trunk, take several frames, and hands may lag behind; the report says how far. Pinned feet stay and limits are
/// kept on the way. If no path keeps both, the body stops until goals move on. The first frame begins
/// at the animation: limbs go on from there. 6 us where swv_body_reach takes 9: limbs whose goal and trunk do not move are not solved again. 14
/// if the trunk must follow.
///
/// Statuses as swv_body_reach; SWV_BAD_ARGUMENT for a dt that is not positive, SWV_BAD_MODEL for a follower that was
/// not started. A call that fails leaves `follower` unchanged.
SWV_API swv_status swv_body_follow(const swv_body *body, swv_body_follower *follower, const swv_body_goal *goals,
                                   int goal_count, double dt, const swv_pose *animation,
                                   const swv_body_reach_options *options, swv_pose *locals,
                                   swv_body_reach_report *report);

// ======== calibration of devices ========

/// From devices to joints: headset, controllers and trackers have unknown offsets from the joints, and the person is
/// taller or shorter than your skeleton. One frame of the person standing as described gives these offsets and the
/// size.
///
///     swv_calibration_make(&body, devices, 3, NULL, 0.0, &calibration);           // once, while the person stands
///
///     swv_calibration_points(&body, &calibration, devices, 3, points);            // each frame
///     swv_body_track_step(&body, &track, points, 3, dt, NULL, locals, &report);
///
/// Stand    upright, knees straight, looking ahead; arms hanging, palms to the thighs, or to the sides, palms down (T).
///          The hands' height decides which of the two it is.
/// Devices  a swv_body_point for the part that each is attached to, in a world with the skeleton's axes and the floor
///          at zero; any place, heading and unit. Rotations are those of the devices, with any axes. One at an elbow or
///          knee that has no rotation (all zeros) counts as that joint.
/// Scale    the person's size relative to the skeleton's, from the height of the head's device. Points come out in the
///          skeleton's size and on its floor: the world of the devices divided by the scale, from its origin.
///
/// One frame does not show the horizontal offsets between devices and joints. The body is placed where they are
/// smallest in total; controllers held symmetrically do not rotate it.

/// Made by swv_calibration_make; plain data, may be copied and kept.
typedef struct swv_calibration {
    uint32_t cookie;
    double   scale;
    bool     is_t;    ///< arms were held out to the sides
    double   height;  ///< of the head's joint above the floor, standing; in the unit of the devices
    double   span;    ///< from wrist to wrist with arms held out; likewise
    double   arms;    ///< length of the person's arms relative to the skeleton's times the scale; 1: same length
    bool     is_known[SWV_PARTS];  ///< had a device
    swv_pose joints[SWV_PARTS];    ///< of the joint, in its device's frame
} swv_calibration;

/// devices      3 to 11, as for swv_body_solve
/// head_device  position of the head's device relative to the head's joint of this skeleton: right, forward, up. NULL:
///              between the eyes, if they are bound, else 0.06 sizes (body.size) forward and up
/// scale        if known; 0: from the head's height
///
/// SWV_BAD_COUNT, SWV_BAD_GOAL as swv_body_solve, and for a head that is not above the floor, hands at one place,
/// devices so far away that the result would overflow; SWV_BAD_OPTIONS for a `head_device` that is not finite, or a
/// scale that is negative or not finite; SWV_BAD_MODEL.
SWV_API swv_status swv_calibration_make(const swv_body *body, const swv_body_point *devices, int device_count,
                                        const swv_vec3 *head_device, double scale, swv_calibration *calibration);

/// The joints' poses for these devices, in the skeleton's size.
/// points  out, device_count; may be `devices` itself
///
/// SWV_BAD_GOAL for a device that was not in the calibration frame, is not finite or has a zero quaternion;
/// SWV_BAD_COUNT; SWV_BAD_MODEL for a calibration that was not made.
SWV_API swv_status swv_calibration_points(const swv_body *body, const swv_calibration *calibration,
                                          const swv_body_point *devices, int device_count, swv_body_point *points);

// ======== arms clear of the body ========

/// Keeps arms out of the body: its thickness, the distance of the arms, and elbows rotated out of it.
///
///     swv_flesh_make(&body, &flesh);                            // once, after swv_body_make
///     swv_flesh_avoid(&body, &flesh, locals, locals, reports);     // each frame, after whatever posed the body
///
/// Trunk, head and thighs are capsules fixed to their joints; so are the lower half of the upper arm, the forearm and
/// the hand. Radii are those of people relative to the distance between the shoulders, minus an allowance for soft
/// tissue and clothes: 97 % of recorded arms are clear of them, 98 % less than 1 cm inside (data/people). They were
/// chosen on these people and not tested on others. They may be changed, for example for a stouter character.

enum { SWV_FLESH_SOLIDS = 7 };

/// Made by swv_flesh_make. Radii may be written, and capsules moved.
typedef struct swv_flesh {
    uint32_t cookie;
    /// Chest right and left, loins right and left, head, thighs right and left. A capsule is all places within `radius`
    /// of the line between two points, which are in the axes of `joint`, in the skeleton's unit.
    struct {
        int      joint;
        swv_vec3 from, to;
        double   radius;
    } solids[SWV_FLESH_SOLIDS];
    double   upper_arm, forearm, hand;  ///< radii
    swv_vec3 knuckles[2];               ///< right, left: where the hand's capsule ends, in the hand's axes
} swv_flesh;

/// SWV_BAD_MODEL for a body that was not made or whose shoulders coincide.
SWV_API swv_status swv_flesh_make(const swv_body *body, swv_flesh *flesh);

/// Segments of an arm.
enum { SWV_SEGMENT_UPPER_ARM = 0, SWV_SEGMENT_FOREARM, SWV_SEGMENT_HAND };

/// Distance between an arm and the body.
typedef struct swv_clearance {
    double distance;  ///< from skin to skin, in the skeleton's unit; negative: depth inside
    int    segment;   ///< SWV_SEGMENT_UPPER_ARM and so on: the nearest to the body, or the deepest in it
    int    solid;     ///< the nearest capsule of the body
} swv_clearance;

/// arms  out: right, left
///
/// SWV_BAD_MODEL also for radii that are negative or not finite; SWV_BAD_POSTURE.
SWV_API swv_status swv_flesh_clearance(const swv_body *body, const swv_flesh *flesh, const swv_pose *locals,
                                       swv_clearance arms[2]);

/// Turn elbows out of the body, by the smallest rotation about the line from shoulder to hand that the limits allow.
/// Shoulder and hand stay where they are. An arm that is clear stays bit-identical, and so does one that no rotation
/// frees. What the hand itself touches is only reported. A feasible range narrower than 1.7 degrees may be missed.
///
/// animation  joint_count locals; NULL: the rest pose
/// locals     out, joint_count; may be `animation` itself
/// reports    out, afterwards: right, left
///
/// 2 us while both arms are clear, 5 us more for each that is not (`./run bench figure`). Statuses as swv_flesh_clearance.
SWV_API swv_status swv_flesh_avoid(const swv_body *body, const swv_flesh *flesh, const swv_pose *animation,
                                   swv_pose *locals, swv_clearance reports[2]);

// ======== crowds ========

/// Many bodies in a time budget: which to pose in this frame, and in how much detail.
///
///     for (int i = 0; i < count; i++)
///         members[i].distance = distance_to_camera(i);               // each frame
///     swv_crowd_plan(members, count, NULL, &report);
///     for (int i = 0; i < count; i++)
///         if (members[i].detail >= SWV_DETAIL_BODY)
///             swv_body_reach(&bodies[i], goals[i], 2, NULL, NULL, locals[i], NULL);  // the others keep their last posture
///
/// Close bodies are posed in every frame, with fingers; farther ones every second, fourth or eighth frame. If this
/// exceeds the budget, the members most overdue for their distance go first. Costs are given, not measured: the same
/// calls give the same plan on every machine.

/// How much of a body to pose.
enum {
    SWV_DETAIL_NONE = 0,  ///< keep the last posture
    SWV_DETAIL_BODY,      ///< without fingers
    SWV_DETAIL_FINGERS,
};

/// Plain data; zero-initialise it.
typedef struct swv_crowd_member {
    double   distance;  ///< from the viewer, metres or any unit; written by you
    uint32_t age;       ///< frames since it was posed, plus 1; 0: never. Kept by swv_crowd_plan
    int      detail;    ///< out, for this frame: SWV_DETAIL_NONE and so on
} swv_crowd_member;

/// Zero in any field means its default.
typedef struct swv_crowd_options {
    double budget;              ///< microseconds per frame; default 4,000
    double body_cost;           ///< microseconds per body on your slowest machine; default 16, with keeps_shoulders
    double fingers_cost;        ///< the same with fingers; default 20
    double fingers_within;      ///< distance; default 3
    double every_frame_within;  ///< distance; default 10. At twice that every second frame, and so on to every eighth
} swv_crowd_options;

typedef struct swv_crowd_report {
    swv_outcome outcome;    ///< SWV_REACHED, or SWV_LIMITED: the budget left members waiting that were due
    int         posed;      ///< members posed in this frame
    double      cost;       ///< of them; at most the budget
    int         postponed;  ///< members that were due and did not fit
    uint32_t    latest;     ///< the largest number of frames that a member has waited beyond its turn
} swv_crowd_report;

/// Plan a frame. Linear in `count`.
///
/// SWV_BAD_COUNT for a negative count; SWV_BAD_ARGUMENT for a negative or NaN distance (infinity is allowed);
/// SWV_BAD_OPTIONS. Nothing is changed then.
SWV_API swv_status swv_crowd_plan(swv_crowd_member *members, int count, const swv_crowd_options *options,
                                  swv_crowd_report *report);

#endif
