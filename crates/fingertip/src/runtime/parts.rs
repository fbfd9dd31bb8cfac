//! The pinned list of what real apps run on: which files, how large, and their SHA-256. The list itself is
//! `runtime/parts.txt`; nothing here knows where the files come from.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use sha2::{Digest as _, Sha256};

const LIST: &str = include_str!("../../../../runtime/parts.txt");

/// One file of a Maven repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub group: String,
    pub artifact: String,
    pub version: String,
    pub roles: Vec<Role>,
    pub size: u64,
    /// In lower-case hexadecimal digits.
    pub sha256: String,
}

/// What a part is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// On the class path of every app process, or beside it.
    Base,
    /// Turns an APK's code into class files.
    Translate,
    /// The framework of this API level.
    Api(u32),
    /// A library of the platform that only some apps see.
    Library,
    /// Only wanted to build `runtime/`.
    Build,
}

/// A line of the list that says something else than it should.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct BadLine {
    pub line: usize,
    pub why: &'static str,
}

/// Every part there is.
pub fn all() -> &'static [Part] {
    static ALL: LazyLock<Vec<Part>> =
        LazyLock::new(|| parse(LIST).expect("the embedded list is tested"));
    &ALL
}

/// The parts that apps of these API levels need, all or some.
pub fn needed(levels: &[u32]) -> Vec<&'static Part> {
    let needed = |role: &Role| match role {
        Role::Base | Role::Translate | Role::Library => true,
        Role::Api(level) => levels.contains(level),
        Role::Build => false,
    };
    all().iter().filter(|part| part.roles.iter().any(needed)).collect()
}

/// The parts with this role, in the order of the list.
pub fn with(role: Role) -> impl Iterator<Item = &'static Part> {
    all().iter().filter(move |part| part.roles.contains(&role))
}

/// The API levels at which apps can run, lowest first.
pub fn levels() -> Vec<u32> {
    let levels = all().iter().flat_map(|part| &part.roles).filter_map(|role| match role {
        Role::Api(level) => Some(*level),
        Role::Base | Role::Translate | Role::Library | Role::Build => None,
    });
    let mut levels: Vec<u32> = levels.collect();
    levels.sort_unstable();
    levels.dedup();
    levels
}

impl Part {
    /// What its file is called, here and in a repository.
    pub fn file_name(&self) -> String {
        format!("{}-{}.jar", self.artifact, self.version)
    }

    /// Where a Maven repository keeps it.
    pub fn repository_path(&self) -> String {
        let group = self.group.replace('.', "/");
        format!("{group}/{}/{}/{}", self.artifact, self.version, self.file_name())
    }

    /// Whether a file of its name and size is in the folder of the parts. What is there was checked when it came.
    pub fn is_in(&self, folder: &Path) -> bool {
        self.has_size(&folder.join(self.file_name()))
    }

    /// Whether this file is the part, to the last bit.
    pub fn is(&self, file: &Path) -> bool {
        self.has_size(file) && digest(file).is_ok_and(|(_, sha256)| sha256 == self.sha256)
    }

    fn has_size(&self, file: &Path) -> bool {
        file.metadata().is_ok_and(|found| found.is_file() && found.len() == self.size)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.group, self.artifact, self.version)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base => f.write_str("base"),
            Self::Translate => f.write_str("translate"),
            Self::Api(level) => write!(f, "api-{level}"),
            Self::Library => f.write_str("library"),
            Self::Build => f.write_str("build"),
        }
    }
}

/// Reads a list: `group:artifact:version role[,role] size sha256` a line, `#` for remarks.
pub fn parse(list: &str) -> Result<Vec<Part>, BadLine> {
    let lines = list.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|(at, line)| part(line).map_err(|why| BadLine { line: at + 1, why })).collect()
}

/// The list with sizes and digests as the files in these folders have them, either side by side or as a Maven
/// repository keeps them. New lines may lack both.
pub fn repin(list: &str, folders: &[PathBuf]) -> Result<String, String> {
    let mut lines = Vec::new();
    for line in list.lines() {
        let mut words = line.split_whitespace();
        let (Some(coordinate), Some(roles)) = (words.next(), words.next()) else {
            lines.push(line.to_owned());
            continue;
        };
        if coordinate.starts_with('#') {
            lines.push(line.to_owned());
            continue;
        }
        let unpinned = format!("{coordinate} {roles} 1 {}", "0".repeat(64));
        let part = part(&unpinned).map_err(|why| format!("{line}: {why}"))?;
        let places = folders.iter().flat_map(|folder| {
            [folder.join(part.file_name()), folder.join(part.repository_path())]
        });
        let mut files = places.filter(|file| file.is_file());
        let file = files.next().ok_or_else(|| format!("{coordinate} is in no folder"))?;
        let (size, sha256) =
            digest(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        lines.push(format!("{coordinate} {roles} {size} {sha256}"));
    }
    Ok(lines.join("\n") + "\n")
}

fn part(line: &str) -> Result<Part, &'static str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [coordinate, roles, size, sha256] = words[..] else {
        return Err("want a coordinate, roles, a size and a digest");
    };
    let names: Vec<&str> = coordinate.split(':').collect();
    let [group, artifact, version] = names[..] else { return Err("want group:artifact:version") };
    // Becomes a path: nothing in it may leave its folder.
    let plain = |name: &&str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        !name.is_empty()
            && !name.starts_with('.')
            && !name.contains("..")
            && name.chars().all(plain)
    };
    if !names.iter().all(plain) {
        return Err("a name has characters that no name has");
    }
    let roles = roles.split(',').map(role).collect::<Option<Vec<_>>>();
    let is_digest =
        sha256.len() == 64 && sha256.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
    Ok(Part {
        group: group.to_owned(),
        artifact: artifact.to_owned(),
        version: version.to_owned(),
        roles: roles.ok_or("a role is base, translate, library, build or api- and a level")?,
        size: size.parse().ok().filter(|size| *size > 0).ok_or("the size is no number")?,
        sha256: is_digest.then(|| sha256.to_owned()).ok_or("the digest is none")?,
    })
}

