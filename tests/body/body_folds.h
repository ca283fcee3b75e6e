// SPDX-License-Identifier: MIT
// Networks fitted without a fifth of the people, data/people/body_folds.i16, and who was left out of which.
#ifndef SWIVEL_TESTS_BODY_FOLDS_H
#define SWIVEL_TESTS_BODY_FOLDS_H

#include "bodies.h"
#include "body/natural_body.h"

enum { FOLDS = 5, PERSONS = 100 };

typedef struct folds {
    int            fold_of[PERSONS][2], person_count;
    swvi_body_nets nets[FOLDS];
    int16_t three[FOLDS][SWVI_BODY_NUMBERS(SWVI_BODY_THREE_INPUTS, SWVI_BODY_THREE_HIDDEN, SWVI_BODY_THREE_BENDS)];
    int16_t any[FOLDS][SWVI_BODY_NUMBERS(SWVI_BODY_ANY_INPUTS, SWVI_BODY_ANY_HIDDEN, SWVI_BODY_ANY_BENDS)];
} folds;

static inline void read_folds(folds *f)
{
    FILE   *file = open_data("body_folds.i16");
    int16_t count, pair[2];
    assert_int_equal(fread(&count, sizeof count, 1, file), 1);
    assert_in_range(count, 1, PERSONS);
    f->person_count = count;
    for (int i = 0; i < count; i++) {
        assert_int_equal(fread(pair, sizeof pair, 1, file), 1);
        f->fold_of[i][0] = pair[0];
        f->fold_of[i][1] = pair[1];
    }
    for (int i = 0; i < FOLDS; i++) {
        swvi_body_nets *n = &f->nets[i];
        n->three = (swvi_body_net){
            SWVI_BODY_THREE_INPUTS, SWVI_BODY_THREE_HIDDEN, SWVI_BODY_THREE_BENDS, { 0 }, f->three[i]
        };
        n->any = (swvi_body_net){ SWVI_BODY_ANY_INPUTS, SWVI_BODY_ANY_HIDDEN, SWVI_BODY_ANY_BENDS, { 0 }, f->any[i] };
        assert_int_equal(fread(n->three.scales, sizeof(float), SWVI_BODY_THREE_BENDS + 1, file),
                         SWVI_BODY_THREE_BENDS + 1);
        assert_int_equal(fread(f->three[i], sizeof f->three[i], 1, file), 1);
        assert_int_equal(fread(n->any.scales, sizeof(float), SWVI_BODY_ANY_BENDS + 1, file), SWVI_BODY_ANY_BENDS + 1);
        assert_int_equal(fread(f->any[i], sizeof f->any[i], 1, file), 1);
    }
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
}

static inline const swvi_body_nets *nets_of(const folds *f, int person)
{
    int fold = -1;
    for (int i = 0; i < f->person_count; i++)
        if (f->fold_of[i][0] == person)
            fold = f->fold_of[i][1];
    assert_in_range(fold, 0, FOLDS - 1);
    return &f->nets[fold];
}

#endif
