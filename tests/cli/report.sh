# SPDX-License-Identifier: MIT
# swivel report: one page, well formed, every piece in it, and what goes wrong.
. "$(dirname "$0")/check.sh"

case $swivel in
/*) ;;
*) swivel=$PWD/$swivel ;;
esac
cd "$folder" || exit 1
run report
expect_success
expect_line "wrote report.html"
/usr/bin/python3 - "$folder/report.html" <<'PY' || fail "report: the page is not as it should be"
import base64, html.parser, re, sys, xml.parsers.expat
page = open(sys.argv[1], encoding="utf-8").read()
class Reader(html.parser.HTMLParser):
    open, text, images, links, ids = [], 0, 0, set(), set()
    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        if tag == "img":
            self.images += 1
            assert a["alt"].startswith("swivel ")
            kind, data = a["src"].split(",", 1)
            assert kind == "data:image/svg+xml;base64"
            xml.parsers.expat.ParserCreate().Parse(base64.b64decode(data, validate=True), True)
        if tag == "pre":
            self.text += 1
        if tag == "a":
            self.links.add(a["href"][1:])
        if "id" in a:
            self.ids.add(a["id"])
r = Reader()
r.feed(page)
assert r.images >= 3 and r.text >= 2, (r.images, r.text)
assert r.links == r.ids, (r.links, r.ids)
assert page.count('class="command"') == r.images + r.text
assert "http" not in re.sub(r"base64,[^\"]*", "", page)
PY

if [ -n "${SWIVEL_TEST_ALL-}" ]; then
    run report --out -
    expect_success
    cmp -s "$folder/out" "$folder/report.html" || fail 'report --out -: not what it writes to a file'
fi
# The page of the browser tests: it takes most of a minute.
if [ -n "${SWIVEL_REPORT_PAGE-}" ]; then
    mkdir -p "$(dirname "$SWIVEL_REPORT_PAGE")"
    cp report.html "$SWIVEL_REPORT_PAGE"
fi
run report --out /nowhere/report.html
expect_failure "cannot open '/nowhere/report.html': No such file or directory"
run report page.html
expect_failure "report: unexpected argument 'page.html'; 'swivel help report' shows what it takes"

finish
