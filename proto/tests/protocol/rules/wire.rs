//! Frames as text: the call's own, and others put together field by field.

/// The call's first exchange, in order.
pub(crate) const NEWGAME: &str = "01:a1:a0:80";
pub(crate) const QUERY_COLOR: &str = "03:be:b0:8b";
pub(crate) const ANSWER_BLACK: &str = "02:c4:c0:82";
pub(crate) const QUERY_HANDICAP: &str = "00:b8:b0:88";
pub(crate) const ANSWER_EVEN: &str = "01:c2:c0:81";
pub(crate) const READY: &str = "02:88:87:ff";
pub(crate) const BLACK_307: &str = "00:85:d2:b3";
pub(crate) const OK_307: &str = "00:86:87:ff";
pub(crate) const WHITE_61: &str = "01:92:d4:bd";
pub(crate) const OK_61: &str = "02:88:87:ff";

/// Commands by their three bits.
pub(crate) const DENY: u16 = 1;
pub(crate) const QUERY: u16 = 3;
pub(crate) const ANSWER: u16 = 4;
pub(crate) const MOVE: u16 = 5;
pub(crate) const UNDO: u16 = 6;
pub(crate) const EXTENDED: u16 = 7;

/// Any frame at all with a good checksum: sequence bit, acknowledged bit, command, value.
pub(crate) fn frame(y: u8, h: u8, command: u16, value: u16) -> String {
    let start = y | (h << 1);
    let high = 0x80 | (command << 4) as u8 | (value >> 7) as u8;
    let low = 0x80 | (value & 0x7F) as u8;
    let check = 0x80 | start.wrapping_add(high).wrapping_add(low);
    hex([start, check, high, low])
}

/// Black's MOVE; 0 is a pass.
pub(crate) fn black(y: u8, h: u8, number: u16) -> String {
    frame(y, h, MOVE, number)
}

/// White's MOVE; 0 is a pass.
pub(crate) fn white(y: u8, h: u8, number: u16) -> String {
    frame(y, h, MOVE, 512 + number)
}

pub(crate) fn ok(y: u8, h: u8) -> String {
    frame(y, h, 0, 0x3FF)
}

pub(crate) fn hex(bytes: [u8; 4]) -> String {
    sgmp_proto::Hex(bytes).to_string()
}

/// The bytes of `01:a1:a0:80`, of any length.
pub(crate) fn bytes(hex: &str) -> Vec<u8> {
    hex.split(':')
        .map(|byte| u8::from_str_radix(byte, 16).expect("two hex digits"))
        .collect()
}
