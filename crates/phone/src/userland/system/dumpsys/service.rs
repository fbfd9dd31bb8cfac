//! The table of services.

use crate::android::Android;
use futures_util::future::BoxFuture;

pub(super) struct Service {
    pub(super) name: &'static str,
    /// The arguments are those after the name of the service.
    pub(super) dump: for<'a> fn(&'a Android, &'a [&'a str]) -> BoxFuture<'a, String>,
}

/// Declares the modules of the services, and their list in the order of their names. A service that asks apps is
/// waited for: `NAME => MODULE.await`.
macro_rules! services {
    ($($name:literal => $module:ident $(.$wait:tt)?)*) => {
        $(mod $module;)*
        static SERVICES: &[service::Service] = &[
            $(service::Service {
                name: $name,
                dump: |android, arguments| {
                    Box::pin(async move { $module::dump(android, arguments)$(.$wait)? })
                },
            },)*
        ];
    };
}
pub(super) use services;
