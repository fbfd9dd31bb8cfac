//! `uname`: what the kernel calls itself.

use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "amnorsv");
    let machine = match process.android().property("ro.product.cpu.abi").as_deref() {
        Some("x86_64") => "x86_64",
        _ => "aarch64",
    };
    let (release, version) = process.android().api().kernel();
    let fields = [
        ('s', "Linux"),
        ('n', "localhost"),
        ('r', release),
        ('v', version),
        ('m', machine),
        ('o', "Toybox"),
    ];
    let any = "amnorsv".chars().any(|letter| options.has(letter));
    let chosen = fields
        .iter()
        .filter(|(letter, _)| options.has(*letter) || options.has('a') || (!any && *letter == 's'));
    let text: Vec<&str> = chosen.map(|(_, value)| *value).collect();
    process.print(format!("{}\n", text.join(" "))).await?;
    Ok(0)
}
