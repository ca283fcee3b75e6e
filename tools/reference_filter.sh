#!/bin/sh
# SPDX-License-Identifier: MIT
# reference_filter.sh HEADER: for doxygen. The first comment of a header is about the file; one above several functions, with no
# empty line between them, is about each.
exec awk '
/^\/\/\// && !begun { print "/// \\file"; begun = 1 }
/^\/\/\//           { if (!in_comment) comment = ""; comment = comment $0 "\n"; in_comment = 1; print; next }
/^$/                { comment = "" }
/^SWV_(API|EXTERN|INLINE)/ { if (!in_comment) printf "%s", comment }
                    { in_comment = 0; print }' "$1"
