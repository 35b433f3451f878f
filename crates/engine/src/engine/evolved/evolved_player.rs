//! An evolved net as a player, and the file that it lies in.
//!
//! The file: `SGMPEVO1`, the length of the header as a little-endian `u32`, the header in JSON, the
//! genes as `f32`, the CRC-32 of all that.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::evolved_net::EvolvedNet;
use super::look_ahead::{ChoiceRule, IllegalChoice, Perspective, Ties};
use super::net_layout::{NetForm, NetFormError, NetKind, NetLayout};
use super::static_player::StaticPlayer;
use sgmp_board::container::{ContainerError, open, seal};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Game, Move};

const MAGIC: &[u8] = b"SGMPEVO1";

/// Greatest length of a file, in bytes.
const MAX_FILE_BYTES: usize = 64 << 20;

/// The reason why bytes are no evolved player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvolvedPlayerError {
    /// They begin with something else than the format's name.
    #[error("this is no evolved player: its file begins with SGMPEVO1")]
    WrongFormat,
    /// They were cut off or changed.
    #[error("the evolved player is damaged: its checksum is wrong")]
    Damaged,
    /// The header cannot be read.
    #[error("the header of the evolved player: {0}")]
    Header(String),
    /// The header names a net that cannot be.
    #[error("the net of the evolved player: {0}")]
    Form(#[from] NetFormError),
    /// Other genes than the net has.
    #[error("the evolved player needs {expected} finite weights and has {found}")]
    Genes {
        /// Number that its net has.
        expected: usize,
        /// Number of them in the file.
        found: usize,
    },
    /// A static player of no known name.
    #[error("the evolved player leaves the game to {0:?}, which is not known")]
    Finisher(String),
}

impl From<ContainerError> for EvolvedPlayerError {
    fn from(error: ContainerError) -> Self {
        match error {
            ContainerError::WrongFormat => Self::WrongFormat,
            ContainerError::Damaged => Self::Damaged,
        }
    }
}

/// All that an evolved player is, but for its genes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvolvedHeader {
    /// The setting that it was evolved with.
    pub setting: String,
    /// The seed of the run.
    pub seed: u64,
    /// The generation that it was the best of.
    pub generation: u64,
    /// Lines of the board.
    pub lines: u8,
    /// The kind of the net.
    pub net: NetKind,
    /// True if its nodes have biases.
    pub biases: bool,
    /// True if weights are shared over the board's symmetries.
    pub symmetric: bool,
    /// Plies of the search.
    pub plies: u8,
    /// Choice among moves of equal value.
    pub ties: Ties,
    /// The sign of the output.
    pub perspective: Perspective,
    /// The fate of points where no stone may lie.
    pub illegal: IllegalChoice,
    /// Number of plies of the game before the net's first turn.
    pub start_ply: u32,
    /// Number of turns that the net plays.
    pub turns: u32,
    /// The static player that plays the rest.
    pub finisher: String,
}

/// Greatest depth of a search.
pub const MAX_PLIES: u8 = 6;

impl EvolvedHeader {
    /// The form of the net.
    #[must_use]
    pub fn form(&self) -> NetForm {
        NetForm {
            lines: self.lines,
            kind: self.net.clone(),
            biases: self.biases,
            symmetric: self.symmetric,
        }
    }

    /// The way the net chooses.
    #[must_use]
    pub const fn rule(&self) -> ChoiceRule {
        ChoiceRule {
            plies: self.plies,
            ties: self.ties,
            perspective: self.perspective,
            illegal: self.illegal,
        }
    }
}

/// A net that plays its turns of a game, and a static player that plays the rest, or all where the
/// board is another one.
#[derive(Debug)]
pub struct EvolvedPlayer {
    header: EvolvedHeader,
    genes: Vec<f32>,
    net: EvolvedNet,
    finisher: StaticPlayer,
}

impl EvolvedPlayer {
    /// A player of these genes.
    ///
    /// # Errors
    /// [`EvolvedPlayerError`] where the header names no net, player or search that there is, or the
    /// genes are not as many as the net has, or not finite.
    pub fn new(header: EvolvedHeader, genes: Vec<f32>) -> Result<Self, EvolvedPlayerError> {
        if !(1..=MAX_PLIES).contains(&header.plies) {
            let what = format!("a search of 1 to {MAX_PLIES} plies, not {}", header.plies);
            return Err(EvolvedPlayerError::Header(what));
        }
        let finisher = StaticPlayer::named(&header.finisher)
            .ok_or_else(|| EvolvedPlayerError::Finisher(header.finisher.clone()))?;
        let layout = NetLayout::new(&header.form())?;
        if layout.genes != genes.len() || !genes.iter().all(|gene| gene.is_finite()) {
            return Err(EvolvedPlayerError::Genes {
                expected: layout.genes,
                found: genes.len(),
            });
        }
        let net = EvolvedNet::new(&Arc::new(layout), &genes);
        Ok(Self {
            header,
            genes,
            net,
            finisher,
        })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`EvolvedPlayerError`] where the bytes are no such player.
    pub fn read(bytes: &[u8]) -> Result<Self, EvolvedPlayerError> {
        let mut rest = open(bytes, MAGIC, MAX_FILE_BYTES)?;
        let length = rest.number().ok_or(EvolvedPlayerError::Damaged)?;
        let text = rest.bytes(length).ok_or(EvolvedPlayerError::Damaged)?;
        let header = serde_json::from_slice(text)
            .map_err(|error| EvolvedPlayerError::Header(error.to_string()))?;
        let mut genes = Vec::new();
        while let Some(gene) = rest.take() {
            genes.push(f32::from_le_bytes(gene));
        }
        if !rest.is_empty() {
            return Err(EvolvedPlayerError::Damaged);
        }
        Self::new(header, genes)
    }

