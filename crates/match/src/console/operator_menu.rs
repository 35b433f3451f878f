//! The menu of Ctrl-C: what it offers at each stage, and what its answers come to.
//!
//! What ends a game wants its number twice. Lines of a terminal and keys of a screen answer it alike.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use sgmp_proto::Instant;

use crate::play::duration::parse_pause_word;
use crate::play::{Event, Match, OperatorDecision};
use crate::port::{Operator, Spectator};

/// The stage of a match, as far as its operator has something to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum MatchStage {
    /// Nobody has moved, and nobody can.
    BeforeGame,
    /// Moves are made, and may be resigned or broken off.
    InPlay,
    /// The result stands: there is nothing left to resign or to stop.
    Over,
}

/// The stage as other threads see it; clones share it.
#[derive(Clone, Debug)]
pub struct StageFlag(Arc<AtomicU8>);

impl Default for StageFlag {
    fn default() -> Self {
        Self(Arc::new(AtomicU8::new(MatchStage::BeforeGame as u8)))
    }
}

impl StageFlag {
    /// The stage of a match, kept up to date as its spectator.
    pub fn for_match(game: &Match) -> Self {
        let stage = Self::default();
        if game.has_begun() {
            stage.set(MatchStage::InPlay);
        }
        stage
    }

    /// Tells the stage from now on.
    pub fn set(&self, stage: MatchStage) {
        self.0.store(stage as u8, Ordering::SeqCst);
    }

    pub(crate) fn get(&self) -> MatchStage {
        match self.0.load(Ordering::SeqCst) {
            0 => MatchStage::BeforeGame,
            1 => MatchStage::InPlay,
            _ => MatchStage::Over,
        }
    }
}

impl Spectator for StageFlag {
    fn event(&mut self, _now: Instant, game: &Match, event: &Event) {
        match event {
            Event::Settled(_) => self.set(MatchStage::Over),
            _ if game.has_begun() && self.get() == MatchStage::BeforeGame => {
                self.set(MatchStage::InPlay);
            }
            _ => {}
        }
    }
}

/// The players of a match, as its menu sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Players {
    /// One of them is ours.
    #[default]
    OneOurs,
    /// Two others, between whom we stand: neither resigns here.
    Others,
    /// One of them is ours, on a server, whose clock runs and which knows of no word of ours but moves.
    OnServer,
}

/// A line of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    WeResign,
    OpponentResigned,
    JudgeStops,
    GoOn,
    Leave,
    Clocks,
    LeaveAfterGame,
}

impl Choice {
    const OF_MATCH: [Self; 6] = [
        Self::WeResign,
        Self::OpponentResigned,
        Self::JudgeStops,
        Self::GoOn,
        Self::Leave,
        Self::Clocks,
    ];
    const AFTER_GAME: &'static str = "leave after this game";
    const ON_SERVER: [Self; 3] = [Self::LeaveAfterGame, Self::Leave, Self::GoOn];

