//! The rules of who may speak to the server: pages of its own, and on other addresses than loopback only those who
//! have its secret.
//!
//! A page of another site can make a browser send requests here, and by a name that it points at this
//! machine (DNS rebinding) even read the answers. So the `Host` has to be an address or `localhost`, which
//! no name of another site is; and a request that a browser marks as another site's does nothing.

use sgmp_board::failure::Failure;
use sgmp_board::picture::escape_markup;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Serialize;

/// Longest time to an answer; live updates are answers whose body goes on.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(120);

/// Longest address of a page that a secret is taken off.
const MAX_QUERY: usize = 200;

/// Headers of every answer: nothing but what lies on this server is loaded, no other page frames it, and
/// nothing stays in a cache.
const fn answer_headers() -> [(HeaderName, &'static str); 7] {
    [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ]
}

/// An error as pages read it.
#[derive(Debug)]
pub(super) struct RequestError {
    status: StatusCode,
    why: String,
    /// The record in the archive that answers instead.
    archive: Option<String>,
}

/// The reason for a refusal, beside the answer: whoever opens an address in a browser reads it as a page.
#[derive(Clone)]
struct Refused(String);

impl From<Failure> for RequestError {
    fn from(failure: Failure) -> Self {
        Self::conflict(failure.message)
    }
}

impl RequestError {
    /// A refusal with this status and sentence.
    pub(super) fn new(status: StatusCode, why: impl Into<String>) -> Self {
        Self {
            status,
            why: why.into(),
            archive: None,
        }
    }

    /// The same with the name of a record in the archive where more is to be seen.
    pub(super) fn see(mut self, archive: String) -> Self {
        self.archive = Some(archive);
        self
    }

    /// Something that is not here.
    pub(super) fn not_found(why: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, why)
    }

    /// A wish that cannot be met as things stand.
    pub(super) fn conflict(why: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, why)
    }

    /// A wish that makes no sense.
    pub(super) fn bad(why: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, why)
    }
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    archive: Option<&'a str>,
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        let body = ErrorBody {
            error: &self.why,
            archive: self.archive.as_deref(),
        };
        let mut response = (self.status, Json(body)).into_response();
        response.extensions_mut().insert(Refused(self.why));
        response
    }
}

/// The page that says why there is nothing to see; `way` leads on.
fn refusal_page(Refused(why): &Refused, way: &str) -> Html<String> {
    let (first, rest) = why.split_at(why.chars().next().map_or(0, char::len_utf8));
    let sentence = escape_markup(&format!("{}{rest}.", first.to_uppercase()));
    Html(format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Not here · sgmp-go</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <link rel=\"stylesheet\" href=\"/style.css\"></head><body><main><h1>Not here</h1><p>{sentence}</p>{way}</main></body></html>\n"
    ))
}

/// Gives a page to a person, who opens an address in a browser, and leaves a program its JSON.
fn as_page_for_people(wants_page: bool, response: Response) -> Response {
    let refused = response.extensions().get::<Refused>().cloned();
    let Some(refused) = refused.filter(|_| wants_page) else {
        return response;
    };
    let way = match response.status() {
        StatusCode::NOT_FOUND => "<p><a class=\"main\" href=\"/\">Start page</a></p>",
        _ => "",
    };
    (response.status(), refusal_page(&refused, way)).into_response()
}

/// The rules of who is let in.
#[derive(Clone, Debug)]
pub struct Access {
    secret: Option<String>,
    cookie: String,
    is_loopback: bool,
    port: u16,
    /// The addresses of this machine in its network.
    network: Vec<IpAddr>,
}

impl Access {
    /// The rules of a server at an address; `secret` is asked for unless only this machine reaches it.
    #[must_use]
    pub fn new(address: SocketAddr, secret: String) -> Self {
        let is_loopback = address.ip().is_loopback();
        Self {
            secret: (!is_loopback).then_some(secret),
            // Cookies do not tell ports apart.
            cookie: format!("sgmp-go-{}", address.port()),
            is_loopback,
            port: address.port(),
            network: match address.ip() {
                ip if ip.is_loopback() || ip.is_unspecified() => Vec::new(),
                ip => vec![ip],
            },
        }
    }

    /// The same on a machine that has these addresses in its network; kept where all or none of them are listened at.
    #[must_use]
    pub fn reached_by(mut self, network: Vec<IpAddr>) -> Self {
        if self.network.is_empty() {
            self.network = network;
        }
        self
    }

    /// The addresses of this machine in its network, with the port.
    #[must_use]
    pub fn network_hosts(&self) -> Vec<SocketAddr> {
        let host = |ip: &IpAddr| SocketAddr::new(*ip, self.port);
        self.network.iter().map(host).collect()
    }

