//! The analysis of the position, for GoGui, and two answers in the form of GNU Go's
//! commands of the same names.
//!
//! `dragon_status D4` answers `alive`, `dead`, `unknown`, or `critical` with the point that kills and
//! the point that saves; without a point, a line for each group: `D4: alive`. `estimate_score`
//! answers `W+3.5 (upper bound: 2.0, lower: -9.0)`: the score from Black's side if Black and if
//! White were to move, by the embedded net where one plays, else by the analysis. Source: the manual of GNU Go 3.8, "GTP command reference".

use super::drawing::{blank, board};
use super::reading_commands::stone;
use super::server_state::ServerState;
use crate::gtp::arguments::Arguments;
use crate::gtp::reply::Reply;
use sgmp_board::rules::{Board, Color, Point, Rules};
use sgmp_knowledge::analysis::{Analysis, LifeClass};
use sgmp_knowledge::reading::{Budget, Tactician};

/// Some tenths of a second for a hard question.
const LIFE: Budget = Budget::for_level(10);

/// `dragon_status [VERTEX]`.
pub(super) fn dragon_status(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    if args.get(0).is_some() {
        let stone = stone(state, args, 0)?;
        let analysis = state.analysis();
        let board = state.position.game().board();
        return Ok(dragon_status_of(board, &analysis, stone).unwrap_or_default());
    }
    let analysis = state.analysis();
    let board = state.position.game().board();
    let lines = analysis.group_infos().iter().filter_map(|info| {
        let stone = info.group.stones.first()?;
        Some(format!(
            "{stone}: {}",
            dragon_status_of(board, &analysis, stone)?
        ))
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// The status of a group in GNU Go's words; a group that the analysis leaves open is read out.
fn dragon_status_of(board: &Board, analysis: &Analysis, stone: Point) -> Option<String> {
    let info = analysis.group_info_at(stone)?;
    let points = analysis.turning_points(info);
    let open = || info.read.is_none();
    Some(match (info.status.class(), points) {
        (LifeClass::VeryAlive | LifeClass::Alive, _) => "alive".to_owned(),
        (LifeClass::Dead, _) => "dead".to_owned(),
        (LifeClass::Unsettled | LifeClass::Weak, _) if open() => {
            search(board, analysis, stone).unwrap_or_else(|| guess(points))
        }
        (LifeClass::Unsettled | LifeClass::Weak, _) => guess(points),
    })
}

fn guess(points: Option<(Point, Point)>) -> String {
    points.map_or("unknown".to_owned(), |(kill, save)| critical(kill, save))
}

fn critical(kill: Point, save: Point) -> String {
    format!("critical {kill} {save}")
}

/// The result of the life-and-death search for a group; `None` if it does not come to an end.
fn search(board: &Board, analysis: &Analysis, stone: Point) -> Option<String> {
    let life_problem = analysis.life_problem(board, stone)?;
    let mut tactician = Tactician::new();
    let attack = tactician.kill(board, &life_problem, LIFE);
    if !attack.result.works() {
        return attack.is_complete.then(|| "alive".to_owned());
    }
    let defense = tactician.live(board, &life_problem, LIFE);
    if !defense.result.works() {
        return Some("dead".to_owned());
    }
    let (kill, save) = attack.point().zip(defense.point())?;
    defense.is_complete.then(|| critical(kill, save))
}

/// `estimate_score`: komi and prisoners included, by the game's rules.
pub(super) fn estimate_score(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let turn = state.position.game().to_move();
    let other = state.expected_lead(!turn);
    let counted = state.desk.counted_territory(state.position.game()).lead();
    let now = counted.unwrap_or_else(|| state.analyzed_lead(turn));
    let who = if now < 0.0 { 'W' } else { 'B' };
    let (upper, lower) = (now.max(other), now.min(other));
    Ok(format!(
        "{who}+{:.1} (upper bound: {upper:.1}, lower: {lower:.1})",
        now.abs()
    ))
}

impl ServerState {
    /// Points by which Black leads with `turn` to move, whose turn it need not be: as the net sees it, or without one as the
    /// analysis counts.
    fn expected_lead(&mut self, turn: Color) -> f32 {
        let told = self.desk.territory(self.position.game(), turn).lead();
        told.unwrap_or_else(|| self.analyzed_lead(turn))
    }

    fn analyzed_lead(&mut self, turn: Color) -> f32 {
        let estimate = self.analysis_for(turn).estimate();
        let game = self.position.game();
        let prisoners = game.prisoners();
        let komi = f32::from(game.komi().half_points()) / 2.0;
        let board = match game.rules() {
            Rules::Chinese => estimate.area,
            Rules::Japanese => {
                estimate.territory + f32::from(prisoners.black) - f32::from(prisoners.white)
            }
        };
        board - komi
    }
}

/// `sgmp_go-groups`: the number of each stone's group.
pub(super) fn groups(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let analysis = state.analysis();
    Ok(board(state, |point| {
        let group = analysis.group_at(point);
        group.map_or_else(blank, |id| id.index().to_string())
    }))
}

/// `sgmp_go-status`: the status of each stone's group on the scale of life.
pub(super) fn status(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let analysis = state.analysis();
    Ok(board(state, |point| {
        let status = analysis.status_at(point);
        status.map_or_else(blank, |status| status.number().to_string())
    }))
}

/// `sgmp_go-life`: groups in GoGui's colors, from green for the living to red for the dead.
pub(super) fn life(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let analysis = state.analysis();
    Ok(board(state, |point| {
        let color = match analysis.status_at(point).map(|status| status.class()) {
            Some(LifeClass::VeryAlive) => "green",
            Some(LifeClass::Alive) => "cyan",
            Some(LifeClass::Unsettled) => "yellow",
            Some(LifeClass::Weak) => "magenta",
            Some(LifeClass::Dead) => "red",
            None => "\"\"",
        };
        color.to_owned()
    }))
}

/// `sgmp_go-eyes`: for each eye space its eyes if the owner, and if the opponent, moves first.
pub(super) fn eyes(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let analysis = state.analysis();
    let eyes = || analysis.group_infos().iter().flat_map(|info| &info.eyes);
    Ok(board(state, |point| {
        let eye = eyes().find(|eye| eye.points.contains(point));
        eye.map_or_else(blank, |eye| format!("{}/{}", eye.first, eye.second))
    }))
}

/// `sgmp_go-influence`: each point as 1 for Black's to -1 for White's.
pub(super) fn influence(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let analysis = state.analysis();
    values(state, |point| analysis.influence().balance(point))
}

/// `sgmp_go-outlook`: the expected owner of each point, 1 for Black to -1 for White.
pub(super) fn outlook(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let analysis = state.analysis();
    values(state, |point| analysis.territory().at(point))
}

fn values(state: &ServerState, value: impl Fn(Point) -> f32) -> Reply {
    Ok(board(state, |point| format!("{:.2}", value(point))))
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::fake_host::{ask, play_diagram, server};

    #[test]
    fn a_corner_that_hangs_on_one_point_is_critical() {
        let mut server = server();
        play_diagram(
            &mut server,
            ". . . . . . . . .
             . . O . . . O . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             X X X X X X . . .
             O O O O O X . . .
             O O O O O X . . .
             . . . O O X . . .",
        );
        for (question, answer) in [
            ("dragon_status A2", "= critical B1 B1"),
            ("dragon_status A4", "= alive"),
            ("dragon_status C8", "= alive"),
            ("dragon_status A9", "? vertex must not be empty"),
            ("dragon_status Z9", "? invalid color or coordinate"),
        ] {
            assert_eq!(ask(&mut server, question), answer, "{question}");
        }
        let all = ask(&mut server, "dragon_status");
        assert!(all.contains("D1: critical B1 B1"), "{all}");
        let score = ask(&mut server, "estimate_score");
        assert!(
            score.starts_with("= ") && score.contains("(upper bound: "),
            "{score}"
        );
        let mut third_from_below = |verb: &str| {
            let answer = ask(&mut server, verb);
            let rows: Vec<&str> = answer.lines().skip(1).collect();
            assert_eq!(rows.len(), 9, "{verb}");
            rows[6].split(' ').next().map(str::to_owned)
        };
        assert_eq!(third_from_below("sgmp_go-life").as_deref(), Some("yellow"));
        assert_eq!(third_from_below("sgmp_go-status").as_deref(), Some("13"));
        assert!(third_from_below("sgmp_go-groups").is_some());
        assert!(third_from_below("sgmp_go-influence").is_some());
        assert!(third_from_below("sgmp_go-outlook").is_some());
        let eyes = ask(&mut server, "sgmp_go-eyes");
        let lowest = eyes.lines().last().unwrap_or_default();
        assert!(lowest.starts_with("2/1 2/1 2/1 \"\""), "{eyes}");
    }
}
