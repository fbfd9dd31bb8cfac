//! Which processes a dump is about: those whose name or pid is given, or every app.

use crate::android::{Android, Process, WindowId};
use crate::screen::Tree;
use std::sync::Arc;

/// `None` when nothing of that name runs.
pub(super) fn processes(android: &Android, name: Option<&str>) -> Option<Vec<Process>> {
    let all = android.processes().into_iter();
    let found: Vec<Process> = match name {
        None => all.filter(|process| process.package.is_some()).collect(),
        Some(name) => {
            all.filter(|process| process.name == name || process.pid.to_string() == name).collect()
        }
    };
    (!found.is_empty()).then_some(found)
}

/// The windows of a process with their views, by title.
pub(super) async fn windows(android: &Android, pid: u32) -> Vec<(String, Arc<Tree>)> {
    let mut trees = Vec::new();
    for task in android.tasks() {
        for activity in task.activities.iter().filter(|have| have.pid == Some(pid)) {
            for window in &activity.windows {
                if let Some(tree) = tree(android, pid, window.id).await {
                    trees.push((activity.component.long(), tree));
                }
            }
        }
    }
    trees
}

/// The views of a window; none when its app is gone or hangs.
pub(super) async fn tree(android: &Android, pid: u32, window: WindowId) -> Option<Arc<Tree>> {
    android.ask(pid, move |app| Box::pin(async move { app.tree(window).await })).await.flatten()
}

/// The two lines that begin the dumps of apps.
pub(super) fn uptime(android: &Android) -> String {
    let up = android.uptime().as_millis();
    format!("Uptime: {up} Realtime: {up}")
}
