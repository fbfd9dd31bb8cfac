//! Pictures that clients were sent: what they may point into, and the originals of the last few, to be read later.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use engine::{Picture, Point, Size};

use crate::tools::ClientId;

/// What is remembered for each client.
#[derive(Debug, Default)]
pub struct Pictures {
    shelves: Mutex<HashMap<String, Shelf>>,
}

#[derive(Debug, Default)]
struct Shelf {
    /// The last picture of each device.
    frames: HashMap<String, Frame>,
    originals: VecDeque<Original>,
    /// Originals kept so far.
    taken: u64,
}

/// A picture as somebody points into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    pub picture: Size,
    /// Of the screen that it shows.
    pub screen: Size,
}

/// A picture as the device made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Original {
    pub uri: String,
    pub device: String,
    pub png: Bytes,
}

/// What one client may read again. The oldest goes first.
const KEPT: usize = 4;
const KEPT_BYTES: usize = 64 * 1024 * 1024;

/// Where originals of clients without a session are kept. No session has this name.
const NOBODY: &str = "";

impl Pictures {
    /// A client is sent a picture.
    pub fn note(&self, client: Option<&ClientId>, device: &str, picture: &Picture) {
        // Requests that stand alone have no last picture.
        let Some(client) = client else { return };
        let frame = Frame { picture: picture.size, screen: picture.screen };
        let mut shelves = self.lock();
        let shelf = shelves.entry(client.key().to_owned()).or_default();
        shelf.frames.insert(device.to_owned(), frame);
    }

    /// The last picture of a device that a client was sent.
    pub fn last(&self, client: Option<&ClientId>, device: &str) -> Option<Frame> {
        self.lock().get(client?.key())?.frames.get(device).copied()
    }

    /// Keeps an original for a while, and says where.
    pub fn keep(&self, client: Option<&ClientId>, device: &str, png: &Bytes) -> Original {
        let mut shelves = self.lock();
        let shelf = shelves.entry(key(client).to_owned()).or_default();
        shelf.taken += 1;
        // Whoever has the address may read it, so it cannot be guessed.
        let token = [0, 1].map(|part| RandomState::new().hash_one((part, shelf.taken)));
        let [first, second] = token;
        let uri = format!("fingertip://screenshot/{}-{first:016x}{second:016x}.png", shelf.taken);
        let original = Original { uri, device: device.to_owned(), png: png.clone() };
        shelf.originals.push_back(original.clone());
        while shelf.originals.len() > KEPT || shelf.len() > KEPT_BYTES && shelf.originals.len() > 1
        {
            shelf.originals.pop_front();
        }
        original
    }

    /// What a client may read, oldest first. Who cannot be told from others is told of none.
    pub fn kept(&self, client: Option<&ClientId>) -> Vec<Original> {
        let Some(client) = client else { return Vec::new() };
        let shelves = self.lock();
        shelves.get(client.key()).map(|shelf| shelf.originals.clone().into()).unwrap_or_default()
    }

    pub fn read(&self, client: Option<&ClientId>, uri: &str) -> Option<Original> {
        let shelves = self.lock();
        let originals = &shelves.get(key(client))?.originals;
        originals.iter().find(|original| original.uri == uri).cloned()
    }

    /// Forgets a client that is gone.
    pub fn forget(&self, client: &ClientId) {
        self.lock().remove(client.key());
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Shelf>> {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelf {
    fn len(&self) -> usize {
        self.originals.iter().map(|original| original.png.len()).sum()
    }
}

impl Frame {
    /// The point of the screen that a point of the picture shows; none for what is not in it.
    pub fn to_screen(self, point: Point) -> Option<Point> {
        let along = |at: i32, picture: i32, screen: i32| {
            let middle = (2 * i64::from(at) + 1) * i64::from(screen) / (2 * i64::from(picture));
            (0..picture).contains(&at).then(|| i32::try_from(middle).ok()).flatten()
        };
        Some(Point {
            x: along(point.x, self.picture.width, self.screen.width)?,
            y: along(point.y, self.picture.height, self.screen.height)?,
        })
    }
}

fn key(client: Option<&ClientId>) -> &str {
    client.map_or(NOBODY, ClientId::key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(name: &str) -> ClientId {
        ClientId::Session(name.into())
    }

    /// Holds capture_screenshot.8.
    #[test]
    fn the_last_few_are_kept_for_each_client() {
        let pictures = Pictures::default();
        let [one, other] = ["1", "2"].map(session);
        let keep = |client, bytes: &'static [u8]| {
            pictures.keep(Some(client), "phone", &Bytes::from_static(bytes)).uri
        };
        let uris: Vec<String> = (0..6).map(|_| keep(&one, b"x")).collect();
        let theirs = keep(&other, b"y");
        let kept: Vec<String> =
            pictures.kept(Some(&one)).into_iter().map(|original| original.uri).collect();
        assert_eq!(kept, uris[2..], "the oldest goes first");
        assert_eq!(pictures.read(Some(&one), &uris[0]), None, "gone");
        assert_eq!(&pictures.read(Some(&one), &uris[5]).unwrap().png[..], b"x");
        assert_eq!(pictures.read(Some(&one), &theirs), None, "another's");
        assert_eq!(pictures.read(None, &theirs), None);
        pictures.forget(&one);
        assert!(pictures.kept(Some(&one)).is_empty());
        assert!(pictures.read(Some(&other), &theirs).is_some(), "others keep theirs");
    }

    #[test]
    fn large_ones_take_the_room_of_many() {
        let pictures = Pictures::default();
        let client = session("1");
        let large = Bytes::from(vec![0; KEPT_BYTES / 2 + 1]);
        for _ in 0..3 {
            pictures.keep(Some(&client), "phone", &large);
        }
        assert_eq!(pictures.kept(Some(&client)).len(), 1);
    }

    #[test]
    fn who_has_no_session_reads_by_an_address_that_nobody_guesses() {
        let pictures = Pictures::default();
        let png = Bytes::from_static(b"x");
        let [one, other] = [(); 2].map(|()| pictures.keep(None, "phone", &png).uri);
        assert!(pictures.read(None, &one).is_some() && pictures.read(None, &other).is_some());
        assert!(pictures.kept(None).is_empty(), "but is not told of others'");
        let token = |uri: &str| uri.rsplit('-').next().map(str::to_owned);
        assert_ne!(token(&one), token(&other));
        assert_eq!(token(&one).unwrap().len(), "0123456789abcdef0123456789abcdef.png".len());
    }

    #[test]
    fn points_of_a_picture_are_points_of_the_screen() {
        let frame = Frame {
            picture: Size { width: 460, height: 1024 },
            screen: Size { width: 1080, height: 2400 },
        };
        let check = |x, y, expected: Option<(i32, i32)>| {
            let point = frame.to_screen(Point { x, y });
            assert_eq!(point.map(|point| (point.x, point.y)), expected, "{x},{y}");
        };
        check(0, 0, Some((1, 1)));
        check(230, 512, Some((541, 1201)));
        check(459, 1023, Some((1078, 2398)));
        check(460, 0, None);
        check(0, 1024, None);
        check(-1, 5, None);
    }
}
