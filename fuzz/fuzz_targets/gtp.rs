//! Any bytes from a controller, on a board of 5x5 that hardly thinks: one answer a command. The same
//! bytes as queries of the analysis protocol, which nobody works on.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Settings;
use sgmp_knowledge::reading::QuestionEffort;
use sgmp_match::gtp::{
    AnalysisConfig, AnalysisQueue, Config, Flow, Host, Input, Rules, Server, Splitter, StoppedBy,
};

/// Commands that touch files, or take long on large boards.
const LEFT_OUT: [&str; 4] = ["loadsgf", "printsgf", "boardsize", "rectangular_boardsize"];

/// Time stands still, and a line waits always.
#[derive(Default)]
struct Stillness {
    said: String,
}

impl Host for Stillness {
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    fn cpu_time(&self) -> Duration {
        Duration::ZERO
    }

    fn start_search(&mut self, _limit: Option<Duration>, by: StoppedBy) -> StopFlag {
        let halt = StopFlag::new();
        if by == StoppedBy::AnyLine {
            halt.request();
        }
        halt
    }

    fn say(&mut self, text: &str) {
        self.said += text;
    }

    fn hint(&mut self, _text: &str) {}
}

fuzz_target!(|bytes: &[u8]| {
    let mut server = Server::new(Config {
        engine: Settings {
            seed: 1,
            playouts: Some(4),
            memory: 1 << 20,
            ..Settings::default()
        },
        rules: Rules::Japanese.into(),
        move_time: None,
        judge: None,
        effort: QuestionEffort::new(1_000).expect("within the range"),
    });
    let small = Input::Line("boardsize 5".to_owned());
    let _ = server.handle(&small, &mut Stillness::default());
    let mut queue = AnalysisQueue::new(AnalysisConfig {
        engine: Settings::default(),
        max_visits: 4,
        max_time: None,
    });
    let mut splitter = Splitter::new();
    let lines = splitter.feed(bytes);
    for input in lines.into_iter().chain(splitter.finish()) {
        let _ = queue.take_line(&input);
        if is_left_out(&input) {
            continue;
        }
        let mut host = Stillness::default();
        let flow = server.handle(&input, &mut host);
        let said = &host.said;
        let is_answer = said.ends_with("\n\n") && said.matches("\n\n").count() == 1;
        assert!(said.is_empty() || is_answer, "{input:?}: {said:?}");
        if flow == Flow::Over {
            break;
        }
    }
});

fn is_left_out(input: &Input) -> bool {
    matches!(input, Input::Line(line) if LEFT_OUT.iter().any(|name| line.contains(name)))
}
