//! Parts in a match of those who sit beside it: a person at a prompt, a controller.

use std::sync::mpsc::Sender;

use super::local_player::LocalPlayer;
use super::match_plan::MatchPlan;
use sgmp_board::failure::Failure;
use sgmp_board::rules::Game;
use sgmp_match::console::operator::Keyboard;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::play::{Match, Terms};
use sgmp_match::port::{DriverInput, MoveSlot, Spectator};

/// A spectator who knows the match before it begins.
pub(crate) trait MatchHooks: Spectator {
    /// The player that moves for us.
    ///
    /// # Errors
    /// A player that cannot be had.
    fn local_player(
        &self,
        plan: &MatchPlan<'_>,
        interrupts: &Interrupts,
    ) -> Result<LocalPlayer, Failure> {
        LocalPlayer::start(&plan.player(), interrupts)
    }

    /// The terms are known, and the game so far; the line is yet to be opened.
    fn terms_known(&mut self, _terms: &Terms, _game: Game) {}

    /// The match is about to begin, or to go on; it listens to `sender`.
    fn begin(&mut self, _game: &Match, _sender: Sender<DriverInput>) {}

    /// The place for the moves of a person, who makes them on the screen where there is one.
    fn hand(&self) -> Option<MoveSlot> {
        None
    }

    /// Keyboard that answers the operator's menu.
    fn keyboard(&self) -> Keyboard {
        Keyboard::Ours
    }
}

pub(crate) struct NoHooks;

impl Spectator for NoHooks {}
impl MatchHooks for NoHooks {}
