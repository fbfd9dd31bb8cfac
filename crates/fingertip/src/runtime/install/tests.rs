//! Parts of a few bytes, brought the ways that real ones come. Programs are scripts that do as the real ones do.

use std::cell::RefCell;
use std::ffi::OsString;

use super::*;
use crate::runtime::parts;

/// A world of its own: a home, a folder for the parts, and programs.
struct World {
    folder: tempfile::TempDir,
    parts: Vec<&'static Part>,
}

#[derive(Default)]
struct Told(RefCell<Vec<String>>);

impl Progress for Told {
    fn step(&self, what: &str, _bytes: Option<u64>) {
        self.0.borrow_mut().push(what.to_owned());
    }

    fn at(&self, _bytes: u64) {}
}

const ONE: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; // abc
const TWO: &str = "cb8379ac2098aa165029e3938a51da0bcecfc008fd6795f401178647f96c5b34"; // def

impl World {
    fn new() -> Self {
        let list = format!("org.example:one:1 base 3 {ONE}\norg.example:two:2 api-34 3 {TWO}\n");
        let parts = Box::leak(parts::parse(&list).unwrap().into_boxed_slice());
        let world = Self { folder: tempfile::tempdir().unwrap(), parts: parts.iter().collect() };
        std::fs::create_dir(world.path("bin")).unwrap();
        world
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    async fn install(&self, url: Option<&str>) -> Result<Installed, Error> {
        let env = |name: &str| -> Option<OsString> {
            match name {
                "HOME" | "USERPROFILE" => Some(self.path("home").into_os_string()),
                "PATH" => Some(self.path("bin").into_os_string()),
                _ => None,
            }
        };
        let folder = self.path("parts");
        let order = Order { parts: self.parts.clone(), folder: &folder, url };
        install(order, &env, &Told::default()).await
    }

    fn is_whole(&self) -> bool {
        let read = |name: &str| std::fs::read_to_string(self.path(name)).unwrap_or_default();
        let hidden = std::fs::read_dir(self.path("parts")).unwrap().filter(|entry| {
            let name = entry.as_ref().unwrap().file_name();
            name.to_string_lossy().starts_with('.') && name != ".lock" && name != ".brought"
        });
        read("parts/one-1.jar") == "abc" && read("parts/two-2.jar") == "def" && hidden.count() == 0
    }
}

#[tokio::test]
async fn caches_of_maven_and_gradle_are_enough_and_a_wrong_file_there_is_passed_over() {
    let world = World::new();
    world.write("home/.m2/settings.xml", "<localRepository>${user.home}/r</localRepository>");
    world.write("home/r/org/example/one/1/one-1.jar", "abc");
    world.write("home/.m2/repository/org/example/two/2/two-2.jar", "xyz");
    let gradle = "home/.gradle/caches/modules-2/files-2.1/org.example/two/2";
    world.write(&format!("{gradle}/aa/two-2.jar"), "de");
    world.write(&format!("{gradle}/bb/two-2.jar"), "def");
    let installed = world.install(None).await.unwrap();
    assert_eq!(installed, Installed { there: 0, brought: vec![("a cache", 2)] });
    assert!(world.is_whole());
    // Again: nothing to do. A file that was damaged is brought anew.
    assert_eq!(world.install(None).await.unwrap().there, 2);
    std::fs::remove_file(world.path("parts/one-1.jar")).unwrap();
    world.write("parts/one-1.jar", "abx");
    assert_eq!(world.install(None).await.unwrap().brought, [("a cache", 1)]);
    assert!(world.is_whole());
}

#[tokio::test]
async fn with_nothing_at_hand_one_line_says_what_to_do() {
    let error = World::new().install(None).await.unwrap_err().to_string();
    assert_eq!(
        error,
        "org.example:one:1 and 1 more (1 MB) are not to be had: neither mvn nor gradle is on PATH; install Maven, go \
         online, or name a Maven repository or a folder like one with --maven-url"
    );
    let error = World::new().install(Some("nowhere")).await.unwrap_err().to_string();
    assert!(error.contains("neither https:// nor a folder"), "{error}");
}

#[tokio::test]
async fn a_folder_that_is_laid_out_as_a_repository_serves() {
    let world = World::new();
    world.write("mirror/org/example/one/1/one-1.jar", "abc");
    world.write("mirror/two-2.jar", "def");
    let mirror = format!("file://{}/", world.path("mirror").display());
    let installed = world.install(Some(&mirror)).await.unwrap();
    assert_eq!(installed.brought, [("the repository", 2)]);
    assert!(world.is_whole());
}

#[tokio::test]
async fn one_at_a_time() {
    let world = World::new();
    let held = Folder::open(&world.path("parts")).unwrap();
    assert!(matches!(world.install(None).await, Err(Error::Busy(_))));
    drop(held);
    assert!(matches!(world.install(None).await, Err(Error::Incomplete { .. })));
}

#[tokio::test]
async fn what_an_earlier_version_brought_goes_and_what_is_somebody_elses_stays() {
    let world = World::new();
    world.write("parts/old-1.jar", "x");
    world.write("parts/mine-1.jar", "x");
    world.write("outside.jar", "x");
    world.write("parts/.brought", "old-1.jar\n../outside.jar\ngone.jar\n");
    world.write("home/.m2/repository/org/example/one/1/one-1.jar", "abc");
    world.write("home/.m2/repository/org/example/two/2/two-2.jar", "def");
    world.install(None).await.unwrap();
    assert!(world.is_whole() && !world.path("parts/old-1.jar").exists());
    assert!(world.path("parts/mine-1.jar").exists() && world.path("outside.jar").exists());
    let brought = std::fs::read_to_string(world.path("parts/.brought")).unwrap();
    assert_eq!(brought, "one-1.jar\ntwo-2.jar\n");
}

#[tokio::test]
async fn only_what_was_brought_is_removed() {
    let world = World::new();
    world.write("home/.m2/repository/org/example/one/1/one-1.jar", "abc");
    world.write("home/.m2/repository/org/example/two/2/two-2.jar", "def");
    world.install(None).await.unwrap();
    world.write("parts/mine.txt", "mine");
    let own: Vec<Part> = world.parts.iter().map(|part| (*part).clone()).collect();
    let count = Folder::open(&world.path("parts")).unwrap().remove(&own).unwrap();
    assert_eq!(count, 2);
    let left: Vec<_> = std::fs::read_dir(world.path("parts")).unwrap().flatten().collect();
    assert_eq!(left.len(), 1);
    assert!(world.path("home/.m2/repository/org/example/one/1/one-1.jar").is_file());
}

#[cfg(unix)]
mod programs {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    impl World {
        fn program(&self, name: &str, script: &str) {
            self.write(
                &format!("bin/{name}"),
                &format!("#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n"),
            );
            let path = self.path(&format!("bin/{name}"));
            std::fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
        }
    }

