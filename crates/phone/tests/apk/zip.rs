//! A ZIP, with room for a signing block in front of its directory.

use super::signature::Signature;
use sha2::{Digest as _, Sha256};
use std::io::Write as _;

pub(super) struct Entry {
    pub(super) name: String,
    pub(super) content: Vec<u8>,
    pub(super) deflated: bool,
}

/// Contents that are stored begin at a multiple of four.
pub(super) fn archive(entries: &[Entry], signature: &Signature) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let offset = u32::try_from(bytes.len()).unwrap();
        let data = if entry.deflated { deflate(&entry.content) } else { entry.content.clone() };
        let padding = (4 - (bytes.len() + 30 + entry.name.len()) % 4) % 4;
        let common = common(entry, data.len());
        bytes.extend(0x0403_4b50_u32.to_le_bytes());
        bytes.extend(&common);
        bytes.extend(u16::try_from(entry.name.len()).unwrap().to_le_bytes());
        bytes.extend(u16::try_from(padding).unwrap().to_le_bytes());
        bytes.extend(entry.name.as_bytes());
        bytes.extend(vec![0; padding]);
        bytes.extend(data);
        directory.extend(0x0201_4b50_u32.to_le_bytes());
        directory.extend([20, 0]);
        directory.extend(&common);
        directory.extend(u16::try_from(entry.name.len()).unwrap().to_le_bytes());
        directory.extend([0; 12]);
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.name.as_bytes());
    }
    let unsigned = end(entries.len(), directory.len(), bytes.len());
    let block = signature.block(&digest(&[&bytes, &directory, &unsigned]));
    bytes.extend(block);
    let end = end(entries.len(), directory.len(), bytes.len());
    [bytes, directory, end].concat()
}

fn end(count: usize, directory: usize, start: usize) -> Vec<u8> {
    let count = u16::try_from(count).unwrap().to_le_bytes();
    let mut bytes = 0x0605_4b50_u32.to_le_bytes().to_vec();
    bytes.extend([0; 4]);
    bytes.extend(count);
    bytes.extend(count);
    bytes.extend(u32::try_from(directory).unwrap().to_le_bytes());
    bytes.extend(u32::try_from(start).unwrap().to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

/// What signers of schemes 2 and 3 sign: the digest of the digests of all chunks.
fn digest(sections: &[&[u8]]) -> Vec<u8> {
    let chunks = sections.iter().flat_map(|section| section.chunks(1 << 20));
    let digests = chunks.map(|chunk| {
        let length = u32::try_from(chunk.len()).unwrap().to_le_bytes();
        Sha256::digest([&[0xa5], &length[..], chunk].concat()).to_vec()
    });
    let digests: Vec<Vec<u8>> = digests.collect();
    let count = u32::try_from(digests.len()).unwrap().to_le_bytes();
    Sha256::digest([&[0x5a], &count[..], &digests.concat()].concat()).to_vec()
}

/// Version, flags, method, time, sum and sizes: the same in both headers.
fn common(entry: &Entry, compressed: usize) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(&entry.content);
    let mut bytes = vec![20, 0, 0, 0, if entry.deflated { 8 } else { 0 }, 0, 0, 0, 0x21, 0];
    bytes.extend(crc.sum().to_le_bytes());
    bytes.extend(u32::try_from(compressed).unwrap().to_le_bytes());
    bytes.extend(u32::try_from(entry.content.len()).unwrap().to_le_bytes());
    bytes
}

fn deflate(content: &[u8]) -> Vec<u8> {
    let mut encoder =
        flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}
