// SPDX-License-Identifier: MIT
//
// A small XML parser behind expat's interface (expat/expat.h): UTF-8, elements and attributes, the five named entities and numbers, comments,
// instructions, CDATA. The whole file in one piece. Text between elements is passed over.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "expat.h"

enum { ATTRIBUTES = 256 };

struct shim_xml {
    void                       *user;
    XML_StartElementHandler     begin;
    XML_EndElementHandler       end;
    XML_StartDoctypeDeclHandler doctype;
    const char                 *bytes, *at, *past;  // the file, the element it is about, the file's end
    bool                        is_stopped;
    enum XML_Error              error;
};

XML_Parser XML_ParserCreate(const XML_Char *encoding)
{
    (void)encoding;
    return calloc(1, sizeof(struct shim_xml));
}

void XML_ParserFree(XML_Parser p)
{
    free(p);
}

void XML_SetUserData(XML_Parser p, void *user)
{
    p->user = user;
}

void XML_SetElementHandler(XML_Parser p, XML_StartElementHandler begin, XML_EndElementHandler end)
{
    p->begin = begin;
    p->end = end;
}

void XML_SetStartDoctypeDeclHandler(XML_Parser p, XML_StartDoctypeDeclHandler doctype)
{
    p->doctype = doctype;
}

void XML_StopParser(XML_Parser p, unsigned char is_resumable)
{
    (void)is_resumable;
    p->is_stopped = true;
}

enum XML_Error XML_GetErrorCode(XML_Parser p)
{
    return p->error;
}

const char *XML_ErrorString(enum XML_Error code)
{
    return code == XML_ERROR_NO_MEMORY ? "out of memory" : "not well-formed";
}

XML_Index XML_GetCurrentByteIndex(XML_Parser p)
{
    return p->at - p->bytes;
}

unsigned long XML_GetCurrentLineNumber(XML_Parser p)
{
    unsigned long line = 1;
    for (const char *c = p->bytes; c < p->at; c++)
        line += *c == '\n';
    return line;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Letters, digits and what names may have beside them; all of UTF-8 beyond ASCII.
static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' ||
           c == '-' || c == '.' || (unsigned char)c >= 0x80;
}

static bool begins(const struct shim_xml *p, const char *at, const char *word)
{
    const size_t length = strlen(word);
    return (size_t)(p->past - at) >= length && memcmp(at, word, length) == 0;
}

// After the word; NULL if it does not come.
static const char *find(const struct shim_xml *p, const char *at, const char *word)
{
    for (; at < p->past; at++)
        if (begins(p, at, word))
            return at + strlen(word);
    return NULL;
}

static char *put_character(char *to, uint32_t c)
{
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xC0 | c >> 6);
        *to++ = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *to++ = (char)(0xE0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    } else {
        *to++ = (char)(0xF0 | c >> 18);
        *to++ = (char)(0x80 | (c >> 12 & 0x3F));
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    }
    return to;
}

