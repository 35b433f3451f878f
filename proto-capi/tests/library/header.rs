//! The committed header is the one that cbindgen makes of the sources.

use std::fs;
use std::path::Path;

/// Set to anything, the test writes the header instead of comparing it.
const WRITE: &str = "SGMP_WRITE_HEADER";

fn generated() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml");
    let mut header = Vec::new();
    // File by file: asking cargo for the crate would want the network.
    let mut builder = cbindgen::Builder::new().with_config(config);
    for file in ["terms", "status", "event", "border", "calls"] {
        builder = builder.with_src(root.join("src").join(file).with_extension("rs"));
    }
    let bindings = builder.generate().expect("sources that cbindgen reads");
    bindings.write(&mut header);
    String::from_utf8(header).expect("text")
}

#[test]
fn the_header_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/sgmp.h");
    let made = generated();
    if std::env::var_os(WRITE).is_some() {
        fs::write(&path, made).expect("a header that can be written");
        return;
    }
    let committed = fs::read_to_string(&path).expect("include/sgmp.h");
    assert!(
        committed == made,
        "include/sgmp.h is not what the sources say: {WRITE}=1 cargo test -p proto-capi --test library -- header"
    );
}
