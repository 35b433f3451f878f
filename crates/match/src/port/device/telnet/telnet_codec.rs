//! As much of telnet as a transparent line needs: RFC 854 and 855 (commands, options), RFC 856
//! (binary), RFC 858 (no go-ahead). Bytes in, bytes out; nothing is kept but a few states.

use std::mem;

/// Interpret as command: the escape.
const IAC: u8 = 255;
const DONT: u8 = 254;
const DO: u8 = 253;
const WONT: u8 = 252;
const WILL: u8 = 251;
/// Begins a subnegotiation, which goes on until IAC SE.
const SB: u8 = 250;

const CR: u8 = 13;
const LF: u8 = 10;
const NUL: u8 = 0;

/// All 256 values, and no ends of lines (RFC 856).
const BINARY: u8 = 0;
/// Both may speak at any time (RFC 858).
const SUPPRESS_GO_AHEAD: u8 = 3;

/// One end of a telnet connection.
///
/// It asks for BINARY in both directions, agrees to that and to SUPPRESS-GO-AHEAD where the other
/// side asks, and refuses every other option: an echo or a line editor would be no cable.
///
/// ```
/// use sgmp_match::port::telnet::Telnet;
///
/// let mut telnet = Telnet::new();
/// assert_eq!(telnet.open(), [255, 251, 0, 255, 253, 0]);
/// // An OK of the wire ends in 0xFF, which is doubled.
/// assert_eq!(telnet.say(&[0x02, 0x88, 0x87, 0xff]), [0x02, 0x88, 0x87, 0xff, 0xff]);
/// let mut heard = [0x87, 0xff, 0xff, 0xff, 251, 1];
/// let mut answers = Vec::new();
/// let count = telnet.hear(&mut heard, &mut answers);
/// assert_eq!(heard[..count], [0x87, 0xff]);
/// assert_eq!(answers, [255, 254, 1], "it would have echoed");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Telnet {
    hearing: Hearing,
    /// The options on our side.
    ours: Options,
    /// The options on the other side.
    theirs: Options,
}

/// The place in the stream of the other side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Hearing {
    #[default]
    Data,
    /// Behind a carriage return, which a NUL fills up outside BINARY.
    Return,
    Command,
    /// Behind WILL, WONT, DO or DONT.
    Option(u8),
    Subnegotiation,
    SubnegotiationCommand,
}

/// The options we know, in one direction.
#[derive(Clone, Copy, Debug, Default)]
struct Options {
    binary: Agreed,
    suppress_go_ahead: Agreed,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Agreed {
    #[default]
    No,
    /// We have asked, and there was no answer yet.
    Asked,
    Yes,
    /// We have asked, and the other side will not.
    Refused,
}

impl Options {
    const fn get_mut(&mut self, option: u8) -> Option<&mut Agreed> {
        match option {
            BINARY => Some(&mut self.binary),
            SUPPRESS_GO_AHEAD => Some(&mut self.suppress_go_ahead),
            _ => None,
        }
    }
}

impl Telnet {
    /// Nothing said, nothing agreed.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The first words: the request for BINARY both ways.
    #[must_use]
    pub const fn open(&mut self) -> [u8; 6] {
        self.ours.binary = Agreed::Asked;
        self.theirs.binary = Agreed::Asked;
        [IAC, WILL, BINARY, IAC, DO, BINARY]
    }

    /// Returns whether the other side refuses to carry all 256 values, at least one way. Most do so
    /// nevertheless.
    #[must_use]
    pub const fn is_refused_binary(&self) -> bool {
        matches!(self.ours.binary, Agreed::Refused) || matches!(self.theirs.binary, Agreed::Refused)
    }

    /// Encodes these bytes for the other side.
    #[must_use]
    pub fn say(&self, bytes: &[u8]) -> Vec<u8> {
        let mut escaped = Vec::with_capacity(bytes.len() + 4);
        for (at, &byte) in bytes.iter().enumerate() {
            escaped.push(byte);
            match byte {
                IAC => escaped.push(IAC),
                CR if self.ours.binary != Agreed::Yes && bytes.get(at + 1) != Some(&LF) => {
                    escaped.push(NUL);
                }
                _ => {}
            }
        }
        escaped
    }

    /// Takes what came: the first so many of `bytes` are then what the other side meant, and
    /// `answers` has got what is to be sent as it is; never more bytes than came.
    #[must_use]
    pub fn hear(&mut self, bytes: &mut [u8], answers: &mut Vec<u8>) -> usize {
        let mut kept = 0;
        for at in 0..bytes.len() {
            if let Some(byte) = self.hear_byte(bytes[at], answers) {
                bytes[kept] = byte;
                kept += 1;
            }
        }
        kept
    }

