//! The state of a game as one of its pages reads it.

use serde::Serialize;
use sgmp_proto::Instant;

use super::access::Access;
use super::igo_seat::{IgoSeat, IgoState};
use super::position_text::{
    Sides, cells, color_word, in_atari, move_word, moves, names, playable, spoken,
};
use super::presence::PageOf;
use super::room::{Players, RoomState};
use crate::local_game::{Counting, LocalEnd, Phase, result_in_words};
use sgmp_board::rules::{Color, FinalScore, Game, Status};
use sgmp_match::play::Count;

const COUNT_HELP: &str = "Choose groups that are dead, or alive after all; then agree.";

/// A count as pages show it.
#[derive(Debug, Default, Serialize)]
pub(super) struct CountState {
    dead: Vec<String>,
    black: Vec<String>,
    white: Vec<String>,
    /// Winner and points in a sentence.
    result: Option<String>,
    /// Both sides' points in words.
    points: Option<Sides<String>>,
    /// True if this page's player accepts it.
    agreed: bool,
    help: &'static str,
}

/// The clocks of a game.
#[derive(Debug, Serialize)]
struct ClockState {
    /// Time left, in milliseconds.
    left: Sides<u64>,
    running: Option<&'static str>,
}

/// Wishes that may be told now.
#[derive(Debug, Serialize)]
struct Allowed {
    pass: bool,
    undo: bool,
    resign: bool,
    advice: bool,
    again: bool,
}

#[derive(Debug, Serialize)]
struct TalkState {
    by: &'static str,
    text: String,
}

/// The other of two players.
#[derive(Debug, Serialize)]
struct OtherState {
    /// "awaited" before they have come, "here", or "left".
    page: &'static str,
    /// True once they wait for another game.
    wants_again: bool,
    /// The way in, as long as they have not come.
    invite: Option<Invitation>,
}

/// The link for the other player.
#[derive(Debug, Serialize)]
struct Invitation {
    /// Behind the address of the host.
    path: String,
    /// Addresses of this machine in its network, with the port.
    hosts: Vec<String>,
    /// True where other machines are let in.
    is_open: bool,
}

/// The state of a page.
#[derive(Debug, Serialize)]
pub(super) struct PageState {
    revision: u64,
    size: u8,
    komi: String,
    rules: &'static str,
    names: Sides<String>,
    you: &'static str,
    /// True if one page shows all sides.
    one_page: bool,
    /// True where the computer plays both sides.
    watching: bool,
    phase: &'static str,
    turn: Option<&'static str>,
    thinking: bool,
    /// Plays of Black's handicap that are left, its first move included.
    plays_left: usize,
    board: String,
    /// Points where this page's player may play now.
    legal: Option<String>,
    last: Option<String>,
    captures: Sides<u16>,
    atari: Vec<String>,
    moves: Vec<(&'static str, String)>,
    spoken: String,
    count: Option<CountState>,
    result: Option<String>,
    can: Allowed,
    talk: Option<Vec<TalkState>>,
    /// The other player, where two persons have a page each.
    other: Option<OtherState>,
    clocks: Option<ClockState>,
    /// The record's name in the archive.
    archive: Option<String>,
    trouble: Option<String>,
    /// The series of Igo that the game belongs to.
    igo: Option<IgoState>,
}

impl RoomState {
    /// The state for the page of a color; `access` says how others are let in.
    pub(super) fn page_state(&self, you: Color, access: &Access, now: Instant) -> PageState {
        let local = &self.game;
        let you = self.players.speaker(you, local);
        let game = local.game();
        let is_playing = *local.phase() == Phase::Playing;
        let turn = local.turn();
        let is_yours = local.is_persons_turn() && turn == you;
        let atari = Color::BOTH.map(|color| names(&in_atari(game.board(), color).0));
        PageState {
            revision: self.revision,
            size: game.size().lines(),
            komi: game.komi().to_string(),
            rules: game.rule_set().name(),
            names: Sides::each(|color| local.terms().shown_name(color)),
            you: color_word(you),
            one_page: self.players == Players::OnePage,
            watching: local.plays_itself(),
            phase: match local.phase() {
                Phase::Playing => "playing",
                Phase::Counting(_) => "counting",
                Phase::Over(_) => "over",
            },
            turn: is_playing.then(|| color_word(turn)),
            thinking: is_playing && (self.is_thinking() || local.plays_itself()),
            plays_left: local.plays_left(),
            board: cells(game.board()),
            legal: is_yours.then(|| playable(game, turn)),
            last: game.last_move().map(|(_, mv)| move_word(mv)),
            captures: local.captures().into(),
            atari: atari.concat(),
            moves: moves(game),
            spoken: self.words(you),
            count: self.count(you),
            result: match local.phase() {
                Phase::Over(end) => Some(end.sentence()),
                _ => None,
            },
            can: self.allowed(you),
            talk: self.talk(),
            other: self.other(you, access),
            clocks: self.clocks(now),
            archive: self.file_name(),
            trouble: self.trouble.clone().or_else(|| self.left.clone()),
            igo: self.igo.as_ref().map(IgoSeat::state),
        }
    }

