//! `dumpsys gfxinfo PROCESS [framestats]`.

use crate::comparison::Format;
use crate::device::{Device, SHOP};
use crate::fields::Fields;

pub(crate) const FORMAT: Format = Format {
    read,
    recordings: &[
        "dumpsys/gfxinfo-app.txt",
        "dumpsys/gfxinfo-tv.txt",
        "dumpsys/gfxinfo-framestats-watch.txt",
        "dumpsys/gfxinfo-no-process.txt",
    ],
    lacking: &[
        ("the buffers are counted, not listed", "graphics/+ name, graphics/planes"),
        (
            "the renderer caches nothing",
            "graphics/Attachment, graphics/Buffer Object, graphics/Glyph Cache, \
             graphics/Glyph Count, graphics/Image, graphics/Other, graphics/RenderTarget, \
             graphics/SW Path Mask, graphics/Scratch, graphics/TextBlobCache, graphics/Texture, \
             graphics/TextureRenderTarget",
        ),
        (
            "printed before API 34",
            "graphics/Font Cache (CPU), graphics/Other Caches, graphics/Size",
        ),
        (
            "a vendor's own",
            "graphics/ProcessConfig, graphics/ResourcesConfig, \
             graphics/Total STB frames rendered",
        ),
    ],
    beyond: &[],
};

/// Statistics, histograms, the times of frames as comma-separated columns, and what is held.
fn read(text: &str) -> Fields {
    let mut fields = Fields::default();
    let mut times = false;
    for line in text.lines() {
        if line == "---PROFILEDATA---" {
            times = !times;
            fields.put("times", "PROFILEDATA", "");
        } else if times && line.starts_with("Flags,") {
            line.split(',')
                .filter(|name| !name.is_empty())
                .for_each(|name| fields.put("times", name, ""));
        } else if times {
            let columns = line.split(',').count();
            fields.put("times", &format!("{columns} columns"), "");
        } else if let Some((name, buckets)) = line.split_once("HISTOGRAM: ") {
            for bucket in buckets.split_whitespace() {
                let (end, count) = bucket.split_once("ms=").unwrap();
                fields.put(&format!("{name}histogram"), end, count);
            }
        } else if line.starts_with("** Graphics info for pid") {
            fields.put("head", "Graphics info", "");
        } else if let Some((name, value)) =
            line.split_once(':').filter(|(name, _)| !name.contains(['/', '=', '{']))
        {
            let first = value.split_whitespace().next().unwrap_or_default();
            fields.put(
                "graphics",
                name,
                first.trim_end_matches(|unit: char| unit.is_ascii_alphabetic()),
            );
        } else {
            fields.put_pairs("graphics", line.trim());
        }
    }
    fields
}

#[tokio::test(start_paused = true)]
async fn as_recorded() {
    FORMAT.check(&Device::shop().await.run(&format!("dumpsys gfxinfo {SHOP} framestats")).await);
}
