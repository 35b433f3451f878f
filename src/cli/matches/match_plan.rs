//! The options of a match, resolved once: what they leave open is decided here, and nowhere else.

use std::io::IsTerminal;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

use sgmp_proto::{Agreement, Clause, Config, GameFacts, Pace, ProposedTerms, Strictness};

use super::match_args::{MatchArgs, PlayerArgs, TermsArgs, TimesArgs};
use super::match_names;
use super::resume_words::{PlayerIn, words_beside_the_journal};
use crate::cli::values::port_args::PortArgs;
use crate::cli::values::thinking_args::ThinkingArgs;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::Format;
use sgmp_board::rules::{BoardSize, ByColor, Color, Handicap, RuleSet, Rules};
use sgmp_faces::page_server::page_socket::ListenAddress;
use sgmp_faces::terminal::screen_terminal::has_screen;
use sgmp_match::console::{EventTarget, TextStream};
use sgmp_match::match_files::Paths;
use sgmp_match::play::duration::TOURNAMENT_RESEND;
use sgmp_match::play::{ClaimPolicy, Dialect, PauseWord, Terms, UndoPolicy};
use sgmp_match::port::trace::{TraceBegin, TraceHead, Viewpoint};
use sgmp_match::port::{CommandLine, PortSpec, wall_clock};
use sgmp_match::spectators::match_progress::Detail;

/// Time by which a doubt outlasts the peer's next repeat.
const DOUBT_BEYOND_RESEND: Duration = Duration::from_secs(5);

/// Longest linger where another game may follow: until then the other side has what it needs.
const MAX_LINGER_IN_SERIES: Duration = Duration::from_secs(3);

/// The command by which a person plays a match.
pub(super) const BY_HAND: &str = "human";
/// The command by which a controller plays a match.
pub(super) const BY_CONTROLLER: &str = "gtp";

/// The side that moves for us; it decides what standard input and output are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MovesFrom {
    /// A program: progress on standard output, unless that is the line.
    Program,
    /// A person, who types on standard input and sees the board on standard output.
    Person,
    /// A GTP controller, which has both.
    Controller,
}

/// The beginning of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MatchStart<'a> {
    /// A new match in the FJK dialect, in this color.
    New(Color),
    /// New matches in the full protocol: the wire settles the terms.
    Negotiated,
    /// The match of this journal goes on.
    Resumed(&'a Path),
}

/// Output of a match: screen and files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutputPlan<'a> {
    /// Stream of all text for the operator.
    pub(crate) text: TextStream,
    /// True if the terminal becomes a screen.
    pub(crate) screen: bool,
    /// Detail of the progress; `None` shows none.
    pub(crate) progress: Option<Detail>,
    /// Target of the JSON events.
    pub(crate) json: Option<EventTarget<'a>>,
    /// File of the hex trace.
    pub(crate) trace: Option<&'a Path>,
    /// Address of the spectators' page.
    pub(crate) serve: Option<ListenAddress>,
    /// True if the other operator's text is shown.
    pub(crate) talk: bool,
    /// True if our moves are explained in the text.
    pub(crate) why: bool,
    /// True if our moves are explained in the record.
    pub(crate) sgf_comments: bool,
    /// True if nothing but faults and the end is said.
    pub(crate) quiet: bool,
    /// True if files that are there are gone on with; else they are not touched.
    pub(crate) appends: bool,
}

/// The player that the options name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayerPlan<'a> {
    /// Another program that plays in our engine's place.
    pub(crate) engine: Option<&'a CommandLine>,
    /// Our engine's effort; it counts the game in any case.
    pub(crate) thinking: &'a ThinkingArgs,
    /// True if it may think while the opponent thinks.
    pub(crate) ponders: bool,
    /// True if it may resign.
    pub(crate) resigns: bool,
}

