//! The players for games on a server: our engine, another program, or a person.

use super::line_seat::LineSeat;
use crate::cli::matches::local_player::LocalPlayer;
use crate::cli::matches::match_plan::PlayerPlan;
use sgmp_board::failure::{Blame, Failure};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::play::{InsightSlot, Terms};
use sgmp_match::port::MoveSlot;
use sgmp_match::servers::{PlayerSource, SeatedPlayer};

/// Those who make the moves.
pub(super) enum Mover<'a> {
    /// Our engine, or another program.
    Program(PlayerPlan<'a>),
    /// A person, whose moves are put down here.
    Person(MoveSlot),
    /// A program at the end of a line, which begins when the terms are known.
    Line(LineSeat),
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

    /// A player that is there before the terms of a game are.
    fn start(&self) -> Result<Option<LocalPlayer>, Failure> {
        match &self.mover {
            Mover::Program(plan) => LocalPlayer::start(plan, self.interrupts).map(Some),
            Mover::Person(slot) => Ok(Some(LocalPlayer::by_hand(slot.clone()))),
            Mover::Line(_) => Ok(None),
        }
    }

    fn take(&mut self, terms: &Terms) -> Result<LocalPlayer, Failure> {
        if let Some(player) = self.ready.take() {
            return Ok(player);
        }
        if let Mover::Line(seat) = &mut self.mover {
            return seat.seat(terms, self.interrupts);
        }
        let none = || Failure::new(Blame::Usage, "nobody plays");
        self.start()?.ok_or_else(none)
    }
}

impl PlayerSource for ServerPlayers<'_> {
    fn prepare(&mut self) -> Result<(), Failure> {
        if let Mover::Line(seat) = &mut self.mover {
            seat.rise();
        }
        if self.ready.is_none() {
            self.ready = self.start()?;
        }
        Ok(())
    }

    fn seat(&mut self, terms: &Terms) -> Result<SeatedPlayer, Failure> {
        let insight = InsightSlot::default();
        let mut player = self.take(terms)?.telling(&insight);
        player.set_up(terms, self.interrupts)?;
        Ok(SeatedPlayer {
            thinking: player.thinking(),
            opponents_time: player.opponents_time(),
            player: player.player(),
            insight,
        })
    }
}
