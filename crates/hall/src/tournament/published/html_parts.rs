//! Parts of pages: what stands around each, tables that a screen reader can read.

use std::fmt::Write as _;

use super::super::event::EventState;
use sgmp_board::picture::{escape_markup, html_page};

/// The look of the pages: for screens of any width, dark ones too, and for paper.
const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c1a17;--paper:#faf7f0;--line:#d8cfbd;--mark:#8a5a12;--soft:#f1ebdd}\
@media(prefers-color-scheme:dark){:root{--ink:#ece7dc;--paper:#1b1a18;--line:#45403a;--mark:#e0b060;--soft:#262421}}\
*{box-sizing:border-box}\
body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);\
background:var(--paper)}\
h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}h2{font-size:1.2rem;margin:1.5rem 0 .5rem}\
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:0 0 1rem;padding:0}\
nav a,td a{display:inline-block;min-width:24px;line-height:24px}\
a{color:var(--mark)}a[aria-current]{font-weight:600;text-decoration:none;color:inherit}\
.wide{overflow-x:auto;margin-bottom:1.5rem}\
table{border-collapse:collapse;width:100%}caption{text-align:left;padding:.25rem 0;color:inherit;opacity:.8}\
th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}\
th{font-weight:600;background:var(--soft)}tbody th{background:none}\
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\
@media(max-width:40rem){table{font-size:.84rem}th,td{padding:.3rem .25rem}.s{position:sticky;right:0;background:var(--paper)}th.s{background:var(--soft)}}\
@media(min-width:40rem){table:has(.s){table-layout:fixed}table:has(.s) .n{width:5rem}}tbody th{min-width:7rem}\
.slips{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1rem}\
.slip{border:1px solid var(--line);padding:.5rem 1rem;break-inside:avoid}.slip h3{font-size:1rem;margin:.25rem 0}\
.slip p{margin:.6rem 0}.box{display:inline-block;width:.9em;height:.9em;border:1px solid var(--ink);vertical-align:-.1em}\
.line{display:inline-block;width:4em;border-bottom:1px solid var(--ink)}.won{white-space:nowrap}\
.wall table{font-size:1.1rem}\
.x{opacity:.4}.facts{opacity:.8}footer{margin-top:2rem;font-size:.85rem}footer a{display:inline-block;line-height:24px}\
@media print{:root{color-scheme:light;--ink:#000;--paper:#fff;--line:#999;--mark:#000;--soft:#fff}\
nav,footer,.s{display:none}body{max-width:none;padding:0}a{color:inherit;text-decoration:none}\
.wide{overflow:visible}.wall{break-inside:avoid}.slips{grid-template-columns:1fr 1fr}.wall table{font-size:1.2rem}\
table{font-size:.9rem}tr,dd{break-inside:avoid}h2,caption,dt{break-after:avoid}}";

/// The pages with their names in the bar.
const PAGES: [(&str, &str); 4] = [
    ("index.html", "Standings"),
    ("pairings.html", "Rounds"),
    ("crosstable.html", "Cross table"),
    ("report.html", "Report"),
];

/// Pages that are printed where people play.
const PRINTED_PAGES: [(&str, &str); 2] =
    [("wall.html", "Wall list"), ("slips.html", "Score slips")];

/// Returns whether people play in an event.
pub(super) fn has_people(state: &EventState) -> bool {
    state
        .plan
        .players
        .iter()
        .any(|player| player.plays == "human")
}

/// A page: `name` is its file, `title` its heading, `body` what follows.
pub(super) fn page(state: &EventState, name: &str, title: &str, body: &str) -> String {
    let event = state.plan.name.as_str();
    let mut bar = String::new();
    let printed = PRINTED_PAGES.into_iter().filter(|_| has_people(state));
    for (file, label) in PAGES.into_iter().chain(printed) {
        let current = if file == name {
            " aria-current=\"page\""
        } else {
            ""
        };
        let _ = write!(bar, "<li><a href=\"{file}\"{current}>{label}</a></li>");
    }
    let name = format!("{title} - {event}");
    let (event, title) = (escape_markup(event), escape_markup(title));
    let body = format!(
        "<header><h1>{event}</h1><nav aria-label=\"Pages\"><ul>{bar}</ul></nav></header>\n\
         <main>\n<h2>{title}</h2>\n{body}</main>\n\
         <footer>Written by sgmp-go. As files: <a href=\"standings.csv\">standings.csv</a>, \
         <a href=\"standings.json\">standings.json</a>, <a href=\"crosstable.txt\">crosstable.txt</a>, \
         <a href=\"report.txt\">report.txt</a>.</footer>\n"
    );
    html_page(&name, STYLE, "", body)
}

/// A cell of a table.
pub(super) enum Cell {
    Text(String),
    /// A number, or what stands like one.
    Number(String),
    /// The heading of its row.
    Heading(String),
    /// Links, safe already: their column is left out on paper.
    Links(String),
    /// The same where a number stands.
    NumberHtml(String),
}

/// A table with a caption.
pub(super) fn table(caption: &str, headings: &[(&str, bool)], rows: &[Vec<Cell>]) -> String {
    let mut text = format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table>\n<caption>{0}</caption>\n<thead><tr>",
        escape_markup(caption)
    );
    let is_links = |column: usize| {
        let first = rows.first().and_then(|row| row.get(column));
        matches!(first, Some(Cell::Links(_)))
    };
    for (column, (heading, is_number)) in headings.iter().enumerate() {
        let class = match (is_number, is_links(column)) {
            (true, _) => " class=\"n\"",
            (_, true) => " class=\"s\"",
            _ => "",
        };
        let _ = write!(
            text,
            "<th scope=\"col\"{class}>{}</th>",
            escape_markup(heading)
        );
    }
    text += "</tr></thead>\n<tbody>\n";
    for row in rows {
        text += "<tr>";
        for cell in row {
            let _ = match cell {
                Cell::Text(cell) => write!(text, "<td>{}</td>", escape_markup(cell)),
                Cell::Number(cell) => write!(text, "<td class=\"n\">{}</td>", escape_markup(cell)),
                Cell::Heading(cell) => {
                    write!(text, "<th scope=\"row\">{}</th>", escape_markup(cell))
                }
                Cell::Links(cell) => write!(text, "<td class=\"s\">{cell}</td>"),
                Cell::NumberHtml(cell) => write!(text, "<td class=\"n\">{cell}</td>"),
            };
        }
        text += "</tr>\n";
    }
    text += "</tbody>\n</table></div>\n";
    text
}
