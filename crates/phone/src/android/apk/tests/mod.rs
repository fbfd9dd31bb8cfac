//! Reading what the tests' own encoder wrote, and what it did not write.

mod hostile;
mod manifest;
mod resources;
mod signing;
mod xml;

use super::{ApkFile, Certificates, Failure};
use crate::android::Api;
use std::fs::File;
use std::io::{Seek as _, Write as _};

const PATH: &str = "/data/app/vmdl1.tmp/base.apk";

fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    file
}

fn open(bytes: &[u8]) -> Result<ApkFile, Failure> {
    ApkFile::open(file(bytes), PATH, Certificates::Collect, Api::default())
}

#[track_caller]
fn refused<T>(result: Result<T, Failure>) -> String {
    result.map(drop).unwrap_err().to_string()
}