    /// The bytes of the file: header and genes, with a checksum at the end.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        // A header of numbers and words has a form in JSON.
        let header = serde_json::to_vec(&self.header).unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        bytes.extend(self.genes.iter().flat_map(|gene| gene.to_le_bytes()));
        seal(bytes)
    }

    /// All that the player is, but for its genes.
    #[must_use]
    pub const fn header(&self) -> &EvolvedHeader {
        &self.header
    }

    /// The net that chooses the moves.
    pub const fn net(&self) -> &EvolvedNet {
        &self.net
    }

    /// Returns whether another player has the same weights.
    pub fn is_same_net(&self, other: &Self) -> bool {
        self.genes == other.genes
    }

    /// Chooses a move of a game.
    #[must_use]
    pub fn choose(&self, game: &Game, color: Color, rng: &mut Rng) -> Move {
        let ply = game.move_count() as u64;
        let start = u64::from(self.header.start_ply);
        let turns = start..start + 2 * u64::from(self.header.turns);
        let is_own_board = game.size().lines() == self.header.lines;
        let mv = if is_own_board && turns.contains(&ply) {
            self.net
                .choose(game.board(), color, self.header.rule(), rng)
                .mv
        } else {
            self.finisher.choose(game.board(), color)
        };
        legal_or_pass(game, color, mv)
    }
}

/// A static player's move of a game: a pass where it would repeat a position that may not come again.
pub(crate) fn static_move(player: StaticPlayer, game: &Game, color: Color) -> Move {
    legal_or_pass(game, color, player.choose(game.board(), color))
}

fn legal_or_pass(game: &Game, color: Color, mv: Move) -> Move {
    if game.legality(color, mv).is_ok() && !game.repeats(color, mv) {
        mv
    } else {
        Move::Pass
    }
}

/// An evolved player that lives as long as the program.
#[derive(Clone, Copy)]
pub struct EvolvedChoice(&'static EvolvedPlayer);

impl EvolvedChoice {
    /// Keeps a player; it is never given back: a program reads one at its start.
    #[must_use]
    pub fn keep(player: EvolvedPlayer) -> Self {
        Self(Box::leak(Box::new(player)))
    }

    /// The player, which is never dropped.
    #[must_use]
    pub const fn player(self) -> &'static EvolvedPlayer {
        self.0
    }
}

impl PartialEq for EvolvedChoice {
    /// True for the very same player.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl fmt::Debug for EvolvedChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = self.0.header();
        let (setting, generation) = (&header.setting, header.generation);
        write!(f, "{setting}, generation {generation}")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::*;
    use sgmp_board::rules::{BoardSize, Komi};

    pub(super) fn toy() -> EvolvedPlayer {
        let header = EvolvedHeader {
            setting: "toy".to_owned(),
            seed: 1,
            generation: 2,
            lines: 5,
            net: NetKind::Feedforward { hidden: 3 },
            biases: false,
            symmetric: false,
            plies: 2,
            ties: Ties::First,
            perspective: Perspective::Mover,
            illegal: IllegalChoice::Pass,
            start_ply: 0,
            turns: 4,
            finisher: "static-1".to_owned(),
        };
        let genes = (0..78).map(|gene| (gene % 7) as f32 / 10.0 - 0.3).collect();
        EvolvedPlayer::new(header, genes).unwrap()
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let player = toy();
        let again = EvolvedPlayer::read(&player.bytes()).unwrap();
        assert_eq!((again.header, again.genes), (player.header, player.genes));
    }

    #[test]
    fn games_are_played_to_their_end() {
        let player = toy();
        for lines in [5, 7] {
            let size = BoardSize::new(lines).unwrap();
            let mut game = Game::new(size, Komi::default());
            let mut rng = Rng::from_seed(1);
            while game.consecutive_passes() < 2 && game.move_count() < 300 {
                let color = game.to_move();
                let mv = player.choose(&game, color, &mut rng);
                game.play(color, mv).unwrap();
            }
            assert!(game.move_count() > 8 && game.move_count() < 300);
        }
    }

    #[test]
    fn refusals_name_their_reason() {
        let refusal = |bytes: &[u8]| EvolvedPlayer::read(bytes).unwrap_err().to_string();
        assert!(refusal(b"").contains("SGMPEVO1"));
        let bytes = toy().bytes();
        assert!(refusal(&bytes[..bytes.len() - 1]).contains("damaged"));
        let with = |change: fn(&mut EvolvedHeader)| {
            let mut player = toy();
            change(&mut player.header);
            refusal(&player.bytes())
        };
        assert!(with(|header| header.plies = 9).contains("plies"));
        assert!(with(|header| header.lines = 7).contains("150"));
        assert!(with(|header| header.lines = 3).contains("5 to 19"));
        assert!(with(|header| header.finisher = "gondo".to_owned()).contains("gondo"));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(change in any::<(u16, u8)>(), tail in any::<Vec<u8>>(), sealed: bool) {
            let mut bytes = toy().bytes();
            bytes.truncate(bytes.len() - 4);
            let place = usize::from(change.0) % bytes.len();
            bytes[place] ^= change.1;
            bytes.extend(tail);
            let bytes = if sealed { seal(bytes) } else { bytes };
            let _ = EvolvedPlayer::read(&bytes);
        }
    }
}
