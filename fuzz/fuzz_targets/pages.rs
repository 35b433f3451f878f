//! Any bytes as a request to the server of pages: the first line is the address, the rest a body. Whatever comes, an
//! answer goes back, and no address of a file brings anything but a record of the archive.
#![no_main]

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use libfuzzer_sys::fuzz_target;
use sgmp_advice::review::AdviceDesk;
use sgmp_advice::review::CurveSearch;
use sgmp_engine::engine::JudgeEffort;
use sgmp_faces::local_game::{ChairSettings, EngineChair, GameArchive};
use sgmp_faces::web::{Access, Machine, Site, game_pages};
use sgmp_proto::Instant;
use tower::ServiceExt;

/// Bytes of an answer that are looked at.
const MAX_ANSWER: usize = 16 << 20;

/// A machine whose clock stands still.
#[derive(Default)]
struct StillMachine(AtomicU64);

impl Machine for StillMachine {
    fn now(&self) -> Instant {
        Instant::ZERO
    }

    fn start_time(&self) -> String {
        "2026-11-26-224103".to_owned()
    }

    fn random(&self) -> u128 {
        (self.0.fetch_add(1, Ordering::Relaxed) % 4).into()
    }
}

static PAGES: LazyLock<Router> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder").keep();
    std::fs::write(folder.join("secret.txt"), "top secret").expect("a file");
    let games: PathBuf = folder.join("games");
    std::fs::create_dir(&games).expect("a folder");
    std::fs::write(
        games.join("a.sgf"),
        "(;SZ[7];B[dd];W[cc](;B[])(;B[ee]C[why]))",
    )
    .expect("a record");
    let access = Access::new("127.0.0.1:8420".parse().expect("an address"), String::new());
    let search = CurveSearch {
        net: None,
        effort: 1,
    };
    let (site, work) = Site::new(
        access,
        Some(GameArchive::new(games)),
        search,
        Arc::<StillMachine>::default(),
    );
    let settings = ChairSettings {
        net: None,
        threads: 1,
        memory: 1 << 20,
        move_time: Duration::from_millis(1),
        resigns: true,
    };
    thread::spawn(move || work.engines.run(&mut EngineChair::new(settings)));
    thread::spawn(move || {
        work.teachers
            .run(&mut AdviceDesk::new(None, JudgeEffort::ONE_POSITION))
    });
    game_pages(site)
});

fuzz_target!(|bytes: &[u8]| {
    let end = bytes
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or(bytes.len());
    let (line, body) = bytes.split_at(end);
    let Ok(line) = std::str::from_utf8(line) else {
        return;
    };
    let (method, address) = line.split_once(' ').unwrap_or(("POST", line));
    // Live updates never end.
    if address.ends_with("/events") {
        return;
    }
    let request = Request::builder().method(method).uri(address);
    let request = request.header(header::HOST, "127.0.0.1:8420");
    let request = request.header(header::CONTENT_TYPE, "application/json");
    let body = body.get(1..).unwrap_or_default().to_vec();
    let Ok(request) = request.body(Body::from(body)) else {
        return;
    };
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().build().expect("a runtime");
    let answer = runtime.block_on(async {
        let answer = PAGES.clone().oneshot(request).await.expect("an answer");
        to_bytes(answer.into_body(), MAX_ANSWER)
            .await
            .expect("a body")
    });
    assert!(!answer.windows(10).any(|part| part == b"top secret"));
});