    fn hear_byte(&mut self, byte: u8, answers: &mut Vec<u8>) -> Option<u8> {
        let (next, meant) = match (self.hearing, byte) {
            (Hearing::Data | Hearing::Return, IAC) => (Hearing::Command, None),
            (Hearing::Return, NUL) => (Hearing::Data, None),
            (Hearing::Data | Hearing::Return, CR) if self.theirs.binary != Agreed::Yes => {
                (Hearing::Return, Some(CR))
            }
            (Hearing::Data | Hearing::Return, _) => (Hearing::Data, Some(byte)),
            (Hearing::Command, IAC) => (Hearing::Data, Some(IAC)),
            (Hearing::Option(verb), option) => {
                answers.extend(self.negotiate(verb, option));
                (Hearing::Data, None)
            }
            (Hearing::Subnegotiation, IAC) => (Hearing::SubnegotiationCommand, None),
            (Hearing::Subnegotiation, _) | (Hearing::SubnegotiationCommand, IAC) => {
                (Hearing::Subnegotiation, None)
            }
            // In a subnegotiation any other command than its end says that the end got lost.
            (Hearing::Command | Hearing::SubnegotiationCommand, verb @ WILL..=DONT) => {
                (Hearing::Option(verb), None)
            }
            (Hearing::Command | Hearing::SubnegotiationCommand, SB) => {
                (Hearing::Subnegotiation, None)
            }
            // NOP, go-ahead, break, are-you-there and their like ask nothing of a cable.
            (Hearing::Command | Hearing::SubnegotiationCommand, _) => (Hearing::Data, None),
        };
        self.hearing = next;
        meant
    }

