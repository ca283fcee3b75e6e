// SPDX-License-Identifier: MIT
// glTF, GLB, VRM, VRMA: rest poses to the facts of an independent reader; clips; what is malformed; memory.
#include <math.h>

#include "facts.h"

static void check_fact(const swv_motion *motion, const fact *f)
{
    if (!strcmp(f->key, "clips")) {
        assert_int_equal(motion->clip_count, atoi(f->words[0]));
        assert_true(motion->clip_count == 0 || motion->frame_count > 0);
    } else if (!strcmp(f->key, "human_bones")) {
        int given = 0;
        for (int part = 0; motion->given && part < SWV_PARTS; part++)
            given += motion->given[part] > 0;
        assert_int_equal(given, atoi(f->words[0]));
    } else {
        fail_msg("an unknown fact: %s", f->key);
    }
}

static void gltf_files_read_to_their_facts(void **state)
{
    (void)state;
    compare_with_facts("gltf", check_fact, 8);
}

static swv_status read_text(const char *text, int clip, swv_motion *motion, swv_io_error *error)
{
    const swv_io_options options = { .clip = clip };
    return swv_motion_read(text, strlen(text), &options, motion, error);
}

// Two nodes, scaled; a turn in three ways. Buffer: times 0, 1 (8 bytes), quaternions (0,0,0,1), (0,0,1,0) (32 bytes), and slopes of a spline.
#define HEAD                                                                                            \
    "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"scale\":[2,2,2],\"children\":[1]},{\"name\":\"b\"," \
    "\"translation\":[1,0,0],"                                                                          \
    "\"children\":[2]},{\"name\":\"c\",\"translation\":[0,1,0]}],\"skins\":[{\"joints\":[2,1]}],"
#define BUFFERS                                                                                            \
    "\"buffers\":[{\"byteLength\":40,\"uri\":\"data:application/octet-stream;base64,"                      \
    "AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAIA/AAAAAA==\"}],"                                        \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,\"byteLength\":32}]," \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},"            \
    "{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC4\"}],"
#define CLIP(kind)                                                                                              \
    "{\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"rotation\"}}],\"samplers\":[{\"input\":0," \
    "\"output\":1" kind "}]}"

#define ACCESSOR(component, count, type)                                                                             \
    HEAD "\"buffers\":[{\"uri\":\"data:x;base64,AAAAAAAAAAAAAAAA\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":" \
         "12}],"                                                                                                     \
         "\"accessors\":[{\"bufferView\":0,\"componentType\":" component ",\"count\":" count ",\"type\":\"" type     \
         "\"},{}],\"animations\":[" CLIP("") "]}"

static void clips_are_sampled(void **state)
{
    (void)state;
    static const char text[] = HEAD BUFFERS "\"animations\":[" CLIP("") "," CLIP(",\"interpolation\":\"STEP\"") "]}";
    for (int clip = 0; clip < 2; clip++) {
        swv_motion   m;
        swv_io_error error;
        swv_pose     locals[2], worlds[2];
        if (read_text(text, clip, &m, &error) != SWV_OK)
            fail_msg("%s", error.text);
        assert_int_equal(m.joint_count, 2);
        assert_int_equal(m.clip, clip);
        assert_int_equal(m.frame_count, 61);  // 1/60 s: two keys a second apart are no frames
        assert_true(m.joints[0].turns && !m.joints[0].moves && !m.joints[1].turns);
        assert_int_equal(swv_motion_locals(&m, -1, locals), SWV_OK);
        assert_int_equal(swv_motion_worlds(&m, locals, worlds), SWV_OK);
        assert_near(worlds[1].position.x, 2.0, 1e-15);
        assert_near(worlds[1].position.y, 2.0, 1e-15);
        for (int f = 0; f < 61; f++) {
            const double angle = clip == 0 ? SWV_PI * f / 60.0 : f < 60 ? 0.0 : SWV_PI;
            assert_int_equal(swv_motion_locals(&m, f, locals), SWV_OK);
            assert_int_equal(swv_motion_worlds(&m, locals, worlds), SWV_OK);
            assert_near(worlds[1].position.x, 2.0 - 2.0 * sin(angle), 1e-12);
            assert_near(worlds[1].position.y, 2.0 * cos(angle), 1e-12);
        }
        assert_true(m.metres_per_unit == 1.0 && m.up.y == 1.0);
        swv_motion_free(&m);
    }
    swv_motion   m;
    swv_io_error error;
    assert_int_equal(read_text(text, 2, &m, &error), SWV_BAD_OPTIONS);
    const swv_io_options slow = { .frame_time = 0.25 };
    assert_int_equal(swv_motion_read(text, strlen(text), &slow, &m, NULL), SWV_OK);
    assert_int_equal(m.frame_count, 5);
    swv_motion_free(&m);
}

