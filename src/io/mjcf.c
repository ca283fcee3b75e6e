// SPDX-License-Identifier: MIT
// MJCF, MuJoCo's format: bodies in bodies, each with its joints; attributes come from classes of defaults.
//
// Metres, and radians or degrees (m.angle). Poses are in the frame of the body or <frame> around them; a link is an index, -1: the world. `e` is an
// element, `childclass` the class of what is in it and has none of its own; NULL: "main". False: the error says why. Counts and defaults of
// attributes are those of MuJoCo's XML reference.
#include "io/io_internal.h"

#ifdef SWIVEL_HAS_EXPAT

    #include <string.h>

    #include "io/xml.h"
    #include "swivel_io/robot.h"

typedef struct mjcf {
    swvi_reading       *r;
    const swvi_element *root;
    double              angle;  // radians in the file's unit of angles
    char                eulerseq[4];
    bool                autolimits;
} mjcf;

// ---- defaults ----

// The <default> of a class, anywhere below; NULL: none. The outermost one is "main", whatever it is called.
static const swvi_element *find_class(const swvi_element *within, const char *name)
{
    for (const swvi_element *d = swvi_xml_child(within, "default"); d; d = swvi_xml_next(d, "default")) {
        const char *own = swvi_xml_get(d, "class");
        if ((own && !strcmp(own, name)) || (!own && !strcmp(name, "main")))
            return d;
        const swvi_element *inner = find_class(d, name);
        if (inner)
            return inner;
    }
    return NULL;
}

// The element that has an attribute of a joint or of a shape: itself, its class, the classes around that.
static const swvi_element *with_attribute(const mjcf *m, const swvi_element *e, const char *childclass,
                                          const char *name)
{
    if (swvi_xml_get(e, name))
        return e;
    const char         *own = swvi_xml_get(e, "class");
    const swvi_element *d = find_class(m->root, own ? own : childclass ? childclass : "main");
    for (; d && !strcmp(d->name, "default"); d = d->parent) {
        const swvi_element *defaults = swvi_xml_child(d, strcmp(e->name, "geom") == 0 ? "geom" : "joint");
        if (swvi_xml_get(defaults, name))
            return defaults;
    }
    return NULL;
}

// As swvi_xml_numbers, of an attribute that may be that of a class.
static int numbers_of(const mjcf *m, const swvi_element *e, const char *childclass, const char *name, double *values,
                      int least, int most)
{
    return swvi_xml_numbers(m->r, with_attribute(m, e, childclass, name), name, values, least, most);
}

// ---- poses ----

