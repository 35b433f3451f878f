//! The words of the small NNGS server: its games, their moves, its prompt.

use sgmp_board::rules::{Color, Game, Move};

use super::any_opponent::letter;
use super::nngs_server::Hall;
use super::nngs_talk::{Gone, OPPONENT, TableTerms, Talk};

impl Hall {
    pub(super) fn title(&self) -> String {
        let (white, black) = self.names();
        format!("Game {}: {white} vs {black}", self.number)
    }

    pub(super) fn names(&self) -> (&str, &str) {
        match self.terms.client {
            Color::Black => (OPPONENT, &self.name),
            Color::White => (&self.name, OPPONENT),
        }
    }

    /// Moves as the server counts them: a handicap is one.
    pub(super) fn move_count(&self) -> usize {
        let moves = self.on.as_ref().map_or(0, Game::move_count);
        moves + usize::from(self.terms.handicap > 0)
    }

    pub(super) fn tell_header(&self, talk: &mut Talk) -> Result<(), Gone> {
        let (white, black) = self.names();
        let number = self.number;
        talk.say(&format!(
            "15 Game {number} I: {white} (0 598 -1) vs {black} (0 597 -1)"
        ))
    }

    pub(super) fn tell_move(&self, number: usize, talk: &mut Talk) -> Result<(), Gone> {
        let handicap = self.terms.handicap;
        if handicap > 0 && number == 0 {
            return talk.say(&format!("15   0(B): Handicap {handicap}"));
        }
        let game = self.on.as_ref().expect("a game");
        let (color, mv) = game.moves()[number - usize::from(handicap > 0)];
        let mv = match mv {
            Move::Pass => "Pass".to_owned(),
            mv => mv.to_string(),
        };
        talk.say(&format!("15 {number:3}({}): {mv}", letter(color)))
    }

    /// The latest move; a second pass is told by the prompt alone.
    pub(super) fn tell_latest(&self, talk: &mut Talk) -> Result<(), Gone> {
        let game = self.on.as_ref().expect("a game");
        if game.consecutive_passes() < 2 {
            self.tell_header(talk)?;
            if self.move_count() > 0 {
                self.tell_move(self.move_count() - 1, talk)?;
            }
            talk.say("")?;
        }
        self.prompt(talk)
    }

    pub(super) fn tell_games(&self, talk: &mut Talk) -> Result<(), Gone> {
        talk.say(
            "7 [##]  white name [ rk ]      black name [ rk ] (Move size H Komi BY FR) (###)",
        )?;
        if self.on.is_none() {
            return Ok(());
        }
        let (white, black) = self.names();
        let (number, moves) = (self.number, self.move_count());
        let TableTerms {
            lines, handicap, ..
        } = self.terms;
        talk.say(&format!(
            "7 [{number:2}] {white:>11} [ NR ] vs. {black:>11} [ 5k*] ({moves:3}   {lines:2}  {handicap}  5.5  5 FI) (  0)"
        ))
    }

    pub(super) fn prompt(&self, talk: &mut Talk) -> Result<(), Gone> {
        let state = match &self.on {
            None => 5,
            Some(game) if game.consecutive_passes() >= 2 => 7,
            Some(_) => 6,
        };
        talk.say(&format!("1 {state}"))
    }
}
