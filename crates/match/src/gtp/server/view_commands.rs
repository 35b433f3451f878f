//! The parts of an analysis, each on a board for GoGui: liberties, connections, eye
//! potentials, running points, races, the territory evaluators, patterns and joseki.
//!
//! Those in the `gfx` form color the points and say the same in words, a line each.

use std::cmp::Reverse;

use super::drawing::{Drawing, Paint, blank, board};
use super::expert_commands::color;
use super::server_state::ServerState;
use crate::gtp::arguments::Arguments;
use crate::gtp::reply::Reply;
use sgmp_board::rules::{Point, PointSet};
use sgmp_knowledge::analysis::{
    ConnectionStatus, Evaluator, GroupInfo, PotentialKind, Race, RunningAbility, RunningKind,
};
use sgmp_knowledge::joseki::{Fuseki, Joseki, KnownMove, Mark};
use sgmp_knowledge::patterns::{LibertyOracle, Library, Urgency};

/// `sgmp_go-liberties`: for each stone the liberties of its string and its second-order
/// liberties.
pub(super) fn liberties(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let analysis = state.analysis();
    Ok(board(state, |point| {
        analysis.string_at(point).map_or_else(blank, |string| {
            let (first, second) = (string.liberties.len(), string.second_liberties.len());
            format!("{first}/{second}")
        })
    }))
}

/// `sgmp_go-connections`: every connection, the weakest first, and its points colored by its strength.
pub(super) fn connections(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let analysis = state.analysis();
    let mut known: Vec<_> = analysis.connections().iter().collect();
    known.sort_by_key(|connection| Reverse(connection.status));
    let mut drawing = Drawing::default();
    for connection in known {
        let paint = match connection.status {
            ConnectionStatus::Unbreakable => Paint::Green,
            ConnectionStatus::Loose => Paint::Cyan,
            ConnectionStatus::Cuttable => Paint::Yellow,
            ConnectionStatus::Broken => Paint::Red,
        };
        paint_all(&mut drawing, connection.points, paint);
        let (a, b) = connection.strings;
        let (a, b) = (analysis.strings().get(a), analysis.strings().get(b));
        drawing.line(format_args!(
            "{} {} to {}: {}, {}{}",
            a.color,
            a.anchor,
            b.anchor,
            connection.kind,
            connection.status,
            at(connection.points),
        ));
    }
    Ok(drawn_or(drawing, "there are no connections"))
}

/// `sgmp_go-potentials`: points where groups may get more eyes, in half eyes, and the ways to them.
pub(super) fn potentials(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let analysis = state.analysis();
    let mut drawing = Drawing::default();
    for info in analysis.group_infos() {
        let mut ways: Vec<_> = info.potentials.iter().collect();
        ways.sort_by_key(|way| Reverse(way.amount));
        for way in ways {
            let paint = match way.kind {
                PotentialKind::EyeVitalPoint => Paint::Green,
                PotentialKind::Extend => Paint::Cyan,
                PotentialKind::Connect => Paint::Yellow,
                PotentialKind::Capture => Paint::Red,
            };
            paint_all(&mut drawing, way.points, paint);
            for point in way.points.iter() {
                drawing.label(point, way.amount);
            }
            let (kind, amount) = (way.kind, way.amount);
            let half_eyes = if amount == 1 { "half eye" } else { "half eyes" };
            drawing.line(format_args!(
                "{}: {kind}, {amount} {half_eyes}{}",
                name(info),
                at(way.points)
            ));
        }
    }
    Ok(drawn_or(drawing, "no group can get more eyes"))
}

/// `sgmp_go-running`: the ways out of groups that have to run, and how well they run.
pub(super) fn running(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let analysis = state.analysis();
    let mut drawing = Drawing::default();
    for info in analysis.group_infos() {
        let running = &info.running;
        if running.points.is_empty() && running.ability == RunningAbility::None {
            continue;
        }
        for way in &running.points {
            drawing.paint(
                way.point,
                match way.kind {
                    RunningKind::TowardFriend => Paint::Green,
                    RunningKind::IntoOpen => Paint::Cyan,
                    RunningKind::TowardEnemy => Paint::Yellow,
                    RunningKind::AlongEdge => Paint::Magenta,
                },
            );
        }
        let ways = running.points.iter();
        let ways: Vec<String> = ways
            .map(|way| format!("{} {}", way.point, way.kind))
            .collect();
        let to = if ways.is_empty() { "" } else { ": " };
        drawing.line(format_args!(
            "{} {}, reach {}{to}{}",
            name(info),
            running.ability,
            running.reach,
            ways.join(", ")
        ));
    }
    Ok(drawn_or(drawing, "no group has to run"))
}