fn role(name: &str) -> Option<Role> {
    match name {
        "base" => Some(Role::Base),
        "translate" => Some(Role::Translate),
        "library" => Some(Role::Library),
        "build" => Some(Role::Build),
        _ => name.strip_prefix("api-")?.parse().ok().map(Role::Api),
    }
}

/// Size and SHA-256 of a file.
fn digest(file: &Path) -> io::Result<(u64, String)> {
    let (mut file, mut hash, mut size) = (File::open(file)?, Sha256::new(), 0);
    let mut buffer = vec![0; 1 << 18];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            count => {
                hash.update(&buffer[..count]);
                size += count as u64;
            }
        }
    }
    Ok((size, hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_list_is_well_formed_and_names_each_file_once() {
        let parts = parse(LIST).unwrap();
        let names: BTreeSet<String> = parts.iter().map(Part::file_name).collect();
        assert_eq!(names.len(), parts.len(), "files lie side by side in one folder");
        assert_eq!(levels(), [28, 31, 34, 35]);
        for level in levels() {
            assert_eq!(with(Role::Api(level)).count(), 1, "{level}");
        }
        assert!(with(Role::Base).count() > 10 && with(Role::Translate).count() > 3);
    }

    /// Maven Central as users know it has none of these, whatever a mirror may answer.
    #[test]
    fn nothing_is_pinned_that_maven_central_does_not_have() {
        for part in all() {
            for absent in ["androidx.", "com.android."] {
                assert!(!format!("{}.", part.group).starts_with(absent), "{part}");
            }
        }
    }

    #[test]
    fn what_a_level_needs_is_the_base_and_its_framework() {
        let needed = needed(&[28]);
        assert!(needed.iter().any(|part| part.roles.contains(&Role::Api(28))));
        assert!(!needed.iter().any(|part| part.roles == [Role::Api(34)]));
        assert!(!needed.iter().any(|part| part.roles == [Role::Build]));
    }

    #[test]
    fn a_wrong_line_is_named() {
        let digest = "0".repeat(64);
        let check = |line: &str, why: &str| {
            let list = format!("# remark\n\n{}", line.replace("HASH", &digest));
            assert_eq!(parse(&list).unwrap_err().to_string(), format!("line 3: {why}"), "{line}");
        };
        check("a:b:1 base 1", "want a coordinate, roles, a size and a digest");
        check("a:b base 1 HASH", "want group:artifact:version");
        check("a:..:1 base 1 HASH", "a name has characters that no name has");
        check("a:b/c:1 base 1 HASH", "a name has characters that no name has");
        check(
            "a:b:1 api-x 1 HASH",
            "a role is base, translate, library, build or api- and a level",
        );
        check("a:b:1 base 0 HASH", "the size is no number");
        check("a:b:1 base 1 0A", "the digest is none");
        assert!(parse(&format!("a:b:1 base,api-34 1 {digest}")).is_ok());
    }

    #[test]
    fn a_list_is_pinned_again_from_files_side_by_side_or_in_a_repository() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("org/example/two/2");
        std::fs::create_dir_all(&deep).unwrap();
        std::fs::write(folder.path().join("one-1.jar"), b"abc").unwrap();
        std::fs::write(deep.join("two-2.jar"), b"").unwrap();
        let list = "# kept\norg.example:one:1 base\norg.example:two:2 api-34 9 x\n";
        let folders = [folder.path().to_owned()];
        let pinned = repin(list, &folders).unwrap();
        insta::assert_snapshot!(pinned, @r"
        # kept
        org.example:one:1 base 3 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
        org.example:two:2 api-34 0 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
        ");
        let part = &parse(pinned.lines().nth(1).unwrap()).unwrap()[0];
        assert!(part.is(&folder.path().join("one-1.jar")) && part.is_in(folder.path()));
        std::fs::write(folder.path().join("one-1.jar"), b"abd").unwrap();
        assert!(!part.is(&folder.path().join("one-1.jar")), "one bit is enough");
        assert!(repin("a:b:1 base", &folders).unwrap_err().contains("in no folder"));
    }
}
