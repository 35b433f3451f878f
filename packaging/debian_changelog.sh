#!/bin/sh
# The changelog in Debian's form: versions and dates of CHANGELOG.md, whose text the package has whole beside it.
#
#   sh packaging/debian_changelog.sh VERSION    the version that is packed
set -eu
cd "$(dirname "$0")/.."
maintainer=$(sed -n 's/^maintainer = "\(.*\)"/\1/p' Cargo.toml)

# entry VERSION DATE
entry() {
    date=$(LC_ALL=C date --utc --rfc-email --date="$2")
    printf 'sgmp-go (%s) stable; urgency=medium\n\n  * See changelog.gz.\n\n -- %s  %s\n\n' "$1" "$maintainer" "$date"
}

grep -q "^## \[$1\]" CHANGELOG.md || entry "$1" "@$(git log -1 --format=%ct)"
sed -n 's/^## \[\([0-9.]*\)\] - \(.*\)/\1 \2/p' CHANGELOG.md | while read -r version date; do
    entry "$version" "$date"
done
