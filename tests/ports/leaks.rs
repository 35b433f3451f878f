//! Ports leave nothing behind: no descriptor, no thread, no child.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use sgmp_match::port::{Announcement, Port, PortSpec, SerialSettings, pair};

use crate::alone::is_alone;

const ROUNDS: usize = 50;
/// No machine is so slow: what takes longer hangs.
const HANG_TIMEOUT: Duration = Duration::from_secs(60);

fn entries(folder: &str) -> usize {
    std::fs::read_dir(folder).expect(folder).count()
}

fn left_behind() -> (usize, usize, String) {
    let children = std::fs::read_to_string("/proc/thread-self/children").unwrap_or_default();
    (
        entries("/proc/self/fd"),
        entries("/proc/self/task"),
        children,
    )
}

fn once() {
    let go = AtomicBool::new(false);
    let open = |spec: &PortSpec| Port::open(spec, &SerialSettings::default()).expect("opens");
    let pty = open(&PortSpec::Pty);
    let Some(Announcement::Pty(slave)) = pty.announcement() else {
        panic!("no path")
    };
    let mut serial = open(&PortSpec::Device(slave));
    let mut exec = open(&"exec:sh -c 'echo ready >&2; cat'".parse().expect("spec"));
    let mut server = open(&"tcp-listen:0".parse().expect("spec"));
    let Some(Announcement::Listening(address)) = server.announcement() else {
        panic!("address")
    };
    let mut client = open(&format!("tcp:{address}").parse().expect("spec"));
    for port in [&mut serial, &mut exec, &mut server, &mut client] {
        drop(port.connect(HANG_TIMEOUT, &go).expect("a line"));
    }
    drop(pair().expect("pair"));
    let missing = Port::open(
        &PortSpec::Device("/dev/null".into()),
        &SerialSettings::default(),
    );
    assert!(missing.is_err());
}

#[test]
fn descriptors_threads_and_children_stay_flat() {
    if !is_alone("leaks::descriptors_threads_and_children_stay_flat", &[]) {
        return;
    }
    once();
    let before = left_behind();
    for _ in 0..ROUNDS {
        once();
    }
    assert_eq!(left_behind(), before);
}