    const fn all(players: Players) -> &'static [Self] {
        match players {
            Players::OneOurs | Players::Others => &Self::OF_MATCH,
            Players::OnServer => &Self::ON_SERVER,
        }
    }

    const fn text(self, stage: MatchStage, players: Players) -> &'static str {
        match (self, stage, players) {
            (Self::Leave, MatchStage::BeforeGame, Players::OneOurs | Players::Others) => {
                "leave now (or Ctrl-C again): there is nothing to resume, the same command begins anew"
            }
            (Self::JudgeStops, _, Players::Others) => "the judge stops the game",
            (Self::Leave, _, Players::Others) => {
                "leave now, resume later (or Ctrl-C again): the two programs are cut off until then"
            }
            (Self::Leave, _, Players::OnServer) => {
                "leave now (or Ctrl-C again): the clock of the game runs, and the same command goes on with it"
            }
            (choice, ..) => choice.side_text(),
        }
    }

    const fn side_text(self) -> &'static str {
        match self {
            Self::WeResign => "we resign",
            Self::OpponentResigned => "the opponent has resigned",
            Self::JudgeStops => {
                "the judge stops the game (with our claim, if the opponent is over its time)"
            }
            Self::GoOn => "go on",
            Self::Leave => "leave now, resume later (or Ctrl-C again)",
            Self::Clocks => "the judge's word on the clocks after a pause",
            Self::LeaveAfterGame => Self::AFTER_GAME,
        }
    }

    /// The consequence, asked about before it is done; `None` where once is enough.
    const fn question(self) -> Option<&'static str> {
        match self {
            Self::WeResign => {
                Some("This ends the game: we lose. 1 again: we resign; anything else: back")
            }
            Self::OpponentResigned => Some(
                "This ends the game: we win. 2 again: the opponent has resigned; anything else: back",
            ),
            Self::JudgeStops => Some(
                "This ends the game without a result. 3 again: the judge stops it; anything else: back",
            ),
            Self::GoOn | Self::Leave | Self::Clocks | Self::LeaveAfterGame => None,
        }
    }

    const fn is_offered(self, stage: MatchStage, players: Players) -> bool {
        match self {
            Self::GoOn | Self::Leave | Self::LeaveAfterGame => true,
            Self::JudgeStops | Self::Clocks => matches!(stage, MatchStage::InPlay),
            Self::WeResign | Self::OpponentResigned => {
                matches!((stage, players), (MatchStage::InPlay, Players::OneOurs))
            }
        }
    }
}

/// The consequence of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuAnswer {
    /// There is more to ask: [`OperatorMenu::text`].
    Asks,
    /// The match goes on.
    GoesOn,
    /// The operator has decided: this goes to the match.
    Says(Operator),
}

/// The part of the menu that is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    #[default]
    Choices,
    /// A choice was made that has to be confirmed by making it again.
    Again(Choice),
    /// The judge's word is typed; `true` after one that was none.
    Clocks { again: bool },
}

/// The page on show, and the answers to what the operator types.
#[derive(Clone, Debug, Default)]
pub struct OperatorMenu {
    stage: StageFlag,
    players: Players,
    page: Page,
}

impl OperatorMenu {
    /// The menu of a match at this stage.
    pub const fn new(stage: StageFlag, players: Players) -> Self {
        let page = Page::Choices;
        Self {
            stage,
            players,
            page,
        }
    }

    /// The menu on a server.
    pub fn on_server() -> Self {
        Self::new(StageFlag::default(), Players::OnServer)
    }

    /// The word of Ctrl-C where nobody can be asked; `again` where it was pressed before.
    pub(crate) const fn unasked(&self, again: bool) -> Operator {
        match (self.players, again) {
            (Players::OnServer, false) => Operator::LeavesAfterGame,
            _ => Operator::Leaves,
        }
    }

    /// Returns whether there is nothing left to decide.
    pub(crate) fn is_over(&self) -> bool {
        self.stage.get() == MatchStage::Over
    }

    /// The text of the open page, in lines.
    pub fn text(&self) -> String {
        match self.page {
            Page::Choices => {
                let (stage, players) = (self.stage.get(), self.players);
                let line = |(key, choice): (char, Choice)| {
                    let text = choice.text(stage, players);
                    format!("\n  {key}  {text}")
                };
                let lines: String = self.offered().map(line).collect();
                let question = match (stage, players) {
                    (_, Players::OnServer) => "Leave the server? A game goes on while you decide.",
                    (MatchStage::BeforeGame, _) => "Stop? No game has begun.",
                    (MatchStage::InPlay | MatchStage::Over, _) => {
                        "Stop? The game goes on while you decide."
                    }
                };
                format!("{question}{lines}")
            }
            Page::Again(choice) => choice.question().unwrap_or_default().to_owned(),
            Page::Clocks { again } => format!(
                "{}What is charged for the latest pause, to the side that was on move?\n  \
                 charged  all of it\n  free     nothing\n  10m      so much (30s, 1h5m)\n\
                 Where the two sides name different sides, the judge names one: charged black, 10m white.\n\
                 {} the same. An empty line: back.",
                if again {
                    "That is no word for it. "
                } else {
                    ""
                },
                match self.players {
                    Players::OneOurs | Players::OnServer => "The other side's operator enters",
                    Players::Others => "The operators of both sides enter",
                }
            ),
        }
    }

