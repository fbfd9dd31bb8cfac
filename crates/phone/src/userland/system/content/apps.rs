//! The providers of apps.

use super::command::rows;
use super::request::{Binding, Operation, Request};
use crate::android::{ContentAnswer, ContentError, ContentRequest, Extra};
use crate::process::Process;
use serde_json::Value;

/// What is printed, or the exception and its message.
pub(super) async fn serve(process: &Process, request: &Request<'_>) -> Result<String, String> {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let values =
        if request.operation == Operation::Call { &request.extras } else { &request.bindings };
    let asked = ContentRequest {
        method: match request.operation {
            Operation::Query => "query",
            Operation::Insert => "insert",
            Operation::Update => "update",
            Operation::Delete => "delete",
            Operation::Call => "call",
            Operation::Type => "type",
        },
        uri: request.uri.to_owned(),
        projection: request
            .projection
            .as_ref()
            .map(|columns| columns.iter().map(|column| (*column).to_owned()).collect()),
        condition: owned(request.condition),
        sort: owned(request.sort),
        values: values.iter().map(|value| (value.name.to_owned(), extra(value))).collect(),
        call: owned(request.method),
        argument: owned(request.argument),
    };
    let who = (process.pid, process.who.uid);
    match process.android().content(request.authority(), asked, who).await {
        Ok(ContentAnswer::Rows(columns, found)) => {
            let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
            let found: Vec<Vec<(&str, String)>> =
                found.into_iter().map(|row| columns.iter().copied().zip(row).collect()).collect();
            Ok(rows(&found))
        }
        Ok(ContentAnswer::Result(text)) => Ok(format!("Result: {text}\n")),
        Ok(ContentAnswer::Done) => Ok(String::new()),
        Ok(ContentAnswer::Thrown(thrown)) => Err(thrown),
        Err(error @ ContentError::Missing(_)) => {
            Err(format!("java.lang.IllegalStateException: {error}"))
        }
        Err(error) => Err(format!("java.lang.SecurityException: {error}")),
    }
}

/// A value of the kind that the letter names; it has been checked to be one.
fn extra(binding: &Binding<'_>) -> Extra {
    let Some(text) = binding.value else { return Extra::Null };
    match binding.kind {
        "b" => Extra::Bool(text.eq_ignore_ascii_case("true")),
        "i" => Extra::Int(text.parse().unwrap_or_default()),
        "l" => Extra::Long(text.parse().unwrap_or_default()),
        "f" => Extra::Float(text.parse().unwrap_or_default()),
        "d" => {
            let number: f64 = text.parse().unwrap_or_default();
            Extra::Opaque("double".to_owned(), Value::from(number))
        }
        _ => Extra::Text(text.to_owned()),
    }
}
