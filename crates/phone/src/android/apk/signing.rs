//! Who signed an APK: the newest scheme it carries, the certificates of its signers, and whether the content is what
//! they signed. What their keys are worth is not worked out; they only tell one author from another.

use super::archive::Archive;
use super::bytes::Bytes;
use super::der;
use super::failure::{Code, Failure};
use super::integrity;

/// The signers of an APK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signing {
    /// 1 is a signed JAR; 2 and 3 are APK signature schemes.
    pub scheme: u8,
    /// DER, one for each signer, in order.
    pub certificates: Vec<Vec<u8>>,
}

impl Signing {
    /// The numbers by which `dumpsys package` tells certificates apart: Java's hash of their bytes.
    pub fn hashes(&self) -> Vec<u32> {
        let hash = |bytes: &Vec<u8>| {
            let signed = bytes.iter().map(|byte| i32::from(byte.cast_signed()).cast_unsigned());
            signed.fold(1_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte))
        };
        self.certificates.iter().map(hash).collect()
    }

    /// The same signers, in whatever order.
    pub(crate) fn matches(&self, other: &Self) -> bool {
        let sorted = |signing: &Self| {
            let mut certificates = signing.certificates.clone();
            certificates.sort();
            certificates
        };
        sorted(self) == sorted(other)
    }
}

/// Sizes of the block in front of the central directory: what ends it, and the most it may have.
const FOOT: usize = 24;
const LARGEST: u64 = 64 * 1024 * 1024;
const MAGIC: &[u8] = b"APK Sig Block 42";
const V2: u32 = 0x7109_871a;
const V3: u32 = 0xf053_68c0;
const V3_1: u32 = 0x1b93_ad61;

/// The signers' key-value pairs, and where they begin in the file.
struct Block {
    start: u64,
    pairs: Vec<u8>,
}

/// `path` is how messages name the file.
pub(super) fn read(archive: &Archive, path: &str) -> Result<Signing, Failure> {
    if let Some(block) = signing_block(archive) {
        for (scheme, ids) in [(3, &[V3_1, V3][..]), (2, &[V2])] {
            let value = ids.iter().find_map(|id| pair(Bytes(&block.pairs), *id));
            if let Some(value) = value {
                let certificates = verify(archive, &block, value).map_err(|cause| {
                    let what = format!("using APK Signature Scheme v{scheme}");
                    let message = format!("Failed to collect certificates from {path} {what}");
                    Failure::new(Code::NoCertificates, message).because(cause)
                })?;
                return Ok(Signing { scheme, certificates });
            }
        }
    }
    jar(archive, path)
}

/// The certificates of the signers, if the content is what they signed. The error is what Android says.
fn verify(
    archive: &Archive,
    block: &Block,
    value: Bytes<'_>,
) -> Result<Vec<Vec<u8>>, &'static str> {
    let signers = signers(value).ok_or("Failed to parse signer block")?;
    if signers.is_empty() {
        return Err("No signers found");
    }
    let mut certificates = Vec::new();
    for signer in signers {
        integrity::check(archive, block.start, &signer.digests)?;
        certificates.push(signer.certificate);
    }
    Ok(certificates)
}

/// The block in front of the central directory, without its sizes and its name.
fn signing_block(archive: &Archive) -> Option<Block> {
    let end = archive.directory_offset();
    let foot = archive.raw(end.checked_sub(FOOT as u64)?, FOOT)?;
    let size = Bytes(&foot).u64(0)?;
    if &foot[8..] != MAGIC || !(FOOT as u64..=LARGEST).contains(&size) {
        return None;
    }
    let pairs = archive.raw(end.checked_sub(size)?, usize::try_from(size).ok()? - FOOT)?;
    // The size stands in front, too, and does not count itself.
    Some(Block { start: end.checked_sub(size)?.checked_sub(8)?, pairs })
}

fn pair(block: Bytes<'_>, wanted: u32) -> Option<Bytes<'_>> {
    let mut rest = block;
    loop {
        let length = usize::try_from(rest.u64(0)?).ok()?;
        let pair = rest.piece(8, length)?;
        if pair.u32(0)? == wanted {
            return pair.from(4);
        }
        rest = rest.from(length.checked_add(8)?)?;
    }
}

/// What a signer left: what it saw, and who it is.
struct Signer {
    digests: Vec<(u32, Vec<u8>)>,
    /// The first of its chain.
    certificate: Vec<u8>,
}

fn signers(value: Bytes<'_>) -> Option<Vec<Signer>> {
    let (mut rest, _) = value.prefixed()?;
    let mut signers = Vec::new();
    while rest.len() > 0 {
        let (signer, after) = rest.prefixed()?;
        let (signed, _) = signer.prefixed()?;
        let (digests, signed) = signed.prefixed()?;
        let (chain, _) = signed.prefixed()?;
        let (first, _) = chain.prefixed()?;
        let digests = integrity::digests(digests)?;
        signers.push(Signer { digests, certificate: first.0.to_vec() });
        rest = after;
    }
    Some(signers)
}

/// A signed JAR: one signature block for each signer.
fn jar(archive: &Archive, path: &str) -> Result<Signing, Failure> {
    let none = |message| Failure::new(Code::NoCertificates, message);
    if !archive.has("META-INF/MANIFEST.MF") {
        // What Java says of the missing manifest.
        let failure = none(format!("Failed to collect certificates from {path}"));
        return Err(failure.because("Attempt to get length of null array"));
    }
    let names = archive.names().filter(|name| is_signature_block(name));
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    let mut certificates = Vec::new();
    for name in names {
        let signed_file = name.rsplit_once('.').map(|(stem, _)| format!("{stem}.SF"));
        if !signed_file.is_some_and(|file| archive.has(&file)) {
            continue;
        }
        let block = archive.read(name).ok();
        let found = block.as_deref().and_then(der::first_certificate).map(<[u8]>::to_vec);
        certificates.push(found.ok_or_else(|| {
            let failure = none(format!("Failed to collect certificates from {path}"));
            failure.because(format!("Exception reading {name}"))
        })?);
    }
    if certificates.is_empty() {
        let entry = "AndroidManifest.xml";
        return Err(none(format!("Package {path} has no certificates at entry {entry}")));
    }
    Ok(Signing { scheme: 1, certificates })
}

fn is_signature_block(name: &str) -> bool {
    let inner = name.strip_prefix("META-INF/").filter(|inner| !inner.contains('/'));
    let kind = inner.and_then(|inner| inner.rsplit_once('.')).map(|(_, kind)| kind);
    kind.is_some_and(|kind| matches!(kind, "RSA" | "DSA" | "EC"))
}
