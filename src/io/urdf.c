// SPDX-License-Identifier: MIT
// URDF: links, and joints that say where a link hangs on another. Metres and radians; a joint's <origin> is in the frame of the link it hangs on, all
// else in that of its own link. `u` is the file, a link an index into u->links, `e` an element. False: the error says why.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/io_internal.h"
#include "io/xml.h"
#include "swivel_io/robot.h"

#ifndef SWIVEL_HAS_EXPAT

swv_status swvi_robot_read(swvi_reading *r)
{
    return swvi_fail(r->error, SWV_UNSUPPORTED, 0, 0, "this library was built without expat and reads no robots");
}

#else

typedef struct link {
    const char   *name;
    swvi_element *element;
    swvi_element *joint;   // that moves it; NULL: a root
    int           parent;  // a link; -1: none
    int           index;   // in the motion; -1: not placed yet
} link;

typedef struct urdf {
    swvi_reading *r;
    link         *links;
    int           link_count, link_capacity;
} urdf;

// -1: there is none of this name, or no name.
static int find_link(const urdf *u, const char *name)
{
    for (int i = 0; name && i < u->link_count; i++)
        if (!strcmp(u->links[i].name, name))
            return i;
    return -1;
}

// *pose takes the <origin> of an element; none: the identity.
static bool read_origin(swvi_reading *r, const swvi_element *owner, swv_pose *pose)
{
    const swvi_element *origin = swvi_xml_child(owner, "origin");
    swv_vec3            rpy = { 0.0, 0.0, 0.0 };
    *pose = (swv_pose)SWV_IDENTITY_POSE;
    if (!swvi_xml_vec3(r, origin, "xyz", &pose->position) || !swvi_xml_vec3(r, origin, "rpy", &rpy))
        return false;
    // Roll, pitch, yaw about fixed x, y, z: about moving z, y, x the other way round.
    const double zyx[3] = { rpy.z, rpy.y, rpy.x };
    pose->rotation = swv_quat_from_mat3(swv_mat3_from_euler(SWV_EULER_ZYX, zyx));
    return true;
}

// All links, not yet placed.
static bool add_links(urdf *u, const swvi_element *root)
{
    for (swvi_element *e = swvi_xml_child(root, "link"); e; e = swvi_xml_next(e, "link")) {
        const char *name = swvi_xml_get(e, "name");
        if (!name || find_link(u, name) >= 0)
            return swvi_xml_refuse(u->r, e, name ? "<link>: the name '%.60s' a second time" : "<link>: a name expected",
                                   name);
        link *links = swvi_grow(u->r->scratch, u->links, &u->link_count, &u->link_capacity, sizeof *links);
        if (!links)
            return swvi_fail_memory(u->r->error);
        if (u->link_count > SWV_MOTION_JOINTS)
            return swvi_xml_refuse(u->r, e, "fewer links expected");
        u->links = links;
        links[u->link_count - 1] = (link){ .name = name, .element = e, .parent = -1, .index = -1 };
    }
    return u->link_count > 0 || swvi_xml_refuse(u->r, root, "at least one <link> expected");
}

// The joint and the parent of each link.
static bool add_joints(urdf *u, const swvi_element *root)
{
    for (swvi_element *e = swvi_xml_child(root, "joint"); e; e = swvi_xml_next(e, "joint")) {
        const char *parent = swvi_xml_get(swvi_xml_child(e, "parent"), "link"),
                   *child = swvi_xml_get(swvi_xml_child(e, "child"), "link"), *name = swvi_xml_get(e, "name");
        const int below = find_link(u, child), above = find_link(u, parent);
        if (below < 0 || !parent || (above < 0 && strcmp(parent, "world") != 0))
            return swvi_xml_refuse(u->r, e, "<joint name=\"%.40s\">: a parent and a child that are links expected",
                                   name ? name : "");
        if (u->links[below].joint)
            return swvi_xml_refuse(u->r, e, "<joint>: the link '%.60s' has two parent joints", child);
        u->links[below].joint = e;
        u->links[below].parent = above;
    }
    return true;
}

// A joint of the motion for link i: after its parent, otherwise in the order of the file. depth: links asked for.
static bool place(urdf *u, int i, int depth)
{
    if (u->links[i].index >= 0)
        return true;
    if (depth > u->link_count)
        return swvi_xml_refuse(u->r, u->links[i].element, "<link name=\"%.60s\">: its parents form a cycle",
                               u->links[i].name);
    const int parent = u->links[i].parent;
    if (parent >= 0 && !place(u, parent, depth + 1))
        return false;
    u->links[i].index = swvi_robot_add(u->r, parent < 0 ? -1 : u->links[parent].index, (swv_pose)SWV_IDENTITY_POSE);
    return u->links[i].index >= 0;
}

