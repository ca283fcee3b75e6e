#!/bin/sh
# SPDX-License-Identifier: MIT
# check_purity.sh LIBRARY.a: the core allocates nothing, prints nothing, exits nowhere and has no globals. Reads the
# archive's symbols: what it refers to must be on the list below, and it must hold no writable data.
set -eu
archive=$1

# memcpy and its like are calls the compiler itself makes; sqrt is the one function of libm; __cpu_* is how a program asks
# what instructions the processor has.
allowed='^(memcpy|memmove|memset|memcmp|strcmp|sqrt|sqrtf|__cpu_model|__cpu_indicator_init|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail)$'

nm --undefined-only "$archive" | sed -n 's/^ *[Uw] //p' | sort -u >"${TMPDIR:-/tmp}/swivel-undefined.$$"
nm --defined-only "$archive" | awk 'NF >= 3 { print $3 }' | sort -u >"${TMPDIR:-/tmp}/swivel-defined.$$"
foreign=$(comm -23 "${TMPDIR:-/tmp}/swivel-undefined.$$" "${TMPDIR:-/tmp}/swivel-defined.$$" | grep -Ev "$allowed" || true)
rm -f "${TMPDIR:-/tmp}/swivel-undefined.$$" "${TMPDIR:-/tmp}/swivel-defined.$$"
# Writable data: b, B (zeroed), d, D, C (initialised, common). .data.rel.ro holds pointers fixed at load and is read-only
# afterwards; nm shows it as d too, so the section decides.
writable=$(objdump -t "$archive" | awk '$4 ~ /^\.(data|bss|tdata|tbss)/ && $4 !~ /^\.data\.rel\.ro/ && $5 !~ /^0+$/ { print $NF }')
unprefixed=$(nm --defined-only --extern-only "$archive" | awk 'NF >= 3 { print $3 }' | grep -Ev '^swvi?_' || true)

status=0
[ -z "$foreign" ] || { echo "the core refers to: $foreign"; status=1; }
[ -z "$writable" ] || { echo "the core has writable data: $writable"; status=1; }
[ -z "$unprefixed" ] || { echo "symbols without the prefix: $unprefixed"; status=1; }
[ "$(nm --defined-only "$archive" | grep -c ' T swv_')" -gt 50 ] || { echo "$archive holds too little to be the core"; status=1; }
exit $status
