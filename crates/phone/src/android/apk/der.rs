//! As much DER as it takes to find the signer's certificate in a PKCS#7 signature block.

const SEQUENCE: u8 = 0x30;
/// `[0]`, constructed: the content of the message, and in it the certificates.
const CONTEXT_0: u8 = 0xa0;

/// The bytes of the first certificate of a `SignedData`, header included.
pub(super) fn first_certificate(block: &[u8]) -> Option<&[u8]> {
    let message = Item::first(block).filter(|item| item.tag == SEQUENCE)?;
    let content = message.children().find(|item| item.tag == CONTEXT_0)?;
    let signed = content.children().find(|item| item.tag == SEQUENCE)?;
    let certificates = signed.children().find(|item| item.tag == CONTEXT_0)?;
    certificates.children().find(|item| item.tag == SEQUENCE).map(|item| item.all)
}

struct Item<'a> {
    tag: u8,
    all: &'a [u8],
    inner: &'a [u8],
}

impl<'a> Item<'a> {
    fn first(bytes: &'a [u8]) -> Option<Self> {
        let (&tag, rest) = bytes.split_first()?;
        let (&first, rest) = rest.split_first()?;
        let (length, rest) = if first < 0x80 {
            (usize::from(first), rest)
        } else {
            let count = usize::from(first & 0x7f);
            // Lengths that need more bytes than these are no lengths of a certificate.
            if count == 0 || count > 4 {
                return None;
            }
            let (digits, rest) = rest.split_at_checked(count)?;
            let length = digits.iter().fold(0, |sum, digit| sum << 8 | usize::from(*digit));
            (length, rest)
        };
        let inner = rest.get(..length)?;
        let head = bytes.len() - rest.len();
        Some(Self { tag, all: bytes.get(..head + length)?, inner })
    }

    fn children(&self) -> impl Iterator<Item = Item<'a>> + use<'a> {
        let mut rest = self.inner;
        std::iter::from_fn(move || {
            let item = Item::first(rest)?;
            rest = rest.get(item.all.len()..)?;
            Some(item)
        })
    }
}