// Mass (kg) and its centre of a link `e`, to *joint.
static bool read_mass(swvi_reading *r, const swvi_element *e, swv_joint *joint)
{
    const swvi_element *inertial = swvi_xml_child(e, "inertial");
    swv_pose            origin;
    if (!inertial)
        return true;
    if (!read_origin(r, inertial, &origin) ||
        swvi_xml_numbers(r, swvi_xml_child(inertial, "mass"), "value", &joint->mass, 1, 1) < 0)
        return false;
    joint->center = origin.position;
    if (joint->mass < 0.0)
        return swvi_xml_refuse(r, inertial, "<mass>: a value that is not negative expected");
    return true;
}

// Shapes of <collision>, or of <visual> (`kind`), of a link `e`, to the box of *joint.
static bool read_shapes(swvi_reading *r, const swvi_element *e, const char *kind, swv_joint *joint)
{
    for (const swvi_element *c = swvi_xml_child(e, kind); c; c = swvi_xml_next(c, kind)) {
        const swvi_element *geometry = swvi_xml_child(c, "geometry"), *box = swvi_xml_child(geometry, "box"),
                           *ball = swvi_xml_child(geometry, "sphere"), *cylinder = swvi_xml_child(geometry, "cylinder"),
                           *capsule = swvi_xml_child(geometry, "capsule");
        const swvi_element *rounded = cylinder ? cylinder : capsule ? capsule : ball;
        double              sizes[3] = { 0.0 };
        swv_pose            at;
        if (!box && !rounded)
            continue;
        if (!read_origin(r, c, &at) || swvi_xml_numbers(r, box, "size", sizes, 3, 3) < 0 ||
            swvi_xml_numbers(r, rounded, "radius", &sizes[0], 1, 1) < 0 ||
            swvi_xml_numbers(r, rounded, "length", &sizes[1], 1, 1) < 0)
            return false;
        const double half[3] = { box ? 0.5 * sizes[0] : sizes[0], 0.5 * sizes[1], 0.5 * sizes[2] };
        swvi_add_shape(joint, box ? SWVI_BOX : cylinder ? SWVI_CYLINDER : capsule ? SWVI_CAPSULE : SWVI_BALL, at, half);
    }
    return true;
}

// The joint that moves a link: its place to *place_of, its kind, axis and limits to *joint.
static bool read_joint(urdf *u, const link *l, swv_motion_joint *place_of, swv_joint *joint)
{
    static const struct {
        const char    *name;
        swv_joint_kind kind;
        bool           has_limits, is_known;
    } types[] = { { "fixed", SWV_JOINT_FIXED, false, true },      { "revolute", SWV_JOINT_HINGE, true, true },
                  { "continuous", SWV_JOINT_HINGE, false, true }, { "prismatic", SWV_JOINT_SLIDER, true, true },
                  { "floating", SWV_JOINT_FREE, false, true },    { "planar", SWV_JOINT_FIXED, false, false } };
    swvi_reading       *r = u->r;
    const swvi_element *e = l->joint;
    const char         *type = swvi_xml_get(e, "type");
    size_t              t = 0;
    while (t < sizeof types / sizeof *types && !(type && !strcmp(type, types[t].name)))
        t++;
    if (t == sizeof types / sizeof *types)
        return swvi_xml_refuse(r, e,
                               "<joint>: type revolute, continuous, prismatic, fixed, floating or planar expected");
    swv_vec3 axis = { 1.0, 0.0, 0.0 };
    if (!read_origin(r, e, &place_of->rest) || !swvi_xml_vec3(r, swvi_xml_child(e, "axis"), "xyz", &axis) ||
        !swvi_xml_name(r, e, &joint->name))
        return false;
    joint->kind = types[t].kind;
    if (joint->kind == SWV_JOINT_HINGE || joint->kind == SWV_JOINT_SLIDER)
        joint->axis = swv_vec3_normalize(axis);
    if (swv_vec3_length(joint->axis) == 0.0)
        return swvi_xml_refuse(r, e, "<axis>: a direction expected");
    if (joint->kind == SWV_JOINT_FREE && (l->parent < 0 || u->links[l->parent].parent < 0)) {
        place_of->parent = -1;  // it floats in the world
    } else if (joint->kind == SWV_JOINT_FREE || !types[t].is_known) {
        joint->kind = SWV_JOINT_FIXED;
        if (!swvi_warn(r, "line %ld: the %s joint '%.40s' is read as fixed", e->line, type, joint->name))
            return false;
    }
    const swvi_element *limit = swvi_xml_child(e, "limit");
    if (types[t].has_limits && limit) {
        double    lower = 0.0, upper = 0.0;
        const int has_lower = swvi_xml_numbers(r, limit, "lower", &lower, 1, 1);
        const int has_upper = swvi_xml_numbers(r, limit, "upper", &upper, 1, 1);
        if (has_lower < 0 || has_upper < 0)
            return false;
        if (lower > upper)
            return swvi_xml_refuse(r, limit, "<limit>: lower below upper expected");
        if (has_lower || has_upper) {
            joint->lower[0] = lower;
            joint->upper[0] = upper;
        }
    }
    return !types[t].has_limits || isfinite(joint->lower[0]) ||
           swvi_warn(r, "line %ld: the joint '%.40s' has no limits", e->line, joint->name);
}

