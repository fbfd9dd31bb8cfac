//! `base64`: encode and decode.

use super::input_files::InputFiles;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "diw#<0=76[!dw]");
    let width = options.number('w').and_then(|width| usize::try_from(width).ok()).unwrap_or(76);
    let mut files = InputFiles::new(&options.rest);
    files.opens_directories = true;
    while let Some((_, input)) = files.next(process, "base64").await {
        let bytes = match input.read_to_end().await {
            Ok(bytes) => bytes,
            Err(error) => {
                let errno = crate::files::Errno::from(error);
                return process.fail("base64", format!("xread: {errno}")).await;
            }
        };
        let output =
            if options.has('d') { decode(&bytes, options.has('i')) } else { encode(&bytes, width) };
        process.stdout.write(output).await?;
    }
    Ok(files.status())
}

pub(crate) fn encode(bytes: &[u8], width: usize) -> Vec<u8> {
    let mut output = Vec::with_capacity(bytes.len() * 4 / 3 + bytes.len() / 57 + 4);
    let mut column = 0;
    for group in bytes.chunks(3) {
        let number = group.iter().fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte))
            << (8 * (3 - group.len()));
        for index in 0..4 {
            if width != 0 && column == width {
                output.push(b'\n');
                column = 0;
            }
            let digit = (number >> (18 - 6 * index)) & 63;
            output.push(if index <= group.len() { ALPHABET[digit as usize] } else { b'=' });
            column += 1;
        }
    }
    if width != 0 && !bytes.is_empty() {
        output.push(b'\n');
    }
    output
}

/// How much toybox reads at once; the rest of it is lost after what is not of the alphabet.
const PIECE: usize = 3968;

/// Ends at the first `=`. What is not of the alphabet can be skipped.
pub(crate) fn decode(text: &[u8], skips: bool) -> Vec<u8> {
    let mut output = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut count) = (0_u32, 0);
    for piece in text.chunks(PIECE) {
        for byte in piece {
            let Some(digit) = ALPHABET.iter().position(|known| known == byte) else {
                match byte {
                    b'=' => return output,
                    b'\n' => continue,
                    _ if skips => continue,
                    _ => break,
                }
            };
            bits = bits << 6 | u32::try_from(digit).unwrap_or(0);
            count += 6;
            if count >= 8 {
                count -= 8;
                output.push((bits >> count & 0xff) as u8);
            }
        }
    }
    output
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn knows_the_standard_examples() {
        for (plain, coded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(encode(plain.as_bytes(), 0), coded.as_bytes());
        }
    }

    proptest! {
        #[test]
        fn comes_back(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            prop_assert_eq!(decode(&encode(&bytes, 76), false), bytes);
        }
    }
}