    #[tokio::test]
    async fn maven_is_asked_for_exactly_what_is_missing() {
        let world = World::new();
        world.write("home/.m2/repository/org/example/one/1/one-1.jar", "abc");
        world.program(
            "mvn",
            "[ \"$1 $2 $4 $6\" = '-B -q -f dependency:copy' ] || exit 1\n\
             grep -q '<artifactId>two</artifactId><version>2</version>' \"$5\" || exit 2\n\
             grep -q '<artifactId>one</artifactId>' \"$5\" && exit 3\n\
             mkdir \"$(dirname \"$5\")/files\" && printf def > \"$(dirname \"$5\")/files/two-2.jar\"",
        );
        let installed = world.install(None).await.unwrap();
        assert_eq!(installed.brought, [("a cache", 1), ("mvn", 1)]);
        assert!(world.is_whole());
    }

    #[tokio::test]
    async fn gradle_is_asked_when_maven_fails_and_both_say_why() {
        let world = World::new();
        world.program("mvn", "echo '[ERROR] unknown host'; exit 1");
        world.program(
            "gradle",
            "[ \"$6\" = parts ] && cd \"$5\" && grep -q \"'org.example:one:1@jar'\" build.gradle || exit 1\n\
             mkdir files && printf abc > files/one-1.jar && printf bad > files/two-2.jar",
        );
        let error = world.install(None).await.unwrap_err().to_string();
        assert!(error.starts_with("org.example:two:2 (1 MB) is not to be had"), "{error}");
        assert!(
            error.contains(
                "mvn: [ERROR] unknown host; gradle: what came has another SHA-256; go online"
            ),
            "{error}"
        );
        assert!(!world.path("parts/two-2.jar").exists(), "what is wrong gets no name");
    }

    #[tokio::test]
    async fn a_download_that_was_cut_goes_on_and_passwords_stay_out_of_arguments() {
        let world = World::new();
        // As curl: appends to what is there.
        world.program(
            "curl",
            "case \"$*\" in *secret*) exit 9;; esac\n\
             config=$(cat)\n\
             case \"$config\" in *'url = \"https://me:secret@repo.invalid/maven2/org/example/'*) ;; *) exit 8;; esac\n\
             out=$(printf '%s' \"$config\" | sed -n 's/^output = \"\\(.*\\)\"/\\1/p')\n\
             case $out in\n\
             *one*) echo \"$(cat \"$out\" 2>/dev/null)\" | grep -q ab && printf c >> \"$out\";;\n\
             *) [ -e \"$0.cut\" ] || { touch \"$0.cut\"; printf x > \"$out\"; exit 0; }; printf def > \"$out\";;\n\
             esac",
        );
        let url = "https://me:secret@repo.invalid/maven2/";
        world.write("parts/.one-1.jar.part", "ab");
        let error = world.install(Some(url)).await.unwrap_err().to_string();
        assert!(error.contains("org.example:two:2 has another SHA-256 there"), "{error}");
        let installed = world.install(Some(url)).await.unwrap();
        assert_eq!((installed.there, installed.brought), (1, vec![("the repository", 1)]));
        assert!(world.is_whole());
    }
}
