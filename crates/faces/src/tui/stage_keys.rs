//! The stages of a game at a board, and the keys that mean something at each.

use super::key_help::{KeyHelp, key_help as key};

/// The stage of a game, by which keys mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Moves are made, and may be taken back.
    Playing,
    /// The stones are counted.
    Counting,
    /// There is a result.
    Over,
    /// A match over a line, which a person plays.
    Hand,
    /// The same in the full protocol, where moves are taken back.
    HandWithUndo,
    /// A match over a line, which is watched.
    Watching,
    /// A match over a line that was counted.
    Counted,
    /// The same while other dead stones are named.
    Recounting,
    /// A match over a line, which is watched, with a line for talk.
    Talking,
    /// Games on a server.
    OnServer(ServerStage),
    /// A finished game is walked through.
    Review,
    /// The same, while the arrows move the cursor.
    Trying,
}

/// The stage of games on a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerStage {
    /// A program plays.
    Watching,
    /// A person plays.
    Hand,
    /// The same where the server takes words, too.
    HandWithWords,
    /// Both have passed, and the dead stones are named.
    NamingDead,
}

impl Stage {
    /// Returns whether a person makes moves of a match over a line or on a server.
    pub(super) const fn is_hand(self) -> bool {
        matches!(
            self,
            Self::Hand
                | Self::HandWithUndo
                | Self::OnServer(ServerStage::Hand | ServerStage::HandWithWords)
        )
    }

    /// Returns whether a line of words goes out of the match.
    pub(super) const fn takes_words(self) -> bool {
        matches!(
            self,
            Self::Hand
                | Self::HandWithUndo
                | Self::Talking
                | Self::OnServer(ServerStage::HandWithWords | ServerStage::NamingDead)
        )
    }

    /// Returns whether a point of the board can be chosen.
    pub(super) const fn has_points(self) -> bool {
        !matches!(
            self,
            Self::Watching | Self::Talking | Self::Counted | Self::OnServer(ServerStage::Watching)
        )
    }

    /// Returns whether it is a match over a line, or on a server.
    pub(super) const fn is_match(self) -> bool {
        matches!(
            self,
            Self::Hand
                | Self::HandWithUndo
                | Self::Watching
                | Self::Talking
                | Self::Counted
                | Self::Recounting
                | Self::OnServer(_)
        )
    }

    /// The keys that mean something now, the most important first.
    pub const fn keys(self) -> &'static [KeyHelp] {
        match self {
            Self::Playing => &PLAYING,
            Self::Counting => &COUNTING,
            Self::Over => &OVER,
            Self::Hand => &HAND,
            Self::HandWithUndo => &HAND_WITH_UNDO,
            Self::Watching => &WATCHING,
            Self::Counted => &COUNTED,
            Self::Recounting => &RECOUNTING,
            Self::Talking => &TALKING,
            Self::OnServer(ServerStage::Watching) => &WATCHING_SERVER,
            Self::OnServer(ServerStage::Hand) => &HAND_ON_SERVER,
            Self::OnServer(ServerStage::HandWithWords) => &HAND_WITH_WORDS,
            Self::OnServer(ServerStage::NamingDead) => &NAMING_DEAD,
            Self::Review => &REVIEW,
            Self::Trying => &TRYING,
        }
    }

    /// The keys of a person whose settings give hints, or give none.
    pub fn keys_with(self, has_hints: bool) -> &'static [KeyHelp] {
        match self {
            Self::Playing if !has_hints => &PLAYING_WITHOUT_HINTS,
            _ => self.keys(),
        }
    }
}

