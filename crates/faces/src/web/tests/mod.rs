//! The pages over a real socket on loopback, as friends and as enemies ask for them.

mod archive_on_pages;
mod games_on_pages;
mod pages_and_lessons;
mod pages_of_two;
mod records_on_pages;
mod refused_requests;
mod reviews_on_pages;
mod studies_on_pages;
mod test_server;
