//! A resource table with one type, `string`.

use super::axml::{Encoding, chunk, pool};

/// The id of the first string.
pub(crate) const FIRST: u32 = 0x7f01_0000;

/// How the entries of a type are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Table,
    Sparse,
    Short,
    Compact,
}

/// One configuration: its language, its API level, and its strings; a string that starts with `@` and a number refers
/// to the string with that number.
pub(crate) struct Config<'a>(pub(crate) &'a str, pub(crate) u16, pub(crate) &'a [Option<&'a str>]);

pub(crate) fn strings(configs: &[Config<'_>], encoding: Encoding, shape: Shape) -> Vec<u8> {
    let mut texts: Vec<String> = Vec::new();
    let mut types = Vec::new();
    for config in configs {
        types.extend(one_type(config, &mut texts, shape));
    }
    let names = pool(&["string".to_owned()], Encoding::Utf8);
    let keys = pool(&["key".to_owned()], Encoding::Utf8);
    let mut header = 0x7f_u32.to_le_bytes().to_vec();
    header.extend([0; 256]);
    header.extend([0; 20]);
    let package = chunk(0x0200, &header, &[names, keys, types].concat());
    let body = [pool(&texts, encoding), package].concat();
    chunk(0x0002, &1_u32.to_le_bytes(), &body)
}

/// A table of styles: for each the one it is derived from, and attributes that are true or not.
pub(crate) fn styles(styles: &[(u32, &[(u32, bool)])]) -> Vec<u8> {
    let (mut entries, mut offsets): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
    for (parent, attributes) in styles {
        offsets.extend(u32::try_from(entries.len()).unwrap().to_le_bytes());
        // Size, that it has parts, and a name.
        entries.extend([16, 0, 1, 0, 0, 0, 0, 0]);
        entries.extend(parent.to_le_bytes());
        entries.extend(u32::try_from(attributes.len()).unwrap().to_le_bytes());
        for (name, value) in *attributes {
            entries.extend(name.to_le_bytes());
            entries.extend([8, 0, 0, 0x12]);
            entries.extend(if *value { u32::MAX } else { 0 }.to_le_bytes());
        }
    }
    let mut header = vec![1, 0, 0, 0];
    header.extend(u32::try_from(styles.len()).unwrap().to_le_bytes());
    header.extend(u32::try_from(20 + 28 + offsets.len()).unwrap().to_le_bytes());
    header.extend(28_u32.to_le_bytes());
    header.extend([0; 24]);
    let types = chunk(0x0201, &header, &[offsets, entries].concat());
    let names = pool(&["style".to_owned()], Encoding::Utf8);
    let mut header = 0x7f_u32.to_le_bytes().to_vec();
    header.extend([0; 276]);
    let package = chunk(0x0200, &header, &[names.clone(), names.clone(), types].concat());
    chunk(0x0002, &1_u32.to_le_bytes(), &[names, package].concat())
}

fn one_type(config: &Config<'_>, texts: &mut Vec<String>, shape: Shape) -> Vec<u8> {
    let Config(language, api_level, values) = config;
    let (mut entries, mut places) = (Vec::new(), Vec::new());
    for value in *values {
        let Some(value) = value else {
            places.push(None);
            continue;
        };
        places.push(Some(u32::try_from(entries.len()).unwrap()));
        let (kind, data) = if let Some(number) = value.strip_prefix('@') {
            (0x01, FIRST + number.parse::<u32>().unwrap())
        } else {
            texts.push((*value).to_owned());
            (0x03, u32::try_from(texts.len() - 1).unwrap())
        };
        if shape == Shape::Compact {
            entries.extend([0, 0, 0x08, kind]);
        } else {
            entries.extend([8, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, kind]);
        }
        entries.extend(data.to_le_bytes());
    }
    let mut offsets: Vec<u8> = Vec::new();
    for (index, place) in places.iter().enumerate() {
        match (shape, place) {
            (Shape::Sparse, None) => {}
            (Shape::Sparse, Some(place)) => {
                offsets.extend(u16::try_from(index).unwrap().to_le_bytes());
                offsets.extend(u16::try_from(place / 4).unwrap().to_le_bytes());
            }
            (Shape::Short, place) => {
                let place = place.map_or(u16::MAX, |place| u16::try_from(place / 4).unwrap());
                offsets.extend(place.to_le_bytes());
            }
            (Shape::Table | Shape::Compact, place) => {
                offsets.extend(place.unwrap_or(u32::MAX).to_le_bytes());
            }
        }
    }
    while !offsets.len().is_multiple_of(4) {
        offsets.push(0xff);
    }
    let (flags, count) = match shape {
        Shape::Sparse => (1, places.iter().flatten().count()),
        Shape::Short => (2, places.len()),
        Shape::Table | Shape::Compact => (0, places.len()),
    };
    let mut locale = [0; 4];
    let (language, country) = language.split_once('-').unwrap_or((language, ""));
    locale[..language.len()].copy_from_slice(language.as_bytes());
    locale[2..2 + country.len()].copy_from_slice(country.as_bytes());
    let mut configuration = 28_u32.to_le_bytes().to_vec();
    configuration.extend([0; 4]);
    configuration.extend(locale);
    configuration.extend([0; 12]);
    configuration.extend(api_level.to_le_bytes());
    configuration.extend([0; 2]);
    let start = u32::try_from(20 + configuration.len() + offsets.len()).unwrap();
    let mut header = vec![1, flags, 0, 0];
    header.extend(u32::try_from(count).unwrap().to_le_bytes());
    header.extend(start.to_le_bytes());
    header.extend(configuration);
    chunk(0x0201, &header, &[offsets, entries].concat())
}
