// SPDX-License-Identifier: MIT
// XML as a tree of elements with attributes; text between them is left out.
#ifndef SWIVEL_IO_XML_H
#define SWIVEL_IO_XML_H

#include "io/io_internal.h"

typedef struct swvi_element {
    const char          *name;
    const char         **attributes;  ///< name, value, name, value, NULL
    struct swvi_element *parent, *child, *last_child, *next;
    long                 line;
    size_t               offset;
} swvi_element;

/// The root element, in scratch. NULL with an error.
swvi_element *swvi_xml_parse(swvi_reading *r);

/// The first child of this name, or the next one after `e`; NULL: none.
swvi_element *swvi_xml_child(const swvi_element *e, const char *name);
swvi_element *swvi_xml_next(const swvi_element *e, const char *name);

/// An attribute; NULL if it is not there.
const char *swvi_xml_get(const swvi_element *e, const char *name);

/// Numbers of an attribute, between `least` and `most`, and how many; 0 if it is not there; -1 with an error. e may be NULL.
int swvi_xml_numbers(swvi_reading *r, const swvi_element *e, const char *name, double *values, int least, int most);

/// The same of a place or a direction: *v stays as it is if it is not there. False with an error.
bool swvi_xml_vec3(swvi_reading *r, const swvi_element *e, const char *name, swv_vec3 *v);

/// The attribute `name`, in the pool; "" if it is not there. False with an error.
bool swvi_xml_name(swvi_reading *r, const swvi_element *e, const char **name);

/// An error at an element: a text as printf makes it. False.
#define swvi_xml_refuse(r, e, ...) (swvi_fail((r)->error, SWV_BAD_FILE, (e)->line, (e)->offset, __VA_ARGS__), false)

#endif
