//! Any bytes from a telnet server: heard alike in any pieces, and answered in no more.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgmp_match::port::telnet::Telnet;

fn hear(stream: &[u8], piece: usize) -> (Vec<u8>, Vec<u8>) {
    let mut telnet = Telnet::new();
    let _ = telnet.open();
    let (mut meant, mut answers) = (Vec::new(), Vec::new());
    for piece in stream.chunks(piece) {
        let mut piece = piece.to_vec();
        let count = telnet.hear(&mut piece, &mut answers);
        meant.extend_from_slice(&piece[..count]);
    }
    (meant, answers)
}

fuzz_target!(|bytes: &[u8]| {
    let [piece, stream @ ..] = bytes else { return };
    let whole = hear(stream, stream.len().max(1));
    assert!(whole.0.len() + whole.1.len() <= stream.len());
    assert_eq!(hear(stream, usize::from(*piece).max(1)), whole);
    // What is said comes back as it was.
    let said = Telnet::new().say(stream);
    assert_eq!(hear_at_rest(&said), stream);
});

fn hear_at_rest(said: &[u8]) -> Vec<u8> {
    let (mut heard, mut answers) = (said.to_vec(), Vec::new());
    let count = Telnet::new().hear(&mut heard, &mut answers);
    assert!(answers.is_empty());
    heard.truncate(count);
    heard
}
