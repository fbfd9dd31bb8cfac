//! The few characters that refs are written with, five pixels wide and seven high.

/// Of one character, without what keeps it from the next.
pub(super) const WIDTH: i32 = 5;
pub(super) const HEIGHT: i32 = 7;

/// The rows of a character, top first; in each the highest of five bits is the leftmost pixel.
type Rows = [u8; 7];

const GLYPHS: [(char, Rows); 16] = [
    ('0', [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110]),
    ('1', [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110]),
    ('2', [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111]),
    ('3', [0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110]),
    ('4', [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010]),
    ('5', [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110]),
    ('6', [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110]),
    ('7', [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000]),
    ('8', [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110]),
    ('9', [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100]),
    ('b', [0b10000, 0b10000, 0b10110, 0b11001, 0b10001, 0b10001, 0b11110]),
    ('c', [0b00000, 0b00000, 0b01110, 0b10001, 0b10000, 0b10001, 0b01110]),
    ('f', [0b00110, 0b01001, 0b01000, 0b11110, 0b01000, 0b01000, 0b01000]),
    ('g', [0b00000, 0b01111, 0b10001, 0b10001, 0b01111, 0b00001, 0b01110]),
    // A tail, or it would read as a one.
    ('l', [0b01000, 0b01000, 0b01000, 0b01000, 0b01000, 0b01001, 0b00110]),
    ('s', [0b00000, 0b00000, 0b01111, 0b10000, 0b01110, 0b00001, 0b11110]),
];

/// A filled box, for what no ref is written with.
const UNKNOWN: Rows = [0b11111; 7];

/// The pixels of a character that are dark, from its top left corner.
pub(super) fn dark(character: char) -> impl Iterator<Item = (i32, i32)> {
    let rows = GLYPHS.iter().find(|(known, _)| *known == character);
    let rows = rows.map_or(UNKNOWN, |(_, rows)| *rows);
    (0..HEIGHT).zip(rows).flat_map(|(y, row)| {
        (0..WIDTH).filter(move |x| row >> (WIDTH - 1 - x) & 1 == 1).map(move |x| (x, y))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> String {
        let line = |y: i32| -> String {
            let row = |character| -> String {
                let is_dark = |x: &i32| dark(character).any(|at| at == (*x, y));
                (0..WIDTH).map(|x| if is_dark(&x) { '#' } else { '.' }).collect()
            };
            text.chars().map(row).collect::<Vec<_>>().join(" ")
        };
        (0..HEIGHT).map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn every_character_of_a_ref_can_be_read() {
        insta::assert_snapshot!(drawn("0123456789"), @"
        .###. ..#.. .###. .###. ...#. ##### ..##. ##### .###. .###.
        #...# .##.. #...# #...# ..##. #.... .#... ....# #...# #...#
        #..## ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...#
        #.#.# ..#.. ..##. ..##. #..#. ....# ####. ..#.. .###. .####
        ##..# ..#.. .#... ....# ##### ....# #...# .#... #...# ....#
        #...# ..#.. #.... #...# ...#. #...# #...# .#... #...# ...#.
        .###. .###. ##### .###. ...#. .###. .###. .#... .###. .##..
        ");
        insta::assert_snapshot!(drawn("bcfgls?"), @"
        #.... ..... ..##. ..... .#... ..... #####
        #.... ..... .#..# .#### .#... ..... #####
        #.##. .###. .#... #...# .#... .#### #####
        ##..# #...# ####. #...# .#... #.... #####
        #...# #.... .#... .#### .#... .###. #####
        #...# #...# .#... ....# .#..# ....# #####
        ####. .###. .#... .###. ..##. ####. #####
        ");
    }

    #[test]
    fn no_two_characters_look_alike() {
        for (at, (one, rows)) in GLYPHS.iter().enumerate() {
            for (other, against) in &GLYPHS[at + 1..] {
                let pairs = rows.iter().zip(against);
                let differing: u32 = pairs.map(|(one, other)| (one ^ other).count_ones()).sum();
                assert!(differing >= 2, "{one} and {other} differ in {differing} pixels");
            }
        }
    }
}
