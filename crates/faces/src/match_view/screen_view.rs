//! A match on a screen as it is drawn at a time.

use std::time::Duration;

use sgmp_proto::Instant;

use super::screen_state::ScreenState;
use super::server_seat::ServerSeat;
use crate::local_game::Counting;
use crate::tui::{Bottom, GameView, MoveEntry, Note, Pane, PlayerView, TextPane};
use sgmp_board::picture::Picture;
use sgmp_board::rules::{ByColor, Color};
use sgmp_match::play::Outcome;
use sgmp_match::play::duration::clock;

impl ScreenState {
    /// The screen at a time.
    pub fn view(&self, now: Instant) -> GameView {
        let stage = self.stage();
        let is_hand = self.hand.is_some() && !self.is_over;
        let menu = self.menu.text();
        let has_menu = menu.is_some();
        let hint = self.hint.clone().map(|hint| ("Hint", hint));
        let text = menu.or(hint);
        let prompt = self.menu.prompt().or_else(|| self.keys.prompt());
        let players = |color| self.player(color, now);
        let mut notes: Vec<Note> = self.lines.iter().cloned().collect();
        if self.is_unknown {
            notes.push(Note::warning(
                "Board and clocks are unknown: frames of this game were not seen.",
            ));
        }
        if self.is_naming_dead() {
            notes.push(Note::warning("Name the dead stones, then y."));
        } else if is_hand && self.is_our_turn {
            notes.push(Note::warning("Your turn."));
        }
        if let Some(score) = self
            .recount
            .as_ref()
            .and_then(|count| count.score(&self.game))
        {
            notes.push(Note::warning(format!(
                "Counted so: {score}. The other side's operator names the same stones there; y enters it here."
            )));
        }
        GameView {
            picture: self.picture(is_hand),
            title: self.title(),
            players: ByColor::new(players(Color::Black), players(Color::White)),
            health: Some(self.health(now)),
            notes,
            text: text.map(|(title, text)| TextPane {
                title: title.to_owned(),
                text,
            }),
            moves: MoveEntry::all(self.game.moves()),
            curve: None,
            pane: if has_menu { Pane::Text } else { self.pane },
            scroll: if has_menu { 0 } else { self.scroll },
            bottom: prompt.map_or(Bottom::Keys(stage.keys()), Bottom::Prompt),
            help: self.keys.help(stage.keys()).filter(|_| !has_menu),
            focus: match is_hand || self.is_recounting() {
                true => self.keys.cursor(),
                false => self.picture(false).last(),
            },
        }
    }

    fn title(&self) -> String {
        let terms = &self.terms;
        let place = match self.server.as_ref().map(ServerSeat::title) {
            Some(Ok(game)) => format!("{game}: "),
            Some(Err(waiting)) => return waiting,
            None => String::new(),
        };
        format!(
            "{place}{}, komi {}, {} rules{}",
            self.game.size(),
            terms.komi,
            terms.rules.name(),
            match self.ours {
                Some(color) => format!("; we are {color}"),
                None => String::new(),
            }
        )
    }

    fn picture(&self, has_cursor: bool) -> Picture {
        let picture = Picture::from_game(&self.game);
        let made = self.outcome.as_ref().and_then(Outcome::count);
        let made = made.map(|count| &*count.status);
        let recounted = self.recount.as_ref().and_then(Counting::status);
        match recounted.or(made) {
            Some(status) => picture
                .dead(status.dead())
                .territory(status.territory())
                .cursor(self.keys.cursor().filter(|_| self.is_recounting())),
            None => self
                .named_dead()
                .map_or_else(
                    || picture.clone().ataris(self.game.board()),
                    |dead| picture.clone().dead(dead),
                )
                .cursor(self.keys.cursor().filter(|_| has_cursor)),
        }
    }

    fn player(&self, color: Color, now: Instant) -> PlayerView {
        let is_running = self.running == Some(color);
        let (left, since) = (&self.left.0, self.left.1);
        let more = match is_running {
            true => now.since(since),
            false => Duration::ZERO,
        };
        let left = left[color].saturating_sub(more);
        PlayerView {
            name: self.terms.names[color].clone(),
            captures: self.game.prisoners()[color],
            clock: self.knows_clocks().then(|| clock(left)),
            has_turn: is_running,
        }
    }

    /// Returns whether there are clocks, and they are known.
    fn knows_clocks(&self) -> bool {
        let waits = self.server.as_ref().is_some_and(ServerSeat::is_empty);
        !self.is_unknown && !waits
    }

    /// The state of the line: frames, resends, noise, and the time since anything was heard.
    fn health(&self, now: Instant) -> Note {
        let (place, unit) = match self.server {
            Some(_) => ("Server", "lines"),
            None => ("Line", "frames"),
        };
        let mut parts = vec![format!("{} {unit}", self.frames)];
        if self.resent > 0 {
            parts.push(format!("{} sent again", self.resent));
        }
        if self.garbled > 0 {
            parts.push(format!("{} bytes garbled", self.garbled));
        }
        if let Some(at) = self.last_heard {
            parts.push(format!("heard {} s ago", now.since(at).as_secs()));
        }
        let parts = parts.join(", ");
        match &self.trouble {
            Some(trouble) => Note::warning(format!("{place}: {trouble}! {parts}")),
            None => Note::plain(format!("{place}: {parts}")),
        }
    }
}
