//! What of receivers, services and providers travels between the phone and an app process.

use serde::Serialize;

use super::{
    calls::{Answer, Call},
    intents::{WireExtra, WireIntent},
};
use crate::android::{Broadcast, ContentAnswer, ContentRequest, Intent};

/// What is asked of a provider.
#[derive(Debug, Serialize)]
pub(crate) struct WireRequest {
    method: &'static str,
    uri: String,
    projection: Option<Vec<String>>,
    #[serde(rename = "where")]
    condition: Option<String>,
    sort: Option<String>,
    values: Vec<WireExtra>,
    call: Option<String>,
    argument: Option<String>,
}

pub(crate) fn receive(broadcast: &Broadcast) -> Call {
    Call::Receive {
        broadcast: broadcast.number,
        intent: WireIntent::from(&broadcast.intent),
        receivers: broadcast.receivers.clone(),
        registered: broadcast.registered,
        foreign: broadcast.foreign,
        code: broadcast.so_far.code,
        data: broadcast.so_far.data.clone(),
    }
}

pub(crate) fn service(order: &'static str, class: &str, intent: &Intent) -> Call {
    Call::Service { order, class: class.to_owned(), intent: WireIntent::from(intent) }
}

pub(crate) fn content(request: ContentRequest) -> Call {
    let values = request.values.iter().map(|(name, value)| WireExtra::of((name, value)));
    Call::Content(Box::new(WireRequest {
        method: request.method,
        uri: request.uri,
        projection: request.projection,
        condition: request.condition,
        sort: request.sort,
        values: values.collect(),
        call: request.call,
        argument: request.argument,
    }))
}

/// What a provider answered to a method.
pub(super) fn content_answer(method: &str, answer: Answer) -> ContentAnswer {
    if let Some(thrown) = answer.thrown {
        return ContentAnswer::Thrown(thrown);
    }
    match method {
        "query" => {
            let text = |cell: Option<String>| cell.unwrap_or_else(|| "null".to_owned());
            let rows = answer.rows.into_iter().map(|row| row.into_iter().map(text).collect());
            ContentAnswer::Rows(answer.columns, rows.collect())
        }
        "call" | "type" => {
            ContentAnswer::Result(answer.result.unwrap_or_else(|| "null".to_owned()))
        }
        _ => ContentAnswer::Done,
    }
}
