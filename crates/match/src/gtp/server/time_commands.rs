//! Commands about time.

use super::gtp_clocks::GtpClocks;
use super::server_state::ServerState;
use crate::gtp::arguments::Arguments;
use crate::gtp::reply::{Refusal, Reply};
use sgmp_engine::time_control::{Overtime, TimeSystem};

/// `time_settings MAIN BYO_YOMI STONES`, in seconds: Canadian overtime. A byo-yomi time without
/// stones means that there is no limit, as the draft says.
pub(super) fn time_settings(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    const USAGE: &str = "time_settings MAIN BYO_YOMI STONES, times in seconds";
    let main = args.seconds(0, USAGE)?;
    let period = args.seconds(1, USAGE)?;
    let stones: u32 = args.number(2, USAGE)?;
    let overtime = match (period.is_zero(), stones) {
        (true, _) => Some(Overtime::SuddenDeath),
        (false, 0) => None,
        (false, stones) => Some(Overtime::Canadian { period, stones }),
    };
    state.clocks = GtpClocks::new(overtime.map(|overtime| TimeSystem { main, overtime }));
    Ok(String::new())
}

/// `kgs-time_settings KIND ...` and `kata-time_settings`.
pub(super) fn kgs_time_settings(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    const USAGE: &str = "kgs-time_settings none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, \
                         or canadian MAIN PERIOD STONES, times in seconds";
    let system = match args.word(0, USAGE)?.to_ascii_lowercase().as_str() {
        "none" => None,
        kind @ ("absolute" | "byoyomi" | "canadian") => {
            let main = args.seconds(1, USAGE)?;
            let overtime = match kind {
                "byoyomi" => Overtime::ByoYomi {
                    period: args.seconds(2, USAGE)?,
                    periods: args.number(3, USAGE)?,
                },
                "canadian" => Overtime::Canadian {
                    period: args.seconds(2, USAGE)?,
                    stones: args.number(3, USAGE)?,
                },
                _ => Overtime::SuddenDeath,
            };
            Some(TimeSystem { main, overtime })
        }
        _ => return Err(Refusal::Usage(USAGE)),
    };
    state.clocks = GtpClocks::new(system);
    Ok(String::new())
}

/// `kata-list_time_settings`.
pub(super) fn list_time_settings(_: &mut ServerState, _: &Arguments<'_>) -> Reply {
    Ok("none absolute byoyomi canadian".to_owned())
}

/// `time_left COLOR TIME STONES`.
pub(super) fn time_left(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    const USAGE: &str = "time_left COLOR TIME STONES, with the time in seconds";
    let color = args.color(0)?;
    let left = args.seconds(1, USAGE)?;
    let count = match args.get(2) {
        None => 0,
        Some(_) => args.number(2, USAGE)?,
    };
    state.clocks.show(color, left, count);
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::fake_host::{ask, server};
    use sgmp_board::rules::Color;

    fn target(server: &crate::gtp::Server) -> Option<u64> {
        let budget = server
            .state
            .clocks
            .budget(Color::Black, server.state.position.game())?;
        Some(budget.target.as_secs())
    }

    #[test]
    fn every_system_gives_a_budget() {
        for (line, seconds) in [
            ("time_settings 0 300 10", Some(29)),
            ("time_settings 300 0 0", Some(1)),
            ("time_settings 0 10 0", None),
            ("time_settings 0.0 30.0 1", Some(17)),
            ("kgs-time_settings none", None),
            ("kgs-time_settings absolute 300", Some(1)),
            ("kgs-time_settings byoyomi 0 30 5", Some(28)),
            ("kgs-time_settings canadian 0 300 10", Some(29)),
        ] {
            let mut server = server();
            assert_eq!(ask(&mut server, line), "=", "{line}");
            assert_eq!(target(&server), seconds, "{line}");
        }
    }

    #[test]
    fn bad_times_change_nothing() {
        let mut server = server();
        ask(&mut server, "kgs-time_settings byoyomi 0 30 5");
        for line in [
            "time_settings",
            "time_settings 1 2",
            "time_settings 1 2 -3",
            "time_settings a b c",
            "kgs-time_settings",
            "kgs-time_settings fischer 10 5",
            "kgs-time_settings byoyomi 10",
            "time_left",
            "time_left b",
            "time_left b x 0",
            "time_left x 1 0",
        ] {
            let answer = ask(&mut server, line);
            assert!(answer.starts_with('?'), "{line}: {answer}");
            assert_eq!(target(&server), Some(28), "{line}");
        }
        assert_eq!(ask(&mut server, "time_left b 12 5"), "=");
        assert_eq!(target(&server), Some(10));
        ask(&mut server, "clear_board");
        assert_eq!(target(&server), Some(28), "a new game has a new clock");
    }
}
