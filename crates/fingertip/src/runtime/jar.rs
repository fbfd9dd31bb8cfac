//! The runtime's own classes, which the binary carries: laid down where a JVM can read them.

use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// Where this jar lies below the cache, written when it is not there yet. Another version has another folder, so that
/// no process finds a jar changed under it.
pub fn placed(jar: &[u8], cache: &Path) -> io::Result<PathBuf> {
    let digest: String =
        Sha256::digest(jar)[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let folder = cache.join("runtime").join(digest);
    let place = folder.join("fingertip-runtime.jar");
    // A copy that was cut or changed is written anew.
    if std::fs::read(&place).is_ok_and(|there| there == jar) {
        return Ok(place);
    }
    std::fs::create_dir_all(&folder)?;
    let mut new = tempfile::NamedTempFile::new_in(&folder)?;
    io::Write::write_all(&mut new, jar)?;
    new.persist(&place).map_err(|error| error.error)?;
    Ok(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_once_and_mended() {
        let cache = tempfile::tempdir().unwrap();
        let place = placed(b"one", cache.path()).unwrap();
        let written = place.metadata().unwrap().modified().unwrap();
        assert_eq!(placed(b"one", cache.path()).unwrap(), place);
        assert_eq!(place.metadata().unwrap().modified().unwrap(), written);
        std::fs::write(&place, b"x").unwrap();
        placed(b"one", cache.path()).unwrap();
        assert_eq!(std::fs::read(&place).unwrap(), b"one");
        assert_ne!(placed(b"two", cache.path()).unwrap(), place);
    }
}
