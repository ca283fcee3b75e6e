// SPDX-License-Identifier: MIT
// BVH: every file to the facts of an independent reader; what is malformed is refused, with its place; streams of any length; written
// and read back.
#include <math.h>

#include "facts.h"
#include "motion_rigs.h"
#include "swivel/batch.h"

static void read_or_fail(const char *path, swv_motion *motion)
{
    swv_io_error error;
    if (swv_motion_read_file(path, NULL, motion, &error) != SWV_OK)
        fail_msg("%s:%ld: %s", path, error.line, error.text);
}

static int channels_of(const swv_motion *motion)
{
    int count = 0;
    for (int i = 0; i < motion->joint_count; i++)
        count += motion->joints[i].channel_count;
    return count;
}

// How many joints turn in this order: "ZXY"; "-": not at all.
static int joints_with_order(const swv_motion *motion, const char *order)
{
    int count = 0;
    for (int i = 0; i < motion->joint_count; i++) {
        char found[8] = "-";
        int  length = 0;
        for (int k = 0; k < motion->joints[i].channel_count; k++)
            if (motion->joints[i].channels[k] >= SWV_CHANNEL_X_ROTATION)
                found[length++] = "XYZ"[motion->joints[i].channels[k] - SWV_CHANNEL_X_ROTATION];
        if (length)
            found[length] = '\0';
        count += !strcmp(found, order);
    }
    return count;
}

static void check_fact(const swv_motion *motion, const fact *f)
{
    const double number = atof(f->words[0]);
    if (!strcmp(f->key, "end_sites"))
        assert_int_equal(motion->end_count, (int)number);
    else if (!strcmp(f->key, "channels"))
        assert_int_equal(channels_of(motion), (int)number);
    else if (!strcmp(f->key, "frames"))
        assert_int_equal(motion->frame_count, (int)number);
    else if (!strcmp(f->key, "frame_time"))
        assert_true(motion->frame_time == number);
    else if (!strcmp(f->key, "added"))
        assert_int_equal(motion->positions_are_added, (int)number);
    else if (!strcmp(f->key, "order"))
        assert_int_equal(joints_with_order(motion, f->words[0]), atoi(f->words[1]));
    else if (!strcmp(f->key, "up"))
        assert_true((f->words[0][0] == 'Y' ? motion->up.y : motion->up.z) > 0.9);
    else
        fail_msg("an unknown fact: %s", f->key);
}

static void bvh_files_read_to_their_facts(void **state)
{
    (void)state;
    compare_with_facts("bvh", check_fact, 22);
}

static void unit_and_up_are_guessed_with_a_reason(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        double      least, most;  // metres from ankle to head
    } bodies[] = { { "cmu_02_01_walk", 1.2, 1.5 },
                   { "geno_stance", 1.3, 1.6 },
                   { "makehuman_tpose", 1.3, 1.6 },
                   { "pybvh_mixed_orders", 1.3, 1.6 },
                   { "wave_hello", 1.3, 1.6 } };
    for (int i = 0; i < 5; i++) {
        char        path[PATH_LENGTH];
        swv_motion  m;
        world_joint joints[SWV_MOUNT_JOINTS];
        world_rig   rig;
        swv_binding binding;
        snprintf(path, sizeof path, "%s/data/files/bvh/%s.bvh", SWIVEL_SOURCE_DIR, bodies[i].file);
        read_or_fail(path, &m);
        assert_int_equal(motion_rig(&m, 0, joints, &rig), SWV_OK);
        assert_int_equal(bind_rig(&rig, NULL, &binding), SWV_OK);
        const double height = binding.height * m.metres_per_unit;
        print_message("%s: %g m; unit %s; up %s\n", bodies[i].file, height, m.unit_reason, m.up_reason);
        assert_true(height > bodies[i].least && height < bodies[i].most);
        assert_true(strstr(m.unit_reason, "guessed") && strstr(m.up_reason, "guessed"));
        swv_motion_free(&m);
        const swv_io_options given = { .metres_per_unit = 0.5, .up = { 0.0, 0.0, -3.0 } };
        assert_int_equal(swv_motion_read_file(path, &given, &m, NULL), SWV_OK);
        assert_true(m.metres_per_unit == 0.5 && m.up.z == -1.0 && strstr(m.unit_reason, "given"));
        swv_motion_free(&m);
    }
}