// An entity at `at`, behind its &: what it stands for goes to *to, which is no longer than what is read. NULL: there is none.
static const char *read_entity(const struct shim_xml *p, const char *at, char **to)
{
    static const struct {
        const char *name;
        char        character;
    } named[] = { { "lt;", '<' }, { "gt;", '>' }, { "amp;", '&' }, { "quot;", '"' }, { "apos;", '\'' } };
    for (int i = 0; i < 5; i++)
        if (begins(p, at, named[i].name)) {
            *(*to)++ = named[i].character;
            return at + strlen(named[i].name);
        }
    if (!begins(p, at, "#"))
        return NULL;
    const bool is_hex = begins(p, at, "#x");
    uint32_t   c = 0;
    int        digits = 0;
    for (at += is_hex ? 2 : 1; at < p->past && *at != ';'; at++, digits++) {
        const char d = *at;
        const int  value = d >= '0' && d <= '9'             ? d - '0'
                           : is_hex && d >= 'a' && d <= 'f' ? d - 'a' + 10
                           : is_hex && d >= 'A' && d <= 'F' ? d - 'A' + 10
                                                            : -1;
        if (value < 0 || c > 0x10FFFF)
            return NULL;
        c = c * (is_hex ? 16 : 10) + (uint32_t)value;
    }
    if (at == p->past || digits == 0 || c == 0 || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
        return NULL;
    *to = put_character(*to, c);
    return at + 1;
}

// A name at `at`, copied to *to with its zero. NULL: there is none.
static const char *read_name(const struct shim_xml *p, const char *at, char **to)
{
    const char *begin = at;
    while (at < p->past && is_name(*at))
        *(*to)++ = *at++;
    *(*to)++ = 0;
    return at > begin && (unsigned char)(*begin | 0x20) >= 'A' && *begin != '-' && *begin != '.' ? at : NULL;
}

// From = to behind the quote. NULL: it is no value.
static const char *read_value(const struct shim_xml *p, const char *at, char **to)
{
    while (at < p->past && is_blank(*at))
        at++;
    if (at == p->past || *at++ != '=')
        return NULL;
    while (at < p->past && is_blank(*at))
        at++;
    if (at == p->past || (*at != '"' && *at != '\''))
        return NULL;
    const char quote = *at++;
    while (at && at < p->past && *at != quote) {
        if (*at == '<' || *at == 0)
            return NULL;
        if (*at == '&') {
            at = read_entity(p, at + 1, to);
        } else {
            *(*to)++ = (char)(is_blank(*at) ? ' ' : *at);
            at++;
        }
    }
    if (!at || at == p->past)
        return NULL;
    *(*to)++ = 0;
    return at + 1;
}

// An element behind its <, to behind its >. `text` has room for all its names and values.
static const char *read_element(struct shim_xml *p, const char *at, char *text, int *depth)
{
    const char *attributes[2 * ATTRIBUTES + 1], *name = text;
    int         count = 0;
    at = read_name(p, at, &text);
    while (at) {
        const char *blanks = at;
        while (at < p->past && is_blank(*at))
            at++;
        if (begins(p, at, "/>") || begins(p, at, ">"))
            break;
        if (at == blanks || count == ATTRIBUTES)
            return NULL;
        attributes[2 * count] = text;
        at = read_name(p, at, &text);
        attributes[2 * count + 1] = text;
        at = at ? read_value(p, at, &text) : NULL;
        for (int i = 0; at && i < count; i++)
            if (!strcmp(attributes[2 * i], attributes[2 * count]))
                return NULL;
        count++;
    }
    if (!at)
        return NULL;
    attributes[2 * count] = NULL;
    p->begin(p->user, name, attributes);
    ++*depth;
    if (*at == '>')
        return at + 1;
    if (!p->is_stopped)
        p->end(p->user, name);
    --*depth;
    return at + 2;
}

typedef struct open_element {
    const char *name;
    size_t      length;
} open_element;

static bool closes(const struct shim_xml *p, const open_element *open, const char **at)
{
    const char *c = *at;
    if ((size_t)(p->past - c) < open->length || memcmp(c, open->name, open->length) != 0)
        return false;
    for (c += open->length; c < p->past && is_blank(*c); c++)
        ;
    if (c == p->past || *c != '>')
        return false;
    *at = c + 1;
    return true;
}

static bool parse(struct shim_xml *p, char *text, open_element *open, int deepest)
{
    const char *at = p->bytes;
    int         depth = 0, roots = 0;
    if (begins(p, at, "\xEF\xBB\xBF"))
        at += 3;
    while (at < p->past && !p->is_stopped) {
        p->at = at;
        if (*at != '<') {
            if (*at == 0 || (depth == 0 && !is_blank(*at)))
                return false;
            at++;
        } else if (begins(p, at, "<!--")) {
            at = find(p, at + 4, "-->");
        } else if (begins(p, at, "<?")) {
            at = find(p, at + 2, "?>");
        } else if (begins(p, at, "<![CDATA[") && depth > 0) {
            at = find(p, at + 9, "]]>");
        } else if (begins(p, at, "<!")) {
            if (p->doctype && begins(p, at, "<!DOCTYPE"))
                p->doctype(p->user, "", NULL, NULL, 0);
            return p->is_stopped;
        } else if (begins(p, at, "</")) {
            at += 2;
            if (depth == 0 || !closes(p, &open[depth - 1], &at))
                return false;
            p->end(p->user, "");
            depth--;
        } else {
            const char *name = at + 1;
            const int   before = depth;
            if (depth == deepest || (depth == 0 && roots++ > 0))
                return false;
            at = read_element(p, name, text, &depth);
            if (at && depth > before) {
                size_t length = 0;
                while (is_name(name[length]))
                    length++;
                open[before] = (open_element){ name, length };
            }
        }
        if (!at)
            return false;
    }
    return p->is_stopped || (depth == 0 && roots == 1);
}

enum XML_Status XML_Parse(XML_Parser p, const char *bytes, int size, int is_final)
{
    enum { DEEPEST = 1000 };
    p->bytes = p->at = bytes;
    p->past = bytes + size;
    char         *text = malloc(2 * (size_t)size + 16);
    open_element *open = malloc(DEEPEST * sizeof *open);
    if (!text || !open)
        p->error = XML_ERROR_NO_MEMORY;
    else if (!is_final || !parse(p, text, open, DEEPEST) || p->is_stopped)
        p->error = XML_ERROR_SYNTAX;
    free(text);
    free(open);
    return p->error == XML_ERROR_NONE ? XML_STATUS_OK : XML_STATUS_ERROR;
}
