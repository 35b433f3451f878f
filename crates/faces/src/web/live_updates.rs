//! States that are sent to a page as they change: server-sent events.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, StreamExt};
use serde::Serialize;

/// Time between two signs of life; shorter than any connection may be silent.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(15);

/// An answer that goes on with each state that comes, until no more do.
pub(super) fn live_updates<T: Serialize>(
    states: impl Stream<Item = T> + Send + 'static,
) -> impl IntoResponse {
    let events = states.map(|state| {
        let data = serde_json::to_string(&state).unwrap_or_default();
        Ok::<_, Infallible>(Event::default().event("state").data(data))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE_INTERVAL))
}
