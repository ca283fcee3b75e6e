// SPDX-License-Identifier: MIT
// Figures: well-formed whatever they are given, and every point where the ticks say it is.
#include "check.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "draw/plot.h"

// ---- drawing, and reading what was drawn ----

// The figure as text; the caller frees it.
static char *drawn(const plot *figure)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *file = open_memstream(&text, &size);
    assert_non_null(file);
    draw_plot(file, figure);
    assert_int_equal(fclose(file), 0);
    return text;
}

// Python's expat reads every document that comes in, each ended by a form feed.
static FILE *open_reader(void)
{
    FILE *reader = popen("/usr/bin/python3 -c 'import sys, xml.parsers.expat as e\n"
                         "for t in sys.stdin.buffer.read().split(b\"\\f\")[:-1]: e.ParserCreate().Parse(t, True)'",
                         "w");
    assert_non_null(reader);
    return reader;
}

static void hand_over(FILE *reader, const char *text)
{
    fputs(text, reader);
    fputc('\f', reader);
}

// What no figure may hold: numbers that are none, and things from elsewhere.
static void assert_sound(const char *text)
{
    assert_non_null(strstr(text, "</svg>\n"));
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    assert_null(strstr(text, "<script"));
    assert_null(strstr(text, "@import"));
    assert_null(strstr(text, "url("));
    const char *address = strstr(text, "http");
    assert_non_null(address);
    assert_null(strstr(address + 1, "http"));
}

static void assert_well_formed(const char *text)
{
    FILE *reader = open_reader();
    hand_over(reader, text);
    assert_int_equal(pclose(reader), 0);
}

static double attribute(const char *element, const char *name)
{
    const char *at = strstr(element, name);
    assert_non_null(at);
    return strtod(at + strlen(name), NULL);
}

// A tick's text as a number: its minus is U+2212.
static double tick_value(const char *text)
{
    char   plain[64];
    size_t length = 0;
    for (; *text != '<' && length + 1 < sizeof plain; text++) {
        if (strncmp(text, "\xE2\x88\x92", 3) == 0) {
            plain[length++] = '-';
            text += 2;
        } else {
            plain[length++] = *text;
        }
    }
    plain[length] = '\0';
    char        *end;
    const double value = strtod(plain, &end);
    assert_int_equal(*end, '\0');
    return value;
}

/// What the ticks of one axis say: value = at_0 + per_pixel * pixel.
typedef struct scale {
    int    count;
    double at_0, per_pixel, step;
} scale;

// The axis whose ticks have this anchor, from the first panel that is drawn from `text` on.
static scale read_scale(const char *text, const char *anchor, const char *coordinate)
{
    scale       s = { 0 };
    double      first_pixel = 0.0, first_value = 0.0, last_pixel = 0.0, last_value = 0.0;
    const char *end = strstr(text, "<svg x=");
    char        mark[64];
    snprintf(mark, sizeof mark, "text-anchor=\"%s\" font-size=\"11\">", anchor);
    for (const char *at = strstr(text, mark); at && at < end; at = strstr(at + 1, mark)) {
        const char *element = at;
        while (strncmp(element, "<text", 5) != 0)
            element--;
        const double pixel = attribute(element, coordinate), value = tick_value(at + strlen(mark));
        if (s.count == 0) {
            first_pixel = pixel;
            first_value = value;
        }
        s.step = value - last_value;
        last_pixel = pixel;
        last_value = value;
        s.count++;
    }
    assert_true(s.count >= 2);
    s.per_pixel = (last_value - first_value) / (last_pixel - first_pixel);
    s.at_0 = first_value - s.per_pixel * first_pixel;
    return s;
}

static double pixel_of(const scale *s, double value)
{
    return (value - s->at_0) / s->per_pixel;
}

/// The first panel: its scales, its window, and its first path.
typedef struct seen_panel {
    scale       x, y;
    double      left, top, width, height;
    const char *path;
} seen_panel;

