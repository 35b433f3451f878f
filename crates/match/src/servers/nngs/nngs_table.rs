//! The part of an NNGS client that sits at the table: the game, its moves, the dead stones and the end.

use std::time::Duration;

use sgmp_proto::Instant;

use super::game_listing::Listing;
use super::game_result::read_result;
use super::nngs_client::NngsClient;
use super::nngs_line::{EndedGame, GameHeader, ListedGame, Prompt, TableMove};
use super::scoring::{Scoring, ScoringStep};
use crate::play::{Decision, Fault};
use crate::servers::game_journal::TimedMove;
use crate::servers::misfit::Misfit;
use crate::servers::server_client::Step;
use crate::servers::server_clock::left_on;
use crate::servers::server_event::ServerEvent;
use crate::servers::server_game::ServerGame;
use crate::servers::server_setup::GameSetup;
use sgmp_board::rules::{ByColor, Color, Handicap, Komi, Move, Point, Status, score};

/// Time that the other side has to agree to a komi before the game begins as the server says.
const KOMI_TIMEOUT: Duration = Duration::from_secs(10);

/// Time from one word of agreement about the dead stones to the next.
const DONE_INTERVAL: Duration = Duration::from_secs(10);

impl NngsClient {
    fn our_color(&self, names: &ByColor<String>) -> Option<Color> {
        let is_ours = |color: &Color| self.account.name.is(&names[*color]);
        Color::BOTH.into_iter().find(is_ours)
    }

    /// Returns whether words are of the game that is on.
    fn is_of_game(&self, number: u64, names: &ByColor<String>) -> bool {
        let is_of = |game: &ServerGame| {
            let setup = game.setup();
            let known = [&setup.black.name, &setup.white.name];
            game.number() == number && known == [&names.black, &names.white]
        };
        self.state.server_game().is_some_and(is_of)
    }

    // --- the game as the server has it

    /// Hears players and clocks of a game.
    pub(super) fn headed(&mut self, header: GameHeader, now: Instant) {
        self.heading = None;
        if self.our_color(&header.names).is_none() {
            return;
        }
        self.heading = Some(header.clone());
        let is_on = self.adjourned.is_none() && self.is_of_game(header.number, &header.names);
        match &mut self.listing {
            Some(listing) if listing.header.number == header.number => listing.header = header,
            _ if is_on => {}
            _ => self.list(header, now),
        }
    }

    /// Asks for all of a game.
    fn list(&mut self, header: GameHeader, now: Instant) {
        self.adjourned = None;
        self.scoring = None;
        self.is_sent = false;
        self.state.forget_question();
        let number = header.number;
        self.listing = Some(Listing::new(header, now));
        // Its answer is complete when that of the second one comes.
        self.say(&format!("moves {number}"), now);
        self.say(&format!("games {number}"), now);
    }

    /// Asks for all of the game whose moves we hear.
    fn list_again(&mut self, now: Instant) {
        if let Some(header) = self.heading.clone() {
            self.list(header, now);
        }
    }

    /// Hears a game of the list of games.
    pub(super) fn listed(&mut self, listed: &ListedGame, now: Instant) {
        let of_it = |listing: &mut Listing| listing.header.number == listed.number;
        let Some(listing) = self.listing.take_if(of_it) else {
            return;
        };
        let Some(color) = self.our_color(&listed.names) else {
            return self.state.misfit("a game of two others");
        };
        let minutes = self.agreed.as_ref().map(|agreed| agreed.minutes);
        let main = minutes
            .filter(|minutes| *minutes > 0 && listed.moves == 0)
            .map(|minutes| Duration::from_secs(60 * u64::from(minutes)));
        match listing.setup(listed, main) {
            Ok(setup) => self.sit_down(&setup, color, now),
            Err(error) => self.state.misfit(&error.to_string()),
        }
    }

    fn sit_down(&mut self, setup: &GameSetup, color: Color, now: Instant) {
        self.state.fits();
        match self.state.server_game_mut() {
            Some(game) if game.is_same(setup) => {
                if let Err(misfit) = game.catch_up(setup) {
                    return self.state.misfit(&misfit.to_string());
                }
            }
            known => {
                // Komi or handicap are others: it is the same match.
                match known.is_some_and(|game| game.moves().is_empty()) {
                    true => self.state.put_game_aside(),
                    false => self.has_begun(),
                }
                self.state.open_game(setup, color);
                self.agree_on_komi(setup, now);
            }
        }
        self.go_by_prompt(now);
    }

