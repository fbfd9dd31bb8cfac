//! Variable-length integers and records: the bytes of one row.

use std::borrow::Cow;

use super::{Cell, Encoding, Malformed};
use crate::text;

/// Appends an integer of one to nine bytes.
pub(super) fn push_varint(bytes: &mut Vec<u8>, number: u64) {
    if number >> 56 != 0 {
        // The ninth byte holds eight bits.
        for place in (0..8).rev() {
            bytes.push(low_byte(number >> (8 + 7 * place)) & 0x7f | 0x80);
        }
        bytes.push(low_byte(number));
        return;
    }
    let groups = (0..8).rev().find(|place| number >> (7 * place) != 0).unwrap_or(0);
    for place in (0..=groups).rev() {
        let more = if place == 0 { 0 } else { 0x80 };
        bytes.push(low_byte(number >> (7 * place)) & 0x7f | more);
    }
}

fn low_byte(number: u64) -> u8 {
    number.to_le_bytes()[0]
}

/// The integer at the start of the bytes, and how many it took.
pub(super) fn varint(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut number = 0_u64;
    for (place, byte) in bytes.iter().take(9).enumerate() {
        if place == 8 {
            return Some(((number << 8) | u64::from(*byte), 9));
        }
        number = (number << 7) | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((number, place + 1));
        }
    }
    None
}

/// A record: the types of the values, then the values; texts are UTF-8.
pub(super) fn encode(values: &[Cell]) -> Vec<u8> {
    let (mut types, mut body) = (Vec::new(), Vec::new());
    for value in values {
        match value {
            Cell::Null => push_varint(&mut types, 0),
            Cell::Integer(0) => push_varint(&mut types, 8),
            Cell::Integer(1) => push_varint(&mut types, 9),
            Cell::Integer(number) => {
                let (kind, width) = INTEGERS
                    .into_iter()
                    .find(|(_, width)| {
                        let spare = 64 - 8 * width;
                        (number << spare) >> spare == *number
                    })
                    .unwrap_or((6, 8));
                push_varint(&mut types, kind);
                body.extend_from_slice(&number.to_be_bytes()[8 - width..]);
            }
            Cell::Real(number) => {
                push_varint(&mut types, 7);
                body.extend_from_slice(&number.to_be_bytes());
            }
            Cell::Text(text) => {
                let text: Cow<'_, [u8]> = text::encode(text);
                push_varint(&mut types, 13 + 2 * text.len() as u64);
                body.extend_from_slice(&text);
            }
            Cell::Blob(blob) => {
                push_varint(&mut types, 12 + 2 * blob.len() as u64);
                body.extend_from_slice(blob);
            }
        }
    }
    // The header counts itself; a second byte for its length makes it one longer.
    let mut length = types.len() as u64 + 1;
    if length > 0x7f {
        length += 1;
    }
    let mut record = Vec::with_capacity(types.len() + body.len() + 2);
    push_varint(&mut record, length);
    record.extend(types);
    record.extend(body);
    record
}

/// Serial type and bytes of each width of integers.
const INTEGERS: [(u64, usize); 6] = [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (6, 8)];

pub(super) fn decode(record: &[u8], encoding: Encoding) -> Result<Vec<Cell>, Malformed> {
    let (header, mut at) = varint(record).ok_or(Malformed::Damaged)?;
    let header = usize::try_from(header).map_err(|_| Malformed::Damaged)?;
    let mut types = record.get(at..header).ok_or(Malformed::Damaged)?;
    at = header;
    let mut values = Vec::new();
    while !types.is_empty() {
        let (kind, taken) = varint(types).ok_or(Malformed::Damaged)?;
        types = &types[taken..];
        let width = width(kind)?;
        let end = at.checked_add(width).ok_or(Malformed::Damaged)?;
        let bytes = record.get(at..end).ok_or(Malformed::Damaged)?;
        at = end;
        values.push(value(kind, bytes, encoding));
    }
    Ok(values)
}

fn width(kind: u64) -> Result<usize, Malformed> {
    match kind {
        0 | 8 | 9 => Ok(0),
        7 => Ok(8),
        10 | 11 => Err(Malformed::Damaged),
        1..=6 => Ok(INTEGERS.into_iter().find(|(have, _)| *have == kind).map_or(0, |(_, w)| w)),
        12.. => usize::try_from((kind - 12) / 2).map_err(|_| Malformed::Damaged),
    }
}

fn value(kind: u64, bytes: &[u8], encoding: Encoding) -> Cell {
    match kind {
        0 => Cell::Null,
        8 => Cell::Integer(0),
        9 => Cell::Integer(1),
        7 => Cell::Real(bytes.try_into().map_or(0.0, f64::from_be_bytes)),
        1..=6 => {
            let negative = bytes.first().is_some_and(|byte| byte & 0x80 != 0);
            let mut whole = [if negative { 0xff } else { 0 }; 8];
            whole[8 - bytes.len()..].copy_from_slice(bytes);
            Cell::Integer(i64::from_be_bytes(whole))
        }
        _ if kind.is_multiple_of(2) => Cell::Blob(bytes.to_vec()),
        _ => Cell::Text(match encoding {
            Encoding::Utf8 => text::decode(bytes),
            Encoding::Utf16Little => wide(bytes, u16::from_le_bytes),
            Encoding::Utf16Big => wide(bytes, u16::from_be_bytes),
        }),
    }
}

fn wide(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes.as_chunks().0.iter().map(|pair| unit(*pair)).collect();
    String::from_utf16_lossy(&units)
}