    /// The question of the open page, in one line.
    pub fn prompt(&self) -> String {
        match self.page {
            Page::Choices => {
                let keys = self.offered().map(|(key, _)| key.to_string());
                let question = match self.players {
                    Players::OneOurs | Players::Others => "Stop?",
                    Players::OnServer => "Leave?",
                };
                format!("{question} {}", keys.collect::<Vec<_>>().join(" "))
            }
            Page::Again(choice) => choice.question().unwrap_or_default().to_owned(),
            Page::Clocks { .. } => "The judge's word: charged, free, or a time; with black or white behind it, if the judge names the side".to_owned(),
        }
    }

    /// Returns whether a whole line is typed, not one key.
    pub const fn wants_line(&self) -> bool {
        matches!(self.page, Page::Clocks { .. })
    }

    /// Takes a line, or the key that stands for one.
    pub fn answer(&mut self, line: &str) -> MenuAnswer {
        let line = line.trim();
        let pressed = self.offered().find(|(key, _)| line == key.to_string());
        let pressed = pressed.map(|(_, choice)| choice);
        match (self.page, pressed) {
            (Page::Clocks { .. }, _) => self.take_word(line),
            (Page::Again(asked), Some(choice)) if choice == asked => said(choice),
            (Page::Again(_), _) => self.turn_to(Page::Choices),
            (Page::Choices, None) => MenuAnswer::Asks,
            (Page::Choices, Some(Choice::Clocks)) => self.turn_to(Page::Clocks { again: false }),
            (Page::Choices, Some(choice)) if choice.question().is_some() => {
                self.turn_to(Page::Again(choice))
            }
            (Page::Choices, Some(choice)) => said(choice),
        }
    }

    fn take_word(&mut self, line: &str) -> MenuAnswer {
        if line.is_empty() {
            return self.turn_to(Page::Choices);
        }
        match parse_pause_word(line) {
            Ok(word) => decides(OperatorDecision::PauseCharged(word)),
            Err(_) => self.turn_to(Page::Clocks { again: true }),
        }
    }

    fn turn_to(&mut self, page: Page) -> MenuAnswer {
        self.page = page;
        MenuAnswer::Asks
    }

    /// The choices of now, each with its key.
    fn offered(&self) -> impl Iterator<Item = (char, Choice)> + use<> {
        let (stage, players) = (self.stage.get(), self.players);
        let choices = ('1'..='9').zip(Choice::all(players).iter().copied());
        choices.filter(move |(_, choice)| choice.is_offered(stage, players))
    }
}

const fn said(choice: Choice) -> MenuAnswer {
    match choice {
        Choice::WeResign => decides(OperatorDecision::WeResign),
        Choice::OpponentResigned => decides(OperatorDecision::OpponentResigned),
        Choice::JudgeStops => decides(OperatorDecision::JudgeStops),
        Choice::Leave => MenuAnswer::Says(Operator::Leaves),
        Choice::LeaveAfterGame => MenuAnswer::Says(Operator::LeavesAfterGame),
        Choice::GoOn | Choice::Clocks => MenuAnswer::GoesOn,
    }
}