/// A match, as the options say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchPlan<'a> {
    args: &'a MatchArgs,
    player: &'a PlayerArgs,
    /// The side that moves for us.
    moves_from: MovesFrom,
    /// Port of the other side.
    pub(crate) port: &'a PortSpec,
    /// Beginning of the match.
    pub(crate) start: MatchStart<'a>,
    /// Output of the match.
    pub(crate) output: OutputPlan<'a>,
    /// True if lines typed on standard input go to the other operator.
    pub(crate) sends_talk: bool,
}

impl<'a> MatchPlan<'a> {
    /// Resolves the options.
    ///
    /// # Errors
    /// Options that contradict each other or the one who moves, and two outputs in one file.
    pub(crate) fn new(args: &'a MatchArgs, moves_from: MovesFrom) -> Result<Self, Failure> {
        let port = args.line.spec()?;
        let json = args.output.json.as_deref().map(EventTarget::from);
        check_streams(args, moves_from, json)?;
        args.wire.check()?;
        let start = start(args)?;
        let plan = Self {
            args,
            player: &args.player,
            moves_from,
            port,
            start,
            output: output(args, moves_from, json),
            sends_talk: moves_from == MovesFrom::Program
                && args.wire.talk
                && *port != PortSpec::Stdio,
        };
        match_names::check_given_names(&plan)?;
        Ok(plan)
    }

    /// Speed of a serial port, in bits a second.
    pub(crate) const fn baud(&self) -> u32 {
        self.args.line.baud
    }

