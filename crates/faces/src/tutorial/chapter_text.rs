//! Text of a chapter: its title and its screens.
//!
//! Lines of `key: text`; a line that begins with two blanks goes on with the text before it, or is a row of
//! the board after `board:`. `screen NAME` begins a screen; `#` a remark.

use super::chapter_error::{ChapterError, ChapterFault};
use super::exercise_goal::Goal;
use super::plain_fact::Fact;
use sgmp_board::rules::{Color, Game, Komi, Move, Point, diagram};

/// A chapter of the course.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Name by which it is chosen.
    pub name: String,
    /// Title that is shown.
    pub title: String,
    /// The screens, in their order.
    pub screens: Vec<Screen>,
}

/// A screen: a rule, a position, a question and the answers that are foreseen.
#[derive(Clone, Debug)]
pub struct Screen {
    /// Name, once in a course.
    pub name: String,
    /// The rule, or what is to be learned.
    pub rule: String,
    /// The exercise, as a question or a task.
    pub question: String,
    /// Help that is given when asked for.
    pub hint: String,
    /// The position, with the moves before it that matter for ko.
    pub game: Game,
    /// The side that the learner plays.
    pub color: Color,
    /// Letters on points, as the answers to choose from.
    pub labels: Vec<(Point, String)>,
    pub(super) goal: Goal,
    /// True statements about the position, on which the texts rest.
    pub(super) facts: Vec<Fact>,
    pub(super) answers: Vec<StoredAnswer>,
}

/// An answer that the chapter foresees.
#[derive(Clone, Debug)]
pub(super) struct StoredAnswer {
    /// True if the chapter calls it right.
    pub(super) is_right: bool,
    /// The answer: a point as `C3`, else a word in small letters.
    pub(super) key: String,
    /// Words said to it.
    pub(super) text: String,
}

/// The kind of answer that a screen asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// A move on the board, or a pass.
    Move,
    /// A point, which is named and not played.
    Point,
    /// A number that is typed.
    Number,
    /// One of [`Screen::choices`].
    Choice,
}

impl Screen {
    /// The kind of answer that it asks for.
    #[must_use]
    pub const fn answer_kind(&self) -> AnswerKind {
        match self.goal {
            Goal::Choose => AnswerKind::Choice,
            Goal::Count(_) => AnswerKind::Number,
            Goal::Name(_) => AnswerKind::Point,
            _ => AnswerKind::Move,
        }
    }

    /// The answers to choose from, in the order of the alphabet; none where the board or a number answers.
    #[must_use]
    pub fn choices(&self) -> Vec<&str> {
        if self.goal != Goal::Choose {
            return Vec::new();
        }
        let mut keys: Vec<&str> = self.answers.iter().map(|it| it.key.as_str()).collect();
        keys.sort_unstable();
        keys
    }

    /// The first of the right answers.
    #[must_use]
    pub fn right_answer(&self) -> &str {
        let right = self.answers.iter().find(|answer| answer.is_right);
        right.map_or("", |answer| &answer.key)
    }
}

/// A field of a screen: its line, its key and its text.
struct Field {
    line: usize,
    key: String,
    text: String,
}

/// Reads the chapters of files, which are given by name and text. A chapter is called by the name of its file
/// without number and ending: "ko" for `06-ko.txt`.
///
/// # Errors
/// The first line that is not of the form.
pub fn chapters_from_files<N: AsRef<str>, T: AsRef<str>>(
    files: impl IntoIterator<Item = (N, T)>,
) -> Result<Vec<Chapter>, ChapterError> {
    let chapters = files.into_iter().map(|(file, text)| {
        let name = file.as_ref().trim_end_matches(".txt");
        let name = name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        parse_chapter(name, text.as_ref())
    });
    chapters.collect()
}

/// Reads a chapter.
///
/// # Errors
/// The first line that is not of the form.
pub(super) fn parse_chapter(name: &str, text: &str) -> Result<Chapter, ChapterError> {
    let error = |(line, source): Problem| ChapterError {
        chapter: name.to_owned(),
        line,
        source,
    };
    let mut title = None;
    let mut screens = Vec::new();
    for group in groups(text).map_err(error)? {
        let Some((head, fields)) = group.split_first() else {
            continue;
        };
        match head.key.as_str() {
            "chapter" if title.is_none() && screens.is_empty() && fields.is_empty() => {
                title = Some(head.text.clone());
            }
            "screen" => screens.push(screen(head, fields).map_err(error)?),
            key => {
                let fault = ChapterFault::OutsideScreen(key.to_owned());
                return Err(error((head.line, fault)));
            }
        }
    }
    let title = title.ok_or_else(|| error((1, ChapterFault::NoTitle)))?;
    if screens.is_empty() {
        return Err(error((1, ChapterFault::NoScreen)));
    }
    Ok(Chapter {
        name: name.to_owned(),
        title,
        screens,
    })
}

/// A line and the mistake in it.
type Problem = (usize, ChapterFault);

