// SPDX-License-Identifier: MIT
//
// As much of expat's interface as src/io/xml.c uses, for the module: shim_xml.c has it, as there is no expat for WebAssembly at hand.
#ifndef SWIVEL_SHIM_EXPAT_H
#define SWIVEL_SHIM_EXPAT_H

#define XMLCALL
#define XML_FALSE 0

typedef char XML_Char;
typedef long XML_Index;

typedef struct shim_xml *XML_Parser;

enum XML_Status { XML_STATUS_ERROR = 0, XML_STATUS_OK };
enum XML_Error { XML_ERROR_NONE = 0, XML_ERROR_NO_MEMORY, XML_ERROR_SYNTAX };

typedef void (*XML_StartElementHandler)(void *user, const XML_Char *name, const XML_Char **attributes);
typedef void (*XML_EndElementHandler)(void *user, const XML_Char *name);
typedef void (*XML_StartDoctypeDeclHandler)(void *user, const XML_Char *name, const XML_Char *system_id,
                                            const XML_Char *public_id, int has_more);

XML_Parser      XML_ParserCreate(const XML_Char *encoding);
void            XML_ParserFree(XML_Parser parser);
void            XML_SetUserData(XML_Parser parser, void *user);
void            XML_SetElementHandler(XML_Parser parser, XML_StartElementHandler begin, XML_EndElementHandler end);
void            XML_SetStartDoctypeDeclHandler(XML_Parser parser, XML_StartDoctypeDeclHandler doctype);
enum XML_Status XML_Parse(XML_Parser parser, const char *bytes, int size, int is_final);
void            XML_StopParser(XML_Parser parser, unsigned char is_resumable);
enum XML_Error  XML_GetErrorCode(XML_Parser parser);
const char     *XML_ErrorString(enum XML_Error code);
XML_Index       XML_GetCurrentByteIndex(XML_Parser parser);
unsigned long   XML_GetCurrentLineNumber(XML_Parser parser);

#endif
