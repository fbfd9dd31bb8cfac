//! What signers leave in an APK. The certificates are no certificates, only different from each other.

/// Who signed, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Signature {
    None,
    /// A JAR manifest without signatures.
    ManifestOnly,
    V1(&'static str),
    V2(&'static str),
    V3(&'static str),
}

impl Signature {
    /// Entries of a signed JAR.
    pub(super) fn entries(&self) -> Vec<(&'static str, Vec<u8>)> {
        let manifest = ("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\r\n\r\n".to_vec());
        match self {
            Self::None | Self::V2(_) | Self::V3(_) => Vec::new(),
            Self::ManifestOnly => vec![manifest],
            Self::V1(who) => vec![
                manifest,
                ("META-INF/CERT.SF", b"Signature-Version: 1.0\r\n\r\n".to_vec()),
                ("META-INF/CERT.RSA", signed_data(&certificate(who))),
            ],
        }
    }

    /// The block in front of the directory, for content with this digest.
    pub(super) fn block(&self, digest: &[u8]) -> Vec<u8> {
        let (id, who) = match self {
            Self::None | Self::ManifestOnly | Self::V1(_) => return Vec::new(),
            Self::V2(who) => (0x7109_871a_u32, who),
            Self::V3(who) => (0xf053_68c0, who),
        };
        let chain = prefixed(&prefixed(&certificate(who)));
        // SHA-256 in chunks, signed with ECDSA.
        let digest = [&0x0201_u32.to_le_bytes()[..], &prefixed(digest)].concat();
        let mut signed = [prefixed(&prefixed(&digest)), chain].concat();
        signed.extend(prefixed(&[]));
        let mut signer = prefixed(&signed);
        if id == 0xf053_68c0 {
            signer.extend([24, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f]);
        }
        signer.extend([prefixed(&[]), prefixed(b"key")].concat());
        let value = prefixed(&prefixed(&signer));
        let mut pairs = Vec::new();
        for (id, value) in [(0x4272_6577_u32, vec![0; 9]), (id, value)] {
            pairs.extend((value.len() as u64 + 4).to_le_bytes());
            pairs.extend(id.to_le_bytes());
            pairs.extend(value);
        }
        let size = (pairs.len() as u64 + 24).to_le_bytes();
        [&size[..], &pairs, &size, b"APK Sig Block 42"].concat()
    }
}

pub(crate) fn certificate(who: &str) -> Vec<u8> {
    der(0x30, &der(0x0c, who.as_bytes()))
}

fn prefixed(bytes: &[u8]) -> Vec<u8> {
    [&u32::try_from(bytes.len()).unwrap().to_le_bytes()[..], bytes].concat()
}

fn signed_data(certificate: &[u8]) -> Vec<u8> {
    let oid = der(0x06, &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02]);
    let (version, digests) = (der(0x02, &[1]), der(0x31, &[]));
    let content = der(0x30, &der(0x06, &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01]));
    let certificates = der(0xa0, certificate);
    let signers = der(0x31, &[0x30; 200]);
    let signed = der(0x30, &[version, digests, content, certificates, signers].concat());
    der(0x30, &[oid, der(0xa0, &signed)].concat())
}

fn der(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len();
    let mut bytes = vec![tag];
    match u8::try_from(length) {
        Ok(short) if short < 0x80 => bytes.push(short),
        _ => {
            bytes.push(0x82);
            bytes.extend(u16::try_from(length).unwrap().to_be_bytes());
        }
    }
    bytes.extend(content);
    bytes
}
