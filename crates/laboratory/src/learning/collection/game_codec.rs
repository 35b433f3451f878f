//! Games as payloads and back: two bytes a move.

use std::num::NonZeroU16;

use super::framing::GAME;
use crate::learning::{Chance, Ply, TrainingGame};
use sgmp_board::record::{ByColor, GameResult};
use sgmp_board::rules::{BoardSize, Color, Komi, Move, Point, Rules};

/// A pass among the points, which are numbered row by row with 19 to a row.
const PASS: u16 = 511;
const POINT_BITS: u32 = 9;
/// Nothing is known of the mover's chance.
const UNTOLD: u16 = 127;

/// A game as a payload; its players are numbers in `players`, the session's. `None` where they are
/// not among them, or the game is too long.
pub(super) fn encode(game: &TrainingGame, players: &[String]) -> Option<Vec<u8>> {
    if game.plies.len() > TrainingGame::MAX_MOVES {
        return None;
    }
    let number = |name: &String| {
        let place = players.iter().position(|known| known == name)?;
        u8::try_from(place).ok()
    };
    let (kind, margin) = result_code(game.result);
    let mut bytes = vec![GAME];
    bytes.extend_from_slice(&game.index.to_le_bytes());
    bytes.extend_from_slice(&game.seed.to_le_bytes());
    bytes.push(game.size.lines());
    bytes.extend_from_slice(&game.komi.half_points().to_le_bytes());
    bytes.push(match game.rules {
        Rules::Japanese => 0,
        Rules::Chinese => 1,
    });
    bytes.push(number(&game.players.black)?);
    bytes.push(number(&game.players.white)?);
    bytes.push(kind);
    bytes.extend_from_slice(&margin.to_le_bytes());
    bytes.extend_from_slice(&game.opening.to_le_bytes());
    for ply in &game.plies {
        bytes.extend_from_slice(&ply_code(ply).to_le_bytes());
    }
    Some(bytes)
}

/// The game of a payload; `None` if it holds none, or one that is not legal from move to move.
pub(super) fn decode(payload: &[u8], players: &[String]) -> Option<TrainingGame> {
    let mut bytes = Bytes(payload);
    if bytes.take()? != [GAME] {
        return None;
    }
    let index = u32::from_le_bytes(bytes.take()?);
    let seed = u64::from_le_bytes(bytes.take()?);
    let size = BoardSize::new(u8::from_le_bytes(bytes.take()?))?;
    let komi = Komi::from_half_points(i16::from_le_bytes(bytes.take()?));
    let rules = match bytes.take()? {
        [0] => Rules::Japanese,
        [1] => Rules::Chinese,
        _ => return None,
    };
    let mut player = || {
        let [number] = bytes.take()?;
        players.get(usize::from(number)).cloned()
    };
    let players = ByColor::new(player()?, player()?);
    let [kind] = bytes.take()?;
    let result = result_of(kind, u16::from_le_bytes(bytes.take()?))?;
    let opening = u16::from_le_bytes(bytes.take()?);
    let (codes, rest) = bytes.0.as_chunks::<2>();
    if !rest.is_empty() || codes.len() > TrainingGame::MAX_MOVES {
        return None;
    }
    let plies = codes.iter().map(|code| ply_of(u16::from_le_bytes(*code)));
    let game = TrainingGame {
        index,
        seed,
        size,
        komi,
        rules,
        players,
        opening,
        plies: plies.collect::<Option<_>>()?,
        result,
    };
    game.replayed().map(|_| game)
}

/// The bytes left to read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }
}

fn ply_code(ply: &Ply) -> u16 {
    let point = match ply.mv {
        Move::Pass => PASS,
        Move::Play(point) => u16::from(point.row()) * 19 + u16::from(point.column()),
    };
    let chance = ply.chance.map_or(UNTOLD, |chance| chance.percent().into());
    point | chance << POINT_BITS
}

fn ply_of(code: u16) -> Option<Ply> {
    let (point, chance) = (code & PASS, code >> POINT_BITS);
    let mv = match point {
        PASS => Move::Pass,
        at => Move::Play(Point::new((at % 19) as u8, (at / 19) as u8)?),
    };
    let chance = match chance {
        UNTOLD => None,
        percent => Some(Chance::new(percent as u8)?),
    };
    Some(Ply { mv, chance })
}

/// A kind of result, the winner in its lowest bit, and the margin in half points.
fn result_code(result: GameResult) -> (u8, u16) {
    let of = |kind: u8, winner: Color| kind + u8::from(winner == Color::White);
    match result {
        GameResult::Unknown => (0, 0),
        GameResult::Draw => (1, 0),
        GameResult::Void => (2, 0),
        GameResult::Score { winner, margin } => (of(4, winner), margin.get()),
        GameResult::Resignation { winner } => (of(6, winner), 0),
        GameResult::Time { winner } => (of(8, winner), 0),
        GameResult::Forfeit { winner } => (of(10, winner), 0),
        GameResult::Win { winner } => (of(12, winner), 0),
    }
}

fn result_of(code: u8, margin: u16) -> Option<GameResult> {
    let winner = if code.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    };
    Some(match code {
        0 => GameResult::Unknown,
        1 => GameResult::Draw,
        2 => GameResult::Void,
        4 | 5 => GameResult::Score {
            winner,
            margin: NonZeroU16::new(margin)?,
        },
        6 | 7 => GameResult::Resignation { winner },
        8 | 9 => GameResult::Time { winner },
        10 | 11 => GameResult::Forfeit { winner },
        12 | 13 => GameResult::Win { winner },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_result_and_ply_reads_back() {
        for text in [
            "?", "0", "Void", "B+0.5", "W+22", "B+R", "W+R", "W+T", "B+F", "W+",
        ] {
            let result: GameResult = text.parse().unwrap();
            let (kind, margin) = result_code(result);
            assert_eq!(result_of(kind, margin), Some(result), "{text}");
        }
        assert_eq!(result_of(4, 0), None);
        assert_eq!(result_of(14, 0), None);
        for percent in [None, Chance::new(0), Chance::new(100)] {
            for mv in Point::all(BoardSize::NINETEEN)
                .map(Move::Play)
                .chain([Move::Pass])
            {
                let ply = Ply {
                    mv,
                    chance: percent,
                };
                assert_eq!(ply_of(ply_code(&ply)), Some(ply));
            }
        }
        assert_eq!(ply_of(400), None, "no such point");
        assert_eq!(ply_of(101 << POINT_BITS), None, "no such chance");
    }
}
