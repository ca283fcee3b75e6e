// SPDX-License-Identifier: MIT
// FBX and Collada: joints where assimp's own matrices have them.
#include <math.h>

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/scene.h>

#include "facts.h"

static const struct aiNode *find_node(const struct aiNode *node, const char *name)
{
    const struct aiNode *found = strcmp(node->mName.data, name) == 0 ? node : NULL;
    for (unsigned i = 0; !found && i < node->mNumChildren; i++)
        found = find_node(node->mChildren[i], name);
    return found;
}

static void joints_of_fbx_are_where_assimp_has_them(void **state)
{
    (void)state;
    static const char path[] = SWIVEL_SOURCE_DIR "/data/files/fbx/huesitos.fbx";
    swv_motion        m;
    swv_io_error      error;
    swv_pose          locals[64], worlds[64];
    if (swv_motion_read_file(path, NULL, &m, &error) != SWV_OK)
        fail_msg("%s", error.text);
    assert_true(m.format == SWV_FORMAT_FBX && m.joint_count == 9 && m.frame_count == 40 && m.metres_per_unit == 0.01);
    assert_int_equal(swv_motion_locals(&m, -1, locals), SWV_OK);
    assert_int_equal(swv_motion_worlds(&m, locals, worlds), SWV_OK);
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 0);
    const struct aiScene *scene = aiImportFileExWithProperties(path, 0, NULL, properties);
    assert_non_null(scene);
    for (int i = 0; i < m.joint_count; i++) {
        const struct aiNode *node = find_node(scene->mRootNode, m.joints[i].name);
        assert_non_null(node);
        struct aiMatrix4x4 world = node->mTransformation;
        for (node = node->mParent; node; node = node->mParent) {
            struct aiMatrix4x4 product = node->mTransformation;
            aiMultiplyMatrix4(&product, &world);
            world = product;
        }
        const double size = 1.0 + fabs((double)world.a4) + fabs((double)world.b4) + fabs((double)world.c4);
        assert_near(worlds[i].position.x, (double)world.a4, 1e-5 * size);
        assert_near(worlds[i].position.y, (double)world.b4, 1e-5 * size);
        assert_near(worlds[i].position.z, (double)world.c4, 1e-5 * size);
    }
    const swv_io_options beyond = { .clip = (int)scene->mNumAnimations };
    swv_motion           none;
    assert_true(beyond.clip > 0);
    assert_int_equal(swv_motion_read_file(path, &beyond, &none, &error), SWV_BAD_OPTIONS);
    aiReleaseImport(scene);
    aiReleasePropertyStore(properties);
    swv_motion_free(&m);
}

static void collada_is_read_and_what_is_none_is_refused(void **state)
{
    (void)state;
    static const char text[] =
        "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
        "version=\"1.4.1\"><asset>"
        "<up_axis>Y_UP</up_axis></asset><library_visual_scenes><visual_scene id=\"s\" name=\"s\"><node id=\"a\" "
        "name=\"a\" "
        "type=\"JOINT\"><translate sid=\"t\">1 2 3</translate><node id=\"b\" name=\"b\" type=\"JOINT\"><translate>0 4 0"
        "</translate></node></node></visual_scene></library_visual_scenes><scene><instance_visual_scene "
        "url=\"#s\"/></scene></COLLADA>";
    swv_motion   m;
    swv_io_error error;
    if (swv_motion_read(text, sizeof text - 1, NULL, &m, &error) != SWV_OK)
        fail_msg("%s", error.text);
    assert_int_equal(m.format, SWV_FORMAT_DAE);
    const int b = joint_of(&m, "b");
    assert_string_equal(m.joints[m.joints[b].parent].name, "a");
    assert_near(m.joints[b].rest.position.y, 4.0, 1e-6);
    swv_motion_free(&m);
    assert_int_equal(swv_motion_read("Kaydara FBX Binary  x", 21, NULL, &m, &error), SWV_BAD_FILE);
    assert_non_null(strstr(error.text, "assimp"));
    char   path[PATH_LENGTH];
    size_t size;
    assert_true(find_file("fbx/huesitos.fbx", path));
    unsigned char *bytes = load_bytes(path, &size);
    fail_every_allocation(bytes, size, SWV_FORMAT_FBX);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_of_fbx_are_where_assimp_has_them),
        cmocka_unit_test(collada_is_read_and_what_is_none_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