/// The fields, those of a screen together.
fn groups(text: &str) -> Result<Vec<Vec<Field>>, Problem> {
    let mut groups: Vec<Vec<Field>> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with("  ") {
            let field = groups.last_mut().and_then(|group| group.last_mut());
            let field = field.ok_or((line_number, ChapterFault::Dangling))?;
            let glue = if field.key == "board" { "\n" } else { " " };
            field.text = format!("{}{glue}{}", field.text, line.trim());
            continue;
        }
        let head = ["chapter ", "screen "].iter().find_map(|word| {
            let text = line.strip_prefix(word)?.trim();
            Some((word.trim(), text))
        });
        let is_head = head.is_some();
        let (key, text) = head
            .or_else(|| line.split_once(':'))
            .ok_or_else(|| (line_number, ChapterFault::NoField(line.to_owned())))?;
        let field = Field {
            line: line_number,
            key: key.trim().to_owned(),
            text: text.trim().to_owned(),
        };
        match groups.last_mut() {
            Some(group) if !is_head => group.push(field),
            _ => groups.push(vec![field]),
        }
    }
    Ok(groups)
}

fn screen(head: &Field, fields: &[Field]) -> Result<Screen, Problem> {
    let missing = |what| {
        let screen = head.text.clone();
        (head.line, ChapterFault::Missing { screen, what })
    };
    let find = |key: &str| fields.iter().find(|field| field.key == key);
    let needed = |key| find(key).ok_or_else(|| missing(key));
    let color = match find("color") {
        None => Color::Black,
        Some(field) => read_color(&field.text).ok_or((field.line, ChapterFault::NoColor))?,
    };
    let board = needed("board")?;
    let board = diagram::parse(&board.text).map_err(|error| (board.line, error.into()))?;
    let mut screen = Screen {
        name: head.text.clone(),
        rule: needed("rule")?.text.clone(),
        question: needed("ask")?.text.clone(),
        hint: needed("hint")?.text.clone(),
        game: Game::from_position(board, color, Komi::default()),
        color,
        labels: Vec::new(),
        goal: Goal::Play,
        facts: Vec::new(),
        answers: Vec::new(),
    };
    for field in fields {
        read_field(&mut screen, field).map_err(|problem| (field.line, problem))?;
    }
    needed("goal")?;
    if !screen.answers.iter().any(|answer| answer.is_right) {
        return Err(missing("right answer"));
    }
    Ok(screen)
}

fn read_field(screen: &mut Screen, field: &Field) -> Result<(), ChapterFault> {
    let unknown = || ChapterFault::Text {
        text: field.text.clone(),
        key: field.key.clone(),
    };
    if matches!(field.key.as_str(), "goal" | "fact" | "labels" | "played") {
        let size = screen.game.board().size();
        let words = field.text.split(|c: char| !c.is_ascii_alphanumeric());
        let mut points = words.filter_map(Point::parse);
        if let Some(point) = points.find(|point| !point.is_on(size)) {
            return Err(ChapterFault::OffBoard(point));
        }
    }
    match field.key.as_str() {
        "rule" | "ask" | "hint" | "board" | "color" => {}
        "played" => {
            for (color, point) in field
                .text
                .split(',')
                .map(read_move)
                .map(|m| m.ok_or_else(unknown))
                .collect::<Result<Vec<_>, _>>()?
            {
                let played = screen.game.play(color, Move::Play(point));
                played.map_err(|source| ChapterFault::Illegal { point, source })?;
            }
        }
        "labels" => {
            let labels = field.text.split(',').map(|label| {
                let (word, point) = label.trim().split_once(' ')?;
                Some((Point::parse(point)?, word.to_owned()))
            });
            screen.labels = labels.collect::<Option<_>>().ok_or_else(unknown)?;
        }
        "goal" => screen.goal = Goal::parse(&field.text).ok_or_else(unknown)?,
        "fact" => screen
            .facts
            .push(Fact::parse(&field.text).ok_or_else(unknown)?),
        key => {
            let (kind, keys) = key
                .split_once(' ')
                .ok_or_else(|| ChapterFault::UnknownField(key.to_owned()))?;
            let is_right = match kind {
                "right" => true,
                "wrong" => false,
                _ => return Err(ChapterFault::UnknownField(key.to_owned())),
            };
            if field.text.trim().is_empty() {
                return Err(ChapterFault::NoWords(field.key.to_owned()));
            }
            let answers = keys.split_whitespace().map(|key| StoredAnswer {
                is_right,
                key: answer_key(key),
                text: field.text.clone(),
            });
            screen.answers.extend(answers);
        }
    }
    Ok(())
}

/// An answer in the form in which it is compared.
pub(super) fn answer_key(text: &str) -> String {
    Point::parse(text).map_or_else(|| text.to_lowercase(), |point| point.to_string())
}

fn read_color(text: &str) -> Option<Color> {
    match text {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        _ => None,
    }
}

fn read_move(text: &str) -> Option<(Color, Point)> {
    let (color, point) = text.trim().split_once(' ')?;
    Some((read_color(color)?, Point::parse(point)?))
}

/// A color's word read, for goals and facts.
pub(super) fn parse_color(text: &str) -> Option<Color> {
    read_color(text)
}