    /// Returns the answer that RFC 854 asks for; nothing where the state is as it was.
    fn negotiate(&mut self, verb: u8, option: u8) -> impl Iterator<Item = u8> + use<> {
        let answer = match verb {
            WILL => offered(self.theirs.get_mut(option), DO, DONT),
            WONT => withdrawn(self.theirs.get_mut(option), DONT),
            DO => offered(self.ours.get_mut(option), WILL, WONT),
            _ => withdrawn(self.ours.get_mut(option), WONT),
        };
        let words = answer.map(|answer| [IAC, answer, option]);
        words.into_iter().flatten()
    }
}

/// The other side wants an option on.
fn offered(agreed: Option<&mut Agreed>, yes: u8, no: u8) -> Option<u8> {
    let Some(agreed) = agreed else {
        return Some(no);
    };
    match mem::replace(agreed, Agreed::Yes) {
        Agreed::No | Agreed::Refused => Some(yes),
        Agreed::Asked | Agreed::Yes => None,
    }
}

/// The other side wants it off, or refuses it.
fn withdrawn(agreed: Option<&mut Agreed>, no: u8) -> Option<u8> {
    let agreed = agreed?;
    let (next, answer) = match *agreed {
        Agreed::No => (Agreed::No, None),
        Agreed::Asked | Agreed::Refused => (Agreed::Refused, None),
        Agreed::Yes => (Agreed::No, Some(no)),
    };
    *agreed = next;
    answer
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// Ends a subnegotiation.
    const SE: u8 = 240;

    /// Returns the bytes meant by `bytes`, and the answers.
    fn hear(telnet: &mut Telnet, bytes: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let (mut meant, mut answers) = (bytes.to_vec(), Vec::new());
        let kept = telnet.hear(&mut meant, &mut answers);
        meant.truncate(kept);
        (meant, answers)
    }

    fn binary() -> Telnet {
        let mut telnet = Telnet::new();
        let _ = telnet.open();
        let agreed = [IAC, DO, BINARY, IAC, WILL, BINARY];
        assert_eq!(hear(&mut telnet, &agreed), (vec![], vec![]));
        telnet
    }

    /// RFC 854: "the data byte 255" is two of them.
    #[test]
    fn a_byte_of_255_is_doubled_and_halved() {
        let ok = [0x00, 0x86, 0x87, 0xff];
        let telnet = Telnet::new();
        assert_eq!(telnet.say(&ok), [0x00, 0x86, 0x87, 0xff, 0xff]);
        assert_eq!(hear(&mut Telnet::new(), &telnet.say(&ok)).0, ok);
    }

    /// RFC 856: each direction is agreed by itself, and nothing is acknowledged twice.
    #[test]
    fn binary_is_asked_for_and_its_acceptance_is_not_answered() {
        let mut telnet = binary();
        assert!(!telnet.is_refused_binary());
        let again = [IAC, DO, BINARY, IAC, WILL, BINARY];
        assert_eq!(hear(&mut telnet, &again), (vec![], vec![]));
    }

    #[test]
    fn binary_is_accepted_where_the_other_side_asks() {
        let mut telnet = Telnet::new();
        let asked = hear(&mut telnet, &[IAC, DO, BINARY, IAC, WILL, BINARY]);
        assert_eq!(asked.1, [IAC, WILL, BINARY, IAC, DO, BINARY]);
        let off = hear(&mut telnet, &[IAC, DONT, BINARY, IAC, WONT, BINARY]);
        assert_eq!(off.1, [IAC, WONT, BINARY, IAC, DONT, BINARY]);
        assert!(!telnet.is_refused_binary(), "we had not asked");
    }

    #[test]
    fn a_refusal_is_known_and_not_answered() {
        let mut telnet = Telnet::new();
        let _ = telnet.open();
        assert_eq!(hear(&mut telnet, &[IAC, DONT, BINARY]), (vec![], vec![]));
        assert!(telnet.is_refused_binary());
        // It may think better of it.
        let later = hear(&mut telnet, &[IAC, DO, BINARY]);
        assert_eq!(later.1, [IAC, WILL, BINARY]);
        assert!(!telnet.is_refused_binary());
    }

    #[test]
    fn every_other_option_is_refused() {
        for option in (0..=255).filter(|option| ![BINARY, SUPPRESS_GO_AHEAD].contains(option)) {
            let mut telnet = Telnet::new();
            let asked = hear(&mut telnet, &[IAC, WILL, option, IAC, DO, option]);
            assert_eq!(asked.1, [IAC, DONT, option, IAC, WONT, option]);
            let off = hear(&mut telnet, &[IAC, WONT, option, IAC, DONT, option]);
            assert_eq!(off, (vec![], vec![]), "it is off");
        }
    }

    /// RFC 854: outside BINARY a bare CR is CR NUL; inside, both are data.
    #[test]
    fn a_carriage_return_is_filled_up_outside_binary_alone() {
        let mut telnet = Telnet::new();
        assert_eq!(telnet.say(b"a\rb\r\nc\r"), b"a\r\0b\r\nc\r\0");
        let heard = hear(&mut telnet, b"a\r\0b\r\nc\r\0\0");
        assert_eq!(heard.0, b"a\rb\r\nc\r\0");
        let mut telnet = binary();
        assert_eq!(telnet.say(b"a\rb"), b"a\rb");
        assert_eq!(hear(&mut telnet, b"\r\0").0, b"\r\0");
    }

    #[test]
    fn commands_and_subnegotiations_are_no_data() {
        let mut telnet = Telnet::new();
        let mut stream = vec![1, IAC, 241, 2, IAC, 249, 3, IAC, SE, 4];
        stream.extend([IAC, SB, 44, 100, IAC, IAC, 7, IAC, SE, 5]);
        // One whose end got lost, and a request behind it.
        stream.extend([IAC, SB, 44, 1, IAC, WILL, 1, 6]);
        let (meant, answers) = hear(&mut telnet, &stream);
        assert_eq!(meant, [1, 2, 3, 4, 5, 6]);
        assert_eq!(answers, [IAC, DONT, 1]);
    }

    proptest! {
        #[test]
        fn whatever_is_said_is_heard_in_whatever_pieces(
            data in vec(prop_oneof![Just(IAC), Just(CR), Just(NUL), any::<u8>()], 0..200),
            piece in 1_usize..9,
        ) {
            // What is said outside BINARY has its ends of lines in one piece.
            for mut telnet in [Telnet::new(), binary()] {
                let mut meant = Vec::new();
                let said = telnet.say(&data);
                for piece in said.chunks(piece) {
                    let (some, answers) = hear(&mut telnet, piece);
                    meant.extend(some);
                    prop_assert!(answers.is_empty());
                }
                prop_assert_eq!(&meant, &data);
            }
        }

        #[test]
        fn any_bytes_are_heard_alike_in_any_pieces_and_answered_in_no_more(
            bytes in vec(prop_oneof![Just(IAC), 240_u8.., Just(BINARY), any::<u8>()], 0..200),
            piece in 1_usize..9,
        ) {
            let whole = hear(&mut Telnet::new(), &bytes);
            prop_assert!(whole.0.len() + whole.1.len() <= bytes.len());
            let mut telnet = Telnet::new();
            let mut in_pieces = (Vec::new(), Vec::new());
            for piece in bytes.chunks(piece) {
                let (meant, answers) = hear(&mut telnet, piece);
                in_pieces.0.extend(meant);
                in_pieces.1.extend(answers);
            }
            prop_assert_eq!(in_pieces, whole);
        }
    }
}
