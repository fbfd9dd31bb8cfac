//! The table of services.

use crate::android::Android;
use futures_util::future::BoxFuture;

pub(super) struct Service {
    pub(super) name: &'static str,
    /// The arguments are those after the name of the service.
    pub(super) dump: for<'a> fn(&'a Android, &'a [&'a str]) -> BoxFuture<'a, String>,
}

/// Declares the modules of the services, and their list in the order of their names.
macro_rules! services {
    ($($name:literal => $module:ident)*) => {
        $(mod $module;)*
        static SERVICES: &[service::Service] = &[
            $(service::Service {
                name: $name,
                dump: |android, arguments| Box::pin($module::dump(android, arguments)),
            },)*
        ];
    };
}
pub(super) use services;
