// SPDX-License-Identifier: MIT
// Many rows on all cores.
//
// The rows go round in a ring of chunks. One thread reads: it fills a chunk with the text of rows and hands it over when
// the chunk is full or the input pauses. Workers parse the rows of a chunk and make the lines of its output. The main
// thread writes the chunks in their order, and works too while it has nothing to write.
//
//     written <= taken <= filled <= written + chunk_count
//
// counts the chunks that have passed each station; chunk i is chunks[i % chunk_count]. Between two stations a chunk
// belongs to one thread alone. All counts, and whether a taken chunk is done, are guarded by one lock.
#include "io/bulk.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/message.h"
#include "io/number.h"
#include "io/progress.h"
#include "io/system.h"

enum { MOST_THREADS = 256, CHUNK_ROWS = 512, CHUNK_BYTES = 1 << 16 };

typedef struct chunk {
    text_buffer in;  ///< the rows as text, each with a '\0' at its end
    struct {
        size_t   begin, length;
        uint64_t line;
    } rows[CHUNK_ROWS];
    int         row_count;
    uint64_t    first_number;
    progress    read;  ///< when its last row had been read
    text_buffer out;
    bool        is_done;
    uint64_t    bad_line;  ///< 0: none
    char        problem[CSV_PROBLEM_SIZE];
} chunk;

typedef struct bulk {
    const bulk_job *job;
    csv_reader      reader;   // of the reading thread, but for what does not change after the first row
    chunk          *filling;  // of the reading thread: not handed over yet, or NULL
    chunk          *chunks;
    uint64_t        chunk_count;

    pthread_mutex_t lock;
    pthread_cond_t  room;           // for the reading thread: a chunk has been written
    pthread_cond_t  work;           // for workers: a chunk has been filled, or the last one was
    pthread_cond_t  work_or_write;  // for the main thread: the same, or a chunk is done
    uint64_t        filled, taken, written;
    bool            is_read;  // all of the input
} bulk;

// ---- reading ----

static void hand_over(void *owner)
{
    bulk *b = owner;
    if (!b->filling)
        return;
    b->filling->read = b->reader.done;
    b->filling = NULL;
    pthread_mutex_lock(&b->lock);
    b->filled++;
    pthread_cond_signal(&b->work);
    pthread_cond_signal(&b->work_or_write);
    pthread_mutex_unlock(&b->lock);
}

static chunk *wait_for_room(bulk *b)
{
    pthread_mutex_lock(&b->lock);
    while (b->filled == b->written + b->chunk_count)
        pthread_cond_wait(&b->room, &b->lock);
    chunk *c = &b->chunks[b->filled % b->chunk_count];
    pthread_mutex_unlock(&b->lock);
    c->in.length = c->out.length = 0;
    c->row_count = 0;
    c->is_done = false;
    c->first_number = b->reader.rows;
    return c;
}

