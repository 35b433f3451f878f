//! Any bytes into the decoder: every byte is counted once, and what it gives are frames.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgmp_proto::{Decoder, Frame, Heard};

fuzz_target!(|bytes: &[u8]| {
    let mut decoder = Decoder::new();
    let mut garbled = 0;
    for byte in bytes {
        match decoder.push(*byte) {
            Some(Heard::Frame(frame)) => {
                assert_eq!(Frame::from_bytes(frame.to_bytes()), Ok(frame));
            }
            Some(Heard::Garbled { bytes, error }) => {
                garbled += 1;
                assert_eq!(Frame::from_bytes(bytes), Err(error));
            }
            Some(Heard::Talk(_)) | None => {}
        }
    }
    let counts = decoder.counts();
    assert_eq!(counts.bad_checksums + counts.reserved, garbled);
    let told = 4 * (counts.frames + garbled) + counts.talk + counts.stray + counts.unfinished;
    // Up to three bytes of a frame may still wait for the rest.
    assert!(told <= bytes.len() as u64 && bytes.len() as u64 <= told + 3);
});
