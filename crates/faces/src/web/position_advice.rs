//! Advice on a position as pages show it: moves with reasons, why a move was made, whose the points are,
//! how the groups stand.

use serde::{Deserialize, Serialize};

use super::access::RequestError;
use super::job_queue::JobQueue;
use super::position_text::Position;
use sgmp_advice::review::{AdviceDesk, GroupStanding};
use sgmp_board::rules::{Game, Move, Point};
use sgmp_knowledge::experts::MoveFigures;

/// Ownership below which a point is nobody's.
const MIN_SHARE: f32 = 0.15;

/// A question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum AdviceQuestion {
    /// Moves for the side to move.
    Hint,
    /// The reasons for the last move.
    Why,
    /// The case against the last move, played out.
    WhyNot,
    /// The owners of the points.
    Territory,
    /// The state of the groups.
    Groups,
    /// The reasons for or against the last move, which the reader tries, and the answer to it.
    Try,
}

/// A paragraph with a heading.
#[derive(Debug, Serialize)]
struct Item {
    title: String,
    text: String,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct Advice {
    title: String,
    text: Vec<String>,
    items: Vec<Item>,
    /// Letters on points.
    labels: Vec<(String, String)>,
    /// Points and how far they are Black's: 1 to -1.
    owners: Vec<(String, f32)>,
    /// Positions after a move that is tried, and after the answer to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    positions: Vec<Position>,
}

/// Asks a teacher, who answers one after another; the figures are those that a curve has of the latest move.
pub(super) async fn advise(
    teachers: &JobQueue<AdviceDesk>,
    (game, figures): (Game, Option<MoveFigures>),
    question: AdviceQuestion,
) -> Result<Advice, RequestError> {
    let (answer, answered) = tokio::sync::oneshot::channel();
    let job = move |desk: &mut AdviceDesk| {
        // Somebody who has gone away needs no answer.
        if !answer.is_closed() {
            let _ = answer.send(Advice::new(desk, (&game, figures), question));
        }
    };
    let busy = || RequestError::conflict("the computer has too much to do just now: ask again");
    teachers.put(job).map_err(|_| busy())?;
    answered.await.map_err(|_| busy())
}

impl Advice {
    fn new(
        desk: &mut AdviceDesk,
        (game, figures): (&Game, Option<MoveFigures>),
        question: AdviceQuestion,
    ) -> Self {
        match question {
            AdviceQuestion::Hint => Self::hint(desk, game),
            AdviceQuestion::Why => Self::why(desk, game, figures),
            AdviceQuestion::WhyNot => Self::why_not(desk, game, figures),
            AdviceQuestion::Territory => Self::territory(desk, game),
            AdviceQuestion::Groups => Self::groups(desk, game),
            AdviceQuestion::Try => Self::tried(desk, game),
        }
    }

    fn hint(desk: &mut AdviceDesk, game: &Game) -> Self {
        let color = game.to_move();
        let hints = desk.hints(game, color);
        let items = hints.lines().into_iter().enumerate();
        let labels = hints.moves.iter().enumerate();
        Self {
            title: format!("{color} might play"),
            items: items
                .map(|(place, text)| Item {
                    title: letter(place).to_owned(),
                    text,
                })
                .collect(),
            text: hints.outlook().into_iter().collect(),
            labels: labels
                .map(|(place, hint)| (hint.mv.to_string(), letter(place).to_owned()))
                .collect(),
            ..Self::default()
        }
    }

    fn why(desk: &mut AdviceDesk, game: &Game, figures: Option<MoveFigures>) -> Self {
        let Some(explained) = desk.explain(game, game.move_count()) else {
            return Self {
                title: "Why?".to_owned(),
                text: vec!["No move has been made yet.".to_owned()],
                ..Self::default()
            };
        };
        let explained = explained.with_figures(figures);
        let text = explained.to_string();
        // Its first line names the move, as the title does.
        let lines = text.lines().skip(1);
        Self {
            title: format!("Why {}?", explained.mv),
            text: lines.map(str::to_owned).collect(),
            ..Self::default()
        }
    }

    fn why_not(desk: &mut AdviceDesk, game: &Game, figures: Option<MoveFigures>) -> Self {
        let title = |mv: &str| format!("Why not{mv}?");
        let unknown = |words: &str| Self {
            title: title(""),
            text: vec![words.to_owned()],
            ..Self::default()
        };
        let before = game.move_count().checked_sub(1);
        let before = before.and_then(|moves| game.after(moves));
        let (Some(before), Some((color, mv))) = (before, game.last_move()) else {
            return unknown("No move has been made yet.");
        };
        let Ok(Some(told)) = desk.why_not(&before, color, mv) else {
            return unknown("Nothing is known of this move.");
        };
        let told = told.with_figures(figures);
        let words = told.answer().to_string();
        let line = [&[mv], told.line()].concat();
        let numbered = (1..).zip(line);
        Self {
            text: words.lines().map(str::to_owned).collect(),
            labels: numbered
                .map(|(number, mv): (usize, Move)| (mv.to_string(), number.to_string()))
                .collect(),
            title: title(&format!(" {mv}")),
            ..Self::default()
        }
    }

    /// The reasons for or against a move, and the answer to it.
    fn tried(desk: &mut AdviceDesk, game: &Game) -> Self {
        let mut advice = Self::why(desk, game, None);
        let number = game.move_count();
        advice
            .positions
            .push(Position::new(game, number, game.last_move()));
        if let Some((color, mv)) = game.last_move() {
            advice.title = format!("What if {color} plays {mv}?");
        }
        let color = game.to_move();
        let hints = desk.hints(game, color);
        let mut after = game.clone();
        let answer = hints.moves.first().map(|hint| hint.mv);
        if let Some(answer) = answer.filter(|mv| after.play(color, *mv).is_ok()) {
            advice.items.push(Item {
                title: format!("{color} answers"),
                text: hints.lines().into_iter().next().unwrap_or_default(),
            });
            advice.labels.push((answer.to_string(), "A".to_owned()));
            advice
                .positions
                .push(Position::new(&after, number + 1, after.last_move()));
        }
        advice
    }

    fn territory(desk: &AdviceDesk, game: &Game) -> Self {
        let expected = desk.counted_territory(game);
        let told = |(point, share): &(Point, f32)| {
            let share = (share * 100.0).round() / 100.0;
            (share.abs() >= MIN_SHARE).then(|| (point.to_string(), share))
        };
        Self {
            title: "Territory".to_owned(),
            text: expected.lead_in_words().into_iter().collect(),
            owners: expected.shares().iter().filter_map(told).collect(),
            ..Self::default()
        }
    }

    fn groups(desk: &AdviceDesk, game: &Game) -> Self {
        let groups = desk.groups(game, game.to_move());
        let numbered = || (1..).zip(&groups);
        let item = |(number, group): (usize, &GroupStanding)| Item {
            title: number.to_string(),
            text: group.to_string(),
        };
        let label = |(number, group): (usize, &GroupStanding)| {
            (group.state.group.stone.to_string(), number.to_string())
        };
        Self {
            title: "Groups, the weakest first".to_owned(),
            items: numbered().map(item).collect(),
            labels: numbered().map(label).collect(),
            ..Self::default()
        }
    }
}

const fn letter(place: usize) -> &'static str {
    match place {
        0 => "A",
        1 => "B",
        2 => "C",
        _ => "·",
    }
}