static seen_panel read_panel(const char *text)
{
    seen_panel p = { .x = read_scale(text, "middle", " x=\""), .y = read_scale(text, "end", " y=\"") };
    p.y.at_0 += 4.0 * p.y.per_pixel;  // the foot of a text lies below its middle
    const char *window = strstr(text, "<svg x=");
    p.left = attribute(window, " x=\"");
    p.top = attribute(window, " y=\"");
    p.width = attribute(window, " width=\"");
    p.height = attribute(window, " height=\"");
    p.path = strstr(window, "<path d=\"") + strlen("<path d=\"");
    return p;
}

// The next point of a path of M and L: false at its end.
static bool next_point(const char **path, double *x, double *y)
{
    const char *at = *path + strcspn(*path, "ML\"");
    if (*at == '"')
        return false;
    char *end;
    *x = strtod(at + 1, &end);
    *y = strtod(end, &end);
    *path = end;
    return true;
}

static double distance_to_piece(double x, double y, double ax, double ay, double bx, double by)
{
    const double dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
    double       part = length > 0.0 ? ((x - ax) * dx + (y - ay) * dy) / length : 0.0;
    part = part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
    return hypot(ax + part * dx - x, ay + part * dy - y);
}

// How far a place in the window is from the first path.
static double distance_to_path(const seen_panel *p, double x, double y)
{
    const char *rest = p->path;
    double      ax, ay, bx, by, nearest = INFINITY;
    assert_true(next_point(&rest, &ax, &ay));
    while (next_point(&rest, &bx, &by)) {
        nearest = fmin(nearest, distance_to_piece(x, y, ax, ay, bx, by));
        ax = bx;
        ay = by;
    }
    return nearest;
}

// Random numbers of every kind.
static double any_number(uint64_t *state)
{
    static const double special[] = { 0.0,     -0.0,  NAN,  INFINITY, -INFINITY, DBL_MAX, -DBL_MAX, DBL_MIN, 5e-324,
                                      -5e-324, 1e300, 1e15, -1e-15,   1.0,       2.0,     1e6,      0.1,     -1e300 };
    enum { SPECIAL = sizeof special / sizeof special[0] };
    switch (random_below(state, 4)) {
    case 0:
        return special[random_below(state, SPECIAL)];
    case 1:
        return random_below(state, 20) - 10;
    case 2:
        return ldexp(random_between(state, -1.0, 1.0), random_below(state, 2100) - 1070);
    default:
        return random_between(state, -1.0, 1.0);
    }
}

// ---- the tests ----

static void curve_lies_where_the_ticks_say(void **state)
{
    (void)state;
    enum { COUNT = 2000 };
    static double x[COUNT], y[COUNT];
    const struct {
        double from, to, scale, offset;
    } cases[] = { { 0.0, 10.0, 1.0, 0.0 },       { -3.0, 2.0, 1e-7, 0.0 },       { 0.0, 1e-3, 180.0, 1000.0 },
                  { 5e6, 9e6, 1e9, -2e9 },       { -1e250, 1e250, 1e-250, 0.0 }, { 1999.9, 2000.1, 0.02, 7.0 },
                  { 0.0, 1e-200, 5.0, 123456.0 } };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        for (int i = 0; i < COUNT; i++) {
            const double part = i / (COUNT - 1.0);
            x[i] = cases[c].from + part * (cases[c].to - cases[c].from);
            y[i] = cases[c].offset + cases[c].scale * sin(9.0 * part) * exp(part);
        }
        const plot_series series = { .x = x, .y = y, .count = COUNT };
        char             *text = drawn(&(plot){ .panels = &(plot_panel){ .series = &series, .count = 1 }, .count = 1 });
        const seen_panel  p = read_panel(text);
        for (int i = 0; i < COUNT; i++) {
            const double px = pixel_of(&p.x, x[i]) - p.left, py = pixel_of(&p.y, y[i]) - p.top;
            assert_true(px >= 0.0 && px <= p.width && py >= 0.0 && py <= p.height);
            assert_true(distance_to_path(&p, px, py) < 0.3);
        }
        const double steps[] = { p.x.step, p.y.step };
        for (int i = 0; i < 2; i++) {
            const double digit = steps[i] / pow(10.0, floor(log10(steps[i]) + 1e-6));
            assert_true(fabs(digit - 1.0) < 1e-4 || fabs(digit - 2.0) < 1e-4 || fabs(digit - 5.0) < 1e-4);
        }
        assert_true(strlen(text) < 10000);  // most of the points were not needed
        free(text);
    }
}