/// `sgmp_go-races`: the groups in a race for liberties, and the state of the race.
pub(super) fn races(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let analysis = state.analysis();
    let mut drawing = Drawing::default();
    for info in analysis.group_infos() {
        let Some(race) = info.race else { continue };
        let paint = match race {
            Race::Wins | Race::Ahead => Paint::Green,
            Race::Seki => Paint::Cyan,
            Race::Even => Paint::Yellow,
            Race::Behind | Race::Loses => Paint::Red,
        };
        paint_all(&mut drawing, info.group.stones, paint);
        let liberties = info.group.liberties.len();
        if let Some(stone) = info.group.stones.first() {
            drawing.label(stone, liberties);
        }
        let plural = if liberties == 1 { "y" } else { "ies" };
        drawing.line(format_args!(
            "{}, {liberties} libert{plural}: {race}",
            name(info)
        ));
    }
    Ok(drawn_or(drawing, "there is no race for liberties"))
}

/// `sgmp_go-evaluators`: the evaluator that judges each empty point: green by eye space, cyan by the
/// stones beside it, yellow by influence.
pub(super) fn evaluators(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let analysis = state.analysis();
    Ok(board(state, |point| {
        if analysis.string_at(point).is_some() {
            return blank();
        }
        let paint = match analysis.territory().by(point) {
            Evaluator::EyeSpace => Paint::Green,
            Evaluator::Liberty => Paint::Cyan,
            Evaluator::Influence => Paint::Yellow,
        };
        paint.to_string()
    }))
}

/// `sgmp_go-patterns [COLOR]`: the written patterns that match, the most urgent first.
pub(super) fn patterns(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let color = color(state, args)?;
    let board = state.position.game().board();
    let mut matches = Library::matches(board, color, &LibertyOracle(board));
    matches.sort_by_key(|found| (Reverse(found.pattern.urgency), found.point));
    let mut drawing = Drawing::default();
    for found in matches {
        let pattern = found.pattern;
        let paint = match pattern.urgency {
            Urgency::Vital => Paint::Red,
            Urgency::Big => Paint::Yellow,
            Urgency::Fair => Paint::Cyan,
            Urgency::Small => Paint::Green,
        };
        drawing.paint(found.point, paint);
        let (urgency, kind, name) = (pattern.urgency, pattern.kind, &pattern.name);
        drawing.line(format_args!(
            "{} {urgency} {kind}/{name}: {}",
            found.point, pattern.sentence
        ));
    }
    Ok(drawn_or(drawing, "no pattern matches"))
}

/// `sgmp_go-joseki [COLOR]`: the book's moves in the corners and on the whole board, with their
/// marks; the label is the rank in the book.
pub(super) fn joseki(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let color = color(state, args)?;
    let board = state.position.game().board();
    let mut drawing = Drawing::default();
    let mut add = |book: &str, moves: Vec<KnownMove>| {
        let legal = moves
            .into_iter()
            .filter(|known| board.legality(color, known.point).is_ok());
        for known in legal {
            let paint = match known.mark {
                Mark::Urgent => Paint::Magenta,
                Mark::Normal => Paint::Green,
                Mark::Conditional => Paint::Yellow,
                Mark::FollowUp => Paint::Cyan,
                Mark::Bad | Mark::Trick => Paint::Red,
            };
            drawing.paint(known.point, paint);
            drawing.label(known.point, known.rank + 1);
            drawing.line(format_args!("{} {book}, {}", known.point, known.mark));
        }
    };
    add("fuseki", Fuseki::embedded().moves(board, color));
    add("joseki", Joseki::embedded().moves(board, color));
    Ok(drawn_or(drawing, "the book knows nothing here"))
}

/// The name of a group in the lines of text.
fn name(info: &GroupInfo) -> String {
    let stone = info.group.stones.first();
    let stone = stone.map_or_else(String::new, |stone| stone.to_string());
    format!("{} {stone}", info.group.color)
}

fn paint_all(drawing: &mut Drawing, points: PointSet, paint: Paint) {
    for point in points.iter() {
        drawing.paint(point, paint);
    }
}

/// ` at C3 D3`, or nothing.
fn at(points: PointSet) -> String {
    let names: Vec<String> = points
        .iter()
        .map(|point: Point| point.to_string())
        .collect();
    if names.is_empty() {
        return String::new();
    }
    format!(", at {}", names.join(" "))
}

