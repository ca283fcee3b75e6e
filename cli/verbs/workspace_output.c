// SPDX-License-Identifier: MIT
// workspace, as text, as JSON and as a list of cells.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/json.h"
#include "io/number.h"
#include "verbs/workspace.h"

// Area or volume of a number of cells.
double workspace_size(const workspace *w, size_t count)
{
    const double side = w->grid.side;
    return (double)count * side * side * (w->flat >= 0 ? 1.0 : side);
}

const char *workspace_unit(const workspace *w)
{
    return strcmp(w->model->length_unit, "unit") == 0 ? "units" : w->model->length_unit;
}

static double share_reached_once(const cell_sum *sum)
{
    return sum->count > 0 ? (double)sum->once / (double)sum->count : 0.0;
}

// ---- for people ----

static double rounded_to_zero(double value, double beside)
{
    return fabs(value) < 1e-9 * beside ? 0.0 : value;
}

static void print_set(const workspace *w, int i)
{
    const extent   *e = &w->extents[i];
    const cell_sum *sum = &w->sums[i];
    const char     *unit = workspace_unit(w);
    const double    low[] = { e->low.x, e->low.y, e->low.z }, high[] = { e->high.x, e->high.y, e->high.z };
    printf("reach     %.6g to %.6g %s from the base\n", rounded_to_zero(e->nearest, e->furthest), e->furthest, unit);
    for (int k = 0; k < 3; k++) {
        if (k == w->flat)
            continue;
        printf("%c         %.6g to %.6g %s\n", "xyz"[k], rounded_to_zero(low[k], e->furthest),
               rounded_to_zero(high[k], e->furthest), unit);
    }
    printf("%s    %.5g %s^%d, of which %.2g in cells at the edge\n", w->flat >= 0 ? "area  " : "volume",
           workspace_size(w, sum->count), unit, w->flat >= 0 ? 2 : 3, workspace_size(w, sum->edge));
    printf("cells     %zu of %.4g %s a side; ", sum->count, w->grid.side, unit);
    if (w->sets[i].reaches)
        puts("exact: the centre of each was solved for");
    else
        printf("%llu postures end in them, in %.2g %% of them only one\n", (unsigned long long)w->samples,
               100.0 * share_reached_once(sum));
}

void print_workspace(const workspace *w)
{
    for (int i = 0; i < w->count; i++) {
        if (w->count > 1)
            printf("%s%s\n", i == 0 ? "" : "\n", w->sets[i].label);
        print_set(w, i);
    }
}

// ---- as JSON ----

static void json_pair(const char *name, double a, double b)
{
    printf(", \"%s\": ", name);
    json_numbers((const double[]){ a, b }, 2);
}

static void json_set(const workspace *w, int i)
{
    const extent   *e = &w->extents[i];
    const cell_sum *sum = &w->sums[i];
    printf("    {\"label\": \"%s\", \"exact\": %s", w->sets[i].label, w->sets[i].reaches ? "true" : "false");
    json_pair("reach", e->nearest, e->furthest);
    json_pair("x", e->low.x, e->high.x);
    json_pair("y", e->low.y, e->high.y);
    json_pair("z", e->low.z, e->high.z);
    printf(",\n     \"%s\": ", w->flat >= 0 ? "area" : "volume");
    json_number(workspace_size(w, sum->count));
    fputs(", \"at_the_edge\": ", stdout);
    json_number(workspace_size(w, sum->edge));
    printf(", \"cells\": %zu, \"reached_once\": ", sum->count);
    if (w->sets[i].reaches)
        fputs("null", stdout);
    else
        printf("%zu", sum->once);
    putchar('}');
}

void json_workspace(const workspace *w)
{
    printf(
        "{\"model\": \"%s\", \"limits\": %s, \"length_unit\": \"%s\", \"samples\": %llu, \"seed\": %llu,\n \"base\": ",
        w->model->name, w->has_limits ? "true" : "false", w->model->length_unit, (unsigned long long)w->samples,
        (unsigned long long)w->seed);
    json_vector(w->base);
    fputs(", \"cell\": ", stdout);
    json_number(w->grid.side);
    puts(",\n \"sets\": [");
    for (int i = 0; i < w->count; i++) {
        json_set(w, i);
        puts(i + 1 < w->count ? "," : "");
    }
    puts(" ]}");
}

// ---- as a list ----

void write_workspace_cells(FILE *file, const workspace *w)
{
    fputs("set,x,y,z\n", file);
    for (int i = 0; i < w->count; i++) {
        for (size_t cell = 0; cell < cell_count(&w->grid); cell++) {
            if (!w->reached[i][cell])
                continue;
            const swv_vec3 p = cell_centre(&w->grid, cell);
            const double   row[] = { p.x, p.y, p.z };
            fprintf(file, "%d", i + 1);
            for (int k = 0; k < 3; k++) {
                char      text[NUMBER_SIZE];
                const int length = number_format(text, row[k]);
                fprintf(file, ",%.*s", length, text);
            }
            fputc('\n', file);
        }
    }
}
