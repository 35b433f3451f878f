//! A browser and a server for one test.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::actions::{
    InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions,
};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::tools::Tool;

/// Tries to press a button that the page draws anew.
const MAX_TRIES: u32 = 10;

/// Longest wait for anything on a page; engines are slow in builds for tests.
const TIMEOUT: Duration = Duration::from_secs(90);

/// Time for a move at level 20, as the program has it.
const MOVE_TIME: &str = "5s";

/// Words of a server that looks at positions for a moment.
const QUICK: [&str; 4] = ["--move-time", MOVE_TIME, "--effort", "8"];

const DOWN: PointerAction = PointerAction::Down {
    button: MOUSE_BUTTON_LEFT,
};
const UP: PointerAction = PointerAction::Up {
    button: MOUSE_BUTTON_LEFT,
};

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
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    start_and_read(command, |child| child.stdout.take(), find)
}

fn start_and_read<R: Read + Send + 'static>(
    command: &mut Command,
    output: impl Fn(&mut Child) -> Option<R>,
    find: impl Fn(&str) -> Option<String>,
) -> (Process, String) {
    let mut child = command.stdin(Stdio::null()).spawn().expect("it starts");
    let output = BufReader::new(output(&mut child).expect("its output"));
    let process = Process(child);
    let mut lines = output.lines().map_while(Result::ok);
    let found = lines.find_map(|line| find(&line)).expect("the line");
    // What it says later has to go somewhere.
    std::thread::spawn(move || lines.for_each(drop));
    (process, found)
}

/// A match that waits for its other side, with a page for spectators.
pub(crate) struct Awaited {
    process: Process,
    folder: tempfile::TempDir,
    port: u16,
    pub(crate) link: String,
}

impl Awaited {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("its address").port();
        drop(free);
        let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
        command
            .args([
                "match",
                "--no-config",
                "--color",
                "black",
                "--size",
                "9",
                "--level",
                "0",
            ])
            .args([
                "--port",
                &format!("tcp-listen:127.0.0.1:{port}"),
                "--sgf",
                "black.sgf",
            ])
            .args(["--serve", "0", "--linger", "1s"])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let link = |line: &str| {
            let (_, link) = line.split_once("the match in a browser: ")?;
            Some(link.to_owned())
        };
        let (process, link) = start_and_read(&mut command, |child| child.stderr.take(), link);
        Self {
            process,
            folder,
            port,
            link,
        }
    }

    /// Lets the other side come and play to the end; the exit codes of both.
    pub(crate) fn play(&mut self) -> [Option<i32>; 2] {
        let mut white = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
        let white = white
            .args([
                "match",
                "--no-config",
                "--color",
                "white",
                "--size",
                "9",
                "--level",
                "0",
            ])
            .args([
                "--port",
                &format!("tcp:127.0.0.1:{}", self.port),
                "--sgf",
                "white.sgf",
                "--linger",
                "1s",
            ])
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let white = white.status().expect("it runs");
        let black = self.process.0.wait().expect("it ends");
        [black.code(), white.code()]
    }
}

/// A match between two of our programs, with a page for spectators.
pub(crate) struct Watched {
    _process: Process,
    folder: tempfile::TempDir,
    pub(crate) link: String,
}

impl Watched {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let program = env!("CARGO_BIN_EXE_sgmp-go");
        let white = format!(
            "exec:{program} match --no-config --port - --color white --size 9 --level 0 --sgf white.sgf"
        );
        let mut command = Command::new(program);
        command
            .args(["match", "--no-config", "--port", &white, "--color", "black"])
            // The game lasts while it is looked at.
            .args(["--size", "9", "--move-time", "1s", "--sgf", "black.sgf"])
            .args(["--serve=0", "--page", "match.html"])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let link = |line: &str| {
            let (_, link) = line.split_once("the match in a browser: ")?;
            Some(link.to_owned())
        };
        let (process, link) = start_and_read(&mut command, |child| child.stderr.take(), link);
        Self {
            _process: process,
            folder,
            link,
        }
    }

    /// The page of the game, which is written anew at each move.
    pub(crate) fn page(&self) -> PathBuf {
        self.folder.path().join("match.html")
    }
}

fn serve(listen: &str, games: &Path, learner: &Path, words: &[&str]) -> (Process, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    command.args(["serve", "--no-config", "--listen", listen]);
    command.args(words).args(["--no-browser", "--games"]);
    command.arg(games).arg("--learner").arg(learner);
    let link = |line: &str| line.starts_with("http://").then(|| line.to_owned());
    start(&mut command, link)
}

/// `sgmp-go serve`, with an archive of its own.
pub(crate) struct Pages {
    process: Process,
    pub(crate) link: String,
    pub(crate) folder: tempfile::TempDir,
    pub(crate) learner: tempfile::TempDir,
}

