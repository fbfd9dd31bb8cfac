//! Where on this machine the parts and what is made of them are kept.

use std::path::PathBuf;

use etcetera::BaseStrategy as _;

use super::java::Env;

/// The folder of the parts: what FINGERTIP_RUNTIME names, or one among the user's data.
pub fn parts(env: Env<'_>) -> PathBuf {
    let named = env("FINGERTIP_RUNTIME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    named.unwrap_or_else(|| {
        let data = etcetera::choose_base_strategy().map(|places| places.data_dir());
        data.unwrap_or_else(|_| std::env::temp_dir()).join("fingertip").join("runtime")
    })
}

/// For what can be made again: translated APKs and the runtime's own classes.
pub fn cache() -> PathBuf {
    let cache = etcetera::choose_base_strategy().map(|places| places.cache_dir());
    cache.unwrap_or_else(|_| std::env::temp_dir()).join("fingertip").join("apps")
}