// The joint that a link's joint follows, by name: it may come later in the file.
static bool read_mimic(urdf *u, const link *l)
{
    swv_joint          *robot = u->r->robot;
    const swvi_element *mimic = swvi_xml_child(l->joint, "mimic");
    const char         *leader = swvi_xml_get(mimic, "joint");
    swv_joint          *joint = &robot[l->index];
    if (!mimic)
        return true;
    for (int i = 0; leader && i < u->link_count; i++)
        if (u->links[i].joint && !strcmp(robot[u->links[i].index].name, leader) && &u->links[i] != l)
            joint->follows = u->links[i].index;
    if (joint->follows < 0)
        return swvi_xml_refuse(u->r, mimic, "<mimic>: another joint of the robot expected");
    return swvi_xml_numbers(u->r, mimic, "multiplier", &joint->ratio, 1, 1) >= 0 &&
           swvi_xml_numbers(u->r, mimic, "offset", &joint->offset, 1, 1) >= 0;
}

static swv_status read_urdf(swvi_reading *r, const swvi_element *root)
{
    urdf u = { .r = r };
    if (!add_links(&u, root) || !add_joints(&u, root))
        return r->error->status;
    for (int i = 0; i < u.link_count; i++)
        if (!place(&u, i, 0))
            return r->error->status;
    for (int i = 0; i < u.link_count; i++) {
        const link       *l = &u.links[i];
        swv_motion_joint *place_of = &r->motion->joints[l->index];
        swv_joint        *joint = &r->robot[l->index];
        if (!swvi_xml_name(r, l->element, &place_of->name) || !read_mass(r, l->element, joint) ||
            !read_shapes(r, l->element, "collision", joint) ||
            (!swvi_has_box(joint) && !read_shapes(r, l->element, "visual", joint)) ||
            (l->joint && !read_joint(&u, l, place_of, joint)))
            return r->error->status;
    }
    for (int i = 0; i < u.link_count; i++)
        if (u.links[i].joint && !read_mimic(&u, &u.links[i]))
            return r->error->status;
    r->motion->format = SWV_FORMAT_URDF;
    return swvi_robot_finish(r);
}

int swvi_robot_add(swvi_reading *r, int parent, swv_pose rest)
{
    swv_motion       *m = r->motion;
    const int         made = m->joint_count;
    int               count = made;
    swv_motion_joint *joints = swvi_grow(r->pool, m->joints, &m->joint_count, &r->joint_capacity, sizeof *joints);
    swv_joint        *robot = joints ? swvi_grow(r->pool, r->robot, &count, &r->robot_capacity, sizeof *robot) : NULL;
    if (!robot) {
        swvi_no_memory(r->error);
        return -1;
    }
    m->joints = joints;
    r->robot = robot;
    joints[made] = (swv_motion_joint){ .name = "", .parent = parent, .rest = rest };
    robot[made] = (swv_joint){ .name = "",
                               .axis = { 0.0, 0.0, 1.0 },
                               .lower = { -INFINITY },
                               .upper = { INFINITY },
                               .follows = -1,
                               .ratio = 1.0 };
    return made;
}

swv_status swvi_robot_finish(swvi_reading *r)
{
    swv_motion  *m = r->motion;
    const char **names = swvi_pool_take(r->pool, (size_t)m->joint_count, sizeof *names);
    if (!names)
        return swvi_no_memory(r->error);
    if (!swvi_robot_couple(r))
        return r->error->status;
    m->robot = r->robot;
    m->joint_names = names;
    for (int i = 0; i < m->joint_count; i++) {
        names[i] = r->robot[i].name;
        r->robot[i].name = m->joints[i].name;
        r->robot[i].parent = m->joints[i].parent;
        r->robot[i].rest = m->joints[i].rest;
        if (r->options->frees_root && m->joints[i].parent < 0 && r->robot[i].kind == SWV_JOINT_FIXED)
            r->robot[i].kind = SWV_JOINT_FREE;
        const swv_joint_kind kind = r->robot[i].kind;
        m->joints[i].moves = kind == SWV_JOINT_SLIDER || kind == SWV_JOINT_FREE;
        m->joints[i].turns = kind != SWV_JOINT_FIXED && kind != SWV_JOINT_SLIDER;
    }
    m->metres_per_unit = 1.0;
    m->up = (swv_vec3){ 0.0, 0.0, 1.0 };
    snprintf(m->unit_reason, sizeof m->unit_reason, "the format says metres");
    snprintf(m->up_reason, sizeof m->up_reason, "robots stand with z up");
    return swvi_motion_lay_out(r->pool, m, false) ? SWV_OK : swvi_no_memory(r->error);
}

swv_status swvi_robot_read(swvi_reading *r)
{
    const swvi_element *root = swvi_xml_parse(r);
    if (!root)
        return r->error->status;
    if (!strcmp(root->name, "robot"))
        return read_urdf(r, root);
    if (!strcmp(root->name, "mujoco"))
        return swvi_mjcf_read(r, root);
    (void)swvi_xml_refuse(r, root, "<robot> or <mujoco> expected, <%.40s> found", root->name);
    return r->error->status;
}

#endif