// A name of so many letters, and so many joints.
static swv_status read_large(int letters, int joints, swv_io_error *error)
{
    static const char head[] = "HIERARCHY\nROOT ", joint[] = "JOINT j\n{\nOFFSET 0 1 0\n}\n",
                      tail[] = "}\nMOTION\nFrames: 0\nFrame Time: 1\n";
    swv_motion motion;
    char *text = malloc((size_t)letters + sizeof head + (size_t)joints * sizeof joint + sizeof tail + 40), *end = text;
    assert_non_null(text);
    end += sprintf(end, "%s", head);
    memset(end, 'a', (size_t)letters);
    end += letters;
    end += sprintf(end, "\n{\nOFFSET 0 0 0\n");
    for (int i = 1; i < joints; i++)
        end += sprintf(end, "%s", joint);
    end += sprintf(end, "%s", tail);
    const swv_status status = swv_motion_read(text, (size_t)(end - text), NULL, &motion, error);
    if (status == SWV_OK) {
        assert_int_equal(motion.joint_count, joints);
        assert_int_equal(strlen(motion.joints[0].name), letters);
        swv_motion_free(&motion);
    }
    free(text);
    return status;
}

static void refuse_what_is_too_much(void)
{
    swv_io_error error;
    assert_int_equal(read_large(4000, SWV_MOTION_JOINTS, &error), SWV_OK);
    assert_int_equal(read_large(5000, 1, &error), SWV_BAD_FILE);
    assert_non_null(strstr(error.text, "a shorter name expected"));
    assert_int_equal(read_large(1, SWV_MOTION_JOINTS + 1, &error), SWV_BAD_FILE);
    assert_non_null(strstr(error.text, "fewer joints expected"));
}

