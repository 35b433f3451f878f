//! The net's judgment of the position, without a search.

use std::fmt::Write;

use super::server_state::ServerState;
use crate::gtp::arguments::Arguments;
use crate::gtp::reply::{Refusal, Reply};
use sgmp_board::rules::Color;
use sgmp_engine::engine::NetJudgment;
use sgmp_engine::net::inputs::Symmetry;

const USAGE: &str = "kata-raw-nn SYMMETRY, with SYMMETRY from 0 to 7 or all";

/// `kata-raw-nn SYMMETRY`: the net's answer in KataGo's form, once for each symmetry.
pub(super) fn raw_nn(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let word = args.word(0, USAGE)?;
    let chosen: Vec<usize> = if word == "all" {
        (0..Symmetry::ALL.len()).collect()
    } else {
        vec![args.number(0, USAGE)?]
    };
    let mut blocks = Vec::new();
    for number in chosen {
        let symmetry = Symmetry::ALL.get(number).ok_or(Refusal::Usage(USAGE))?;
        let (engine, position) = state.engine_and_position();
        let (game, color) = (position.game(), position.game().to_move());
        let judgment = engine.judge(game, color, *symmetry).ok_or(Refusal::NoNet)?;
        let lines = usize::from(game.size().lines());
        blocks.push(block(number, &judgment, color, lines));
    }
    Ok(blocks.join("\n"))
}

/// One answer, as White sees it.
fn block(number: usize, judgment: &NetJudgment, color: Color, lines: usize) -> String {
    let (sign, white_win) = match color {
        Color::White => (1.0, judgment.win),
        Color::Black => (-1.0, 1.0 - judgment.win),
    };
    let mut text = format!("symmetry {number}\n");
    for (key, number) in [
        ("whiteWin", white_win),
        ("whiteLoss", 1.0 - white_win),
        ("noResult", 0.0),
        ("whiteLead", sign * judgment.score),
    ] {
        let _ = writeln!(text, "{key} {number:.6}");
    }
    let share = |share: &Option<f32>| share.map_or("NAN".to_owned(), |share| format!("{share:.6}"));
    text += "policy\n";
    text += &rows(judgment.policy.iter().map(share), lines);
    let _ = writeln!(text, "policyPass {:.6}", judgment.pass);
    text += "whiteOwnership\n";
    let owners = judgment.ownership.iter();
    text += &rows(owners.map(|owner| format!("{:.6}", sign * owner)), lines);
    text.truncate(text.trim_end().len());
    text
}

/// Numbers row by row.
fn rows(numbers: impl Iterator<Item = String>, lines: usize) -> String {
    let numbers: Vec<String> = numbers.collect();
    let rows = numbers.chunks(lines);
    rows.map(|row| row.join(" ") + "\n").collect()
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::fake_host::{ask, server};
    use crate::gtp::{Config, Server};
    use sgmp_board::rules::Rules;
    use sgmp_engine::engine::{NetChoice, Settings};
    use sgmp_knowledge::reading::QuestionEffort;

    fn with_net() -> Server {
        Server::new(Config {
            engine: Settings {
                net: Some(NetChoice::embedded()),
                playouts: Some(40),
                memory: 1 << 20,
                ..Settings::default()
            },
            rules: Rules::Chinese.into(),
            move_time: None,
            judge: Some(NetChoice::embedded()),
            effort: QuestionEffort::USUAL,
        })
    }

    fn number(answer: &str, key: &str) -> f32 {
        let mut words = answer.split_whitespace();
        words.find(|word| *word == key);
        words.next().unwrap().parse().unwrap()
    }

    #[test]
    fn the_net_speaks_of_white() {
        let mut server = with_net();
        ask(&mut server, "boardsize 9");
        ask(&mut server, "komi 30");
        let even = ask(&mut server, "kata-raw-nn 0");
        assert!(even.starts_with("= symmetry 0\nwhiteWin "), "{even}");
        assert!(number(&even, "whiteWin") > 0.9 && number(&even, "whiteLead") > 15.0);
        ask(&mut server, "play b E5");
        let answer = ask(&mut server, "kata-raw-nn 5");
        assert!(answer.starts_with("= symmetry 5"), "{answer}");
        assert!(number(&answer, "whiteWin") > 0.9);
        assert_eq!(answer.matches("NAN").count(), 1, "E5 alone is taken");
        let all = ask(&mut server, "kata-raw-nn all");
        assert_eq!(all.matches("whiteOwnership").count(), 8);
        for bad in ["8", "-1", "x", ""] {
            let answer = ask(&mut server, &format!("kata-raw-nn {bad}"));
            assert!(answer.starts_with("? syntax error"), "{bad}: {answer}");
        }
    }

    #[test]
    fn the_score_is_estimated_by_the_net() {
        let mut server = with_net();
        ask(&mut server, "boardsize 9");
        ask(&mut server, "komi 30");
        let all = ask(&mut server, "kata-raw-nn all");
        let words: Vec<&str> = all.split_whitespace().collect();
        let leads = words.iter().zip(&words[1..]);
        let leads = leads.filter(|(key, _)| **key == "whiteLead");
        let mean: f32 = leads
            .map(|(_, lead)| lead.parse::<f32>().unwrap())
            .sum::<f32>()
            / 8.0;
        let estimate = ask(&mut server, "estimate_score");
        let told = estimate
            .strip_prefix("= W+")
            .and_then(|text| text.split(' ').next());
        let told: f32 = told.unwrap().parse().unwrap();
        // A search stands behind it, which sees that a move is worth what the komi of an even game is.
        assert!((told - mean).abs() < 5.0, "{mean}: {estimate}");
    }

    #[test]
    fn without_a_net_it_says_so() {
        let answer = ask(&mut server(), "kata-raw-nn 0");
        assert_eq!(
            answer,
            "? no net plays here: start with --net own, on 7 to 19 lines"
        );
        let mut small = with_net();
        ask(&mut small, "boardsize 5");
        assert!(ask(&mut small, "kata-raw-nn 0").starts_with("? no net"));
    }

    #[test]
    fn a_search_tells_its_move_and_plays_none() {
        let mut server = with_net();
        ask(&mut server, "boardsize 9");
        let answer = ask(&mut server, "kata-search_analyze b 1 maxmoves 2");
        let lines: Vec<&str> = answer.lines().collect();
        assert!(lines[1].contains(" scoreLead "), "{answer}");
        assert!(lines[lines.len() - 1].starts_with("play "), "{answer}");
        assert_eq!(ask(&mut server, "move_history"), "=");
        let avoided = ask(&mut server, "kata-search_analyze b 1 allow b A1,B1 1");
        assert!(avoided.contains("info move A1 "), "{avoided}");
        assert!(!avoided.contains("info move E5 "), "{avoided}");
    }
}
