//! The server: a line in, an answer out.

use std::time::Duration;

use super::clocks::Clocks;
use super::commands::{self, Run};
use super::host::Host;
use super::kata::Report;
use super::line::Input;
use super::position::Position;
use super::reply::{self, Refusal};
use super::request::{Request, clean};
use crate::engine::{Choice, Engine, Settings};
use crate::rules::{BoardSize, Color, Komi, Rules};

/// What the server starts with.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// The player.
    pub engine: Settings,
    /// The rules until a controller names others.
    pub rules: Rules,
    /// Thinking time for every move; without it the clock decides.
    pub move_time: Option<Duration>,
}

/// Whether there is more to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on with the next line.
    Open,
    /// The controller said `quit`.
    Over,
}

/// An engine that is spoken to in GTP.
pub struct Server {
    pub(super) config: Config,
    pub(super) position: Position,
    pub(super) clocks: Clocks,
    /// The latest move of ours, for those who ask why.
    pub(super) last_choice: Option<(Color, Choice)>,
    engine: Option<Engine>,
    /// Engines that have thought before this one: each has a seed of its own, so that the games
    /// of a match differ.
    engines_before: u64,
}

impl Server {
    /// A server with an empty board of 19 lines and a komi of 5.5.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            position: Position::new(BoardSize::NINETEEN, Komi::FIVE_AND_A_HALF, config.rules),
            config,
            clocks: Clocks::default(),
            last_choice: None,
            engine: None,
            engines_before: 0,
        }
    }

    /// Answers one line. Lines without a command have no answer.
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
        let Request { id, verb, words } = request;
        let reply = match commands::find(verb) {
            None => {
                host.hint(&commands::advice(verb));
                Err(Refusal::UnknownCommand)
            }
            Some(Run::Quit) => {
                host.say(&reply::write(*id, &Ok(String::new())));
                return Flow::Over;
            }
            Some(Run::Answer(run)) => run(self, words),
            Some(Run::Think(run)) => run(self, words, host),
            Some(Run::Report(run, dialect)) => {
                let mut report = Report::new(*id, host);
                match run(self, words, &mut report, dialect) {
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

    /// A new game on an empty board.
    pub(super) fn start_on(&mut self, size: BoardSize) {
        self.forget();
        let komi = self.position.game().komi();
        self.position = Position::new(size, komi, self.position.game().rules());
        self.clocks.restart();
        self.last_choice = None;
    }

    /// Lets go of all that was thought: the next search begins from nothing.
    pub(super) fn forget(&mut self) {
        if self.engine.take().is_some() {
            self.engines_before += 1;
        }
    }

    /// The seed of the next search.
    pub(super) const fn seed(&self) -> u64 {
        self.config.engine.seed.wrapping_add(self.engines_before)
    }

    /// Another seed from now on.
    pub(super) fn set_seed(&mut self, seed: u64) {
        self.engine = None;
        self.engines_before = 0;
        self.config.engine.seed = seed;
    }

    /// The engine, and what it is to think about.
    pub(super) fn engine_and_position(&mut self) -> (&mut Engine, &Position) {
        let settings = Settings {
            seed: self.seed(),
            ..self.config.engine
        };
        let engine = self.engine.get_or_insert_with(|| Engine::new(settings));
        (engine, &self.position)
    }
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use crate::gtp::host::StoppedBy;
    use crate::rules::diagram;
    use crate::search::Halt;

    /// A world in which a millisecond passes between two looks at the clock.
    #[derive(Default)]
    pub(in crate::gtp) struct FakeHost {
        pub(in crate::gtp) said: String,
        pub(in crate::gtp) hints: Vec<String>,
        pub(in crate::gtp) searches: Vec<(Option<Duration>, StoppedBy)>,
        looks: std::cell::Cell<u32>,
        /// Looks at the clock after which a search is stopped.
        patience: Option<u32>,
        halt: Halt,
    }

    impl FakeHost {
        pub(in crate::gtp) fn with_patience(looks: u32) -> Self {
            Self {
                patience: Some(looks),
                ..Self::default()
            }
        }
    }

    impl Host for FakeHost {
        fn now(&self) -> Duration {
            let looks = self.looks.get() + 1;
            self.looks.set(looks);
            if self.patience.is_some_and(|patience| looks > patience) {
                self.halt.request();
            }
            Duration::from_millis(looks.into())
        }

        fn cpu_time(&self) -> Duration {
            Duration::from_millis(1500)
        }

        fn start_search(&mut self, limit: Option<Duration>, by: StoppedBy) -> Halt {
            self.searches.push((limit, by));
            self.halt = Halt::new();
            self.halt.clone()
        }

        fn say(&mut self, text: &str) {
            self.said += text;
        }

        fn hint(&mut self, text: &str) {
            self.hints.push(text.to_owned());
        }
    }

    /// A server that thinks for a short while.
    pub(in crate::gtp) fn server() -> Server {
        Server::new(Config {
            engine: Settings {
                playouts: Some(60),
                seed: 1,
                memory: 1 << 20,
                ..Settings::default()
            },
            rules: Rules::Japanese,
            move_time: None,
        })
    }

    /// The answer to a line, without the empty line that ends it.
    pub(in crate::gtp) fn ask(server: &mut Server, line: &str) -> String {
        let mut host = FakeHost::default();
        ask_in(server, line, &mut host)
    }

    pub(in crate::gtp) fn ask_in(server: &mut Server, line: &str, host: &mut FakeHost) -> String {
        host.said.clear();
        let _ = server.handle(&Input::Line(line.to_owned()), host);
        let said = host.said.strip_suffix("\n\n");
        let said = said.expect("an answer ends with an empty line");
        assert!(!said.contains("\n\n"), "an empty line within: {said}");
        said.to_owned()
    }

    /// Sets up a drawn position.
    pub(in crate::gtp) fn play_diagram(server: &mut Server, text: &str) {
        let board = diagram::parse(text).unwrap();
        assert_eq!(
            ask(server, &format!("boardsize {}", board.size().lines())),
            "="
        );
        let stones = Color::BOTH.into_iter().flat_map(|color| {
            let stones: Vec<String> = board
                .stones(color)
                .map(|p| format!("{color} {p}"))
                .collect();
            stones
        });
        let stones: Vec<String> = stones.collect();
        assert_eq!(
            ask(server, &format!("gogui-setup {}", stones.join(" "))),
            "="
        );
    }
}

#[cfg(test)]
mod tests {
    use super::testing::*;
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
            assert_eq!(server.engines_before, 2);
            moves
        };
        assert_eq!(play(), play());
    }
}