static void humanoids_of_vrm_0_and_vrma_give_the_parts(void **state)
{
    (void)state;
    static const char *const texts[] = {
        HEAD "\"extensions\":{\"VRM\":{\"humanoid\":{\"humanBones\":[{\"bone\":\"leftThumbIntermediate\",\"node\":2},"
             "{\"bone\":\"hips\",\"node\":1},{\"bone\":\"tail\",\"node\":0}]}}}}",
        HEAD "\"extensions\":{\"VRMC_vrm_animation\":{\"humanoid\":{\"humanBones\":{\"leftThumbProximal\":{\"node\":2},"
             "\"hips\":{\"node\":1},\"tail\":{\"node\":0}}}}}}",
    };
    for (int i = 0; i < 2; i++) {
        swv_motion m;
        assert_int_equal(read_text(texts[i], 0, &m, NULL), SWV_OK);
        assert_int_equal(m.format, i == 0 ? SWV_FORMAT_VRM : SWV_FORMAT_VRMA);
        assert_int_equal(m.joint_count, 3);
        assert_int_equal(m.given[SWV_PART_LEFT_THUMB_PROXIMAL], 3);
        assert_int_equal(m.given[SWV_PART_HIPS], 2);
        assert_int_equal(m.warning_count, 1);
        assert_non_null(strstr(m.warnings[0], "tail"));
        swv_motion_free(&m);
    }
}

static void malformed_documents_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
        swv_status  status;
    } cases[] = {
        { "{", "no JSON", SWV_BAD_FILE },
        { "{\"asset\":{\"version\":\"1.0\"}}", "glTF 2", SWV_UNSUPPORTED },
        { "{\"bones\":[]}", "glTF 2", SWV_BAD_FILE },
        { "{\"asset\":{\"version\":\"2.0\"}}", "nodes: at least one", SWV_BAD_FILE },
        { "{\"asset\":{\"version\":\"2.0\"},\"nodes\":7}", "nodes: an array expected", SWV_BAD_FILE },
        { "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[1]}]}", "nodes[0]: children", SWV_BAD_FILE },
        { "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[1]},{\"children\":[2]},{\"children\":[1]}]}",
          "nodes[1]: it is the child of two nodes", SWV_BAD_FILE },
        { "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{},{\"children\":[2]},{\"children\":[1]}]}",
          "its parents form a cycle", SWV_BAD_FILE },
        { "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"translation\":[1,2,1e999]}]}", "nodes[0]: a matrix",
          SWV_BAD_FILE },
        { "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}],\"skins\":[{\"joints\":[1]}]}", "skins[0]", SWV_BAD_FILE },
        { HEAD "\"animations\":[" CLIP("") "]}", "channels[0]: a node and a sampler", SWV_BAD_FILE },
        { HEAD "\"bufferViews\":[{\"buffer\":0}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,"
               "\"type\":\"SCALAR\"},{}],\"animations\":[" CLIP("") "]}",
          "bufferViews[0]: a buffer expected", SWV_BAD_FILE },
        { HEAD
          "\"buffers\":[{\"uri\":\"../secret.bin\"}],\"bufferViews\":[{\"buffer\":0}],\"accessors\":[{\"bufferView\":0,"
          "\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},{}],\"animations\":[" CLIP("") "]}",
          "buffers[0]: it lies in another file", SWV_BAD_FILE },
        { HEAD "\"buffers\":[{\"uri\":\"data:x;base64,AAAAAAAA\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":6}],"
               "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},{}],"
               "\"animations\":[" CLIP("") "]}",
          "accessors[0]: it reaches beyond", SWV_BAD_FILE },
        { ACCESSOR("5126", "2", "VEC3"), "accessors[0]: type, componentType or count", SWV_BAD_FILE },
        { ACCESSOR("5124", "2", "SCALAR"), "accessors[0]: type, componentType or count", SWV_BAD_FILE },
        { ACCESSOR("5119", "2", "SCALAR"), "accessors[0]: type, componentType or count", SWV_BAD_FILE },
        { ACCESSOR("5127", "2", "SCALAR"), "accessors[0]: type, componentType or count", SWV_BAD_FILE },
        { ACCESSOR("5126", "-2", "SCALAR"), "accessors[0]: type, componentType or count", SWV_BAD_FILE },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        swv_motion       motion;
        swv_io_error     error;
        const swv_status status = read_text(cases[i].text, 0, &motion, &error);
        if (status != cases[i].status || !strstr(error.text, cases[i].expected))
            fail_msg("%s\n%d %s; expected %s", cases[i].text, (int)status, error.text, cases[i].expected);
    }
}