static void malformed_files_are_refused_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
        long        line;
    } cases[] = {
        { "", "HIERARCHY expected, the end of the file found", 1 },
        { "HIERARCHY\nJOINT a\n", "ROOT expected, 'JOINT' found", 2 },
        { "HIERARCHY\nROOT a\n{\nOFFSET 0 0\n}\n", "a number expected, '}' found", 5 },
        { "HIERARCHY\nROOT a\n{\nOFFSET 0 0 1e999\n}\n", "a number expected, '1e999' found", 4 },
        { "HIERARCHY\nROOT a\n{\nCHANNELS 7 Xposition\n}\n", "0 to 6 channels expected, '7' found", 4 },
        { "HIERARCHY\nROOT a\n{\nCHANNELS 2 Xposition Xposition\n}\n", "another channel expected, 'Xposition' found",
          4 },
        { "HIERARCHY\nROOT a\n{\nCHANNELS 3 Xrotation Zrotation Wrotation\n}\n",
          "a channel (Xposition to Zrotation) expected, 'Wrotation' found", 4 },
        { "HIERARCHY\nROOT a\n{\nEnd Site\n{\n}\n}\n", "OFFSET expected, '}' found", 6 },
        { "HIERARCHY\nROOT a\n{\n", "OFFSET, CHANNELS, JOINT, End Site or } expected, the end of the file found", 4 },
        { "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\n", "MOTION or ROOT expected, the end of the file found", 6 },
        { "HIERARCHY\nROOT a\n{\n}\nMOTION\nFrames: x\n", "a number expected, 'x' found", 6 },
        { "HIERARCHY\nROOT a\n{\n}\nMOTION\nFrames: 1.5\nFrame Time: 1\n", "a count of frames", 6 },
        { "HIERARCHY\nROOT a\n{\n}\nMOTION\nFrames: 1\nFrame Time 1\n", "'Frame Time:' expected, 'Frame' found", 7 },
        { "HIERARCHY\nROOT a\n{\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 2\nFrame Time: 1\n1\n\n",
          "frame 1 of 2 has 0 numbers; 1 expected, the end of the file found", 11 },
        { "HIERARCHY\nROOT a\n{\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 1\nFrame Time: 1\n1 2\n",
          "frame 0 of 1 has 2 numbers; 1 expected, '2' found", 9 },
        { "HIERARCHY\nROOT a\n{\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 1\nFrame Time: 1\n1x\n",
          "a number expected, '1x' found", 9 },
        { "HIERARCHY\nROOT a\n{\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 2000000000\nFrame Time: 1\n1\n",
          "Frames: says 2000000000, but only 1 bytes follow the first", 9 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        swv_motion           motion;
        swv_io_error         error;
        const swv_io_options options = { .format = SWV_FORMAT_BVH };
        assert_int_equal(swv_motion_read(cases[i].text, strlen(cases[i].text), &options, &motion, &error),
                         SWV_BAD_FILE);
        if (!strstr(error.text, cases[i].expected) || error.line != cases[i].line)
            fail_msg("%s\nline %ld: %s; expected line %ld: %s", cases[i].text, error.line, error.text, cases[i].line,
                     cases[i].expected);
    }
    refuse_what_is_too_much();
    swv_motion   motion;
    swv_io_error error;
    assert_int_equal(swv_motion_read("PNG", 3, NULL, &motion, &error), SWV_BAD_FILE);
    assert_int_equal(swv_motion_read_file("/nowhere/at/all.bvh", NULL, &motion, &error), SWV_NO_FILE);
    assert_non_null(strstr(error.text, "cannot be opened"));
}

static const char *const small_files[] = { "valid-lowercase-and-padding", "valid-position-on-joint",
                                           "valid-empty-motion",          "valid-static-joint",
                                           "rotation_first_root",         "malformed-frame-width" };

static void truncated_anywhere_and_out_of_memory_anywhere(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        char   path[PATH_LENGTH];
        size_t size;
        snprintf(path, sizeof path, "%s/data/files/bvh_odd/%s.bvh", SWIVEL_SOURCE_DIR, small_files[i]);
        unsigned char *bytes = load_bytes(path, &size);
        truncate_everywhere(bytes, size, SWV_FORMAT_BVH, 1);
        if (strncmp(small_files[i], "malformed", 9))
            fail_every_allocation(bytes, size, SWV_FORMAT_BVH);
        free(bytes);
    }
    char   path[PATH_LENGTH];
    size_t size;
    find_file("bvh/cmu_111_25_shrug.bvh", path);
    unsigned char *bytes = load_bytes(path, &size);
    truncate_everywhere(bytes, size, SWV_FORMAT_BVH, 1009);
    fail_every_allocation(bytes, size, SWV_FORMAT_BVH);
    const swv_io_options limited = { .byte_limit = 200000 };
    swv_motion           motion;
    swv_io_error         error;
    assert_int_equal(swv_motion_read(bytes, size, &limited, &motion, &error), SWV_NO_MEMORY);
    free(bytes);
}

// ---- streams ----

typedef struct pieces {
    const unsigned char *bytes;
    size_t               left, most;
} pieces;

static size_t give_piece(void *user, void *bytes, size_t size)
{
    pieces      *p = user;
    const size_t count = p->left < size ? p->left : size, part = count < p->most ? count : p->most;
    memcpy(bytes, p->bytes, part);
    p->bytes += part;
    p->left -= part;
    return part;
}