const ALL_KEYS: KeyHelp = key("?", "keys", "show this page");
const TAKE_BACK: KeyHelp = key(
    "u",
    "take back",
    "take your latest move back, and the answer to it",
);
const HINT: KeyHelp = key("h", "hint", "moves that you might make, with reasons");
const WHY: KeyHelp = key("w", "why", "why the latest move was made");
const WHY_NOT: KeyHelp = key("z", "why not", "what speaks against your latest move");
const CURVE: KeyHelp = key(
    "e",
    "curve",
    "the curve of Black's chance to win, on and off",
);
const LEAVE_KEY: KeyHelp = key(
    "q",
    "leave",
    "leave; the game is kept: play --resume goes on",
);
const BELL: KeyHelp = key("!", "", "a bell when stones come into atari, on and off");
const TAB: KeyHelp = key("Tab", "", "the next pane beside the board");
const PAGES: KeyHelp = key("PgUp PgDn", "", "scroll the pane (the mouse wheel too)");
const PANES: KeyHelp = key("Tab PgDn", "", "the next pane; scroll it (the wheel too)");
const TYPED: KeyHelp = key("C3", "", "a typed point; capitals are always points");
const ARROWS: KeyHelp = key("arrows", "", "move the cursor");
const CURSOR: KeyHelp = key("arrows C3", "", "the cursor, or a typed point in capitals");
const BELL_COPY: KeyHelp = key(
    "! Ctrl-S",
    "",
    "a bell at an atari; a copy in a file of yours",
);
const EARLIER: KeyHelp = key("< >", "", "earlier positions; Esc goes back to the game");
const COPY: KeyHelp = key("Ctrl-S", "", "save a copy in a file of yours, too");
const SUSPEND: KeyHelp = key("Ctrl-Z", "", "back to the shell; fg goes on");
const INTERRUPT: KeyHelp = key("Ctrl-C", "", "leave at once; the game is kept");

const PLAYING: [KeyHelp; 18] = [
    key("Enter", "play", "play at the cursor (a click plays too)"),
    key("p", "pass", "pass; after two passes the game is counted"),
    key("r", "resign", "resign"),
    HINT,
    ALL_KEYS,
    key(
        "q",
        "leave",
        "leave (Esc too); the game is kept: play --resume",
    ),
    TAKE_BACK,
    WHY,
    WHY_NOT,
    key("t", "territory", "whose each point will be, on and off"),
    key("g", "groups", "how the groups live, on and off"),
    CURVE,
    CURSOR,
    EARLIER,
    PANES,
    BELL_COPY,
    SUSPEND,
    INTERRUPT,
];

/// As [`PLAYING`], without the fourth.
const PLAYING_WITHOUT_HINTS: [KeyHelp; 17] = {
    let mut keys = [PLAYING[0]; 17];
    let mut at = 1;
    while at < keys.len() {
        keys[at] = PLAYING[if at < 3 { at } else { at + 1 }];
        at += 1;
    }
    keys
};

const COUNTING: [KeyHelp; 17] = [
    key("y", "count it", "the count is right: end the game by it"),
    key(
        "Enter",
        "dead/alive",
        "the string there dead or alive (a click too)",
    ),
    key("o", "play on", "break the count off and play on"),
    ALL_KEYS,
    TAKE_BACK,
    LEAVE_KEY,
    WHY,
    WHY_NOT,
    CURVE,
    ARROWS,
    TYPED,
    BELL,
    TAB,
    PAGES,
    COPY,
    SUSPEND,
    INTERRUPT,
];

const OVER: [KeyHelp; 13] = [
    key("a", "play again", "another game on the same terms"),
    key(
        "v",
        "review",
        "look at the game: where it turned, and what if",
    ),
    key("q", "leave", "leave"),
    key("u", "take back", "go back into the game"),
    ALL_KEYS,
    WHY,
    WHY_NOT,
    CURVE,
    TAB,
    PAGES,
    COPY,
    SUSPEND,
    INTERRUPT,
];

const STOP: KeyHelp = key(
    "Ctrl-C",
    "stop",
    "asks: resign, claim, leave, resume later (q too)",
);
const SAY: KeyHelp = key("i", "write", "write a line to the other side's operator");

const PLAY: KeyHelp = key("Enter", "play", "play at the cursor (a click plays too)");
const PASS: KeyHelp = key("p", "pass", "pass");
const ASK_BACK: KeyHelp = key(
    "u",
    "take back",
    "ask the other side to take your move back",
);
const RESIGN: KeyHelp = key("r", "resign", "resign");

const HAND: [KeyHelp; 10] = [
    PLAY, PASS, ALL_KEYS, HINT, STOP, SAY, RESIGN, ARROWS, TYPED, PAGES,
];

