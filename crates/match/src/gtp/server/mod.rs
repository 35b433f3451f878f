//! The server: a line in, an answer out.
//!
//! [`commands`] is the table of all commands; each names its function, in the file of its family
//! (`setup_commands.rs`, `move_commands.rs` and so on). Those functions know the [`ServerState`]
//! alone; the server looks them up, calls them and writes their answers.

mod analysis_cache;
mod analysis_report;
mod analyze_commands;
mod combined_attack;
mod commands;
mod description_commands;
mod drawing;
mod expert_commands;
#[cfg(test)]
mod fake_host;
mod genmove_commands;
mod gogui_commands;
mod gtp_clocks;
mod gtp_position;
mod host;
mod info_commands;
mod ko_question;
mod move_commands;
mod net_commands;
mod question_reader;
mod reading_commands;
mod score_commands;
mod server_state;
mod setup_commands;
mod sgf_commands;
mod time_commands;
mod verdict_commands;
mod view_commands;

pub(super) use analysis_report::lower_bound;
use analyze_commands::Report;
use commands::Run;
use server_state::ServerState;

use super::reply::{self, Flow, Refusal, Reply};
use super::request::{Request, clean};
use super::splitter::Input;

pub use host::{Host, StoppedBy};
pub use server_state::Config;

/// An engine that is spoken to in GTP.
///
/// # Examples
///
/// A host gives the time, a flag for each search, and takes the answers:
///
/// ```
/// use std::time::Duration;
///
/// use sgmp_engine::engine::Settings;
/// use sgmp_match::gtp::{Config, Host, Input, Rules, Server, StoppedBy};
/// use sgmp_knowledge::reading::QuestionEffort;
/// use sgmp_board::stop_flag::StopFlag;
///
/// struct Console(String);
///
/// impl Host for Console {
///     fn now(&self) -> Duration {
///         Duration::ZERO
///     }
///     fn cpu_time(&self) -> Duration {
///         Duration::ZERO
///     }
///     fn start_search(&mut self, _: Option<Duration>, _: StoppedBy) -> StopFlag {
///         StopFlag::new()
///     }
///     fn say(&mut self, text: &str) {
///         self.0 += text;
///     }
///     fn hint(&mut self, _: &str) {}
/// }
///
/// let mut server = Server::new(Config {
///     engine: Settings { playouts: Some(20), ..Settings::default() },
///     rules: Rules::Japanese.into(),
///     move_time: None,
///     judge: None,
///     effort: QuestionEffort::USUAL,
/// });
/// let mut console = Console(String::new());
/// for line in ["boardsize 5", "1 play b C3", "2 last_move"] {
///     let _ = server.handle(&Input::Line(line.to_owned()), &mut console);
/// }
/// assert_eq!(console.0, "=\n\n=1\n\n=2 black C3\n\n");
/// ```
pub struct Server {
    state: ServerState,
}