static void path_that_turns_back_is_drawn_whole(void **state)
{
    (void)state;
    uint64_t random = 17;
    for (int round = 0; round < CASES(2000) + 20; round++) {
        enum { COUNT = 60 };
        double points[COUNT][2] = { { 0.0 } };
        for (int i = 1; i < COUNT; i++) {  // steps from far below a pixel to many
            const double size = pow(10.0, random_between(&random, -5.0, 0.0));
            const int    along = random_below(&random, 3);
            for (int k = 0; k < 2; k++)
                points[i][k] = points[i - 1][k] + (along == k ? 0.0 : size * random_between(&random, -1.0, 1.0));
        }
        const plot_series series = { .x = &points[0][0], .y = &points[0][1], .stride = 2, .count = COUNT };
        char             *text =
            drawn(&(plot){ .panels = &(plot_panel){ .series = &series, .count = 1, .is_equal = true }, .count = 1 });
        const seen_panel p = read_panel(text);
        assert_near(fabs(p.x.per_pixel / p.y.per_pixel), 1.0, 2e-3);
        for (int i = 0; i < COUNT; i++)
            assert_true(distance_to_path(&p, pixel_of(&p.x, points[i][0]) - p.left,
                                         pixel_of(&p.y, points[i][1]) - p.top) < 0.4);
        free(text);
    }
}

static void range_and_step_are_as_asked(void **state)
{
    (void)state;
    const double      y[] = { -5.0, 400.0 };
    const plot_series series = { .y = y, .count = 2 };
    const plot_panel  panel = {
         .x = { .low = 0.0, .high = 180.0, .step = 45.0 },
         .y = { .low = 0.0, .high = 1.0, .step = 0.25 },
         .series = &series,
         .count = 1,
    };
    char            *text = drawn(&(plot){ .panels = &panel, .count = 1 });
    const seen_panel p = read_panel(text);
    assert_int_equal(p.x.count, 5);
    assert_int_equal(p.y.count, 5);
    assert_near(p.x.step, 45.0, 0.0);
    assert_near(p.y.step, 0.25, 0.0);
    assert_near(pixel_of(&p.x, 180.0) - pixel_of(&p.x, 0.0), p.width - 8.0, 0.2);
    free(text);
}

static void whole_numbers_have_no_ticks_between(void **state)
{
    (void)state;
    const double      iterations[] = { 1.0, 2.0, 3.0 }, moves[] = { 2.0, 1.0, 0.0 }, mean = 1.3;
    const plot_series series[] = { { PLOT_BARS, .x = iterations, .y = moves, .count = 3 },
                                   { PLOT_MARK, .x = &mean, .count = 1 } };
    char             *text = drawn(&(plot){ .panels = &(plot_panel){ .series = series, .count = 2 }, .count = 1 });
    const seen_panel  p = read_panel(text);
    assert_near(p.x.step, 1.0, 0.0);
    assert_near(p.y.step, 1.0, 0.0);
    // The first bar: from 0 to 2, four fifths of a unit wide.
    double left, base, top, right;
    assert_int_equal(sscanf(p.path, "M%lf %lfV%lfH%lf", &left, &base, &top, &right), 4);
    assert_near(left, pixel_of(&p.x, 0.6) - p.left, 0.7);
    assert_near(right, pixel_of(&p.x, 1.4) - p.left, 0.7);
    assert_near(base, pixel_of(&p.y, 0.0) - p.top, 0.2);
    assert_near(top, pixel_of(&p.y, 2.0) - p.top, 0.2);
    assert_true(top < base);
    free(text);
}