static void a_stream_has_the_same_frames(void **state)
{
    (void)state;
    static const char *const names[] = { "bvh/cmu_111_25_shrug.bvh", "bvh/makehuman_tpose.bvh", "bvh/geno_stance.bvh" };
    static const size_t      sizes[] = { 1, 4099, 1 << 20 };
    for (int n = 0; n < 3; n++) {
        char       path[PATH_LENGTH];
        size_t     size;
        swv_motion whole;
        assert_true(find_file(names[n], path));
        unsigned char *bytes = load_bytes(path, &size);
        read_or_fail(path, &whole);
        for (int s = 0; s < 3; s++) {
            pieces       p = { bytes, size, sizes[s] };
            swv_bvh     *stream;
            swv_io_error error;
            int          count, total = 0;
            assert_int_equal(swv_bvh_open(give_piece, &p, NULL, &stream, &error), SWV_OK);
            const swv_motion *m = swv_bvh_motion(stream);
            assert_int_equal(m->joint_count, whole.joint_count);
            assert_true(m->metres_per_unit == whole.metres_per_unit && m->frames == NULL);
            double *frames = malloc(7 * (size_t)m->frame_size * sizeof *frames);
            do {
                assert_int_equal(swv_bvh_frames(stream, 7, frames, &count, &error), SWV_OK);
                assert_memory_equal(frames, whole.frames + (size_t)total * (size_t)m->frame_size,
                                    (size_t)count * (size_t)m->frame_size * sizeof *frames);
                total += count;
            } while (count > 0);
            assert_int_equal(total, whole.frame_count);
            free(frames);
            swv_bvh_close(stream);
        }
        swv_motion_free(&whole);
        free(bytes);
    }
}

// A file of any length: rows made as they are asked for.
typedef struct endless {
    long   rows, made;
    char   line[200];
    size_t at, length;  // of the line that is given away
} endless;

static size_t make_rows(void *user, void *bytes, size_t size)
{
    endless *e = user;
    size_t   given = 0;
    while (given < size) {
        if (e->at == e->length) {
            e->at = 0;
            e->length =
                e->made == e->rows ? 0 : (size_t)snprintf(e->line, sizeof e->line, "%ld 0 0\n", e->made++ % 360);
            if (e->length == 0)
                break;
        }
        ((char *)bytes)[given++] = e->line[e->at++];
    }
    return given;
}

static void a_long_stream_takes_no_more_memory_than_a_short_one(void **state)
{
    (void)state;
    size_t most[2];
    for (int i = 0; i < 2; i++) {
        endless              e = { .rows = i ? 500000 : 10 };
        counter              c = { .fail_at = -1 };
        const swv_io_options options = { .allocate = counted_allocate, .release = counted_release, .user = &c };
        swv_bvh             *stream;
        double               frames[100 * 4];
        int                  count;
        long                 total = 0;
        e.length = (size_t)snprintf(e.line, sizeof e.line,
                                    "HIERARCHY\nROOT a\n{\nCHANNELS 3 Xrotation Yrotation Zrotation\n}\nMOTION\n"
                                    "Frames: %ld\nFrame Time: 0.01\n",
                                    e.rows);
        assert_int_equal(swv_bvh_open(make_rows, &e, &options, &stream, NULL), SWV_OK);
        do {
            assert_int_equal(swv_bvh_frames(stream, 100, frames, &count, NULL), SWV_OK);
            for (int f = 0; f < count; f++)
                assert_near(frames[4 * f], sin((double)((total + f) % 360) * SWV_PI / 360.0), 1e-15);
            total += count;
        } while (count > 0);
        assert_int_equal(total, e.rows);
        swv_bvh_close(stream);
        most[i] = c.most;
        assert_int_equal(c.blocks, 0);
    }
    assert_int_equal(most[0], most[1]);
}

