//! Tables, figures and numbers of docs/evolution.md, from the data of the runs that lie in the repository.

mod prose_numbers;
mod published_tables;
mod run_data;

pub use published_tables::PublishedTable;
pub use run_data::{PublishedError, PublishedFault, PublishedRuns};

use super::report::{FigureError, FigureRun, FigureSetting, setting_figures};

impl PublishedRuns {
    /// The tables of the page that rest on the data, in the page's order.
    #[must_use]
    pub fn tables(&self) -> Vec<PublishedTable> {
        published_tables::tables(self)
    }

    /// Parts of the page's sentences that name numbers of the data, each with these numbers.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        prose_numbers::sentences(self)
    }

    /// The figures as SVG, each by the name of its file.
    ///
    /// # Errors
    /// [`FigureError`] where the drawing library refuses.
    pub fn figures(&self) -> Result<Vec<(String, String)>, FigureError> {
        let settings = self.settings().into_iter().map(|setting| FigureSetting {
            name: setting.to_owned(),
            runs: self
                .of_setting(setting)
                .map(|run| FigureRun {
                    points: run.course(run_data::points),
                    held_out: run.course(run_data::held_out),
                    paper: run.paper_points(),
                    rows: &run.rows,
                })
                .collect(),
        });
        let figures = setting_figures(&settings.collect::<Vec<_>>())?.into_iter();
        Ok(figures.map(|figure| (figure.file, figure.svg)).collect())
    }
}