    /// The player of this match.
    pub(crate) const fn player(&self) -> PlayerPlan<'a> {
        let player = self.player;
        PlayerPlan {
            engine: player.engine.as_ref(),
            thinking: &player.thinking,
            ponders: !player.no_ponder,
            resigns: !player.never_resign,
        }
    }

    /// The match with this player instead.
    pub(super) const fn with_player(self, player: &'a PlayerArgs) -> Self {
        Self { player, ..self }
    }

    /// The record that was asked for.
    pub(crate) fn sgf(&self) -> Option<&'a Path> {
        self.args.sgf.as_deref()
    }

    /// The page that was asked for.
    pub(crate) fn page(&self) -> Option<&'a Path> {
        self.args.output.page.as_deref()
    }

    /// Form of a new match's record.
    pub(crate) fn sgf_format(&self) -> Format {
        self.args.sgf_format.into()
    }

    /// Games to play on the line.
    pub(crate) const fn games(&self) -> NonZeroU32 {
        self.args.wire.games
    }

    /// Answer to a wish to take moves back.
    pub(crate) fn undo_policy(&self) -> UndoPolicy {
        self.args.wire.undo.into()
    }

    /// Longest wait for a port that vanished.
    pub(crate) const fn reconnect(&self) -> Duration {
        self.args.times.reconnect
    }

    /// Returns whether an operator's words are read from the terminal: a controller has standard input for its own.
    pub(crate) fn has_operator(&self) -> bool {
        !self.output.quiet && self.moves_from != MovesFrom::Controller
    }

    /// Time for which the operator may name other dead stones after the count; none where nobody is asked, or another game
    /// follows.
    pub(crate) fn count_offer(&self) -> Duration {
        let is_prompted = self.moves_from == MovesFrom::Person && std::io::stdin().is_terminal();
        let is_asked = self.output.screen || is_prompted && self.has_operator();
        match is_asked && self.games().get() == 1 {
            true => self.args.times.linger,
            false => Duration::ZERO,
        }
    }

    /// The judge's word on the time that a resumed match was away, if it is given.
    pub(crate) const fn away(&self) -> Option<PauseWord> {
        self.args.away
    }

    /// Policy for claims of the opponent's time.
    pub(crate) const fn claim_policy(&self) -> ClaimPolicy {
        ClaimPolicy {
            opponent_grace: self.args.times.opponent_grace,
        }
    }

    /// The terms of a new match; `name` is ours where none is given.
    pub(crate) fn terms(&self, color: Color, name: &str) -> Terms {
        terms(&self.args.terms, color, name)
    }

    /// The terms that the wire has settled.
    pub(crate) fn agreed_terms(&self, agreement: Agreement, name: &str) -> Terms {
        let own = self.terms(agreement.color, name);
        Terms {
            size: agreement.size,
            rules: RuleSet {
                rules: agreement.rules,
                ..own.rules
            },
            handicap: agreement.handicap,
            dialect: Dialect::Gmp,
            ..own
        }
    }

    /// Our wishes for a game; those not given are left to the other side. But who opens says
    /// whether there is a handicap, and in a handicap game all of it: White moves at once after its
    /// OK then, when it is too late to ask (seen from GNU Go).
    pub(crate) fn proposed_terms(&self) -> ProposedTerms {
        let args = self.args;
        let color = args.color.map(Into::into);
        let opens = color == Some(Color::Black);
        let handicap = args.wire.handicap;
        let proposes = opens && handicap.is_some_and(|given| given != Handicap::EVEN);
        ProposedTerms {
            color,
            size: args.terms.size.or(proposes.then_some(BoardSize::NINETEEN)),
            handicap: handicap.or(opens.then_some(Handicap::EVEN)),
            rules: args
                .terms
                .rules
                .map(|named| named.rules)
                .or(proposes.then_some(Rules::Japanese)),
        }
    }

    /// Facts of a negotiated game before its first move.
    pub(crate) fn facts(&self) -> GameFacts {
        let used = |color| match self.proposed_terms().color {
            Some(ours) if ours == color => self.args.terms.used,
            _ => Duration::ZERO,
        };
        GameFacts {
            stones: 0,
            black_used: used(Color::Black),
            white_used: used(Color::White),
            limit: Some(self.args.terms.time),
        }
    }

    /// Settings of the wire for a match by these terms.
    ///
    /// # Errors
    /// Options that these terms do not allow.
    pub(crate) fn config(&self, terms: &Terms) -> Result<Config, Failure> {
        if terms.dialect == Dialect::Gmp {
            need_fjk(&self.args.times)?;
        }
        Ok(Config {
            dialect: terms.wire_dialect(),
            rules: terms.rules.rules,
            nudge: self.args.times.nudge_in(terms.dialect),
            ..config(terms.color, terms.size, &self.args.times, &self.args.line)?
        })
    }

    /// The head of the trace of a match by these terms.
    ///
    /// # Errors
    /// As [`MatchPlan::config`].
    pub(crate) fn trace_head(
        &self,
        terms: &Terms,
        begin: TraceBegin,
    ) -> Result<TraceHead, Failure> {
        let line = (self.baud(), self.config(terms)?.numbering);
        let viewpoint = Viewpoint::Side(terms.color);
        Ok(TraceHead::of_match(terms, viewpoint, line, begin))
    }

    /// Settings of the wire before the first handshake of the full protocol.
    ///
    /// # Errors
    /// Options that the full protocol does not know.
    pub(crate) fn negotiation_config(&self) -> Result<Config, Failure> {
        let times = &self.args.times;
        need_fjk(times)?;
        let proposed = self.proposed_terms();
        // Color and size are what the handshake says.
        let color = proposed.color.unwrap_or(Color::White);
        let linger = match self.games().get() {
            1 => times.linger,
            _ => times.linger.min(MAX_LINGER_IN_SERIES),
        };
        Ok(Config {
            dialect: sgmp_proto::Dialect::Gmp(proposed),
            linger,
            nudge: times.nudge_in(Dialect::Gmp),
            ..config(color, BoardSize::NINETEEN, times, &self.args.line)?
        })
    }

    /// The words that name our player, for the journal: options of our own player, which may be none, another
    /// program's command, or the command by which the moves are made otherwise.
    pub(super) fn player_words(&self) -> Vec<String> {
        match (self.moves_from, self.player().engine) {
            (MovesFrom::Person, _) => vec![BY_HAND.to_owned()],
            (MovesFrom::Controller, _) => vec![BY_CONTROLLER.to_owned()],
            (MovesFrom::Program, Some(engine)) => vec!["--engine".to_owned(), engine.to_string()],
            (MovesFrom::Program, None) => self.player.words(),
        }
    }

    /// The player, for the operator of a match that goes on.
    pub(super) fn player_note(&self) -> String {
        match self.moves_from {
            MovesFrom::Person => "moves are made by hand".to_owned(),
            MovesFrom::Controller => "the controller makes the moves".to_owned(),
            MovesFrom::Program => match self.player_words() {
                words if words.is_empty() => "our engine plays".to_owned(),
                words => format!("our player: {}", as_typed(&words)),
            },
        }
    }

    /// The command that goes on with the match of these files. Our own player is in the journal; a program to run is not
    /// taken from there. All else that was said stands in it, as far as it still means something: at the wrong speed
    /// nothing but garbage would be heard, without its nudge a lost move is waited for without end.
    pub(crate) fn resume_command(&self, paths: &Paths) -> String {
        let journal = paths.journal.to_string_lossy().into();
        let resume = ["--resume".to_owned(), journal];
        let player = self.player_words();
        let mut words = vec!["sgmp-go".to_owned()];
        match (self.moves_from, self.player().engine) {
            (MovesFrom::Program, Some(_)) => words.extend(resume.into_iter().chain(player)),
            (MovesFrom::Program, None) => words.extend(resume),
            (MovesFrom::Person | MovesFrom::Controller, _) => {
                words.extend(player.into_iter().chain(resume));
            }
        }
        words.extend(["--port".to_owned(), self.port.to_string()]);
        // The games of a series have each a page of its own.
        if let Some(page) = &paths.page {
            words.extend(["--page".to_owned(), page.to_string_lossy().into()]);
        }
        let player = match self.start {
            MatchStart::Resumed(_) => PlayerIn::CommandLine,
            MatchStart::New(_) | MatchStart::Negotiated => PlayerIn::Journal,
        };
        words.extend(words_beside_the_journal(&self.args.said, player));
        as_typed(&words)
    }
}

