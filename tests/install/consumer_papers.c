// SPDX-License-Identifier: MIT
// A program outside the project that uses the systems of the papers: the Puma in closed form, and a table of one cell in eight million
// made for it, which finds the same wrist or says that it has no such cell.
#include <stdio.h>

#include <swivel_papers/swivel_papers.h>
#include <swivel_papers/table_build.h>

int main(void)
{
    const double         q[6] = { 0.3, -0.8, 0.5, 0.2, 0.6, -0.4 };
    double               found[6];
    unsigned char       *bytes;
    size_t               size;
    const swv_table_plan plan = { .model = "puma560", .samples = 8, .every = 4000 };
    swv_puma             puma;
    swv_pose             hand;
    swv_arm6_report      report;
    swv_table            table;
    swv_puma_make_560(&puma);
    if (swv_puma_forward(&puma, q, &hand) != SWV_OK || swv_puma_best(&puma, &hand, q, found, &report) != SWV_OK)
        return 1;
    if (swv_table_build(&plan, &bytes, &size) != SWV_TABLE_DONE || swv_table_open(bytes, size, &table, NULL) != SWV_OK)
        return 1;
    printf("swivel_papers: %s, a table of %u cells\n", swv_outcome_text(report.outcome), (unsigned)table.cells);
    swv_table_free(bytes);
    return report.outcome == SWV_REACHED ? 0 : 1;
}