const HAND_WITH_UNDO: [KeyHelp; 11] = [
    PLAY, PASS, ALL_KEYS, HINT, STOP, ASK_BACK, SAY, RESIGN, ARROWS, TYPED, PAGES,
];

const WATCHING: [KeyHelp; 3] = [STOP, ALL_KEYS, PAGES];

const COUNTED: [KeyHelp; 5] = [
    key(
        "d",
        "dead stones",
        "name other dead stones, as both operators agree",
    ),
    key("Enter", "leave", "leave now; the result stands"),
    key("Ctrl-C", "", "leave now (q too); the result stands"),
    ALL_KEYS,
    PAGES,
];

const RECOUNTING: [KeyHelp; 8] = [
    key(
        "Enter",
        "dead/alive",
        "the string there dead or alive (a click too)",
    ),
    key(
        "y",
        "enter it",
        "the count is what both operators agree on: enter it",
    ),
    key("Esc", "not", "the count stands as it was"),
    key("Ctrl-C", "", "leave now (q too); the result stands"),
    ALL_KEYS,
    ARROWS,
    TYPED,
    PAGES,
];

const TALKING: [KeyHelp; 4] = [SAY, STOP, ALL_KEYS, PAGES];

const STOP_SERVER: KeyHelp = key(
    "Ctrl-C",
    "leave",
    "asks: leave after this game, or now (q too)",
);
const COMMAND: KeyHelp = key("i", "write", "write to the server: say, undo, match, who");

const WATCHING_SERVER: [KeyHelp; 3] = [STOP_SERVER, ALL_KEYS, PAGES];

const HAND_ON_SERVER: [KeyHelp; 8] = [
    PLAY,
    PASS,
    ALL_KEYS,
    STOP_SERVER,
    RESIGN,
    ARROWS,
    TYPED,
    PAGES,
];

const HAND_WITH_WORDS: [KeyHelp; 9] = [
    PLAY,
    PASS,
    ALL_KEYS,
    STOP_SERVER,
    COMMAND,
    RESIGN,
    ARROWS,
    TYPED,
    PAGES,
];

const NAMING_DEAD: [KeyHelp; 8] = [
    key("Enter", "dead", "the string there is dead (a click too)"),
    key("y", "done", "all dead stones are named"),
    ALL_KEYS,
    key("i", "write", "write to the server: undo puts stones back"),
    STOP_SERVER,
    ARROWS,
    TYPED,
    PAGES,
];

const REVIEW: [KeyHelp; 18] = [
    key("Left Right", "move", "a move back, a move on (Enter too)"),
    key(
        "Up Down",
        "variation",
        "choose a variation that begins here",
    ),
    ALL_KEYS,
    key("x", "try", "try a move: arrows, Enter; p tries a pass"),
    key("h", "hint", "moves for the side to move, with reasons"),
    key("w", "why", "why the last move was made"),
    key("z", "why not", "what speaks against the last move"),
    key("l", "turns", "list the moves on which the game turned"),
    key("q", "leave", "leave; what was tried and written is kept"),
    key(
        "1 to 5 f",
        "",
        "to a turning point; find a better move there",
    ),
    key("C3", "", "a typed point (or a click) is tried, answered"),
    key("i", "write", "write the comment of this position"),
    key(
        "Ctrl-S",
        "save",
        "write the game with its variations to a file",
    ),
    key("e", "curve", "curves: Black's chance, points, none"),
    key(
        "t g",
        "territory",
        "whose each point will be; how groups live",
    ),
    key("Esc", "back", "a step back: main line, text, leave"),
    key("Home End", "", "the beginning and the end of the line"),
    key("Tab PgDn", "", "the next pane; scroll it (the wheel too)"),
];

const TRYING: [KeyHelp; 7] = [
    key("Enter", "try it", "try a move at the cursor (a click too)"),
    key("arrows", "move", "move the cursor"),
    key("Esc", "back", "the arrows walk through the game again"),
    key("q", "leave", "leave; what was tried and written is kept"),
    ALL_KEYS,
    HINT,
    TYPED,
];