static void points_that_cannot_be_drawn_are_left_out(void **state)
{
    (void)state;
    const double      x[] = { 0.0, NAN, 2.0, 3.0, 4.0, INFINITY, 6.0, 7.0 };
    const double      y[] = { 1.0, 1.0, INFINITY, 2.0, 3.0, 1.0, 4.0, -1e301 };
    const plot_series curve = { .x = x, .y = y, .count = 8 }, points = { PLOT_POINTS, .x = x, .y = y, .count = 8 };
    char             *text = drawn(&(plot){ .panels = &(plot_panel){ .series = &curve, .count = 1 }, .count = 1 });
    const char       *path = read_panel(text).path;
    int               moves = 0, lines = 0;
    for (; *path != '"'; path++) {
        moves += *path == 'M';
        lines += *path == 'L';
    }
    assert_int_equal(moves, 3);  // a dot, a line, a dot
    assert_int_equal(lines, 1);
    free(text);

    text = drawn(&(plot){ .panels = &(plot_panel){ .series = &points, .count = 1 }, .count = 1 });
    for (moves = 0, path = read_panel(text).path; *path != '"'; path++)
        moves += *path == 'M';
    assert_int_equal(moves, 4);
    free(text);
}

static void million_points_stay_small(void **state)
{
    (void)state;
    enum { COUNT = 1000000 };
    double  *xy = malloc(2 * COUNT * sizeof *xy);
    uint64_t random = 3;
    assert_non_null(xy);
    for (int i = 0; i < 2 * COUNT; i++)
        xy[i] = random_between(&random, 0.0, 1.0);
    const plot_series cloud = { PLOT_POINTS, .x = xy, .y = xy + 1, .stride = 2, .count = COUNT };
    char             *text = drawn(&(plot){ .panels = &(plot_panel){ .series = &cloud, .count = 1 }, .count = 1 });
    assert_true(strlen(text) < 1000000);
    free(text);
    free(xy);
}

static void text_is_escaped(void **state)
{
    (void)state;
    const char        hostile[] = "<script>&\"' ]]> \x01\x1f\t\xff\xc0\x80\xed\xa0\x80\xf5 \xef\xbf\xbf \xe2\x82";
    const double      y[] = { 1.0, 2.0 };
    const plot_series series = { .label = hostile, .y = y, .count = 2 };
    const plot_panel  panel = { hostile, { .label = hostile }, { .label = hostile }, .series = &series, .count = 1 };
    char             *text = drawn(&(plot){ .title = hostile, .caption = hostile, .panels = &panel, .count = 1 });
    assert_sound(text);
    assert_well_formed(text);
    assert_non_null(strstr(text, "&lt;script&gt;&amp;\"' ]]&gt;"));
    free(text);

    const plot_panel plain = { .title = "80\xC2\xB0 \xE2\x89\xA4 \xCE\xB1 \xF0\x9D\x84\x9E" };
    text = drawn(&(plot){ .panels = &plain, .count = 1 });
    assert_non_null(strstr(text, plain.title));
    assert_well_formed(text);
    free(text);
}

static void long_text_is_wrapped(void **state)
{
    (void)state;
    char long_word[3000], many_words[3000];
    for (size_t i = 0; i + 1 < sizeof long_word; i++) {
        long_word[i] = "\xC3\xA4"[i % 2];
        many_words[i] = "word "[i % 5];
    }
    long_word[sizeof long_word - 2] = long_word[sizeof long_word - 1] = many_words[sizeof many_words - 1] = '\0';
    const plot_panel panels[] = { { .title = long_word, .x.label = many_words, .y.label = long_word },
                                  { .title = many_words, .x.label = long_word, .y.label = many_words } };
    char            *text = drawn(&(plot){ .title = many_words, .caption = long_word, .panels = panels, .count = 2 });
    assert_well_formed(text);
    assert_null(strstr(text, "\xEF\xBF\xBD"));  // no character was torn
    // 2 x 640 pixels of the smallest letters make no longer line.
    for (const char *at = strstr(text, "<text"); at; at = strstr(at + 1, "<text"))
        assert_true(strcspn(at, "\n") < 400);
    free(text);
}