    fn clocks(&self, now: Instant) -> Option<ClockState> {
        let left = |color| {
            let left = self.game.time_left(color, now)?.as_millis();
            Some(u64::try_from(left).unwrap_or(u64::MAX))
        };
        Some(ClockState {
            left: Sides {
                black: left(Color::Black)?,
                white: left(Color::White)?,
            },
            running: self.game.deadline().map(|_| color_word(self.game.turn())),
        })
    }

    /// The latest events, as they are told to this page's player.
    fn words(&self, you: Color) -> String {
        let you = (self.players != Players::OnePage).then_some(you);
        if self.told.is_empty() {
            return spoken(self.game.game(), you);
        }
        let told = self.told.iter().map(|event| event.sentence(you));
        told.collect::<Vec<_>>().join(" ")
    }

    fn count(&self, you: Color) -> Option<CountState> {
        let game = self.game.game();
        match self.game.phase() {
            Phase::Playing => None,
            Phase::Counting(counting) => Some(self.open_count(counting, you)),
            Phase::Over(LocalEnd { count, .. }) => {
                let Count { status, score } = count.as_ref()?;
                Some(counted(game, status, score))
            }
        }
    }

    fn open_count(&self, counting: &Counting, you: Color) -> CountState {
        let game = self.game.game();
        let (Some(status), Some(score)) = (counting.status(), counting.score(game)) else {
            return CountState {
                help: "The computer looks for dead stones …",
                ..CountState::default()
            };
        };
        CountState {
            agreed: self.agreed[you],
            help: if self.agreed[!you] {
                "The other side agrees with this count."
            } else {
                COUNT_HELP
            },
            ..counted(game, status, &score)
        }
    }

    fn allowed(&self, you: Color) -> Allowed {
        let has_one_page = self.players != Players::Two;
        let is_playing = *self.game.phase() == Phase::Playing;
        let is_yours = self.game.is_persons_turn() && self.game.turn() == you;
        let has_person = !self.game.plays_itself();
        let has_moved = self.game.up_to_persons_move().is_some();
        let is_last = self
            .game
            .game()
            .last_move()
            .is_some_and(|(color, _)| color == you);
        Allowed {
            pass: is_yours,
            // Nobody takes back what the other has answered.
            undo: is_playing && has_person && if has_one_page { has_moved } else { is_last },
            // A game of two persons is resigned by the side to move.
            resign: is_playing && has_person && (has_one_page || is_yours),
            advice: has_one_page && is_playing,
            again: !is_playing,
        }
    }

    fn talk(&self) -> Option<Vec<TalkState>> {
        if self.players != Players::Two {
            return None;
        }
        let line = |line: &super::room::TalkLine| TalkState {
            by: color_word(line.by),
            text: line.text.clone(),
        };
        Some(self.talk.iter().map(line).collect())
    }

    fn other(&self, you: Color, access: &Access) -> Option<OtherState> {
        if self.players != Players::Two {
            return None;
        }
        let page = self.presence.page(!you);
        let hosts = access.network_hosts();
        let invite = (page == PageOf::Awaited).then(|| Invitation {
            path: format!("/play/{}{}", self.links[!you], access.link_suffix()),
            hosts: hosts.iter().map(ToString::to_string).collect(),
            is_open: access.is_open(),
        });
        Some(OtherState {
            page: page.word(),
            wants_again: self.next.as_ref().is_some_and(|(by, _)| *by != you),
            invite,
        })
    }
}

/// A count of a game's board.
pub(super) fn counted(game: &Game, status: &Status, score: &FinalScore) -> CountState {
    // One sum for each side: White's has the komi in it.
    let sum = |color, points: u32| match color {
        Color::White => f64::from(points) + f64::from(game.komi().half_points()) / 2.0,
        Color::Black => points.into(),
    };
    let komi = |color| match color {
        Color::White => format!(", komi {}", game.komi()),
        Color::Black => String::new(),
    };
    let points = |color| match score {
        FinalScore::Territory(score) => {
            let tally = score.tally[color];
            let (all, parts) = (
                tally.points(),
                [tally.territory, tally.prisoners, tally.dead],
            );
            let [territory, prisoners, dead] = parts;
            let (all, komi) = (sum(color, all), komi(color));
            format!(
                "{all} points: territory {territory}, prisoners {prisoners}, dead stones {dead}{komi}"
            )
        }
        FinalScore::Area(score) => {
            let all = sum(color, score.points[color].into());
            format!("{all} points of area{}", komi(color))
        }
    };
    let dead = status.dead();
    // The stones on a side's own points are no territory to mark.
    let open = |color| {
        let owned = status.territory().points_of(color).iter();
        let is_open = |point| game.board().is_empty(point) || dead.contains(point);
        let open = owned.filter(|point| is_open(*point));
        open.map(|point| point.to_string()).collect()
    };
    CountState {
        dead: names(dead),
        black: open(Color::Black),
        white: open(Color::White),
        result: Some(result_in_words(score.margin().into())),
        points: Some(Sides::each(points)),
        agreed: false,
        help: COUNT_HELP,
    }
}
