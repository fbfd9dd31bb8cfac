//! Where on this machine the parts and what is made of them are kept.

use std::path::PathBuf;

use etcetera::BaseStrategy as _;

use super::java::Env;

/// The folder of the parts: what FINGERTIP_RUNTIME names, or one among the user's data.
pub fn parts(env: Env<'_>) -> PathBuf {
    let named = env("FINGERTIP_RUNTIME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let folder = named.unwrap_or_else(|| {
        let data = etcetera::choose_base_strategy().map(|places| places.data_dir());
        data.unwrap_or_else(|_| std::env::temp_dir()).join("fingertip").join("runtime")
    });
    // Apps run in folders of their own, where a relative one would be another.
    std::path::absolute(&folder).unwrap_or(folder)
}

/// For what can be made again: translated APKs and the runtime's own classes.
pub fn cache() -> PathBuf {
    let cache = etcetera::choose_base_strategy().map(|places| places.cache_dir());
    cache.unwrap_or_else(|_| std::env::temp_dir()).join("fingertip").join("apps")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_folder_of_parts_is_the_same_one_wherever_apps_run() {
        let named = parts(&|name| (name == "FINGERTIP_RUNTIME").then(|| "some/parts".into()));
        assert_eq!(named, std::env::current_dir().unwrap().join("some/parts"));
    }
}