static void shared_legend_stands_once(void **state)
{
    (void)state;
    const double      y[] = { 1.0, 2.0 };
    const plot_series a = { .label = "unique words", .y = y, .count = 2 };
    plot_series       b = a;
    const plot_panel  panels[] = { { .series = &a, .count = 1 }, { .series = &b, .count = 1 } };
    for (int shared = 1; shared >= 0; shared--) {
        char       *text = drawn(&(plot){ .panels = panels, .count = 2 });
        const char *first = strstr(text, a.label);
        assert_non_null(first);
        assert_int_equal(strstr(first + 1, a.label) == NULL, shared);
        free(text);
        b.colour = SVG_GREEN;  // now they differ
    }
}

static void degenerate_figures_are_drawn(void **state)
{
    (void)state;
    static const double numbers[] = { NAN, INFINITY, 0.0, 0.0, 5.0, 5.0, 1e300, -1e300, 1e308, 5e-324, -5e-324 };
    FILE               *reader = open_reader();
    char               *text = drawn(&(plot){ 0 });
    hand_over(reader, text);
    free(text);
    for (int kind = PLOT_CURVE; kind <= PLOT_MARK; kind++) {
        for (size_t from = 0; from < sizeof numbers / sizeof numbers[0]; from++) {
            for (size_t count = 0; from + count <= sizeof numbers / sizeof numbers[0]; count++) {
                const plot_series series[] = {
                    { (plot_kind)kind, .label = "", .x = numbers + from, .y = numbers + from, .count = count },
                    { (plot_kind)kind, .y = numbers + from, .count = kind == PLOT_MARK ? 0 : count },
                };
                const plot_panel panels[] = { { .series = series, .count = 2, .is_equal = true },
                                              { .series = series + 1, .count = 1 } };
                text = drawn(&(plot){ .panels = panels, .count = 2 });
                assert_sound(text);
                read_panel(text);  // it has two ticks on each axis
                hand_over(reader, text);
                free(text);
            }
        }
    }
    assert_int_equal(pclose(reader), 0);
}

static void any_numbers_survive(void **state)
{
    (void)state;
    enum { COUNT = 12 };
    uint64_t random = 41;
    FILE    *reader = open_reader();
    for (int round = 0; round < CASES(20000) + 100; round++) {
        double      numbers[4][2][COUNT];
        plot_series series[4];
        plot_panel  panels[4];
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < COUNT; k++) {
                numbers[i][0][k] = any_number(&random);
                numbers[i][1][k] = any_number(&random);
            }
            series[i] = (plot_series){ .kind = (plot_kind)random_below(&random, PLOT_MARK + 1),
                                       .label = "<label>",
                                       .x = numbers[i][0],
                                       .y = numbers[i][1],
                                       .count = (size_t)random_below(&random, COUNT + 1),
                                       .width = any_number(&random),
                                       .opacity = any_number(&random) };
            panels[i] = (plot_panel){ .x = { "x", any_number(&random), any_number(&random), any_number(&random) },
                                      .y = { "y", any_number(&random), any_number(&random), any_number(&random) },
                                      .is_equal = random_below(&random, 2),
                                      .height = any_number(&random),
                                      .series = series,
                                      .count = i + 1 };
        }
        char *text = drawn(&(plot){ .panels = panels, .count = 4, .columns = random_below(&random, 6) });
        assert_sound(text);
        read_panel(text);
        if (round % 50 == 0)
            hand_over(reader, text);
        free(text);
    }
    assert_int_equal(pclose(reader), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curve_lies_where_the_ticks_say),
        cmocka_unit_test(path_that_turns_back_is_drawn_whole),
        cmocka_unit_test(range_and_step_are_as_asked),
        cmocka_unit_test(whole_numbers_have_no_ticks_between),
        cmocka_unit_test(points_that_cannot_be_drawn_are_left_out),
        cmocka_unit_test(million_points_stay_small),
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(long_text_is_wrapped),
        cmocka_unit_test(shared_legend_stands_once),
        cmocka_unit_test(degenerate_figures_are_drawn),
        cmocka_unit_test(any_numbers_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
