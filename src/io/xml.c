// SPDX-License-Identifier: MIT
// XML by expat. Document types are refused: nothing read here has one, and entities can be made to grow without end.
#include "io/io_internal.h"

#ifdef SWIVEL_HAS_EXPAT

    #include <expat.h>
    #include <math.h>
    #include <string.h>

    #include "io/number.h"
    #include "io/xml.h"

enum { DEEPEST = 200 };  // elements one in another: robots have some tens. Chosen, as readers call themselves for each

typedef struct parsing {
    swvi_reading *r;
    XML_Parser    parser;
    swvi_element *root, *open;
    int           depth;
} parsing;

// End the parsing with an error at the place it is at.
static void stop(parsing *p, swv_status status, const char *what)
{
    const XML_Index at = XML_GetCurrentByteIndex(p->parser);
    if (p->r->error->status == SWV_OK)
        swvi_fail(p->r->error, status, (long)XML_GetCurrentLineNumber(p->parser), at < 0 ? 0 : (size_t)at, "%s", what);
    XML_StopParser(p->parser, XML_FALSE);
}

// With room after it for swvi_number_read.
static const char *copy_text(parsing *p, const char *text)
{
    const size_t length = strlen(text);
    char        *copy = swvi_pool_take(p->r->scratch, length + 1 + SWVI_NUMBER_PADDING, 1);
    if (copy)
        memcpy(copy, text, length);
    return copy;
}

// Called by expat at the beginning of each element: a copy of it, at the end of the open one's children.
static void XMLCALL begin(void *user, const XML_Char *name, const XML_Char **attributes)
{
    parsing *p = user;
    size_t   count = 0;
    while (attributes[count])
        count++;
    swvi_element *e = swvi_pool_take(p->r->scratch, 1, sizeof *e);
    const char  **copies = swvi_pool_take(p->r->scratch, count + 1, sizeof *copies);
    bool          is_good = e && copies;
    for (size_t i = 0; is_good && i < count; i++)
        is_good = (copies[i] = copy_text(p, attributes[i])) != NULL;
    const char *own_name = is_good ? copy_text(p, name) : NULL;
    if (!own_name || p->depth == DEEPEST) {
        stop(p, own_name ? SWV_BAD_FILE : SWV_NO_MEMORY,
             own_name ? "elements less deep expected" : swv_status_text(SWV_NO_MEMORY));
        return;
    }
    *e = (swvi_element){ .name = own_name,
                         .attributes = copies,
                         .parent = p->open,
                         .line = (long)XML_GetCurrentLineNumber(p->parser),
                         .offset = (size_t)XML_GetCurrentByteIndex(p->parser) };
    if (!p->open)
        p->root = e;
    else if (p->open->last_child)
        p->open->last_child->next = e;
    else
        p->open->child = e;
    if (p->open)
        p->open->last_child = e;
    p->open = e;
    p->depth++;
}

static void XMLCALL end(void *user, const XML_Char *name)
{
    parsing *p = user;
    (void)name;
    p->open = p->open ? p->open->parent : NULL;
    p->depth--;
}

static void XMLCALL refuse_doctype(void *user, const XML_Char *name, const XML_Char *system, const XML_Char *public,
                                   int has_more)
{
    (void)name;
    (void)system;
    (void)public;
    (void)has_more;
    stop(user, SWV_BAD_FILE, "a document without a DOCTYPE expected");
}

swvi_element *swvi_xml_parse(swvi_reading *r)
{
    parsing p = { .r = r, .parser = XML_ParserCreate(NULL) };
    if (!p.parser) {
        swvi_no_memory(r->error);
        return NULL;
    }
    XML_SetUserData(p.parser, &p);
    XML_SetElementHandler(p.parser, begin, end);
    XML_SetStartDoctypeDeclHandler(p.parser, refuse_doctype);
    // Its lengths are ints: by pieces of 16 MB, chosen.
    const size_t piece = 1 << 24;
    for (size_t at = 0; at <= r->size; at += piece) {
        const size_t left = r->size - at, size = left < piece ? left : piece;
        if (XML_Parse(p.parser, (const char *)r->bytes + at, (int)size, size == left) != XML_STATUS_OK) {
            const enum XML_Error code = XML_GetErrorCode(p.parser);
            stop(&p, code == XML_ERROR_NO_MEMORY ? SWV_NO_MEMORY : SWV_BAD_FILE, XML_ErrorString(code));
            break;
        }
        if (size == left)
            break;
    }
    XML_ParserFree(p.parser);
    return r->error->status == SWV_OK ? p.root : NULL;
}

swvi_element *swvi_xml_child(const swvi_element *e, const char *name)
{
    swvi_element *c = e ? e->child : NULL;
    return !c || strcmp(c->name, name) == 0 ? c : swvi_xml_next(c, name);
}

swvi_element *swvi_xml_next(const swvi_element *e, const char *name)
{
    swvi_element *c = e->next;
    while (c && strcmp(c->name, name) != 0)
        c = c->next;
    return c;
}

const char *swvi_xml_get(const swvi_element *e, const char *name)
{
    for (const char **a = e ? e->attributes : NULL; a && a[0]; a += 2)
        if (!strcmp(a[0], name))
            return a[1];
    return NULL;
}

int swvi_xml_numbers(swvi_reading *r, const swvi_element *e, const char *name, double *values, int least, int most)
{
    const char *text = swvi_xml_get(e, name);
    int         count = 0;
    if (!text)
        return 0;
    for (;;) {
        while (*text == ' ' || (*text >= '\t' && *text <= '\r'))
            text++;
        if (!*text || count == most)
            break;
        text = swvi_number_read(text, &values[count]);
        // 1e100: docs/conventions.md, "Numbers"
        if (!text || (unsigned char)*text > ' ' || !(fabs(values[count]) < 1e100))
            break;
        count++;
    }
    if (!text || *text || count < least) {
        (void)swvi_xml_refuse(r, e, "<%.30s>: %.30s: %d number%s expected", e->name, name, most, most == 1 ? "" : "s");
        return -1;
    }
    return count;
}

bool swvi_xml_vec3(swvi_reading *r, const swvi_element *e, const char *name, swv_vec3 *v)
{
    double    values[3];
    const int count = swvi_xml_numbers(r, e, name, values, 3, 3);
    if (count > 0)
        *v = (swv_vec3){ values[0], values[1], values[2] };
    return count >= 0;
}

bool swvi_xml_name(swvi_reading *r, const swvi_element *e, const char **name)
{
    const char *text = swvi_xml_get(e, "name");
    *name = swvi_take_text(r->pool, text ? text : "", text ? strlen(text) : 0);
    return *name || swvi_fail_memory(r->error);
}

#endif