/// Words as a shell takes them.
pub(crate) fn as_typed(words: &[String]) -> String {
    let words = words.iter().map(String::as_str);
    shlex::try_join(words.clone()).unwrap_or_else(|_| words.collect::<Vec<_>>().join(" "))
}

/// Standard input and output have one use each.
fn check_streams(
    args: &MatchArgs,
    moves_from: MovesFrom,
    json: Option<EventTarget<'_>>,
) -> Result<(), Failure> {
    let on_stdio = args.line.port == Some(PortSpec::Stdio);
    let json_on_stdout = json == Some(EventTarget::Stdout);
    let what = match moves_from {
        MovesFrom::Controller if on_stdio => {
            "gtp has standard input and output for its controller: give another --port"
        }
        MovesFrom::Controller if json_on_stdout => {
            "gtp has standard output for its controller: give --json=FILE"
        }
        MovesFrom::Controller if args.wire.form() == Dialect::Gmp => {
            "gtp --port speaks the FJK dialect only: leave --dialect out"
        }
        MovesFrom::Person if on_stdio => "moves are typed on standard input: give another --port",
        MovesFrom::Program if on_stdio && json_on_stdout => {
            "standard output has other work (--port -, gtp): give --json=FILE"
        }
        _ => return Ok(()),
    };
    Err(Failure::new(Blame::Usage, what))
}

fn start(args: &MatchArgs) -> Result<MatchStart<'_>, Failure> {
    match (&args.resume, args.wire.form(), args.color) {
        (Some(journal), _, _) => Ok(MatchStart::Resumed(journal)),
        (None, Dialect::Gmp, _) => Ok(MatchStart::Negotiated),
        (None, Dialect::Fjk, Some(color)) => Ok(MatchStart::New(color.into())),
        (None, Dialect::Fjk, None) => {
            let what = "--color is missing: black or white (--help)";
            Err(Failure::new(Blame::Usage, what))
        }
    }
}

