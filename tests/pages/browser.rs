//! A browser and a server for one test.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::tools::Tool;

/// Longest wait for anything on a page; engines are slow in builds for tests.
const TIMEOUT: Duration = Duration::from_secs(90);

/// A process that ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a program, and returns the first line of its output for which `find` finds something.
fn start(command: &mut Command, find: impl Fn(&str) -> Option<String>) -> (Process, String) {
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::null()).spawn().expect("it starts");
    let output = BufReader::new(child.stdout.take().expect("its output"));
    let process = Process(child);
    let mut lines = output.lines().map_while(Result::ok);
    let found = lines.find_map(|line| find(&line)).expect("the line");
    // What it says later has to go somewhere.
    std::thread::spawn(move || lines.for_each(drop));
    (process, found)
}

/// `sgmp-go serve`, with an archive of its own.
pub(crate) struct Pages {
    _process: Process,
    pub(crate) link: String,
    pub(crate) folder: tempfile::TempDir,
}

impl Pages {
    pub(crate) fn serve() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
        command.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--no-browser",
            "--games",
        ]);
        command.arg(folder.path());
        let is_link = |line: &str| line.starts_with("http://").then(|| line.to_owned());
        let (process, link) = start(&mut command, is_link);
        Self {
            _process: process,
            link,
            folder,
        }
    }

    /// The texts of the archive's records.
    pub(crate) fn records(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("the archive");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        paths
            .map(|path| fs::read_to_string(path).expect("a record"))
            .collect()
    }
}

/// A browser with one page.
pub(crate) struct Page {
    pub(crate) client: Client,
    _driver: Process,
    _profile: tempfile::TempDir,
}

impl Page {
    pub(crate) async fn open(link: &str, width: u32, height: u32, dark: bool) -> Self {
        let driver = Tool::ChromeDriver.path();
        let port = |line: &str| {
            let port = line.split("started successfully on port ").nth(1)?;
            Some(port.trim_end_matches('.').to_owned())
        };
        let (driver, port) = start(Command::new(driver).arg("--port=0"), port);
        let profile = tempfile::tempdir().expect("a folder");
        let mut args = vec![
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            format!("--window-size={width},{height}"),
            format!("--user-data-dir={}", profile.path().display()),
        ];
        if dark {
            args.push("--blink-settings=preferredColorScheme=0".to_owned());
        }
        let options = json!({ "args": args, "binary": Tool::Chromium.path() });
        let capabilities = [("goog:chromeOptions".to_owned(), options)];
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities.into_iter().collect())
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("a browser");
        client.goto(link).await.expect("the page");
        Self {
            client,
            _driver: driver,
            _profile: profile,
        }
    }

    /// Presses a button, or follows a link, by its text.
    pub(crate) async fn press(&self, text: &str) {
        let path = format!("//*[self::button or self::a][normalize-space()='{text}']");
        self.wait(&format!("button {text:?}"), &format!(
            "[...document.querySelectorAll('button, a')].some(b => b.textContent.trim() === {text:?})"
        )).await;
        let found = self
            .client
            .find(Locator::XPath(&path))
            .await
            .expect("a button");
        found.click().await.expect("a click");
    }

    /// Waits until an expression of the page's is true.
    pub(crate) async fn wait(&self, what: &str, expression: &str) {
        let start = Instant::now();
        loop {
            if self.eval(expression).await == Value::Bool(true) {
                return;
            }
            if start.elapsed() > TIMEOUT {
                self.picture("failed").await;
                let text = self.eval("document.body.innerText").await;
                panic!("no {what} on the page: {text}");
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    pub(crate) async fn eval(&self, expression: &str) -> Value {
        let script = format!("return ({expression});");
        self.client.execute(&script, vec![]).await.expect("a value")
    }

    /// Clicks a point of the board with the mouse.
    pub(crate) async fn click(&self, point: &str, size: i32) {
        let letters = "ABCDEFGHJKLMNOPQRST";
        let column = letters.find(&point[..1]).expect("a column") as i32;
        let row = size - point[1..].parse::<i32>().expect("a row");
        let board = self
            .client
            .find(Locator::Css("svg.board"))
            .await
            .expect("a board");
        let (_, _, width, _) = board.rectangle().await.expect("its place");
        // The board's own measures: 20 between lines, 26 at the edges.
        let scale = width / f64::from(52 + 20 * (size - 1));
        let from_middle = |place: i32| f64::from(20 * place - 10 * (size - 1)) * scale;
        let mouse = MouseActions::new("mouse".to_owned())
            .then(PointerAction::MoveToElement {
                element: board,
                duration: None,
                x: from_middle(column),
                y: from_middle(row),
            })
            .then(PointerAction::Down {
                button: MOUSE_BUTTON_LEFT,
            })
            .then(PointerAction::Up {
                button: MOUSE_BUTTON_LEFT,
            });
        self.client.perform_actions(mouse).await.expect("a click");
    }

    /// Presses a key.
    pub(crate) async fn key(&self, key: &str) {
        let body = self.client.active_element().await.expect("an element");
        body.send_keys(key).await.expect("a key");
    }

    /// Leaves a picture of the page where pictures are wanted.
    pub(crate) async fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("SGMP_SCREENSHOTS") else {
            return;
        };
        let png = self.client.screenshot().await.expect("a picture");
        let path = PathBuf::from(folder).join(format!("{name}.png"));
        fs::write(path, png).expect("a file");
    }

    pub(crate) async fn close(self) {
        self.client.close().await.expect("an end");
    }
}

/// Runs a test that waits for browsers.
pub(crate) fn run(test: impl Future<Output = ()>) {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().expect("a runtime");
    runtime.block_on(test);
}
