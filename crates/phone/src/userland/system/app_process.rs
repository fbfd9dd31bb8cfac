//! `app_process`: starts a Java class. There is no virtual machine here to run foreign code, so every class is one that
//! it cannot find: the log says what Android says then, and the program aborts.

use crate::android::{Buffer, Level, Writer};
use crate::process::Process;
use crate::userland::Outcome;

const SIGABRT: u8 = 6;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let who = Writer { pid: process.pid, tid: process.pid, uid: process.who.uid };
    let android = process.android().clone();
    let log = |buffer, level, tag: &str, message: String| {
        android.append_log(buffer, level, who, tag, message);
    };
    let (class, class_path) = match start(&arguments[1..]) {
        Start::Class { name, class_path } => (name, class_path),
        Start::Zygote => {
            let message = "System zygote died with fatal exception";
            log(Buffer::System, Level::Error, "Zygote", message.to_owned());
            return Ok(1);
        }
        Start::Nothing => {
            process.complain(USAGE).await;
            let message = "app_process: no class name or --zygote supplied.".to_owned();
            log(Buffer::Main, Level::Fatal, "app_process", message);
            return abort(process, &log).await;
        }
    };
    let begin = format!(">>>>>> START com.android.internal.os.RuntimeInit uid {} <<<<<<", who.uid);
    log(Buffer::Main, Level::Debug, "AndroidRuntime", begin);
    for line in ["Using default boot image", "Leaving lock profiling enabled"] {
        log(Buffer::Main, Level::Info, "AndroidRuntime", line.to_owned());
    }
    let class_path = class_path.or_else(|| process.env.get("CLASSPATH").cloned());
    let searched = dex_path_list(process, class_path.as_deref().unwrap_or("."));
    log(Buffer::Main, Level::Error, "appproc", format!("ERROR: could not find class '{class}'"));
    let exception = format!(
        "No pending exception expected: java.lang.ClassNotFoundException: Didn't find class \"{class}\" on path: {searched}"
    );
    for line in [exception.as_str(), "(Throwable with empty stack trace)"] {
        log(Buffer::Main, Level::Fatal, "app_process", format!("runtime.cc:638] {line}"));
    }
    abort(process, &log).await
}

async fn abort(process: &Process, log: &impl Fn(Buffer, Level, &str, String)) -> Outcome {
    let pid = process.pid;
    let message = format!(
        "Fatal signal 6 (SIGABRT), code -1 (SI_QUEUE) in tid {pid} (main), pid {pid} (main)"
    );
    log(Buffer::Crash, Level::Fatal, "libc", message);
    process.raise(SIGABRT).await
}

enum Start {
    Class { name: String, class_path: Option<String> },
    Zygote,
    Nothing,
}

/// `[java-options] cmd-dir start-class-name [options]`, where the directory means nothing any more.
fn start(words: &[String]) -> Start {
    let mut words = words.iter().peekable();
    let mut class_path = None;
    while let Some(option) = words.next_if(|word| word.starts_with('-')) {
        match option.as_str() {
            "--" => break,
            "-cp" | "-classpath" => class_path = words.next().cloned(),
            option => {
                if let Some(path) = option.strip_prefix("-Djava.class.path=") {
                    class_path = Some(path.to_owned());
                }
            }
        }
    }
    words.next();
    for word in words {
        match word.as_str() {
            "--zygote" => return Start::Zygote,
            "--start-system-server" | "--application" => {}
            word if word.starts_with("--nice-name=") => {}
            word if word.starts_with("--") => break,
            name => return Start::Class { name: name.to_owned(), class_path },
        }
    }
    Start::Nothing
}

/// As `dalvik.system.DexPathList` describes itself; what is not there is left out.
fn dex_path_list(process: &Process, class_path: &str) -> String {
    let mut elements = Vec::new();
    for path in class_path.split(':') {
        let Ok(stat) = process.files().stat(&process.who, &process.path(path)) else { continue };
        let kind = if stat.is_dir() {
            "directory"
        } else if path.strip_suffix(".dex").is_some() {
            "dex file"
        } else {
            "zip file"
        };
        elements.push(format!("{kind} \"{path}\""));
    }
    let sdk = process.android().property("ro.build.version.sdk");
    let sdk: u32 = sdk.and_then(|text| text.parse().ok()).unwrap_or(34);
    let second = if sdk < 30 { "/vendor/lib64" } else { "/system_ext/lib64" };
    let libraries = format!("/system/lib64, {second}");
    let elements = elements.join(", ");
    format!("DexPathList[[{elements}],nativeLibraryDirectories=[{libraries}, {libraries}]]")
}

const USAGE: &str = "Error: no class name or --zygote supplied.
Usage: app_process [java-options] cmd-dir start-class-name [options]
";

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    const MAIN: &str = "app_process / com.wetest.uia2.Main -p 9008";

    #[tokio::test(start_paused = true)]
    async fn a_class_that_cannot_be_run_aborts() {
        let phone = OnPhone::home().await;
        phone.out("cd /data/local/tmp; echo PK >u2.jar; echo dex >a.dex; mkdir folder").await;
        let jar = "/data/local/tmp/u2.jar";
        phone.check(&format!("CLASSPATH={jar} {MAIN}"), "", "Aborted \n", 134).await;
        phone.check(&format!("CLASSPATH={jar} {MAIN} 2>/dev/null; echo $?"), "134\n", "", 0).await;
        let log = phone.out("logcat -d -v brief | grep -v Activity | tail -n 7").await;
        assert!(log.contains(">>>>>> START com.android.internal.os.RuntimeInit uid 2000 <<<<<<"));
        assert!(log.contains("): ERROR: could not find class 'com.wetest.uia2.Main'\n"), "{log}");
        let path = r#"DexPathList[[zip file "/data/local/tmp/u2.jar"],nativeLibraryDirectories=[/system/lib64, /system_ext/lib64, /system/lib64, /system_ext/lib64]]"#;
        let thrown = format!(
            "java.lang.ClassNotFoundException: Didn't find class \"com.wetest.uia2.Main\" on path: {path}\n"
        );
        assert!(log.contains(&thrown), "{log}");
        assert!(log.contains("F/libc    ("), "{log}");
        assert!(log.contains("): Fatal signal 6 (SIGABRT), code -1 (SI_QUEUE) in tid "), "{log}");
    }

    #[tokio::test(start_paused = true)]
    async fn says_where_it_looked() {
        let phone = OnPhone::home().await;
        phone.out("cd /data/local/tmp; echo dex >a.dex; mkdir folder; echo PK >b.jar").await;
        for (command, expected) in [
            ("app_process -cp a.dex:none:folder / A", r#"[[dex file "a.dex", directory "folder"]"#),
            ("app_process -Djava.class.path=b.jar /system/bin A", r#"[[zip file "b.jar"]"#),
            ("CLASSPATH=none app_process -Xmx1g / --nice-name=x --application A", "[[]"),
        ] {
            phone.check(&format!("cd /data/local/tmp; {command}"), "", "Aborted \n", 134).await;
            let log = phone.out("logcat -d -b main -s app_process | tail -n 2").await;
            assert!(
                log.contains(&format!("find class \"A\" on path: DexPathList{expected},")),
                "{log}"
            );
        }
    }

    #[tokio::test(start_paused = true)]
    async fn wants_a_class() {
        let phone = OnPhone::home().await;
        for command in ["app_process", "app_process /", "app_process -Xmx1g -- / --what A"] {
            phone.check(command, "", &format!("{}Aborted \n", super::USAGE), 134).await;
        }
        phone.check("app_process / --zygote", "", "", 1).await;
    }
}
