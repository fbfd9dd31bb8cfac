//! The bearer token that guards a server which others can reach.

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    http::{StatusCode, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};

/// Lets a request pass only with the right token.
pub(super) async fn require(
    State(token): State<Arc<str>>,
    request: Request,
    next: Next,
) -> Response {
    let given = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.as_bytes().split_at_checked("Bearer ".len()))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case(b"Bearer "))
        .map(|(_, given)| given.trim_ascii());
    if given.is_some_and(|given| is_same(given, token.as_bytes())) {
        return next.run(request).await;
    }
    let challenge = [(header::WWW_AUTHENTICATE, "Bearer realm=\"fingertip\"")];
    (StatusCode::UNAUTHORIZED, challenge, "a bearer token is required\n").into_response()
}

/// Takes the same time wherever the difference is, so that a token cannot be guessed by its parts.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut difference = u8::from(one.len() != other.len());
    for (byte, against) in one.iter().zip(other.iter().cycle()) {
        difference |= std::hint::black_box(byte ^ against);
    }
    std::hint::black_box(difference) == 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn same_means_equal(one: Vec<u8>, other: Vec<u8>) {
            prop_assert_eq!(is_same(&one, &other), one == other);
            prop_assert!(is_same(&one, &one));
        }
    }
}
