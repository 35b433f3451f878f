#!/bin/sh
# Makes what people download, into dist/: sh packaging/build.sh [PART ...]
#
#   deb            Debian package, amd64 (Debian 12 and later)
#   deb-arm64      the same for arm64
#   linux          static program for any Linux, x86_64
#   linux-arm64    the same for aarch64
#   windows        program for Windows, x86_64, as a zip
#   sbom           list of what is inside, CycloneDX
#
# Without a word all of them, and SHA256SUMS. It wants Rust by rustup, a C compiler, and root or sudo for the packages of Debian
# that are missing (a cross compiler for each system). The same commit makes the same bytes in any folder: docs/packages.md.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
dist=$root/dist
assets=$dist/assets
tools=${SGMP_TOOLS:-$root/target/tools}
target=${CARGO_TARGET_DIR:-$root/target}
export CARGO_TARGET_DIR="$target" PATH="$tools/bin:$HOME/.cargo/bin:$PATH"

version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
SGMP_COMMIT=$(git describe --always --dirty --abbrev=40 --exclude='*')
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SGMP_COMMIT SOURCE_DATE_EPOCH
parts=${*:-deb deb-arm64 linux linux-arm64 windows sbom}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# needs COMMAND PACKAGE
needs() {
    command -v "$1" >/dev/null 2>&1 || as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$2"
}

# tool NAME VERSION [FEATURES]
tool() {
    command -v "$1" >/dev/null 2>&1 || cargo install --locked --root "$tools" --features "${3:-}" --version "$2" "$1"
}

# Paths of this machine are no part of the program.
flags="--remap-path-prefix=$root=/sgmp-go --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
flags="$flags --remap-path-prefix=$(rustc --print sysroot)=/rust"

# build TARGET [RUSTFLAGS]
build() {
    echo "=== $1 ($SGMP_COMMIT)"
    rustup target list --installed | grep -qx "$1" || rustup target add "$1"
    RUSTFLAGS="$flags ${2:-}" cargo auditable build --locked --profile dist --bin sgmp-go --target "$1"
}

# What goes beside the program: pages, completions, licenses, the changelog in Debian's form.
make_assets() {
    [ -e "$assets/done" ] && return
    build x86_64-unknown-linux-gnu
    program=$target/x86_64-unknown-linux-gnu/dist/sgmp-go
    rm -rf "$assets"
    mkdir -p "$assets/man"
    "$program" man --out "$assets/man"
    "$program" completions bash >"$assets/sgmp-go.bash"
    "$program" completions zsh >"$assets/_sgmp-go"
    "$program" completions fish >"$assets/sgmp-go.fish"
    cargo about generate --locked --offline -c packaging/about.toml packaging/about.hbs -o "$assets/THIRD-PARTY.html"
    sh packaging/debian_changelog.sh "$version" >"$assets/changelog"
    gzip -9nc CHANGELOG.md >"$assets/changelog.gz"
    : >"$assets/done"
}

# package_deb TARGET
package_deb() {
    cargo deb --no-build --no-strip --locked --profile dist --target "$1" --output "$dist/"
}

# archive NAME FILE...: files of the checkout or made here, with the commit's date and no owner.
archive() {
    name=$1
    shift
    rm -rf "$dist/$name" "$dist/$name.tar.xz"
    mkdir -p "$dist/$name"
    cp -r "$@" LICENSE-MIT LICENSE-APACHE CHANGELOG.md README.md docs "$assets/THIRD-PARTY.html" "$dist/$name/"
    find "$dist/$name" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

# static_linux TARGET NAME
static_linux() {
    make_assets
    build "$1" "-C target-feature=+crt-static"
    name=sgmp-go-$version-linux-$2
    archive "$name" "$target/$1/dist/sgmp-go" "$assets/man"
    tar --directory="$dist" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
        -cJf "$dist/$name.tar.xz" "$name"
    rm -rf "${dist:?}/$name"
}

rm -rf "$dist"
mkdir -p "$dist"
tool cargo-auditable 0.7.7
tool cargo-about 0.9.3 cli
for part in $parts; do
    case $part in
    deb)
        tool cargo-deb 3.8.0
        make_assets
        package_deb x86_64-unknown-linux-gnu
        ;;
    deb-arm64)
        tool cargo-deb 3.8.0
        needs aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
        make_assets
        export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
        build aarch64-unknown-linux-gnu
        package_deb aarch64-unknown-linux-gnu
        ;;
    linux)
        static_linux x86_64-unknown-linux-musl x86_64
        ;;
    linux-arm64)
        # Rust brings musl itself, and links it with its own linker.
        export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
        static_linux aarch64-unknown-linux-musl aarch64
        ;;
    windows)
        needs x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
        needs zip zip
        make_assets
        export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc
        build x86_64-pc-windows-gnu "-C link-arg=-Wl,--no-insert-timestamp"
        name=sgmp-go-$version-windows-x86_64
        archive "$name" "$target/x86_64-pc-windows-gnu/dist/sgmp-go.exe" packaging/windows/README.txt \
            packaging/windows/sgmp-go.cmd
        (cd "$dist" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -q -X "$name.zip" -@)
        rm -rf "${dist:?}/$name"
        ;;
    sbom)
        tool cargo-cyclonedx 0.5.9
        cargo cyclonedx --format json --spec-version 1.5 --target all --override-filename sgmp-go.cdx
        sed "s#path+file://$root#path+file:///sgmp-go#g" sgmp-go.cdx.json >"$dist/sgmp-go-$version.cdx.json"
        rm sgmp-go.cdx.json
        find crates proto proto-capi tests/house -name sgmp-go.cdx.json -delete
        ;;
    *)
        echo "packaging/build.sh: no such part: $part (see its head)" >&2
        exit 2
        ;;
    esac
done
rm -rf "$assets"
(cd "$dist" && sha256sum -- * >SHA256SUMS && cat SHA256SUMS)
