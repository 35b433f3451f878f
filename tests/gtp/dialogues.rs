//! Every dialogue of `fixtures/gtp`, spoken to the server.

use std::fs;
use std::path::Path;

use sgmp_engine::engine::NetChoice;
use sgmp_match::gtp::Flow;

use crate::dialogue::read;
use crate::host::{send, server_with};

#[test]
fn controllers_get_the_answers_they_expect() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/gtp");
    let files = fs::read_dir(folder).expect("the dialogues are there");
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let dialogues: Vec<String> = names.filter(|name| name.ends_with(".txt")).collect();
    assert!(dialogues.len() >= 7);
    for name in dialogues {
        let net = name.ends_with("-net.txt").then(NetChoice::embedded);
        let mut server = server_with(100, net);
        let mut flow = Flow::Open;
        for exchange in read(&name) {
            let (answer, next) = send(&mut server, &exchange.sent);
            assert!(
                exchange.accepts(&answer),
                "{name}: > {}\n{answer}instead of\n{}",
                exchange.sent,
                exchange.answer.join("\n")
            );
            flow = next;
        }
        assert_eq!(flow, Flow::Over, "{name} ends with quit");
    }
}
