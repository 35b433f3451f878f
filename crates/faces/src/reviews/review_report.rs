//! A review on one page: the moves, the curve, the turning points with reasons and better lines.

use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use crate::reviews::review_threads::{CurveKeeper, ReviewInput};
use sgmp_advice::review::{
    AdviceDesk, GameCurve, GameLessons, GameSummary, NOTHING_TURNED, TurningPoint,
};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::picture::{GamePage, Picture, SvgBoard, SvgTheme, escape_markup};
use sgmp_board::record::{GameRecord, GameTree, write_atomically};
use sgmp_board::rules::{Game, Move};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{JudgeEffort, NetChoice};
use sgmp_match::console::Leaving;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::work_progress::WorkProgress;
use sgmp_match::console::{stderr_line, stdout_line};

/// Time between two looks at Ctrl-C.
const LOOK_INTERVAL: Duration = Duration::from_millis(200);

/// Looks at the whole game, and writes the page.
///
/// # Errors
/// A record that cannot be played over, and a file that cannot be written.
pub fn write_report(
    (record, tree): (&GameRecord, &GameTree),
    game: &Game,
    mut keeper: CurveKeeper,
    net: Option<NetChoice>,
    theme: SvgTheme,
    out: &Path,
) -> Result<Leaving, Failure> {
    if let Some(exit) = look_at_all(&mut keeper)? {
        return Ok(exit);
    }
    let curve = keeper.curve();
    let turns = TurningPoint::find(game, curve);
    let page = GamePage::new(record).map_err(|error| Failure::new(Blame::Record, error))?;
    let page = page
        .theme(theme)
        .tree(tree)
        .section(
            "The course of the game",
            course(curve, &turns, keeper.search().effort),
        )
        .section("In sum", in_sum(game, curve))
        .section("Turning points", reasons((game, curve), &turns, net, theme))
        .to_string();
    write_atomically(out, page.as_bytes()).map_err(|error| Failure::new(Blame::Record, error))?;
    stdout_line(format_args!("report: {}", out.display()));
    Ok(Leaving::Done)
}

/// Makes the curve whole; an exit code where that was interrupted.
fn look_at_all(keeper: &mut CurveKeeper) -> Result<Option<Leaving>, Failure> {
    if keeper.is_done() {
        return Ok(None);
    }
    let interrupts = Interrupts::listen()?;
    let all = keeper.curve().points().len();
    let known = keeper.curve().known();
    stderr_line(format_args!(
        "looking at {all} positions ... (Ctrl-C: what is known is kept for next time)"
    ));
    let mut progress = WorkProgress::new("positions", known as u64, all as u64, false);
    let (sender, inputs) = channel();
    let halt = StopFlag::new();
    keeper.start(sender, halt.clone());
    while !keeper.is_done() {
        if interrupts.flag.load(Ordering::Relaxed) {
            halt.request();
            keeper.keep();
            progress.finish();
            return Ok(Some(Leaving::Interrupted));
        }
        match inputs.recv_timeout(LOOK_INTERVAL) {
            Ok(ReviewInput::Looked(moves, point)) => {
                keeper.add(moves, point);
                progress.step();
            }
            Ok(ReviewInput::LookedClosely(moves, point)) => keeper.add_close(moves, point),
            Ok(ReviewInput::LookedAtAll) => keeper.finish(),
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    progress.finish();
    Ok(None)
}

fn course(curve: &GameCurve, turns: &[TurningPoint], effort: u32) -> String {
    let has_lead = curve
        .points()
        .iter()
        .flatten()
        .any(|point| point.lead.is_some());
    let dashed = if has_lead {
        "; dashed the points by which Black leads"
    } else {
        ""
    };
    format!(
        "{}{}<p>The line is Black's chance to win{dashed}. A search of {effort} evaluations looked at each position.</p>\n",
        curve.svg(turns),
        links(turns)
    )
}

/// The turning points in the order of the game as links: the circles of the curve are small on a phone.
fn links(turns: &[TurningPoint]) -> String {
    let mut numbers: Vec<usize> = turns.iter().map(|turn| turn.loss.number).collect();
    numbers.sort_unstable();
    if numbers.is_empty() {
        return String::new();
    }
    let link = |number: usize| {
        format!(
            "<a href=\"#m{number}\" style=\"display:inline-block;padding:4px;min-height:24px\">Move {number}</a>"
        )
    };
    let links: Vec<String> = numbers.into_iter().map(link).collect();
    format!("<p>Turning points: {}</p>\n", links.join(" "))
}

/// The moves of both sides in sum, and the lessons of the game.
fn in_sum(game: &Game, curve: &GameCurve) -> String {
    let summary = GameSummary::new(game, curve).to_string();
    let lessons = GameLessons::new(game, curve).to_string();
    let lines = summary.lines().chain(lessons.lines());
    lines
        .map(|line| format!("<p>{}</p>\n", escape_markup(line)))
        .collect()
}

/// The turning points as a list, each with its reasons and the better line.
fn reasons(
    (game, curve): (&Game, &GameCurve),
    turns: &[TurningPoint],
    net: Option<NetChoice>,
    theme: SvgTheme,
) -> String {
    if turns.is_empty() {
        return format!("<p>{NOTHING_TURNED}</p>\n");
    }
    let mut desk = AdviceDesk::new(net, JudgeEffort::ONE_POSITION);
    let mut html = "<ol>\n".to_owned();
    for (place, turn) in turns.iter().enumerate() {
        let (number, sentence) = (turn.loss.number, turn.sentence());
        let (head, rest) = sentence.split_once(':').unwrap_or((&sentence, ""));
        let (head, rest) = (escape_markup(head), escape_markup(rest));
        let _written = writeln!(html, "<li><p><a href=\"#m{number}\">{head}</a>:{rest}</p>");
        if let Some(told) = desk.explain(game, number) {
            let told = told.with_figures(curve.figures(turn.loss.color, number));
            let _written = writeln!(
                html,
                "<p class=\"remark\">{}</p>",
                escape_markup(&told.to_string())
            );
        }
        if let Some(picture) = better_line(game, turn) {
            let title = format!("The better line at move {number}");
            let board = SvgBoard::new(&picture)
                .theme(theme)
                .id(&format!("turn{place}"))
                .title(title);
            let _written = write!(html, "<div style=\"max-width:24rem\">{board}</div>");
        }
        html.push_str("</li>\n");
    }
    html + "</ol>\n"
}

/// The position before a move, with the better line in numbers and the move that was made marked.
fn better_line(game: &Game, turn: &TurningPoint) -> Option<Picture> {
    let before = game.after(turn.loss.number - 1)?;
    let mut picture = Picture::new(before.board());
    let mut played = before.clone();
    for (number, mv) in (1..).zip(&turn.before.line) {
        let color = played.to_move();
        if played.play(color, *mv).is_err() {
            break;
        }
        picture = match mv {
            Move::Play(point) => picture.numbered_stone(*point, color, number),
            Move::Pass => picture.note(format!("{number} {color} passes")),
        };
    }
    let note = format!("In the game: {} {}", turn.loss.color, turn.loss.mv);
    Some(match turn.loss.mv {
        Move::Play(point) if picture.stone(point).is_none() => {
            picture.label(point, "X").note(note + " (X)")
        }
        Move::Play(_) | Move::Pass => picture.note(note),
    })
}
