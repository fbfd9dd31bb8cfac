//! `am stack list`: the tasks, what is seen first.

use crate::android::{Component, Task};
use crate::process::Process;
use crate::userland::system::shell_command::{Answer, MINUS_ONE};
use crate::userland::system::thrown::Words;
use std::fmt::Write as _;

pub(super) async fn run(process: &Process, mut words: Words<'_>) -> Answer {
    match words.required()? {
        "list" | "info" => {}
        command => {
            process.complain(format!("Error: unknown command '{command}'\n")).await;
            return Ok(MINUS_ONE);
        }
    }
    let size = process.android().display().size();
    let bounds = format!("[0,0][{},{}]", size.width, size.height);
    let tasks = process.android().tasks();
    let mut text = String::new();
    for (index, task) in tasks.iter().rev().enumerate() {
        let id = task.id;
        let root = task.intent.component.as_ref().map_or_else(String::new, Component::long);
        let kind = if task.home { "home" } else { "standard" };
        writeln!(text, "RootTask id={id} type={kind} bounds={bounds} displayId=0 userId=0").ok();
        writeln!(
            text,
            "  taskId={id}: {root} bounds={bounds} userId=0 visible={} topActivity={}\n",
            index == 0,
            top(task)
        )
        .ok();
    }
    process.print(text).await?;
    Ok(0)
}

fn top(task: &Task) -> String {
    let top = task.activities.last();
    top.map_or_else(
        || "null".to_owned(),
        |top| format!("ComponentInfo{{{}}}", top.component.long()),
    )
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn lists_the_visible_task_first() {
        let phone = OnPhone::shop().await;
        let list = phone.out("am stack list").await;
        let visible: Vec<&str> =
            list.lines().filter(|line| line.contains("visible=true")).collect();
        assert_eq!(visible.len(), 1);
        assert!(
            visible[0].ends_with("ComponentInfo{com.example.shop/com.example.shop.MainActivity}")
        );
        assert!(list.find("com.example.shop") < list.find("com.android.launcher3"));
        phone.check("am stack drop", "", "Error: unknown command 'drop'\n", 255).await;
    }
}
