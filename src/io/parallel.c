// SPDX-License-Identifier: MIT
// Work shared among threads.
#include "io/parallel.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MAX_THREADS = 64, CHUNK = 16 };  // the most threads; pieces of work one takes at a time. Chosen

typedef struct job {
    atomic_size_t next;
    atomic_bool   is_stopped;
    size_t        count;
    void (*work)(void *data, size_t i);
    void *data;
} job;

// Take the next pieces and do them; false: there are none.
static bool do_chunk(job *j)
{
    const size_t first = atomic_fetch_add(&j->next, CHUNK);
    if (first >= j->count || atomic_load(&j->is_stopped))
        return false;
    for (size_t i = first; i < j->count && i < first + CHUNK; ++i)
        j->work(j->data, i);
    return true;
}

static void *help(void *data)
{
    while (do_chunk(data))
        ;
    return NULL;
}

bool swvi_parallel(int threads, size_t count, void (*work)(void *data, size_t i), void *data,
                   bool (*tell)(void *user, double fraction), void *user)
{
    job       j = { .count = count, .work = work, .data = data };
    pthread_t helpers[MAX_THREADS];
    int       started = 0;
    while (started < threads - 1 && started < MAX_THREADS && pthread_create(&helpers[started], NULL, help, &j) == 0)
        ++started;
    while (do_chunk(&j)) {
        const size_t taken = atomic_load(&j.next);
        if (tell && !tell(user, taken < count ? (double)taken / (double)count : 1.0))
            atomic_store(&j.is_stopped, true);
    }
    for (int i = 0; i < started; ++i)
        pthread_join(helpers[i], NULL);
    return !atomic_load(&j.is_stopped);
}
