//! The players for games on a server: our engine, another program, or a person.

use crate::cli::matches::local_player::LocalPlayer;
use crate::cli::matches::match_plan::PlayerPlan;
use sgmp_board::failure::Failure;
use sgmp_match::cgos::{PlayerSource, SeatedPlayer};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::play::{InsightSlot, Terms};
use sgmp_match::port::MoveSlot;

/// Those who make the moves.
pub(super) enum Mover<'a> {
    /// Our engine, or another program.
    Program(PlayerPlan<'a>),
    /// A person, whose moves are put down here.
    Person(MoveSlot),
}

/// A new player for each game, ready before the game is asked for.
pub(super) struct ServerPlayers<'a> {
    mover: Mover<'a>,
    interrupts: &'a Interrupts,
    ready: Option<LocalPlayer>,
}

impl<'a> ServerPlayers<'a> {
    /// Players of this kind; none is started yet.
    pub(super) const fn new(mover: Mover<'a>, interrupts: &'a Interrupts) -> Self {
        Self {
            mover,
            interrupts,
            ready: None,
        }
    }

    fn take(&mut self) -> Result<LocalPlayer, Failure> {
        match (self.ready.take(), &self.mover) {
            (Some(player), _) => Ok(player),
            (None, Mover::Program(plan)) => LocalPlayer::start(plan, self.interrupts),
            (None, Mover::Person(slot)) => Ok(LocalPlayer::by_hand(slot.clone())),
        }
    }
}

impl PlayerSource for ServerPlayers<'_> {
    fn prepare(&mut self) -> Result<(), Failure> {
        self.ready = Some(self.take()?);
        Ok(())
    }

    fn seat(&mut self, terms: &Terms) -> Result<SeatedPlayer, Failure> {
        let insight = InsightSlot::default();
        let mut player = self.take()?.telling(&insight);
        player.set_up(terms, self.interrupts)?;
        Ok(SeatedPlayer {
            thinking: player.thinking(),
            opponents_time: player.opponents_time(),
            player: player.player(),
            insight,
        })
    }
}