impl Server {
    /// Creates a server with an empty board of 19 lines and a komi of 5.5.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            state: ServerState::new(config),
        }
    }

    /// Answers one line. Lines without a command have no answer.
    ///
    /// # Examples
    ///
    /// A mistyped command is refused, and a person gets a hint; `quit` ends the dialogue:
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use sgmp_engine::engine::Settings;
    /// # use sgmp_match::gtp::{Config, Flow, Host, Input, Rules, Server, StoppedBy};
    /// # use sgmp_board::stop_flag::StopFlag;
    /// # #[derive(Default)]
    /// # struct Console { said: String, hint: String }
    /// # impl Host for Console {
    /// #     fn now(&self) -> Duration { Duration::ZERO }
    /// #     fn cpu_time(&self) -> Duration { Duration::ZERO }
    /// #     fn start_search(&mut self, _: Option<Duration>, _: StoppedBy) -> StopFlag { StopFlag::new() }
    /// #     fn say(&mut self, text: &str) { self.said += text; }
    /// #     fn hint(&mut self, text: &str) { self.hint += text; }
    /// # }
    /// # let config = Config { engine: Settings::default(), rules: Rules::Chinese.into(), move_time: None, judge: None, effort: Default::default() };
    /// let mut server = Server::new(config);
    /// let mut console = Console::default();
    /// let flow = server.handle(&Input::Line("7 genmov b".to_owned()), &mut console);
    /// assert_eq!((flow, console.said.as_str()), (Flow::Open, "?7 unknown command\n\n"));
    /// assert!(console.hint.starts_with("did you mean genmove?"));
    ///
    /// let flow = server.handle(&Input::Line("quit".to_owned()), &mut console);
    /// assert_eq!(flow, Flow::Over);
    /// ```
    pub fn handle(&mut self, input: &Input, host: &mut dyn Host) -> Flow {
        let line = match input {
            Input::Line(line) => clean(line),
            Input::TooLong => {
                host.say(&reply::write(None, &Err(Refusal::LineTooLong)));
                return Flow::Open;
            }
        };
        match Request::read(&line) {
            Some(request) => self.answer(&request, host),
            None => Flow::Open,
        }
    }

    fn answer(&mut self, request: &Request<'_>, host: &mut dyn Host) -> Flow {
        let Request { id, verb, args } = request;
        let state = &mut self.state;
        let reply = match commands::find(verb) {
            None => {
                host.hint(&commands::advice(verb));
                Err(Refusal::UnknownCommand)
            }
            Some(Run::Quit) => {
                host.say(&reply::write(*id, &Reply::Ok(String::new())));
                return Flow::Over;
            }
            Some(Run::Answer(run)) => run(state, args),
            Some(Run::Think(run)) => run(state, args, host),
            Some(Run::Report(run, format)) => {
                let mut report = Report::new(*id, host);
                match run(state, args, &mut report, format) {
                    Ok(()) => {
                        report.end();
                        return Flow::Open;
                    }
                    Err(refusal) => Err(refusal),
                }
            }
        };
        host.say(&reply::write(*id, &reply));
        Flow::Open
    }

    /// Thinks on about the game until any line comes, where the latest move is ours: what is
    /// found helps with the answer to the opponent's.
    pub fn ponder(&mut self, host: &mut dyn Host) {
        self.state.ponder(host);
    }
}

#[cfg(test)]
mod tests {
    use super::fake_host::{FakeHost, ask, ask_in, server};
    use super::*;

    #[test]
    fn remarks_have_no_answer_and_long_lines_a_refusal() {
        let mut server = server();
        let mut host = FakeHost::default();
        for line in ["", "  ", "# boardsize 9"] {
            let flow = server.handle(&Input::Line(line.to_owned()), &mut host);
            assert_eq!((flow, host.said.as_str()), (Flow::Open, ""));
        }
        let _ = server.handle(&Input::TooLong, &mut host);
        assert_eq!(host.said, "? line too long\n\n");
    }

    #[test]
    fn quit_is_answered_and_ends() {
        let mut host = FakeHost::default();
        let flow = server().handle(&Input::Line("5 quit".to_owned()), &mut host);
        assert_eq!((flow, host.said.as_str()), (Flow::Over, "=5\n\n"));
    }

    #[test]
    fn an_unknown_word_gets_a_hint() {
        let mut host = FakeHost::default();
        let answer = ask_in(&mut server(), "7 genmov b", &mut host);
        assert_eq!(answer, "?7 unknown command");
        assert!(host.hints[0].contains("genmove"), "{:?}", host.hints);
        assert_eq!(ask(&mut server(), "8"), "?8 unknown command");
    }

    #[test]
    fn each_game_has_its_own_seed_and_the_same_dialogue_the_same_games() {
        let play = || {
            let mut server = server();
            let mut moves = Vec::new();
            for _ in 0..3 {
                ask(&mut server, "boardsize 9");
                ask(&mut server, "clear_board");
                moves.extend([ask(&mut server, "genmove b"), ask(&mut server, "genmove w")]);
            }
            assert_eq!(server.state.engines_before(), 2);
            moves
        };
        assert_eq!(play(), play());
    }
}
