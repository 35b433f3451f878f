//! Commands about the program itself, and those that do nothing.

use super::expert_commands;
use super::host::Host;
use super::server_state::ServerState;
use crate::gtp::arguments::Arguments;
use crate::gtp::reply::Reply;
use sgmp_board::rules::{Removal, Rules};
use sgmp_engine::engine::Decision;

pub(super) fn protocol_version(_: &mut ServerState, _: &Arguments<'_>) -> Reply {
    Ok("2".to_owned())
}

pub(super) fn name(_: &mut ServerState, _: &Arguments<'_>) -> Reply {
    Ok("sgmp-go".to_owned())
}

pub(super) fn version(_: &mut ServerState, _: &Arguments<'_>) -> Reply {
    Ok(env!("CARGO_PKG_VERSION").to_owned())
}

/// Commands whose effect is that a line arrived: it ends an analysis.
pub(super) fn nothing(_: &mut ServerState, _: &Arguments<'_>) -> Reply {
    Ok(String::new())
}

pub(super) fn query_boardsize(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    Ok(state.position.size().lines().to_string())
}

pub(super) fn get_komi(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    Ok(state.position.game().komi().to_string())
}

pub(super) fn get_handicap(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    Ok(state.position.handicap().to_string())
}

/// `cputime`: seconds that all our threads have used.
pub(super) fn cputime(_: &mut ServerState, _: &Arguments<'_>, host: &mut dyn Host) -> Reply {
    Ok(format!("{:.3}", host.cpu_time().as_secs_f64()))
}

pub(super) fn get_random_seed(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    Ok(state.seed().to_string())
}

/// `set_random_seed N`.
pub(super) fn set_random_seed(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let seed = args.number(
        0,
        "set_random_seed N, with N from 0 to 18446744073709551615",
    )?;
    state.set_seed(seed);
    Ok(String::new())
}

/// `clear_cache`: the next search begins from nothing.
pub(super) fn clear_cache(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    state.forget();
    Ok(String::new())
}

/// `kgs-chat KIND NAME TEXT`: one polite line, whatever was said.
pub(super) fn kgs_chat(_: &mut ServerState, _: &Arguments<'_>) -> Reply {
    Ok("I am a program and do not chat; good game!".to_owned())
}

/// `kata-get-rules`, in KataGo's words.
pub(super) fn kata_get_rules(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let game = state.position.game();
    let (ko, scoring, tax) = match game.rules() {
        Rules::Japanese => ("SIMPLE", "TERRITORY", "SEKI"),
        Rules::Chinese => ("POSITIONAL", "AREA", "NONE"),
    };
    let rules = serde_json::json!({
        "ko": ko,
        "scoring": scoring,
        "tax": tax,
        "suicide": false,
        "hasButton": false,
        "whiteHandicapBonus": "0",
        "friendlyPassOk": game.removal() == Removal::Agreed,
    });
    Ok(rules.to_string())
}

/// `gomill-describe_engine`.
pub(super) fn describe_engine(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let engine = &state.config.engine;
    let playouts = engine
        .playouts
        .map_or_else(|| "as many as time allows".to_owned(), |n| n.to_string());
    Ok(format!(
        "sgmp-go {}\nplayouts a move: {playouts}\nthreads: {}\nmemory: {} MiB\nrules: {}",
        env!("CARGO_PKG_VERSION"),
        engine.threads,
        engine.memory >> 20,
        state.position.game().rule_set().name(),
    ))
}

/// `gomill-explain_last_move`: value and playouts of our latest move, and the experts' explanation.
pub(super) fn explain_last_move(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let Some((color, choice)) = state.last_choice else {
        return Ok(String::new());
    };
    let what = match choice.decision {
        Decision::Move(mv) => mv.to_string(),
        Decision::Resign => "resign".to_owned(),
    };
    let (value, playouts) = (choice.value, choice.playouts);
    let told = format!("{what}: value {value:.3} after {playouts} playouts");
    let seen = expert_commands::explanation(state, color, choice.decision);
    Ok(seen.map_or(told.clone(), |seen| format!("{told}\n{seen}")))
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::fake_host::{ask, server};

    #[test]
    fn who_we_are() {
        let mut server = server();
        assert_eq!(ask(&mut server, "name"), "= sgmp-go");
        assert_eq!(ask(&mut server, "3 protocol_version"), "=3 2");
        assert!(ask(&mut server, "version").starts_with("= 0."));
        assert_eq!(ask(&mut server, "query_boardsize"), "= 19");
        assert_eq!(ask(&mut server, "cputime"), "= 1.500");
        assert!(ask(&mut server, "gomill-describe_engine").contains("playouts a move: 60"));
    }

    #[test]
    fn the_reason_for_a_move_is_told() {
        let mut server = server();
        ask(&mut server, "boardsize 5");
        assert_eq!(ask(&mut server, "gomill-explain_last_move"), "=");
        let answer = ask(&mut server, "genmove b");
        let told = ask(&mut server, "gomill-explain_last_move");
        assert!(told.starts_with(&format!("{answer}: value ")), "{told}");
        let mut lines = told.lines();
        let first = lines.next().unwrap();
        assert!(first.ends_with(" after 60 playouts"), "{told}");
        let mv = answer.trim_start_matches("= ");
        let second = lines.next();
        assert_eq!(
            second,
            Some(&*format!("Black {mv}, from Black's side:")),
            "{told}"
        );
        // Not after the opponent's answer alone: it is still our move that is asked about.
        ask(&mut server, "play w pass");
        assert_eq!(ask(&mut server, "gomill-explain_last_move"), told);
        ask(&mut server, "gg-undo 2");
        let alone = ask(&mut server, "gomill-explain_last_move");
        assert_eq!(alone.lines().count(), 1, "it is not on the board: {alone}");
    }

    #[test]
    fn rules_are_told_in_katagos_words() {
        let mut server = server();
        assert!(ask(&mut server, "kata-get-rules").contains("\"scoring\":\"TERRITORY\""));
        for (line, answer) in [("kgs-rules chinese", "="), ("kgs-rules new_zealand", "=")] {
            assert_eq!(ask(&mut server, line), answer, "{line}");
        }
        for line in ["kata-set-rules", "kata-set-rules chess"] {
            let answer = ask(&mut server, line);
            assert!(answer.starts_with("? unknown rules: use "), "{answer}");
        }
        assert!(ask(&mut server, "kata-get-rules").contains("\"friendlyPassOk\":true"));
        assert_eq!(ask(&mut server, "kata-set-rules tromp-taylor"), "=");
        assert!(ask(&mut server, "kata-get-rules").contains("\"friendlyPassOk\":false"));
        assert!(ask(&mut server, "kata-get-rules").contains("\"suicide\":false"));
        assert!(ask(&mut server, "kata-get-rules").contains("\"ko\":\"POSITIONAL\""));
    }
}