    /// Hears a move.
    pub(super) fn moved(&mut self, number: usize, color: Color, mv: TableMove, now: Instant) {
        let Some(heading) = &self.heading else {
            return;
        };
        let left = left_on(heading.clocks[color]);
        if let Some(listing) = &mut self.listing {
            return listing.take(number, color, mv);
        }
        let Some(game) = self.state.server_game_mut() else {
            return;
        };
        let is_even = game.setup().handicap == Handicap::EVEN;
        let mv = match mv {
            TableMove::Move(mv) => mv,
            TableMove::Handicap(_) if is_even => return self.list_again(now),
            TableMove::Handicap(_) => return,
        };
        let index = number.saturating_sub(usize::from(!is_even));
        let is_latest = index + 1 == game.moves().len();
        match game.told(index, TimedMove { color, mv, left }) {
            Ok(()) => {
                self.is_sent &= !is_latest;
                self.state.fits();
            }
            Err(Misfit::Gap(_)) => self.list_again(now),
            Err(misfit) => self.state.misfit(&misfit.to_string()),
        }
    }

    /// The last move is undone.
    pub(super) fn undone(&mut self) {
        if self.listing.is_some() {
            return;
        }
        if let Some(game) = self.state.server_game_mut() {
            game.take_back();
            let left = game.moves().len();
            self.is_sent = false;
            self.scoring = None;
            self.state.forget_question();
            self.state.tell(ServerEvent::Undone(left + 1));
        }
    }

    // --- the komi

    fn agree_on_komi(&mut self, setup: &GameSetup, now: Instant) {
        let wish = self.wishes.komi.filter(|komi| *komi != setup.komi);
        self.komi_until = None;
        if let Some(komi) = wish.filter(|_| setup.moves.is_empty()) {
            self.say(&format!("komi {komi}"), now);
            self.komi_until = Some(now + KOMI_TIMEOUT);
        }
    }

    pub(super) fn komi_offered(&mut self, name: &str, komi: Komi, now: Instant) {
        let is_at_beginning =
            (self.state.server_game()).is_some_and(|game| game.moves().is_empty());
        let is_wanted = self.wishes.komi == Some(komi) && is_at_beginning;
        match is_wanted {
            true => self.say(&format!("komi {komi}"), now),
            false if self.is_typed => {
                let words = format!("{name} offers a komi of {komi}");
                self.state.tell(ServerEvent::Info(words));
            }
            false => self.say(&format!("decline {name}"), now),
        }
    }

    /// The komi is another one: a game in which nothing is played begins anew.
    pub(super) fn komi_set(&mut self, now: Instant) {
        self.komi_until = None;
        if (self.state.server_game()).is_some_and(|game| game.moves().is_empty()) {
            self.list_again(now);
        }
    }

    // --- our moves

    /// The server waits for a command.
    pub(super) fn prompted(&mut self, prompt: Prompt, now: Instant) {
        self.prompt = Some(prompt);
        self.go_by_prompt(now);
    }

    fn go_by_prompt(&mut self, now: Instant) {
        match self.prompt {
            Some(Prompt::Playing) => self.ask_if_due(now),
            Some(Prompt::Scoring) => self.begin_scoring(),
            _ => {}
        }
    }

    /// Asks our player, where it is to move.
    pub(super) fn ask_if_due(&mut self, now: Instant) {
        let is_on = self.listing.is_none() && self.adjourned.is_none() && self.scoring.is_none();
        let is_held = self.is_sent || self.state.is_asked();
        if !is_on || is_held || self.prompt != Some(Prompt::Playing) {
            return;
        }
        if self.komi_until.is_some_and(|until| now < until) {
            return;
        }
        let (Some(heading), Some(game)) = (&self.heading, self.state.server_game()) else {
            return;
        };
        // A move of ours that the server has not heard is sent again, whoever is to move by it here.
        let is_over = game.game().consecutive_passes() >= 2;
        if !game.is_unheard() && (game.is_opponents_turn() || is_over) {
            return;
        }
        let clock = heading.clocks[game.terms().color];
        if let Some(decision) = self.state.ask(clock, now) {
            self.send_move(decision, now);
        }
    }

