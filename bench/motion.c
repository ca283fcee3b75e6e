// SPDX-License-Identifier: MIT
//
// Motion: recordings on other bodies and on robots, and solved again from head, hands and feet; microseconds a frame, one core. Published for
// others: 35 to 70 frames a second (GMR, in Python, to robots).
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

#include "../tests/support/motion_rigs.h"
#include "swivel/body.h"
#include "swivel/retarget.h"
#include "swivel_io/robot.h"

enum { most_joints = SWV_MOUNT_JOINTS };

typedef struct recording {
    swv_motion motion;
    swv_body   body;
    swv_pose  *clip;
    int        count;
} recording;

static bool make_body(const swv_motion *motion, swv_binding *binding, swv_body *body)
{
    static world_joint joints[most_joints];
    world_rig          rig;
    if (motion_rig(motion, -1, joints, &rig) != SWV_OK)
        return false;
    rig.up = motion->up;
    return bind_rig(&rig, NULL, binding) == SWV_OK && (!body || body_of_rig(&rig, binding, body, NULL) == SWV_OK);
}

static bool read_recording(const char *path, recording *r)
{
    swv_binding binding;
    if (swv_motion_read_file(path, NULL, &r->motion, NULL) != SWV_OK || !make_body(&r->motion, &binding, &r->body))
        return false;
    r->count = r->motion.frame_count - 1;  // the first one is a T-pose that somebody put there
    r->clip = malloc((size_t)(r->count * r->motion.joint_count) * sizeof *r->clip);
    for (int f = 0; r->clip && f < r->count; ++f)
        (void)swv_motion_locals(&r->motion, f + 1, r->clip + f * r->motion.joint_count);
    return r->clip != NULL;
}

typedef struct task {
    const recording      *from;
    swv_retarget          retarget;
    double               *scratch, *postures;
    swv_pose             *out;
    const swv_robot_body *robot;
    void                 *room;
} task;

static void run_retarget(void *data)
{
    task            *t = data;
    const recording *r = t->from;
    (void)swv_retarget_clip(&t->retarget, r->clip, r->count, r->motion.frame_time, t->scratch, t->out, NULL);
    for (int f = 0; t->robot && f < r->count; ++f) {
        double *posture = t->postures + f * t->robot->skeleton->number_count;
        (void)swv_robot_body_pose(t->robot, t->out + f * SWV_ROBOT_BODY_JOINTS,
                                  f ? posture - t->robot->skeleton->number_count : NULL, t->room, posture, NULL);
    }
}

static void report_task(const char *name, const recording *from, const swv_body *to, const swv_robot_body *robot)
{
    task         t = { .from = from, .robot = robot };
    const size_t count = (size_t)from->count;
    if (swv_retarget_make(&from->body, to, NULL, &t.retarget) != SWV_OK)
        return;
    t.scratch = malloc(swv_retarget_size(from->count));
    t.out = malloc(count * (size_t)to->mount.skeleton->joint_count * sizeof *t.out);
    t.postures = malloc(robot ? count * (size_t)robot->skeleton->number_count * sizeof *t.postures : 1);
    t.room = malloc(robot ? swv_robot_body_size(robot->skeleton) : 1);
    double ns;
    bench_time(&(bench_work){ run_retarget, &t, count }, 1, &ns);
    bench_report(name, 1e-3 * ns, "us", robot ? "GMR, published" : NULL, robot ? 1e6 / 70.0 : 0.0, -1.0);
    free(t.room);
    free(t.postures);
    free(t.out);
    free(t.scratch);
}

// Head, hands and feet as they were recorded, in every frame.
static void run_solve(void *data)
{
    static const int parts[] = { SWV_PART_HEAD, SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND, SWV_PART_LEFT_FOOT,
                                 SWV_PART_RIGHT_FOOT };
    const recording *r = data;
    for (int f = 0; f < r->count; ++f) {
        const swv_pose *locals = r->clip + f * r->motion.joint_count;
        swv_pose        worlds[most_joints], out[most_joints];
        swv_body_point  points[5];
        (void)swv_mount_worlds(&r->body.mount, locals, worlds);
        for (int i = 0; i < 5; ++i)
            points[i] = (swv_body_point){ parts[i], worlds[r->body.parts[parts[i]]] };
        (void)swv_body_solve(&r->body, points, 5, locals, SWV_KEEP_HAND, out, NULL);
    }
}

static void report_robot(const char *name, const recording *from)
{
    static swv_robot_body robot;
    char                  path[300], title[80];
    swv_motion            motion;
    swv_binding           binding;
    swv_skeleton          tree;
    snprintf(path, sizeof path, "%s/files/mjcf/%s.xml", SWIVEL_DATA_DIR, name);
    if (swv_motion_read_file(path, NULL, &motion, NULL) != SWV_OK)
        return;
    void *memory = malloc(swv_skeleton_size(motion.joint_count)), *room = NULL;
    if (memory && make_body(&motion, &binding, NULL) &&
        swv_skeleton_make(motion.robot, motion.joint_count, NULL, memory, &tree, NULL) == SWV_OK &&
        (room = malloc(swv_robot_body_size(&tree))) != NULL &&
        swv_robot_body_make(&tree, &binding, room, &robot, NULL) == SWV_OK) {
        snprintf(title, sizeof title, "to a robot, %s", name);
        report_task(title, from, &robot.body, &robot);
    }
    free(room);
    free(memory);
    swv_motion_free(&motion);
}

void bench_motion(void)
{
    static recording   walk;
    static world_joint joints[SWV_HUMAN_JOINTS];
    static swv_body    body;
    world_rig          rig;
    swv_binding        binding;
    swv_motion         character;
    if (!read_recording(SWIVEL_DATA_DIR "/files/bvh/cmu_02_01_walk.bvh", &walk)) {
        printf("  no recording\n");
        return;
    }
    if (human_rig(1.75, SWV_MALE, joints, &rig) == SWV_OK && bind_rig(&rig, NULL, &binding) == SWV_OK &&
        body_of_rig(&rig, &binding, &body, NULL) == SWV_OK)
        report_task("to the built-in human, 55 joints", &walk, &body, NULL);
    if (swv_motion_read_file(SWIVEL_DATA_DIR "/files/gltf/human_skeleton_rigify.glb", NULL, &character, NULL) ==
        SWV_OK) {
        if (make_body(&character, &binding, &body))
            report_task("to a Rigify skeleton, 53 joints", &walk, &body, NULL);
        swv_motion_free(&character);
    }
    report_robot("g1", &walk);
    report_robot("h1", &walk);
    double ns;
    bench_time(&(bench_work){ run_solve, &walk, (size_t)walk.count }, 1, &ns);
    bench_report("solved again from head, hands, feet", 1e-3 * ns, "us", NULL, 0.0, -1.0);
    bench_report("  ten minutes at 120 frames a second", 1e-9 * ns * 72000.0, "s", NULL, 0.0, -1.0);
    free(walk.clip);
    swv_motion_free(&walk.motion);
}