static void a_stream_that_ends_early_says_so_again_and_again(void **state)
{
    (void)state;
    static const char text[] =
        "HIERARCHY\nROOT a\n{\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 3\nFrame Time: 1\n1\n2\n";
    pieces       p = { (const unsigned char *)text, sizeof text - 1, 5 };
    swv_bvh     *stream;
    swv_io_error error;
    double       frames[3 * 4];
    int          count = -1;
    assert_int_equal(swv_bvh_open(give_piece, &p, NULL, &stream, &error), SWV_OK);
    assert_int_equal(swv_bvh_frames(stream, 3, frames, &count, &error), SWV_OK);
    assert_int_equal(count, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(swv_bvh_frames(stream, 3, frames, &count, &error), SWV_BAD_FILE);
        assert_int_equal(error.line, 11);
    }
    swv_bvh_close(stream);
}

// ---- writing ----

static double height_of(const swv_motion *m, const swv_pose *worlds)
{
    swv_vec3 low = worlds[0].position, high = low;
    for (int i = 1; i < m->joint_count; i++) {
        const swv_vec3 p = worlds[i].position;
        low = (swv_vec3){ fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z) };
        high = (swv_vec3){ fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z) };
    }
    return fmax(1e-3, swv_vec3_length(swv_vec3_sub(high, low)));
}

// Joints of all frames, the channels, the ends.
static double compare(const swv_motion *a, const swv_motion *b)
{
    swv_pose locals[2][256], worlds[2][256];
    double   worst = 0.0;
    assert_int_equal(a->joint_count, b->joint_count);
    assert_int_equal(a->frame_count, b->frame_count);
    assert_int_equal(a->end_count, b->end_count);
    assert_near(a->frame_time, b->frame_time, 1e-9);
    for (int i = 0; i < a->joint_count; i++) {
        assert_string_equal(a->joints[i].name, b->joints[i].name);
        assert_int_equal(a->joints[i].parent, b->joints[i].parent);
        assert_int_equal(a->joints[i].channel_count, b->joints[i].channel_count);
        assert_memory_equal(a->joints[i].channels, b->joints[i].channels, (size_t)a->joints[i].channel_count);
    }
    for (int i = 0; i < a->end_count; i++) {
        assert_int_equal(a->ends[i].joint, b->ends[i].joint);
        assert_near(swv_vec3_length(swv_vec3_sub(a->ends[i].offset, b->ends[i].offset)), 0.0, 1e-8);
    }
    for (int f = -1; f < a->frame_count; f++) {
        const swv_motion *const both[] = { a, b };
        for (int k = 0; k < 2; k++) {
            assert_int_equal(swv_motion_locals(both[k], f, locals[k]), SWV_OK);
            assert_int_equal(swv_motion_worlds(both[k], locals[k], worlds[k]), SWV_OK);
        }
        const double height = height_of(a, worlds[0]);
        for (int i = 0; i < a->joint_count; i++)
            worst = fmax(worst, swv_vec3_length(swv_vec3_sub(worlds[0][i].position, worlds[1][i].position)) / height);
    }
    return worst;
}

static void written_and_read_back_they_are_the_same(void **state)
{
    (void)state;
    facts       all = facts_load();
    const char *last = "";
    int         files = 0;
    double      worst = 0.0;
    for (int i = 0; i < all.count; i++) {
        const fact *f = &all.all[i];
        char        path[PATH_LENGTH];
        if (strncmp(f->file, "bvh", 3) || !strcmp(f->key, "refused") || !strcmp(last, f->file) ||
            !find_file(f->file, path))
            continue;
        last = f->file;
        swv_motion           first, second;
        written              w = { 0 };
        swv_io_error         error;
        const swv_io_options options = { .format = SWV_FORMAT_BVH };
        read_or_fail(path, &first);
        assert_int_equal(swv_motion_write(&first, &options, append, &w, &error), SWV_OK);
        if (swv_motion_read(w.bytes, w.size, NULL, &second, &error) != SWV_OK)
            fail_msg("%s written: %ld: %s", path, error.line, error.text);
        worst = fmax(worst, compare(&first, &second));
        swv_motion_free(&first);
        swv_motion_free(&second);
        free(w.bytes);
        files++;
    }
    free(all.all);
    print_message("%d files; joints off by %.1e of the height\n", files, worst);
    assert_true(files >= 17 && worst < 1e-5);
}

