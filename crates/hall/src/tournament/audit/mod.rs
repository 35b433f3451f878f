//! Published tables, recomputed.

mod auditor;
mod finding;
mod order_audit;
mod published_table;
mod table_cells;
mod table_rows;
mod win_totals;

pub use auditor::{Audit, audit};
pub use finding::{AuditFinding, CellRef};
pub use published_table::{
    PublishedTable, TableError, TableForm, TableRow, WhatIfError, read_table,
};
pub use table_cells::{AWAY, BYE, FREE, GOES_ON};
pub(super) use table_rows::Rows;
pub use table_rows::{MAX_TABLE_BYTES, RowsError};
pub use win_totals::{check_games, read_games};

#[cfg(test)]
mod tests;