// *q takes the orientation that any of five attributes gives; none: the identity. MJCF's quaternions begin with w.
static bool read_orientation(mjcf *m, const swvi_element *e, swv_quat *q)
{
    double        v[6];
    swvi_reading *r = m->r;
    *q = (swv_quat)SWV_IDENTITY_QUAT;
    int has = swvi_xml_numbers(r, e, "quat", v, 4, 4);
    if (has > 0)
        *q = swv_quat_normalize((swv_quat){ v[1], v[2], v[3], v[0] });
    if (has == 0 && (has = swvi_xml_numbers(r, e, "axisangle", v, 4, 4)) > 0)
        *q = swv_quat_from_axis_angle((swv_vec3){ v[0], v[1], v[2] }, v[3] * m->angle);
    if (has == 0 && (has = swvi_xml_numbers(r, e, "euler", v, 3, 3)) > 0) {
        // Small letters turn with the body, capital ones stay in the parent.
        for (int i = 0; i < 3; i++) {
            static const swv_vec3 axes[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
            const char            c = m->eulerseq[i];
            const bool            is_fixed = c >= 'X' && c <= 'Z';
            const swv_quat        turn = swv_quat_from_axis_angle(axes[is_fixed ? c - 'X' : c - 'x'], v[i] * m->angle);
            *q = is_fixed ? swv_quat_mul(turn, *q) : swv_quat_mul(*q, turn);
        }
    }
    if (has == 0 && (has = swvi_xml_numbers(r, e, "xyaxes", v, 6, 6)) > 0)
        *q = swvi_quat_of_axes((swv_vec3){ v[0], v[1], v[2] }, (swv_vec3){ v[3], v[4], v[5] });
    if (has == 0 && (has = swvi_xml_numbers(r, e, "zaxis", v, 3, 3)) > 0)
        *q = swv_quat_between((swv_vec3){ 0.0, 0.0, 1.0 }, (swv_vec3){ v[0], v[1], v[2] });
    return has >= 0;
}

// *pose takes the place and orientation of an element.
static bool read_pose(mjcf *m, const swvi_element *e, swv_pose *pose)
{
    pose->position = (swv_vec3){ 0.0, 0.0, 0.0 };
    return swvi_xml_vec3(m->r, e, "pos", &pose->position) && read_orientation(m, e, &pose->rotation);
}

// ---- links ----

// A new link at `rest` below `parent`, fixed; its index, or -1 with an error.
static int add_link(mjcf *m, int parent, swv_pose rest)
{
    if (m->r->motion->joint_count == SWV_MOTION_JOINTS) {
        (void)swvi_xml_refuse(m->r, m->root, "fewer bodies expected");
        return -1;
    }
    return swvi_robot_add(m->r, parent, rest);
}

// Limits of a hinge or a slider, radians or metres from MJCF's `ref`, to *joint.
static bool read_limits(mjcf *m, const swvi_element *e, const char *childclass, swv_joint *joint)
{
    double              range[2] = { 0.0, 0.0 }, ref = 0.0;
    const swvi_element *with_range = with_attribute(m, e, childclass, "range");
    const swvi_element *with_limited = with_attribute(m, e, childclass, "limited");
    const char         *limited = with_limited ? swvi_xml_get(with_limited, "limited") : "auto";
    const double        unit = joint->kind == SWV_JOINT_HINGE ? m->angle : 1.0;
    if (swvi_xml_numbers(m->r, with_range, "range", range, 2, 2) < 0 ||
        numbers_of(m, e, childclass, "ref", &ref, 1, 1) < 0)
        return false;
    const bool has_limits = !strcmp(limited, "true") || (!strcmp(limited, "auto") && m->autolimits && with_range);
    if (!has_limits || !with_range)
        return true;
    if (range[0] > range[1])
        return swvi_xml_refuse(m->r, with_range, "range: the lower limit first expected");
    joint->lower[0] = (range[0] - ref) * unit;
    joint->upper[0] = (range[1] - ref) * unit;
    return true;
}

// One joint of a body, which is at `body` in its parent link. *link in: the link it hangs on; out: the one it makes. *at in and out: where the frame
// of *link lies in the body's, which it is parallel to.
static bool read_joint(mjcf *m, const swvi_element *e, const char *childclass, int *link, swv_pose body, bool is_first,
                       swv_vec3 *at)
{
    static const struct {
        const char    *name;
        swv_joint_kind kind;
    } types[] = { { "hinge", SWV_JOINT_HINGE },
                  { "slide", SWV_JOINT_SLIDER },
                  { "ball", SWV_JOINT_BALL },
                  { "free", SWV_JOINT_FREE } };
    const swvi_element *with_type = with_attribute(m, e, childclass, "type");
    const char *type = !strcmp(e->name, "freejoint") ? "free" : with_type ? swvi_xml_get(with_type, "type") : "hinge";
    swv_vec3    place = { 0.0, 0.0, 0.0 }, axis = { 0.0, 0.0, 1.0 };
    int         t = 0;
    while (t < 4 && strcmp(type, types[t].name) != 0)
        t++;
    if (t == 4)
        return swvi_xml_refuse(m->r, e, "<joint>: type hinge, slide, ball or free expected");
    if (!swvi_xml_vec3(m->r, with_attribute(m, e, childclass, "pos"), "pos", &place) ||
        !swvi_xml_vec3(m->r, with_attribute(m, e, childclass, "axis"), "axis", &axis))
        return false;
    const swv_joint_kind kind = types[t].kind;
    const bool           is_free = kind == SWV_JOINT_FREE;
    if (is_free)
        place = (swv_vec3){ 0.0, 0.0, 0.0 };
    if (is_free && (*link >= 0 || !is_first))
        return swvi_xml_refuse(m->r, e, "<%.20s>: a free joint only of a body in the world, and its only one", e->name);
    const swv_pose step = { swv_vec3_sub(place, *at), SWV_IDENTITY_QUAT };
    const int      made = add_link(m, *link, is_first ? swv_pose_mul(body, step) : step);
    if (made < 0)
        return false;
    swv_joint *joint = &m->r->robot[made];
    joint->kind = kind;
    if (kind != SWV_JOINT_BALL && !is_free)
        joint->axis = swv_vec3_normalize(axis);
    if (swv_vec3_length(joint->axis) == 0.0)
        return swvi_xml_refuse(m->r, e, "<joint>: an axis that is a direction expected");
    *link = made;
    *at = place;
    if (kind == SWV_JOINT_BALL && with_attribute(m, e, childclass, "range") &&
        !swvi_warn(m->r, "line %ld: the limit of a ball joint is left out", e->line))
        return false;
    return swvi_xml_name(m->r, e, &joint->name) &&
           ((kind != SWV_JOINT_HINGE && kind != SWV_JOINT_SLIDER) || read_limits(m, e, childclass, joint));
}

// A <geom>, what a link may touch others with, to its box: not meshes, planes and fields of heights, nor what is only seen.
static bool read_shape(mjcf *m, const swvi_element *e, const char *childclass, swv_joint *link)
{
    static const struct {
        const char *name;
        swvi_shape  shape;
    } types[] = { { "sphere", SWVI_BALL },
                  { "capsule", SWVI_CAPSULE },
                  { "cylinder", SWVI_CYLINDER },
                  { "box", SWVI_BOX },
                  { "ellipsoid", SWVI_ELLIPSOID } };
    static const char *const turns[] = { "quat", "axisangle", "euler", "xyaxes", "zaxis" };
    const swvi_element      *with_type = with_attribute(m, e, childclass, "type");
    const char              *type = with_type                                  ? swvi_xml_get(with_type, "type")
                                    : with_attribute(m, e, childclass, "mesh") ? "mesh"
                                                                               : "sphere";
    double                   contype = 1.0, conaffinity = 1.0, sizes[3] = { 0.0 }, ends[6];
    swv_pose                 at = SWV_IDENTITY_POSE;
    int                      t = 0;
    while (t < 5 && strcmp(type, types[t].name) != 0)
        t++;
    if (numbers_of(m, e, childclass, "contype", &contype, 1, 1) < 0 ||
        numbers_of(m, e, childclass, "conaffinity", &conaffinity, 1, 1) < 0)
        return false;
    if (t == 5 || (contype == 0.0 && conaffinity == 0.0))
        return true;
    const int has_ends = numbers_of(m, e, childclass, "fromto", ends, 6, 6);
    if (has_ends < 0 || numbers_of(m, e, childclass, "size", sizes, 1, 3) < 0 ||
        !swvi_xml_vec3(m->r, with_attribute(m, e, childclass, "pos"), "pos", &at.position))
        return false;
    const swvi_element *turned = NULL;
    for (int i = 0; i < 5 && !turned; i++)
        turned = with_attribute(m, e, childclass, turns[i]);
    if (turned && !read_orientation(m, turned, &at.rotation))
        return false;
    if (has_ends) {
        const swv_vec3 from = { ends[0], ends[1], ends[2] }, to = { ends[3], ends[4], ends[5] },
                       way = swv_vec3_sub(to, from);
        const bool is_round = types[t].shape == SWVI_CAPSULE || types[t].shape == SWVI_CYLINDER;
        at.position = swv_vec3_scale(0.5, swv_vec3_add(from, to));
        at.rotation = swv_quat_between((swv_vec3){ 0.0, 0.0, 1.0 }, way);
        sizes[1] = is_round ? 0.5 * swv_vec3_length(way) : sizes[0];
        sizes[2] = 0.5 * swv_vec3_length(way);
    }
    swvi_add_shape(link, types[t].shape, at, sizes);
    return true;
}

static bool read_bodies(mjcf *m, const swvi_element *within, int parent, swv_pose frame, const char *childclass);

// A <body> and all in it; `frame`: where what is around it lies in the link `parent`.
static bool read_body(mjcf *m, const swvi_element *e, int parent, swv_pose frame, const char *childclass)
{
    swv_pose    body;
    const char *own_class = swvi_xml_get(e, "childclass");
    childclass = own_class ? own_class : childclass;
    if (!read_pose(m, e, &body))
        return false;
    body = swv_pose_mul(frame, body);
    int      link = parent;
    bool     is_first = true;
    swv_vec3 at = { 0.0, 0.0, 0.0 };
    for (const swvi_element *c = e->child; c; c = c->next)
        if (!strcmp(c->name, "joint") || !strcmp(c->name, "freejoint")) {
            if (!read_joint(m, c, childclass, &link, body, is_first, &at))
                return false;
            is_first = false;
        }
    if (is_first) {
        link = add_link(m, parent, body);
    } else if (swv_vec3_length(at) > 0.0) {  // the body's own frame, away from its joint's
        const swv_pose back = { swv_vec3_scale(-1.0, at), SWV_IDENTITY_QUAT };
        link = add_link(m, link, back);
    }
    if (link < 0 || !swvi_xml_name(m->r, e, &m->r->motion->joints[link].name))
        return false;
    const swvi_element *inertial = swvi_xml_child(e, "inertial");
    swv_joint          *joint = &m->r->robot[link];
    if (swvi_xml_numbers(m->r, inertial, "mass", &joint->mass, 1, 1) < 0 ||
        !swvi_xml_vec3(m->r, inertial, "pos", &joint->center))
        return false;
    if (joint->mass < 0.0)
        return swvi_xml_refuse(m->r, inertial, "<inertial>: a mass that is not negative expected");
    for (const swvi_element *c = swvi_xml_child(e, "geom"); c; c = swvi_xml_next(c, "geom"))
        if (!read_shape(m, c, childclass, joint))
            return false;
    return read_bodies(m, e, link, (swv_pose)SWV_IDENTITY_POSE, childclass);
}

// Bodies, and frames that hold bodies; `frame` as in read_body.
static bool read_bodies(mjcf *m, const swvi_element *within, int parent, swv_pose frame, const char *childclass)
{
    for (const swvi_element *e = within->child; e; e = e->next) {
        if (!strcmp(e->name, "body")) {
            if (!read_body(m, e, parent, frame, childclass))
                return false;
        } else if (!strcmp(e->name, "frame")) {
            swv_pose    inner;
            const char *own_class = swvi_xml_get(e, "childclass");
            if (!read_pose(m, e, &inner) ||
                !read_bodies(m, e, parent, swv_pose_mul(frame, inner), own_class ? own_class : childclass))
                return false;
        } else if (!strcmp(e->name, "include") || !strcmp(e->name, "replicate") || !strcmp(e->name, "composite") ||
                   !strcmp(e->name, "flexcomp") || !strcmp(e->name, "attach")) {
            if (!swvi_warn(m->r, "line %ld: <%s> is left out", e->line, e->name))
                return false;
        }
    }
    return true;
}

// <equality><joint joint1 joint2 polycoef>: joint1 = c0 + c1 joint2, of a polynomial with up to five coefficients.
static bool read_equalities(mjcf *m)
{
    for (const swvi_element *q = swvi_xml_child(m->root, "equality"); q; q = swvi_xml_next(q, "equality"))
        for (const swvi_element *e = swvi_xml_child(q, "joint"); e; e = swvi_xml_next(e, "joint")) {
            const char *follower = swvi_xml_get(e, "joint1"), *leader = swvi_xml_get(e, "joint2");
            double      c[5] = { 0.0, 1.0 };
            int         f = -1, l = -1;
            if (swvi_xml_numbers(m->r, e, "polycoef", c, 1, 5) < 0)
                return false;
            for (int i = 0; i < m->r->motion->joint_count && follower && leader; i++) {
                f = !strcmp(m->r->robot[i].name, follower) && *follower ? i : f;
                l = !strcmp(m->r->robot[i].name, leader) && *leader ? i : l;
            }
            if (f < 0 || l < 0 || f == l || c[2] != 0.0 || c[3] != 0.0 || c[4] != 0.0) {
                if (!swvi_warn(m->r, "line %ld: an equality of joints that is not a line is left out", e->line))
                    return false;
                continue;
            }
            m->r->robot[f].follows = l;
            m->r->robot[f].ratio = c[1];
            m->r->robot[f].offset = c[0];
        }
    return true;
}

// The file's units and the like, to *m.
static bool read_compiler(mjcf *m)
{
    for (const swvi_element *e = swvi_xml_child(m->root, "compiler"); e; e = swvi_xml_next(e, "compiler")) {
        const char *angle = swvi_xml_get(e, "angle"), *seq = swvi_xml_get(e, "eulerseq"),
                   *limits = swvi_xml_get(e, "autolimits");
        const char *coordinate = swvi_xml_get(e, "coordinate");
        if (angle)
            m->angle = strcmp(angle, "radian") == 0 ? 1.0 : SWV_PI / 180.0;
        if (limits)
            m->autolimits = strcmp(limits, "false") != 0;
        if (seq && (strlen(seq) != 3 || strspn(seq, "xyzXYZ") != 3))
            return swvi_xml_refuse(m->r, e, "<compiler>: eulerseq: three of x, y, z expected");
        if (seq)
            memcpy(m->eulerseq, seq, 3);
        if (coordinate && strcmp(coordinate, "local") != 0)
            return swvi_xml_refuse(m->r, e, "<compiler>: local coordinates expected");
    }
    return true;
}

swv_status swvi_mjcf_read(swvi_reading *r, const swvi_element *root)
{
    mjcf m = { .r = r, .root = root, .angle = SWV_PI / 180.0, .eulerseq = "xyz", .autolimits = true };
    if (!read_compiler(&m))
        return r->error->status;
    for (const swvi_element *e = swvi_xml_child(root, "worldbody"); e; e = swvi_xml_next(e, "worldbody"))
        if (!read_bodies(&m, e, -1, (swv_pose)SWV_IDENTITY_POSE, NULL))
            return r->error->status;
    if (r->motion->joint_count == 0)
        (void)swvi_xml_refuse(r, root, "a <worldbody> with a <body> expected");
    if (r->error->status != SWV_OK || !read_equalities(&m))
        return r->error->status;
    r->motion->format = SWV_FORMAT_MJCF;
    return swvi_robot_finish(r);
}

#endif