static void curves_stay_smooth_when_written(void **state)
{
    (void)state;
    // A joint that turns twice around: written angles go to 720, and not back to 0.
    const swv_motion_joint joint = { .name = "a b", .parent = -1, .rest = SWV_IDENTITY_POSE, .turns = true };
    swv_motion             m;
    written                w = { 0 };
    const swv_io_options   options = { .format = SWV_FORMAT_BVH };
    assert_int_equal(swv_motion_make(&joint, 1, 73, 0.01, NULL, &m, NULL), SWV_OK);
    for (int f = 0; f < 73; f++) {
        const swv_pose pose = { { 0.0, 0.0, 0.0 },
                                swv_quat_from_axis_angle((swv_vec3){ 0.0, 0.0, 1.0 }, f * SWV_PI / 18.0) };
        assert_int_equal(swv_motion_put(&m, f, &pose), SWV_OK);
    }
    assert_int_equal(swv_motion_write(&m, &options, append, &w, NULL), SWV_OK);
    assert_true(append(&w, "", 1));
    assert_non_null(strstr((char *)w.bytes, "ROOT a b\n"));
    assert_non_null(strstr((char *)w.bytes, "CHANNELS 3 Zrotation Xrotation Yrotation\n"));
    assert_non_null(strstr((char *)w.bytes, "\n720 0 0\n"));
    free(w.bytes);
    swv_motion_free(&m);
}

static bool refuse(void *user, const void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    return --*(int *)user > 0;
}

static void writing_that_fails_leaves_the_old_file(void **state)
{
    (void)state;
    char       path[PATH_LENGTH], name[] = "swivel_bvh_test.bvh";
    swv_motion m;
    assert_true(find_file("bvh_odd/rotation_first_root.bvh", path));
    read_or_fail(path, &m);
    int                  left = 1;
    const swv_io_options options = { .format = SWV_FORMAT_BVH };
    assert_int_equal(swv_motion_write(&m, &options, refuse, &left, NULL), SWV_NO_FILE);
    assert_int_equal(swv_motion_write_file(name, &m, NULL, NULL), SWV_OK);
    m.frames[3] = NAN;
    assert_int_equal(swv_motion_write_file(name, &m, NULL, NULL), SWV_NOT_FINITE);
    m.frames[3] = 0.0;
    m.joints[1].parent = 1;
    assert_int_equal(swv_motion_write_file(name, &m, NULL, NULL), SWV_BAD_MODEL);
    swv_motion_free(&m);
    assert_int_equal(swv_motion_read_file(name, NULL, &m, NULL), SWV_OK);  // the old one
    assert_int_equal(swv_motion_write_file("/nowhere/at/all.bvh", &m, NULL, NULL), SWV_NO_FILE);
    assert_int_equal(swv_motion_write_file("motion.txt", &m, NULL, NULL), SWV_UNSUPPORTED);
    swv_motion_free(&m);
    remove(name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bvh_files_read_to_their_facts),
        cmocka_unit_test(unit_and_up_are_guessed_with_a_reason),
        cmocka_unit_test(malformed_files_are_refused_with_their_place),
        cmocka_unit_test(truncated_anywhere_and_out_of_memory_anywhere),
        cmocka_unit_test(a_stream_has_the_same_frames),
        cmocka_unit_test(a_long_stream_takes_no_more_memory_than_a_short_one),
        cmocka_unit_test(a_stream_that_ends_early_says_so_again_and_again),
        cmocka_unit_test(written_and_read_back_they_are_the_same),
        cmocka_unit_test(curves_stay_smooth_when_written),
        cmocka_unit_test(writing_that_fails_leaves_the_old_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
