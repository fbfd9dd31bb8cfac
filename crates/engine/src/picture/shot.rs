//! Taking a picture: from the device, and where marks are wanted, together with the screen that it shows.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use device::{Deadline, Via};

use super::marks::{draw, marks};
use super::pixels::Pixels;
use crate::desk::{Desk, within};
use crate::{Error, Result, Screen, Size};

/// What kind of picture is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shot {
    /// The longer edge, at most.
    pub max_edge: u32,
    /// Draw the refs of the screen over it.
    pub marks: bool,
}

/// Small enough for a model.
impl Default for Shot {
    fn default() -> Self {
        Self { max_edge: 1024, marks: false }
    }
}

/// A picture, encoded.
#[derive(Debug, Clone)]
pub struct Picture {
    pub mime: &'static str,
    pub bytes: Bytes,
    /// Of this picture.
    pub size: Size,
    /// Of the screen it shows.
    pub screen: Size,
    /// As the device made it: a PNG, without marks.
    pub original: Bytes,
    /// How many refs are drawn over it, where that was asked for.
    pub marks: Option<Result<usize>>,
    pub via: Via,
}

/// Models are sent at most this much.
const MOST_BYTES: usize = 50_000;

/// A screen that cannot be read leaves time for a picture of it.
const READING: Duration = Duration::from_secs(15);

impl Desk {
    pub async fn picture(&self, shot: Shot, deadline: Deadline) -> Result<Picture> {
        let (taken, screen) = if shot.marks {
            let (taken, screen) = self.taken_with_screen(deadline).await?;
            (taken, Some(screen))
        } else {
            (self.taken(deadline).await?, None)
        };
        let shaping = tokio::task::spawn_blocking(move || shape(&taken, screen, shot));
        let shaped = async {
            shaping.await.map_err(|panic| Error::InternalError { why: panic.to_string() })
        };
        within(deadline, "shaping the picture", shaped).await?
    }

    async fn taken(&self, deadline: Deadline) -> Result<device::Picture> {
        let taking = async { Ok(self.device().screenshot(deadline).await?) };
        self.examined(taking).await
    }

    /// A screen, if it can be read, and a picture right after it: nothing was done to the device in between.
    async fn taken_with_screen(
        &self,
        deadline: Deadline,
    ) -> Result<(device::Picture, Result<Arc<Screen>>)> {
        const TRIES: usize = 2;
        for _ in 0..TRIES {
            let screen = self.read(deadline.or_after(READING)).await;
            let taken = self.taken(deadline).await?;
            let is_same = |screen: &Arc<Screen>| {
                let current = self.store.current();
                current.is_some_and(|current| current.revision == screen.revision)
            };
            if screen.as_ref().map_or(true, is_same) {
                return Ok((taken, screen));
            }
        }
        Ok((self.taken(deadline).await?, Err(moving())))
    }
}

fn shape(
    taken: &device::Picture,
    screen: Option<Result<Arc<Screen>>>,
    shot: Shot,
) -> Result<Picture> {
    let pixels = Pixels::from_png(&taken.png)?;
    let whole = pixels.size();
    let mut small = pixels.shrink(shot.max_edge)?;
    let marked = screen.map(|screen| {
        let screen = screen?;
        if screen.size != whole {
            return Err(moving());
        }
        let marks = marks(&screen, small.size());
        draw(&mut small, &marks);
        Ok(marks.len())
    });
    let (bytes, size) = small.into_jpeg(MOST_BYTES)?;
    Ok(Picture {
        mime: "image/jpeg",
        bytes: bytes.into(),
        size,
        screen: whole,
        original: taken.png.clone(),
        marks: marked,
        via: taken.via,
    })
}

fn moving() -> Error {
    let why = "the screen became another one while the picture was taken".to_owned();
    device::Error::TreeUnavailable { why }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32, color: png::ColorType, data: &[u8]) -> Bytes {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(color);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header().unwrap().write_image_data(data).unwrap();
        Bytes::from(bytes)
    }

    fn noise(len: usize) -> Vec<u8> {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..len).map(|_| next()).collect()
    }

    fn taken(width: u32, height: u32) -> device::Picture {
        let noise = noise(width as usize * height as usize * 4);
        device::Picture { png: png(width, height, png::ColorType::Rgba, &noise), via: Via("test") }
    }

    /// Holds capture_screenshot.1.
    #[test]
    fn a_model_gets_a_small_jpeg() {
        let taken = taken(300, 600);
        let picture = shape(&taken, None, Shot { max_edge: 200, marks: false }).unwrap();
        assert_eq!(picture.size, Size { width: 100, height: 200 });
        assert_eq!(picture.screen, Size { width: 300, height: 600 });
        assert!(picture.bytes.starts_with(&[0xff, 0xd8]) && picture.bytes.len() <= MOST_BYTES);
        assert_eq!((&picture.original, picture.marks), (&taken.png, None));
    }

    /// Holds capture_screenshot.1.
    #[test]
    fn what_no_quality_makes_small_enough_is_made_smaller() {
        let picture = shape(&taken(900, 900), None, Shot { max_edge: 4096, marks: false }).unwrap();
        assert!(picture.bytes.len() <= MOST_BYTES, "{} bytes", picture.bytes.len());
        assert!(picture.size.width < 900 && picture.screen.width == 900, "{:?}", picture.size);
    }

    #[test]
    fn what_is_no_picture_is_an_error() {
        for broken in [&b""[..], b"\x89PNG\r\n\x1a\n", b"not a picture at all"] {
            let taken = device::Picture { png: Bytes::from_static(broken), via: Via("test") };
            let error = shape(&taken, None, Shot::default()).unwrap_err();
            assert_eq!(error.code(), "BACKEND_FAILED");
        }
    }

    /// Holds capture_screenshot.7.
    #[test]
    fn a_screen_that_cannot_be_read_costs_the_marks_and_not_the_picture() {
        let picture = shape(&taken(30, 60), Some(Err(moving())), Shot::default()).unwrap();
        assert_eq!(picture.marks.unwrap().unwrap_err().code(), "TREE_UNAVAILABLE");
    }
}
