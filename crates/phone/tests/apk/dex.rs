//! Code that a reader of dex files takes.

/// Of the one header that there is, and where what follows it begins.
const HEADER: u32 = 0x70;
const ENDIAN_TAG: u32 = 0x1234_5678;

/// A dex file without a class. Nobody here looks at its checksums, which are left out.
pub(super) fn without_classes() -> Vec<u8> {
    // What is in the file, a kind, how many and where for each: the header, and this list.
    let list: [u32; 7] = [2, 0, 1, 0, 0x1000, 1, HEADER];
    let size = HEADER + 4 * 7;
    let mut dex = b"dex\n035\0".to_vec();
    dex.resize(HEADER as usize, 0);
    let fields = [
        (32, size),
        (36, HEADER),
        (40, ENDIAN_TAG),
        (52, HEADER),
        (104, size - HEADER),
        (108, HEADER),
    ];
    for (place, value) in fields {
        dex[place..place + 4].copy_from_slice(&value.to_le_bytes());
    }
    dex.extend(list.iter().flat_map(|number| number.to_le_bytes()));
    dex
}