static void *read_rows(void *argument)
{
    bulk       *b = argument;
    const char *row;
    size_t      length;
    while ((row = csv_next_row(&b->reader, &length)) != NULL) {
        if (!b->filling)
            b->filling = wait_for_room(b);
        chunk       *c = b->filling;
        const size_t begin = c->in.length;
        text_append(&c->in, row, length + 1);
        if (c->in.out_of_memory) {
            b->reader.out_of_memory = true;
            b->reader.done.lines--;  // this line was not read
            break;
        }
        c->rows[c->row_count].begin = begin;
        c->rows[c->row_count].length = length;
        c->rows[c->row_count].line = b->reader.done.lines;
        c->row_count++;
        if (c->row_count == CHUNK_ROWS || c->in.length >= CHUNK_BYTES)
            hand_over(b);
    }
    hand_over(b);
    pthread_mutex_lock(&b->lock);
    b->is_read = true;
    pthread_cond_broadcast(&b->work);
    pthread_cond_signal(&b->work_or_write);
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

// ---- working ----

static void work_on(const bulk *b, chunk *c)
{
    double values[BULK_MAX_COLUMNS];
    for (int i = 0; i < c->row_count; i++) {
        const size_t   before = c->out.length;
        const bulk_row row = { values, b->reader.columns, c->first_number + (uint64_t)i };
        const char    *text = c->in.bytes + c->rows[i].begin;
        bool           is_good = csv_parse(&b->reader, row.number, text, c->rows[i].length, values, c->problem) &&
                       b->job->work(b->job->context, &row, &c->out, c->problem);
        if (c->out.out_of_memory) {
            snprintf(c->problem, sizeof c->problem, "out of memory");
            is_good = false;
        }
        if (!is_good) {
            c->out.length = before;
            c->bad_line = c->rows[i].line;
            return;
        }
    }
}

// Take the next chunk and work on it. The lock is held before and after.
static void take_one(bulk *b)
{
    chunk *c = &b->chunks[b->taken++ % b->chunk_count];
    pthread_mutex_unlock(&b->lock);
    work_on(b, c);
    pthread_mutex_lock(&b->lock);
    c->is_done = true;
    pthread_cond_signal(&b->work_or_write);
}

static void *work_until_end(void *argument)
{
    bulk *b = argument;
    pthread_mutex_lock(&b->lock);
    for (;;) {
        if (b->taken < b->filled)
            take_one(b);
        else if (b->is_read)
            break;
        else
            pthread_cond_wait(&b->work, &b->lock);
    }
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

// ---- writing ----

static void write_out(const bulk *b, const chunk *c)
{
    if (c->out.length > 0)
        fwrite(c->out.bytes, 1, c->out.length, stdout);
    if (c->bad_line)
        fail("%s:%llu: %s", b->reader.name, (unsigned long long)c->bad_line, c->problem);
    flush_output();
    progress_show(&c->read);
}

static void write_until_end(bulk *b)
{
    pthread_mutex_lock(&b->lock);
    for (;;) {
        const chunk *oldest = &b->chunks[b->written % b->chunk_count];
        if (b->written < b->taken && oldest->is_done) {
            pthread_mutex_unlock(&b->lock);
            write_out(b, oldest);
            pthread_mutex_lock(&b->lock);
            b->written++;
            pthread_cond_signal(&b->room);
        } else if (b->taken < b->filled) {
            take_one(b);
        } else if (b->is_read && b->written == b->filled) {
            break;
        } else {
            pthread_cond_wait(&b->work_or_write, &b->lock);
        }
    }
    pthread_mutex_unlock(&b->lock);
}

// ---- all together ----

void bulk_run(const bulk_job *job)
{
    assert(job->columns + job->optional_columns <= BULK_MAX_COLUMNS && job->threads <= MOST_THREADS);
    bulk b = {
        .job = job,
        .reader = csv_open(job->path, job->columns, job->expected),
        .chunk_count = 2 * (uint64_t)job->threads + 2,
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .room = PTHREAD_COND_INITIALIZER,
        .work = PTHREAD_COND_INITIALIZER,
        .work_or_write = PTHREAD_COND_INITIALIZER,
    };
    b.reader.optional_columns = job->optional_columns;
    b.reader.row_name = job->row_name;
    b.reader.before_waiting = hand_over;
    b.reader.owner = &b;
    b.chunks = calloc(b.chunk_count, sizeof *b.chunks);
    if (!b.chunks)
        fail("%s: out of memory", b.reader.name);
    puts(job->header);
    flush_output();

    pthread_t reading, workers[MOST_THREADS];
    const int error = pthread_create(&reading, NULL, read_rows, &b);
    if (error)
        fail("cannot start a thread: %s", strerror(error));
    int worker_count = 0;  // as many as can be had: the main thread is one more, and would be enough
    while (worker_count < job->threads - 1 && pthread_create(&workers[worker_count], NULL, work_until_end, &b) == 0)
        worker_count++;
    write_until_end(&b);
    pthread_join(reading, NULL);
    for (int i = 0; i < worker_count; i++)
        pthread_join(workers[i], NULL);

    csv_check_end(&b.reader);
    csv_close(&b.reader);
    for (uint64_t i = 0; i < b.chunk_count; i++) {
        free(b.chunks[i].in.bytes);
        free(b.chunks[i].out.bytes);
    }
    free(b.chunks);
}

int read_threads(const char *text)
{
    if (!text) {
        const int cores = system_cores();
        return cores > MOST_THREADS ? MOST_THREADS : cores;
    }
    double value = 0.0;
    if (number_parse(text, text + strlen(text), &value) != NUMBER_OK || !(value >= 1.0 && value <= MOST_THREADS) ||
        value != (double)(int)value)
        fail("--threads: '%s' is not a number of threads from 1 to %d", text, MOST_THREADS);
    return (int)value;
}