/// The drawing; `nothing` if it is empty.
fn drawn_or(mut drawing: Drawing, nothing: &str) -> String {
    if drawing.is_silent() {
        drawing.line(nothing);
    }
    drawing.to_string()
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::Server;
    use crate::gtp::server::fake_host::{ask, play_diagram, server};

    fn shown(diagram: &str) -> Server {
        let mut server = server();
        play_diagram(&mut server, diagram);
        server
    }

    /// Black's stones are linked by connections that can be cut; White has taken one stone and threatens another.
    const JOINTS: &str = ". . . . . . . . .
         . . X . . . . . .
         . . . . . . . . .
         . . X . . . O O .
         . . . . X O . O .
         O X . . . O . . .
         O X . . O . . . .
         X X O O O . . . .
         . . X O . . . . .";

    /// Six liberties against six.
    fn race() -> String {
        let empty = vec![". ".repeat(19); 16].join("\n");
        let walls = "O ".repeat(9) + &"X ".repeat(10);
        let middle = ". ".repeat(6) + "O O O X " + &". ".repeat(6) + "X X X";
        let lowest = "X ".repeat(9) + &"O ".repeat(9) + "X";
        format!("{empty}\n{walls}\n{middle}\n{lowest}")
    }

    #[track_caller]
    fn assert_told(server: &mut Server, question: &str, lines: &[&str]) {
        let answer = ask(server, question);
        for line in lines {
            let mut told = answer.lines().map(|told| told.trim_start_matches("= "));
            assert!(told.any(|told| told == *line), "no {line} in\n{answer}");
        }
    }

    #[test]
    fn connections_are_colored_by_whether_they_hold() {
        assert_told(
            &mut shown(JOINTS),
            "sgmp_go-connections",
            &[
                "COLOR green F3 E4 G5 F6",
                "COLOR cyan D6 C7",
                "COLOR yellow B1 C4 D4 B5 C5 D5",
                "TEXT Black A2 to C6: knight's move, cuttable, at B5 C5",
                "TEXT Black C6 to C8: one-point jump, loose, at C7",
                "TEXT White F4 to G6: hane, unbreakable, at G5 F6",
            ],
        );
    }

    #[test]
    fn eye_potentials_are_told_in_half_eyes() {
        assert_told(
            &mut shown(JOINTS),
            "sgmp_go-potentials",
            &[
                "LABEL B6 2",
                "TEXT White D1: captures stones, 1 half eye, at B1",
                "TEXT Black E5: room for an eye, 2 half eyes, at B6",
            ],
        );
    }

    #[test]
    fn runners_show_where_to() {
        let answer = ask(&mut shown(JOINTS), "sgmp_go-running");
        let way = "TEXT Black A2 runs easily, reach 31: A3 along the edge, ";
        assert!(answer.contains(way), "{answer}");
        assert!(answer.contains("COLOR yellow C4 C5"), "{answer}");
    }

    #[test]
    fn races_tell_how_they_stand() {
        assert_told(
            &mut shown(&race()),
            "sgmp_go-races",
            &[
                "LABEL A1 6",
                "TEXT Black A1, 6 liberties: even: who moves first wins",
                "TEXT White K1, 6 liberties: even: who moves first wins",
            ],
        );
    }

    #[test]
    fn strings_and_evaluators_have_their_boards() {
        let mut server = shown(JOINTS);
        assert_told(
            &mut server,
            "sgmp_go-liberties",
            &[
                r#""" "" 4/6 "" "" "" "" "" """#,
                r#"1/2 5/5 "" "" "" 5/6 "" "" """#,
            ],
        );
        assert_told(
            &mut server,
            "sgmp_go-evaluators",
            &[r#"green green "" cyan cyan cyan "" "" cyan"#],
        );
    }

    #[test]
    fn patterns_and_joseki_are_told_for_either_color() {
        let mut server = shown(JOINTS);
        assert_told(
            &mut server,
            "sgmp_go-patterns w",
            &[
                "COLOR yellow G3",
                "TEXT G3 big block/three-three-blocked: Hold the corner yourself at the three-three point.",
            ],
        );
        let wrong = ask(&mut server, "sgmp_go-patterns x");
        assert_eq!(wrong, "? invalid color or coordinate");
        for question in ["boardsize 19", "play b Q16", "play w D4"] {
            assert_eq!(ask(&mut server, question), "=");
        }
        assert_told(
            &mut server,
            "sgmp_go-joseki w",
            &[
                "LABEL R15 9",
                "TEXT R14 joseki, normal",
                "TEXT R15 joseki, bad",
                "TEXT Q4 fuseki, normal",
            ],
        );
    }

    #[test]
    fn an_empty_board_says_that_there_is_nothing() {
        let mut server = server();
        ask(&mut server, "boardsize 9");
        for (question, answer) in [
            ("connections", "there are no connections"),
            ("potentials", "no group can get more eyes"),
            ("running", "no group has to run"),
            ("races", "there is no race for liberties"),
            ("patterns", "no pattern matches"),
        ] {
            let told = ask(&mut server, &format!("sgmp_go-{question}"));
            assert_eq!(told, format!("= TEXT {answer}"));
        }
    }
}
