//! A player of an event, and the facts by which lists know one.

use super::super::standings::Points;
use super::rank::Rank;

/// A player of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventPlayer {
    /// The name, which no other player has.
    pub name: String,
    /// Its kind: `level:5`, `gtp:COMMAND`, `usenix:COMMAND`, `sgmp:PORT`, `random`, `human`.
    pub plays: String,
    /// The author of the program; empty where none is named.
    pub author: String,
    /// The person who operates the program; empty where none is named.
    pub operator: String,
    /// The person who stands in for the operator; empty where none is named.
    pub substitute: String,
    /// The rank, as the file has it or its rating gives it.
    pub rank: Option<Rank>,
    /// Facts by which lists know the player.
    pub facts: PlayerFacts,
    /// The machine that it plays on, in words; empty where none is named.
    pub machine: String,
    /// Score that it begins with, in a MacMahon tournament: as the file has it, else by its rank.
    pub start: Points,
    /// The first round that it plays: later than 1 for a late entry.
    pub from_round: u32,
    /// Words about the program: the questionnaire of section 17, or a sentence.
    pub about: String,
}

/// Facts by which lists know a player; what is empty is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerFacts {
    /// The rating on the scale of the EGF.
    pub rating: Option<i32>,
    /// The club.
    pub club: String,
    /// The country, as tables show it.
    pub country: String,
    /// The number by which the rating list of the EGF knows the player.
    pub pin: String,
    /// The number by which the rating list of the FFG knows the player.
    pub licence: String,
}