const fn decides(decision: OperatorDecision) -> MenuAnswer {
    MenuAnswer::Says(Operator::Decides(decision))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::play::PauseCharge;

    fn menu(stage: MatchStage) -> OperatorMenu {
        let flag = StageFlag::default();
        flag.set(stage);
        OperatorMenu::new(flag, Players::OneOurs)
    }

    fn answers(menu: &mut OperatorMenu, lines: &str) -> Vec<MenuAnswer> {
        lines.split(' ').map(|line| menu.answer(line)).collect()
    }

    #[test]
    fn what_ends_a_game_wants_its_number_twice() {
        for (key, decision) in [
            ("1", OperatorDecision::WeResign),
            ("2", OperatorDecision::OpponentResigned),
            ("3", OperatorDecision::JudgeStops),
        ] {
            let mut menu = menu(MatchStage::InPlay);
            assert_eq!(menu.answer(key), MenuAnswer::Asks);
            assert!(
                menu.text().contains(&format!("{key} again")),
                "{}",
                menu.text()
            );
            assert_eq!(menu.answer(&format!(" {key}\n")), decides(decision));
        }
        for slip in ["1 2", "1 4", "1 ", "1 y", "3 1", "2 yes"] {
            let mut menu = menu(MatchStage::InPlay);
            assert_eq!(
                answers(&mut menu, slip),
                [MenuAnswer::Asks, MenuAnswer::Asks],
                "{slip}"
            );
            assert!(menu.text().contains("4  go on"), "{slip}");
        }
    }

    #[test]
    fn once_is_enough_to_go_on_or_to_leave_and_nothing_else_means_anything() {
        let mut menu = menu(MatchStage::InPlay);
        assert_eq!(menu.answer("4"), MenuAnswer::GoesOn);
        assert_eq!(menu.answer("5"), MenuAnswer::Says(Operator::Leaves));
        for nothing in ["", "y", "resign", "7"] {
            assert_eq!(menu.answer(nothing), MenuAnswer::Asks, "{nothing:?}");
        }
    }

    #[test]
    fn what_there_is_not_is_not_offered() {
        let offered = |stage| {
            let text = menu(stage).text();
            let numbers = ('1'..='6').filter(|key| text.contains(&format!("\n  {key}  ")));
            numbers.collect::<String>()
        };
        assert_eq!(offered(MatchStage::BeforeGame), "45");
        assert_eq!(offered(MatchStage::InPlay), "123456");
        let between = StageFlag::default();
        between.set(MatchStage::InPlay);
        let between = OperatorMenu::new(between, Players::Others).text();
        let keys: String = ('1'..='6')
            .filter(|key| between.contains(&format!("\n  {key}  ")))
            .collect();
        assert_eq!(keys, "3456", "{between}");
        let mut early = menu(MatchStage::BeforeGame);
        assert_eq!(
            answers(&mut early, "1 1"),
            [MenuAnswer::Asks, MenuAnswer::Asks]
        );
    }

    #[test]
    fn before_a_game_nothing_goes_on_and_nothing_is_resumed() {
        for players in [Players::OneOurs, Players::Others] {
            let early = OperatorMenu::new(StageFlag::default(), players).text();
            assert!(early.starts_with("Stop? No game has begun.\n"), "{early}");
            assert!(early.contains("the same command begins anew"), "{early}");
            assert!(!early.contains("resume later"), "{early}");
        }
        let text = menu(MatchStage::InPlay).text();
        assert!(
            text.contains("The game goes on") && text.contains("resume later"),
            "{text}"
        );
    }

    #[test]
    fn on_a_server_there_is_leaving_alone() {
        let menu = OperatorMenu::on_server();
        assert!(menu.text().starts_with("Leave the server?"), "{menu:?}");
        assert_eq!(menu.prompt(), "Leave? 1 2 3");
        for (key, answer) in [
            ("1", MenuAnswer::Says(Operator::LeavesAfterGame)),
            ("2", MenuAnswer::Says(Operator::Leaves)),
            ("3", MenuAnswer::GoesOn),
            ("4", MenuAnswer::Asks),
        ] {
            assert_eq!(menu.clone().answer(key), answer, "{key}");
        }
        assert_eq!(menu.unasked(false), Operator::LeavesAfterGame);
        assert_eq!(menu.unasked(true), Operator::Leaves);
    }

    #[test]
    fn the_judges_word_on_the_clocks_is_typed() {
        for (word, charge) in [
            ("charged", PauseCharge::All),
            ("free", PauseCharge::Nothing),
            ("10m", PauseCharge::Time(Duration::from_secs(600))),
        ] {
            let mut menu = menu(MatchStage::InPlay);
            assert!(!menu.wants_line());
            assert_eq!(menu.answer("6"), MenuAnswer::Asks);
            assert!(menu.wants_line());
            assert_eq!(menu.answer("half of it"), MenuAnswer::Asks);
            assert!(
                menu.text().starts_with("That is no word"),
                "{}",
                menu.text()
            );
            assert_eq!(
                menu.answer(word),
                decides(OperatorDecision::PauseCharged(charge.into()))
            );
        }
        let mut menu = menu(MatchStage::InPlay);
        assert_eq!(answers(&mut menu, "6  4")[2], MenuAnswer::GoesOn);
    }
}
