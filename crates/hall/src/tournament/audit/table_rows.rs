//! Lines of a table with commas between its cells.

/// Longest table, in bytes.
pub const MAX_TABLE_BYTES: usize = 1 << 20;

/// Most lines of a table.
const MAX_ROWS: usize = 2000;

/// Most cells of a line.
const MAX_CELLS: usize = 2000;

/// The reason why text is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowsError {
    /// More text than any table of a tournament has.
    #[error(
        "a table has at most {MAX_TABLE_BYTES} bytes, {MAX_ROWS} lines and {MAX_CELLS} cells a line"
    )]
    TooLong,
    /// A quotation mark that is never closed.
    #[error("line {0}: a quotation mark is not closed")]
    OpenQuote(usize),
    /// Nothing under the headings.
    #[error("no line under the headings")]
    Empty,
}

/// Headings, and the cells under them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Rows {
    /// Names of the columns, in lower case.
    pub(in super::super) headings: Vec<String>,
    /// Lines; each has as many cells as there are headings.
    pub(in super::super) rows: Vec<Vec<String>>,
}

impl Rows {
    /// Reads text: cells may stand in double quotation marks, in which two of them mean one. No-break spaces
    /// count as spaces.
    pub(super) fn parse(text: &str) -> Result<Self, RowsError> {
        Self::parse_by(text, ',')
    }

    /// The same of a list whose cells may be parted by semicolons or tabs: what stands most often in the headings counts.
    pub(in super::super) fn parse_list(text: &str) -> Result<Self, RowsError> {
        let headings = text.lines().find(|line| !line.trim().is_empty());
        let count = |mark: &char| headings.map_or(0, |line| line.matches(*mark).count());
        let mark = [',', ';', '\t'].into_iter().rev().max_by_key(count);
        Self::parse_by(text, mark.unwrap_or(','))
    }

    fn parse_by(text: &str, mark: char) -> Result<Self, RowsError> {
        if text.len() > MAX_TABLE_BYTES {
            return Err(RowsError::TooLong);
        }
        let mut lines = Vec::new();
        for (at, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            lines.push(cells(line, at + 1, mark)?);
            if lines.len() > MAX_ROWS {
                return Err(RowsError::TooLong);
            }
        }
        let mut lines = lines.into_iter();
        let headings = lines.next().ok_or(RowsError::Empty)?;
        let headings: Vec<_> = headings.iter().map(|name| name.to_lowercase()).collect();
        let rows: Vec<_> = lines
            .map(|mut row| {
                row.resize(headings.len(), String::new());
                row
            })
            .collect();
        if rows.is_empty() {
            return Err(RowsError::Empty);
        }
        Ok(Self { headings, rows })
    }

    /// The first column with one of these names.
    pub(in super::super) fn column(&self, names: &[&str]) -> Option<usize> {
        names.iter().find_map(|name| {
            let mut headings = self.headings.iter();
            headings.position(|heading| heading == name)
        })
    }
}

fn cells(line: &str, number: usize, mark: char) -> Result<Vec<String>, RowsError> {
    let mut cells = Vec::new();
    let mut cell = String::new();
    let mut is_quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' => is_quoted = !is_quoted,
            c if c == mark && !is_quoted => cells.push(std::mem::take(&mut cell)),
            '\u{a0}' => cell.push(' '),
            c => cell.push(c),
        }
        if cells.len() > MAX_CELLS {
            return Err(RowsError::TooLong);
        }
    }
    if is_quoted {
        return Err(RowsError::OpenQuote(number));
    }
    cells.push(cell);
    Ok(cells.iter().map(|cell| cell.trim().to_owned()).collect())
}
