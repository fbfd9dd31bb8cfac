//! Pictures of a screen, as far as tests look at them.

#[derive(PartialEq, Eq)]
pub(crate) struct Picture {
    width: u32,
    height: u32,
    /// Red, green, blue, alpha.
    pixels: Vec<u8>,
}

impl Picture {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        assert_eq!(frame.color_type, png::ColorType::Rgba);
        Self { width: frame.width, height: frame.height, pixels }
    }

    pub(crate) fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// How much brighter the brightest pixel of a rectangle is than its darkest: 0 where nothing is drawn, up to 255.
    pub(crate) fn contrast(&self, [left, top, right, bottom]: [u32; 4]) -> u8 {
        let places = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
        let green = places.map(|(x, y)| self.pixels[(y * self.width + x) as usize * 4 + 1]);
        let (darkest, brightest) =
            green.fold((255, 0), |(dark, bright), one| (one.min(dark), one.max(bright)));
        brightest.saturating_sub(darkest)
    }
}
