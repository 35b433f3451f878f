//! The words of a request, its body and its query, with faults told as everything else is.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;

use super::access::RequestError;
use sgmp_board::record::{json_form_fault, plain_fault};

/// The body of a request, in JSON.
pub(super) struct JsonBody<T>(pub(super) T);

impl<S, T> FromRequest<S> for JsonBody<T>
where
    S: Send + Sync,
    Json<T>: FromRequest<S, Rejection = JsonRejection>,
{
    type Rejection = RequestError;

    async fn from_request(request: Request, state: &S) -> Result<Self, RequestError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(refused) => Err(RequestError::new(refused.status(), body_fault(&refused))),
        }
    }
}

/// The words behind the "?" of an address.
pub(super) struct QueryWords<T>(pub(super) T);

impl<S, T> FromRequestParts<S> for QueryWords<T>
where
    S: Send + Sync,
    Query<T>: FromRequestParts<S, Rejection = QueryRejection>,
{
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, RequestError> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(words)) => Ok(Self(words)),
            Err(refused) => {
                let text = refused.body_text();
                let why = field_fault(text.split_once(": ").map_or(&*text, |(_, why)| why));
                Err(RequestError::new(refused.status(), why))
            }
        }
    }
}

fn body_fault(refused: &JsonRejection) -> String {
    let text = refused.body_text();
    let why = text.split_once(": ").map_or(&*text, |(_, why)| why);
    let (why, place) = why.rsplit_once(" at line ").unwrap_or((why, ""));
    match refused {
        JsonRejection::JsonDataError(_) => field_fault(why),
        JsonRejection::JsonSyntaxError(_) => {
            let place = match place {
                "" => String::new(),
                place => format!(" (line {place})"),
            };
            // A field that the text was cut off in is no fault of that field.
            let why = why.rsplit_once(": ").map_or(why, |(_, fault)| fault);
            format!("this is no JSON: {}{place}", json_form_fault(why))
        }
        JsonRejection::MissingJsonContentType(_) => {
            "say what this is: Content-Type: application/json".to_owned()
        }
        _ if refused.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            "this is longer than any wish".to_owned()
        }
        _ => "the request was cut off".to_owned(),
    }
}

/// A fault with the name of its field before it, where it has one.
fn field_fault(why: &str) -> String {
    let is_name = |name: &str| !name.is_empty() && !name.contains([' ', '`']);
    match why.split_once(": ") {
        Some((name, fault)) if is_name(name) => format!("{name}: {}", plain_fault(fault)),
        _ => plain_fault(why),
    }
}
