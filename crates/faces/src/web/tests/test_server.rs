//! A server for tests, on a real socket on loopback.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use sgmp_proto::Instant;

use crate::local_game::{ChairSettings, EngineChair, GameArchive};
use crate::study::LearnerFiles;
use crate::web::{Access, Machine, Site, game_pages};
use sgmp_advice::review::AdviceDesk;
use sgmp_advice::review::CurveSearch;
use sgmp_engine::engine::NetChoice;

/// A machine whose clock stands still until it is moved on.
#[derive(Default)]
pub(super) struct TestMachine {
    pub(super) drawn: AtomicU64,
    pub(super) seconds: AtomicU64,
}

impl Machine for TestMachine {
    fn now(&self) -> Instant {
        Instant::ZERO + Duration::from_secs(self.seconds.load(Ordering::Relaxed))
    }

    fn start_time(&self) -> String {
        "2026-11-26-224103".to_owned()
    }

    fn random(&self) -> u128 {
        (1 + self.drawn.fetch_add(1, Ordering::Relaxed)).into()
    }
}

pub(super) struct Server {
    pub(super) address: SocketAddr,
    pub(super) folder: Arc<tempfile::TempDir>,
    pub(super) machine: Arc<TestMachine>,
}

pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: String,
}

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl Server {
    pub(super) fn start() -> Self {
        Self::start_for(None)
    }

    /// Another server on the files of this one, as after a restart.
    pub(super) fn start_again(&self) -> Self {
        let again = Self::start_in(Arc::clone(&self.folder), None);
        // It draws other links.
        again.machine.drawn.store(1000, Ordering::Relaxed);
        again
    }

    /// A server that believes to be at an address of the network, with this secret.
    pub(super) fn start_for(secret: Option<&str>) -> Self {
        Self::start_in(Arc::new(tempfile::tempdir().unwrap()), secret)
    }

    fn start_in(folder: Arc<tempfile::TempDir>, secret: Option<&str>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        let access = match secret {
            None => Access::new(address, "unused".to_owned()),
            Some(secret) => Access::new("192.0.2.1:80".parse().unwrap(), secret.to_owned()),
        };
        let archive = Some(GameArchive::new(folder.path().join("games")));
        let machine = Arc::new(TestMachine::default());
        let search = CurveSearch {
            net: Some(NetChoice::embedded()),
            effort: 8,
        };
        let (site, work) = Site::new(access, archive, search, Arc::clone(&machine) as _);
        let learner = LearnerFiles::new(Some(folder.path().join("learner")));
        let site = site.with_learner(learner);
        let mut chair = EngineChair::new(ChairSettings {
            net: None,
            threads: 1,
            memory: 1 << 20,
            move_time: Duration::from_secs(1),
            resigns: true,
        });
        thread::spawn(move || work.engines.run(&mut chair));
        thread::spawn(move || work.teachers.run(&mut desk()));
        thread::spawn(move || {
            let mut runtime = tokio::runtime::Builder::new_current_thread();
            let runtime = runtime.enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                axum::serve(listener, game_pages(site)).await.unwrap();
            });
        });
        Self {
            address,
            folder,
            machine,
        }
    }

    pub(super) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream
    }

    /// Sends bytes and reads all that comes back until the end.
    pub(super) fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that has refused already reads no more.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&*text, ""));
        Answer {
            status: head
                .split(' ')
                .nth(1)
                .and_then(|code| code.parse().ok())
                .unwrap_or(0),
            head: head.to_ascii_lowercase(),
            body: body.to_owned(),
        }
    }

    pub(super) fn request(&self, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut text = format!("{line} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            text += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        text += &format!("Content-Length: {}\r\n\r\n", body.len());
        self.raw(&[text.as_bytes(), body].concat())
    }

    /// The answer to a question about a curve, once its turning points have been looked at.
    pub(super) fn curve(&self, line: &str, body: &[u8]) -> Value {
        loop {
            let part = self.request(line, &[], body).json();
            if part["goes_on"] == json!(false) {
                return part;
            }
        }
    }

    pub(super) fn get(&self, path: &str) -> Answer {
        self.request(&format!("GET {path}"), &[], b"")
    }

    pub(super) fn post(&self, path: &str, body: &Value) -> Answer {
        let headers = [("Content-Type", "application/json")];
        self.request(
            &format!("POST {path}"),
            &headers,
            body.to_string().as_bytes(),
        )
    }

    /// The link of a new game.
    pub(super) fn new_game(&self, against: &str, size: u8) -> String {
        let wish = json!({"against": against, "size": size, "color": "black", "level": 0});
        let answer = self.post("/api/games", &wish);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()["seat"].as_str().unwrap().to_owned()
    }

    pub(super) fn act(&self, link: &str, what: &str, moves: usize, point: &str) -> Answer {
        let wish = json!({"moves": moves, "point": point});
        self.post(&format!("/api/seat/{link}/{what}"), &wish)
    }

    /// The first live state for which something is true.
    pub(super) fn state(&self, link: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let mut stream = self.connect();
        let host = self.address;
        write!(
            stream,
            "GET /api/seat/{link}/events HTTP/1.1\r\nHost: {host}\r\n\r\n"
        )
        .unwrap();
        let mut bytes = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let read = stream.read(&mut buffer).unwrap();
            bytes.extend_from_slice(&buffer[..read]);
            let text = String::from_utf8_lossy(&bytes);
            assert!(read > 0, "the updates ended: {text}");
            let lines = text.split_inclusive("\n\n");
            let whole = lines.filter(|part| part.ends_with("\n\n"));
            let states = whole.filter_map(|part| {
                let data = part.split_once("data: ")?.1.lines().next()?;
                serde_json::from_str::<Value>(data).ok()
            });
            if let Some(state) = states.filter(|state| is_it(state)).last() {
                return state;
            }
        }
    }
}

pub(super) fn moves(state: &Value) -> usize {
    state["moves"].as_array().map_or(0, Vec::len)
}

/// The link of the other player, who has not come yet.
pub(super) fn invited(state: &Value) -> String {
    let invite = state["other"]["invite"]["path"].as_str().unwrap();
    invite.strip_prefix("/play/").unwrap().to_owned()
}

/// A desk without a net, which is quick.
fn desk() -> AdviceDesk {
    AdviceDesk::new(None, sgmp_engine::engine::JudgeEffort::ONE_POSITION)
}
