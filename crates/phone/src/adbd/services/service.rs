//! From the name a host sends to the service behind it.

use super::{
    abb, exec, framebuffer, jdwp, reboot, remount, restart, reverse, shell, sink, socket, source,
    sync,
};
use crate::adbd::daemon::Adbd;
use crate::adbd::link::Link;
use crate::adbd::stream::Stream;
use futures_util::future::BoxFuture;
use std::sync::Arc;

/// What runs on a stream once the host knows that it is open. The stream is closed when it ends.
pub(in crate::adbd) type Service = Box<dyn FnOnce(Stream) -> BoxFuture<'static, ()> + Send>;

/// Where a service is opened.
pub(in crate::adbd) struct Context<'a> {
    pub(in crate::adbd) adbd: &'a Adbd,
    pub(in crate::adbd) link: &'a Arc<Link>,
}

/// The service of that name, or `None`: it is unknown, or nobody answers there.
pub(in crate::adbd) fn open(context: &Context<'_>, name: &str) -> Option<Service> {
    let adbd = context.adbd;
    let (kind, argument) = name.split_once(':').unwrap_or((name, ""));
    let (kind, options) = kind.split_once(',').unwrap_or((kind, ""));
    match kind {
        "shell" => shell::open(adbd, options, argument),
        "exec" => exec::open(adbd, argument),
        "abb" if adbd.has_abb() => abb::open(adbd, argument),
        "abb_exec" if adbd.has_abb() => abb::open_raw(adbd, argument),
        "sync" => Some(sync::open(adbd)),
        "tcp" | "localabstract" | "localreserved" | "localfilesystem" | "local" => {
            socket::open(adbd, name)
        }
        "reverse" => Some(reverse::open(context, argument)),
        "framebuffer" => Some(framebuffer::open(adbd)),
        "jdwp" if !name.contains(':') => Some(jdwp::list(adbd)),
        "track-jdwp" => Some(jdwp::track(adbd)),
        "root" => Some(restart::root(adbd)),
        "unroot" => Some(restart::unroot(adbd)),
        "tcpip" => Some(restart::tcpip(adbd, argument)),
        "usb" => Some(restart::usb(adbd)),
        "reconnect" => Some(restart::reconnect(context)),
        "remount" => Some(remount::open(adbd)),
        "reboot" => Some(reboot::open(adbd)),
        "sink" => sink::open(argument),
        "source" => source::open(argument),
        _ => None,
    }
}

/// A service from a function.
pub(super) fn service<F, R>(run: F) -> Service
where
    F: FnOnce(Stream) -> R + Send + 'static,
    R: Future<Output = ()> + Send + 'static,
{
    Box::new(move |stream| Box::pin(run(stream)))
}