static void a_buffer_may_lie_beside_the_document_but_nowhere_else(void **state)
{
    (void)state;
    static const char *const uris[] = { "swivel%20gltf.bin", "../swivel%20gltf.bin", "/swivel gltf.bin" };
    FILE                    *out = fopen("swivel gltf.bin", "wb");
    static const float       numbers[] = { 0.0f, 0.5f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 1.0f, 0.0f };
    assert_non_null(out);
    assert_int_equal(fwrite(numbers, sizeof numbers, 1, out), 1);
    fclose(out);
    for (int i = 0; i < 3; i++) {
        swv_motion   m;
        swv_io_error error;
        out = fopen("swivel_test.gltf", "w");
        assert_non_null(out);
        fprintf(
            out,
            HEAD
            "\"buffers\":[{\"byteLength\":40,\"uri\":\"%s\"}],"
            "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,\"byteLength\":32}],"
            "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},"
            "{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC4\"}],\"animations\":[" CLIP("") "]}",
            uris[i]);
        fclose(out);
        const swv_status status = swv_motion_read_file("swivel_test.gltf", NULL, &m, &error);
        assert_int_equal(status, i == 0 ? SWV_OK : SWV_BAD_FILE);
        if (i == 0) {
            assert_int_equal(m.frame_count, 31);
            swv_motion_free(&m);
        }
    }
    remove("swivel_test.gltf");
    remove("swivel gltf.bin");
}

// A buffer in the text that is too large to share a block of memory with other arrays: a clip's, and many zeros after it.
static void starve_large_embedded_buffer(void)
{
    enum { MORE = 8192 };
    static const char small[] = HEAD BUFFERS "\"animations\":[" CLIP("") "]}";
    char                            *text = malloc(sizeof small + MORE);
    const size_t                     at = (size_t)(strstr(small, "AAAAAA==") - small) + 6;
    assert_non_null(text);
    memcpy(text, small, at);
    memset(text + at, 'A', MORE);
    memcpy(text + at + MORE, small + at, sizeof small - at);
    fail_every_allocation((unsigned char *)text, sizeof small - 1 + MORE, SWV_FORMAT_GLTF);
    free(text);
}

static void truncated_anywhere_and_out_of_memory_anywhere(void **state)
{
    (void)state;
    static const char *const names[] = { "gltf/SimpleSkin_embedded.gltf", "gltf_odd/unordered_skel.vrm",
                                         "gltf/debug_robot_vrm1.vrm", "gltf/human_skeleton_rigify.glb" };
    for (int i = 0; i < 4; i++) {
        char   path[PATH_LENGTH];
        size_t size;
        assert_true(find_file(names[i], path));
        unsigned char *bytes = load_bytes(path, &size);
        truncate_everywhere(bytes, size, SWV_FORMAT_GLTF, i < 2 ? 1 : 97);
        fail_every_allocation(bytes, size, SWV_FORMAT_GLTF);
        free(bytes);
    }
    starve_large_embedded_buffer();
    cut_and_starve_seed("motion_gltf", "body.glb", SWV_FORMAT_GLB);
}

static void changed_bytes_do_no_harm(void **state)
{
    (void)state;
    char   path[PATH_LENGTH];
    size_t size;
    assert_true(find_file("gltf/human_skeleton_rigify.glb", path));
    unsigned char *bytes = load_bytes(path, &size);
    uint64_t       random = 4;
    for (int i = 0; i < CASES(500); i++) {
        // In the JSON, digits for digits mostly: other indices, offsets and counts.
        size_t        at[4];
        unsigned char before[4];
        for (int k = 0; k < 4; k++) {
            at[k] = 20 + (size_t)random_below(&random, 30000);
            before[k] = bytes[at[k]];
            if (before[k] >= '0' && before[k] <= '9')
                bytes[at[k]] = (unsigned char)('0' + random_below(&random, 10));
            else if (random_below(&random, 20) == 0)
                bytes[at[k]] = (unsigned char)random_below(&random, 256);
        }
        swv_motion motion;
        if (swv_motion_read(bytes, size, NULL, &motion, NULL) == SWV_OK)
            swv_motion_free(&motion);
        for (int k = 3; k >= 0; k--)
            bytes[at[k]] = before[k];
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gltf_files_read_to_their_facts),
        cmocka_unit_test(clips_are_sampled),
        cmocka_unit_test(humanoids_of_vrm_0_and_vrma_give_the_parts),
        cmocka_unit_test(malformed_documents_are_refused),
        cmocka_unit_test(a_buffer_may_lie_beside_the_document_but_nowhere_else),
        cmocka_unit_test(truncated_anywhere_and_out_of_memory_anywhere),
        cmocka_unit_test(changed_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