    /// Sends what our player has decided.
    pub(super) fn send_move(&mut self, decision: Decision, now: Instant) {
        let words = match decision {
            Decision::Move(Move::Pass) => "pass".to_owned(),
            Decision::Move(mv) => mv.to_string(),
            Decision::Resign => "resign".to_owned(),
        };
        self.say(&words, now);
        self.is_sent = matches!(decision, Decision::Move(_));
    }

    /// The server has not taken our move.
    pub(super) fn move_failed(&mut self, words: String, now: Instant) {
        match words.contains("not your move") || words.contains("not playing") {
            // It has other moves than we know.
            true => self.list_again(now),
            false => self.state.refused(words),
        }
    }

    // --- dead stones

    fn begin_scoring(&mut self) {
        if self.scoring.is_some() || self.listing.is_some() || self.adjourned.is_some() {
            return;
        }
        let Some(game) = self.state.server_game_mut() else {
            return;
        };
        // The last pass is told by that alone.
        while game.game().consecutive_passes() < 2 {
            let color = game.game().to_move();
            let left = self
                .heading
                .as_ref()
                .map(|heading| left_on(heading.clocks[color]));
            if game
                .heard(color, Move::Pass, left.unwrap_or_default())
                .is_err()
            {
                return;
            }
        }
        self.is_sent = false;
        self.state.forget_question();
        self.scoring = Some(Scoring::default());
        self.done_at = None;
        self.state.push(Step::Count);
    }

    /// Our player has said who is dead.
    pub(super) fn is_counted(&mut self, status: Result<Status, Fault>, now: Instant) {
        let (Some(scoring), Some(game)) = (&mut self.scoring, self.state.server_game_mut()) else {
            return;
        };
        let status = match status {
            Ok(status) => status,
            Err(fault) => return self.state.tell(ServerEvent::PlayerFailed(fault.words)),
        };
        let board = game.game().board().clone();
        let ours = game.terms().color;
        let named = scoring.counted(&board, status.dead());
        let result = score::count(game.game(), &status).margin().into();
        let step = scoring.judged(&board, ours, self.disputes);
        game.keep_status(status);
        self.state.tell(ServerEvent::Counted {
            dead: named.clone(),
            result,
        });
        if self.is_typed {
            return;
        }
        if step == ScoringStep::Done {
            for point in named {
                self.say(&point.to_string(), now);
            }
        }
        self.score(step, now);
    }

    /// The stones at a point are called dead.
    pub(super) fn removing(&mut self, point: Point, now: Instant) {
        self.state.tell(ServerEvent::Removing(point));
        let (Some(scoring), Some(game)) = (&mut self.scoring, self.state.server_game()) else {
            return;
        };
        let (board, ours) = (game.game().board(), game.terms().color);
        let step = scoring.removed(board, ours, point, self.disputes);
        if !self.is_typed {
            self.score(step, now);
        }
    }

    /// Agrees once more, for the server forgets it when stones are removed after that.
    pub(super) fn agree_again(&mut self, now: Instant) {
        let is_due = self
            .done_at
            .is_some_and(|at| now.since(at) >= DONE_INTERVAL);
        if self.scoring.is_some() && is_due {
            self.score(ScoringStep::Done, now);
        }
    }

    fn score(&mut self, step: ScoringStep, now: Instant) {
        match step {
            ScoringStep::Listen => {}
            ScoringStep::Done => {
                self.say("done", now);
                self.done_at = Some(now);
            }
            ScoringStep::PlayOn => {
                self.done_at = None;
                self.disputes += 1;
                self.state.tell(ServerEvent::Disputes);
                self.say("undo", now);
            }
            ScoringStep::Disagree => {
                self.done_at = None;
                self.state.tell(ServerEvent::Disagrees);
            }
        }
    }

    // --- the end

    /// A game has ended, or waits.
    pub(super) fn ended(&mut self, ended: &EndedGame, now: Instant) {
        if self.adjourned.is_some() || !self.is_of_game(ended.number, &ended.names) {
            return;
        }
        if ended.is_adjourned() {
            self.listing = None;
            self.scoring = None;
            self.is_sent = false;
            self.state.adjourned();
            let names = &ended.names;
            self.wait_for(names.white.clone(), names.black.clone(), now);
            return;
        }
        let result = read_result(&ended.words);
        if self.state.end_game(result, ended.words.clone()) {
            self.after_game(now);
        }
    }
}