fn output<'a>(
    args: &'a MatchArgs,
    moves_from: MovesFrom,
    json: Option<EventTarget<'a>>,
) -> OutputPlan<'a> {
    let json_on_stdout = json == Some(EventTarget::Stdout);
    // The line, a controller or a program that reads events may have standard output.
    let stdout_is_taken = json_on_stdout
        || moves_from == MovesFrom::Controller
        || args.line.port == Some(PortSpec::Stdio);
    let screen = !stdout_is_taken && !args.output.quiet && has_screen();
    let detail = match moves_from {
        _ if screen => Detail::Screen,
        MovesFrom::Person => Detail::Boards,
        MovesFrom::Program if !stdout_is_taken && TextStream::Stdout.is_terminal() => {
            Detail::Boards
        }
        MovesFrom::Program | MovesFrom::Controller => Detail::Lines,
    };
    OutputPlan {
        text: if stdout_is_taken {
            TextStream::Stderr
        } else {
            TextStream::Stdout
        },
        screen,
        progress: (!args.output.quiet && !json_on_stdout).then_some(detail),
        json,
        trace: args.output.trace.as_deref(),
        serve: args.output.spectators.serve,
        // Two persons at two computers talk without being told how.
        talk: args.wire.talk || moves_from == MovesFrom::Person,
        why: args.output.why,
        sgf_comments: args.output.sgf_comments,
        quiet: args.output.quiet,
        appends: args.resume.is_some(),
    }
}

/// Refuses in the full protocol what only the FJK dialect knows.
fn need_fjk(times: &TimesArgs) -> Result<(), Failure> {
    let wrong = |what| Err(Failure::new(Blame::Usage, what));
    if times.strict {
        return wrong("--strict is the letter of FJK 2000: leave it out with --dialect gmp");
    }
    if times.legacy.legacy_9x9 {
        return wrong("--legacy-9x9 is known of the FJK dialect only: leave --dialect gmp out");
    }
    Ok(())
}

fn terms(args: &TermsArgs, color: Color, name: &str) -> Terms {
    let today = || wall_clock().date().to_string();
    let ours = args.name.clone().unwrap_or_else(|| name.to_owned());
    let theirs = args.opponent.clone();
    Terms {
        color,
        size: args.size.unwrap_or_default(),
        komi: args.komi,
        rules: args.rules(),
        main_time: args.time,
        used: args.used,
        names: match color {
            Color::Black => ByColor::new(ours, theirs),
            Color::White => ByColor::new(theirs, ours),
        },
        event: args.event.clone(),
        place: args.place.clone(),
        round: args.round.clone(),
        date: args.date.clone().unwrap_or_else(today),
        handicap: Handicap::EVEN,
        dialect: Dialect::Fjk,
    }
}

/// Settings of the wire in the FJK dialect.
fn config(
    color: Color,
    size: BoardSize,
    times: &TimesArgs,
    line: &PortArgs,
) -> Result<Config, Failure> {
    let grid = times.legacy.grid(size);
    let grid = grid.map_err(|error| Failure::new(Blame::Usage, error))?;
    let tournament = Config::tournament(color);
    if times.strict && times.resend < tournament.resend {
        let sentence = Clause::TwentySeconds;
        let what = format!("--strict: --resend has to be {TOURNAMENT_RESEND} or more: {sentence}");
        return Err(Failure::new(Blame::Usage, what));
    }
    Ok(Config {
        size: grid.size,
        numbering: grid.numbering,
        resend: times.resend,
        max_resends: times.max_resends,
        pace: Pace::from_baud(line.baud),
        linger: times.linger,
        confirm_timeout: tournament
            .confirm_timeout
            .max(times.resend + DOUBT_BEYOND_RESEND),
        strictness: if times.strict {
            Strictness::Strict
        } else {
            Strictness::Tolerant
        },
        ..tournament
    })
}