    /// Returns whether other machines are let in.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        !self.is_loopback
    }

    /// The end of a link that lets in whoever follows it; empty where no secret is needed.
    #[must_use]
    pub fn link_suffix(&self) -> String {
        let secret = self.secret.as_ref();
        secret.map_or_else(String::new, |secret| format!("?key={secret}"))
    }

    fn check_host(&self, request: &Request) -> Result<(), RequestError> {
        let wrong = || {
            let why = "open this page by its address, as the program prints it";
            RequestError::new(StatusCode::MISDIRECTED_REQUEST, why)
        };
        let host = text(request.headers(), &header::HOST).ok_or_else(wrong)?;
        let authority: Authority = host.parse().map_err(|_| wrong())?;
        let name = authority.host();
        let address = name.trim_start_matches('[').trim_end_matches(']');
        let is_good = match address.parse::<IpAddr>() {
            Ok(ip) => !self.is_loopback || ip.is_loopback(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        };
        if is_good && !host.contains('@') {
            return Ok(());
        }
        Err(wrong())
    }

    fn check_origin(request: &Request) -> Result<(), RequestError> {
        let headers = request.headers();
        let foreign = || RequestError::new(StatusCode::FORBIDDEN, "another site may not ask this");
        let host = text(headers, &header::HOST).unwrap_or_default();
        if headers.contains_key(header::ORIGIN) {
            let origin = text(headers, &header::ORIGIN).ok_or_else(foreign)?;
            let is_own = origin.strip_prefix("http://") == Some(host);
            return if is_own { Ok(()) } else { Err(foreign()) };
        }
        // A link on another site may lead to a page, which does nothing by itself.
        let opens_page =
            request.method() == Method::GET && !request.uri().path().starts_with("/api/");
        match text(headers, &HeaderName::from_static("sec-fetch-site")) {
            None | Some("same-origin" | "none") => Ok(()),
            Some(_) if opens_page => Ok(()),
            Some(_) => Err(foreign()),
        }
    }

    /// Lets in whoever has the secret in a cookie; a link with the secret sets it.
    fn check_secret(&self, request: &Request) -> Result<(), Box<Response>> {
        let Some(secret) = &self.secret else {
            return Ok(());
        };
        let cookies = request.headers().get_all(header::COOKIE).into_iter();
        let mut pairs = cookies
            .filter_map(|value| value.to_str().ok())
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        if pairs.any(|(name, value)| name == self.cookie && is_same(value, secret)) {
            return Ok(());
        }
        let query = request.uri().query().unwrap_or_default();
        let key = query
            .strip_prefix("key=")
            .filter(|_| query.len() < MAX_QUERY);
        if request.method() == Method::GET && key.is_some_and(|key| is_same(key, secret)) {
            return Err(Box::new(self.let_in(request.uri().path(), secret)));
        }
        let why = "this page needs the whole link that the program printed";
        Err(Box::new(
            RequestError::new(StatusCode::FORBIDDEN, why).into_response(),
        ))
    }

    fn let_in(&self, path: &str, secret: &str) -> Response {
        let cookie = format!(
            "{}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000",
            self.cookie
        );
        // A path that begins with two slashes would name another host.
        let path = format!("/{}", path.trim_start_matches(['/', '\\']));
        ([(header::SET_COOKIE, cookie)], Redirect::to(&path)).into_response()
    }
}

/// Compares in the same time wherever they differ.
fn is_same(given: &str, secret: &str) -> bool {
    let differing = given.bytes().zip(secret.bytes());
    let bits = differing.fold(0, |bits, (one, other)| bits | (one ^ other));
    given.len() == secret.len() && bits == 0
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Answers only those who may ask, in bounded time, and adds the headers of every answer.
pub(super) async fn guard(State(access): State<Access>, request: Request, next: Next) -> Response {
    let accepted = text(request.headers(), &header::ACCEPT).unwrap_or_default();
    let wants_page = request.method() == Method::GET && accepted.contains("text/html");
    let response = match admit(&access, &request) {
        Err(refused) => *refused,
        Ok(()) => match tokio::time::timeout(ANSWER_TIMEOUT, next.run(request)).await {
            Ok(response) => response,
            Err(_) => {
                RequestError::new(StatusCode::REQUEST_TIMEOUT, "it took too long").into_response()
            }
        },
    };
    let mut response = as_page_for_people(wants_page, response);
    for (name, value) in answer_headers() {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}

fn admit(access: &Access, request: &Request) -> Result<(), Box<Response>> {
    access
        .check_host(request)
        .and_then(|()| Access::check_origin(request))
        .map_err(|refused| Box::new(refused.into_response()))?;
    access.check_secret(request)
}
