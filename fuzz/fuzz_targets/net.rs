//! Any bytes as a net, also with a checksum that fits: read, or refused, and what was read is written and
//! read again; as a net in KataGo's form; as an evolved player, and as the checkpoint of a run of evolution.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgmp_engine::engine::evolved::EvolvedPlayer;
use sgmp_engine::net::katago::KatagoNetwork;
use sgmp_engine::net::{NetFile, Network};
use sgmp_laboratory::evolution::checkpoint;

fuzz_target!(|bytes: &[u8]| {
    let _network = KatagoNetwork::read(bytes);
    read(bytes);
    let body = &bytes[..bytes.len().saturating_sub(4)];
    read(&[body, &checksum(body).to_le_bytes()].concat());
});

fn read(bytes: &[u8]) {
    if let Ok(player) = EvolvedPlayer::read(bytes) {
        assert!(EvolvedPlayer::read(&player.bytes()).is_ok());
    }
    if let Ok(population) = checkpoint::read(bytes) {
        assert!(checkpoint::read(&checkpoint::write(&population)).is_ok());
    }
    if let Ok(file) = NetFile::read(bytes) {
        let written = file.to_bytes();
        let again = NetFile::read(&written);
        assert_eq!(again.as_ref(), Ok(&file));
        let _network = Network::read(bytes).expect("a net that was read before");
    }
}

/// CRC-32, as in zlib.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 {
                crc >> 1 ^ 0xEDB8_8320
            } else {
                crc >> 1
            }
        })
    })
}
