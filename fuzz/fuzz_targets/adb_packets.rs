//! Whatever arrives on a connection to an adbd: packets, and the shell protocol inside them.
#![no_main]

use adb::{direct::packet, shell::packet::Decoder};
use bytes::BytesMut;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut received = BytesMut::from(bytes);
    while let Ok(Some(decoded)) = packet::decode(&mut received) {
        let mut inner = BytesMut::from(&decoded.payload[..]);
        let mut decoder = Decoder::default();
        while let Ok(Some(_)) = decoder.decode(&mut inner) {}
    }
});