impl Pages {
    pub(crate) fn serve() -> Self {
        Self::serve_with(&QUICK)
    }

    /// The same with these words in place of those that make it quick.
    pub(crate) fn serve_with(words: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let learner = tempfile::tempdir().expect("a folder");
        let (process, link) = serve("127.0.0.1:0", folder.path(), learner.path(), words);
        Self {
            process,
            link,
            folder,
            learner,
        }
    }

    /// Kills the server without a warning, and starts another one on its archive at the same address.
    pub(crate) fn kill_and_serve_again(&mut self) {
        self.process.0.kill().expect("it runs");
        self.process.0.wait().expect("an end");
        let address = self
            .link
            .trim_start_matches("http://")
            .trim_end_matches('/')
            .to_owned();
        (self.process, self.link) =
            serve(&address, self.folder.path(), self.learner.path(), &QUICK);
    }

    /// The address of a page, by its path.
    pub(crate) fn at(&self, path: &str) -> String {
        let host = self.link.splitn(4, '/').take(3).collect::<Vec<_>>();
        format!("{}{path}", host.join("/"))
    }

    /// The texts of the archive's records.
    pub(crate) fn records(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("the archive");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        paths
            .filter(|path| path.extension().is_some_and(|ending| ending == "sgf"))
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
        let page = Self {
            client,
            _driver: driver,
            _profile: profile,
        };
        page.show(link).await;
        page
    }

    /// Goes to another address.
    pub(crate) async fn show(&self, link: &str) {
        self.client.goto(link).await.expect("the page");
    }

    /// Presses a button, or follows a link, by its text.
    pub(crate) async fn press(&self, text: &str) {
        let path = format!("//*[self::button or self::a][normalize-space()='{text}']");
        self.wait(&format!("button {text:?}"), &format!(
            "[...document.querySelectorAll('button, a')].some(b => b.textContent.trim() === {text:?})"
        )).await;
        // The page may draw the button anew between the two.
        for _ in 0..MAX_TRIES {
            let found = self.client.find(Locator::XPath(&path)).await;
            match found.expect("a button").click().await {
                Err(error) if error.is_stale_element_reference() => {}
                clicked => return clicked.expect("a click"),
            }
        }
        panic!("{text:?} is drawn anew all the time");
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

    /// Keeps back what the page asks of addresses with this ending, after so many questions, until
    /// [`Self::let_go`].
    pub(crate) async fn keep_back(&self, ending: &str, after: usize) {
        let script = format!(
            "void (() => {{ const send = window.fetch; let free = {after};
            window.fetch = async (path, options) => {{
              if (String(path).endsWith({ending:?}) && free-- <= 0) await new Promise((go) => {{ window.kept = go; }});
              return send(path, options);
            }};
            window.letGo = () => {{ window.fetch = send; window.kept(); }}; }})()"
        );
        self.eval(&script).await;
    }

    /// Lets go what is kept back, once something is.
    pub(crate) async fn let_go(&self) {
        self.wait("a question", "typeof window.kept === 'function'")
            .await;
        self.eval("void window.letGo()").await;
    }

    /// The way of a pointer to a point of the board.
    async fn way_to(&self, point: &str, size: i32) -> PointerAction {
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
        PointerAction::MoveToElement {
            element: board,
            duration: None,
            x: from_middle(column),
            y: from_middle(row),
        }
    }

    /// Holds the mouse over a point of the board.
    pub(crate) async fn hover(&self, point: &str, size: i32) {
        let mouse = MouseActions::new("mouse".to_owned()).then(self.way_to(point, size).await);
        self.client.perform_actions(mouse).await.expect("a move");
    }

    /// Clicks a point of the board with the mouse.
    pub(crate) async fn click(&self, point: &str, size: i32) {
        let mouse = MouseActions::new("mouse".to_owned()).then(self.way_to(point, size).await);
        let mouse = mouse.then(DOWN).then(UP);
        self.client.perform_actions(mouse).await.expect("a click");
    }

    /// Taps a point of the board with a finger.
    pub(crate) async fn tap(&self, point: &str, size: i32) {
        let finger = TouchActions::new("finger".to_owned()).then(self.way_to(point, size).await);
        let finger = finger.then(DOWN).then(UP);
        self.client.perform_actions(finger).await.expect("a tap");
    }

    /// Types into a field, once it is shown.
    pub(crate) async fn write(&self, field: &str, text: &str) {
        let is_shown = format!("document.querySelector({field:?})?.getClientRects().length > 0");
        self.wait(field, &is_shown).await;
        let field = self.client.find(Locator::Css(field)).await;
        let field = field.expect("a field");
        field.send_keys(text).await.expect("letters");
    }

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
