//! An APK as the ZIP it is: the names in its directory, and the content of the few entries that are read.

use std::fs::File;
use std::io::{self, Read as _};

use flate2::read::DeflateDecoder;
use rawzip::{
    CompressionMethod, FileReader, RECOMMENDED_BUFFER_SIZE, ReaderAt as _, ZipArchive,
    ZipArchiveEntryWayfinder,
};

/// No manifest and no resource table is larger; a bomb ends here.
const LARGEST: u64 = 64 * 1024 * 1024;
const MOST_ENTRIES: usize = 1_000_000;

pub(super) struct Archive {
    zip: ZipArchive<FileReader>,
    entries: Vec<Entry>,
}

struct Entry {
    name: String,
    method: CompressionMethod,
    place: ZipArchiveEntryWayfinder,
}

impl Archive {
    /// `None` when the file is no ZIP.
    pub(super) fn open(file: File) -> Option<Self> {
        let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
        let zip = ZipArchive::from_file(file, &mut buffer).ok()?;
        let mut entries = Vec::new();
        let mut listing = zip.entries(&mut buffer);
        while let Some(entry) = listing.next_entry().ok()? {
            if entries.len() == MOST_ENTRIES {
                return None;
            }
            entries.push(Entry {
                name: String::from_utf8_lossy(entry.file_path().as_ref()).into_owned(),
                method: entry.compression_method(),
                place: entry.wayfinder(),
            });
        }
        Some(Self { zip, entries })
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names().any(|have| have == name)
    }

    /// Bytes of the file itself, as many as were asked for or `None`.
    pub(super) fn raw(&self, start: u64, length: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; length];
        let mut filled = 0;
        while filled < length {
            let at = start.checked_add(filled as u64)?;
            match self.zip.get_ref().read_at(&mut bytes[filled..], at).ok()? {
                0 => return None,
                count => filled += count,
            }
        }
        Some(bytes)
    }

    /// Where the central directory begins.
    pub(super) fn directory_offset(&self) -> u64 {
        self.zip.directory_offset()
    }

    /// Where the central directory is over.
    pub(super) fn end_of_directory(&self) -> u64 {
        self.zip.eocd_offset()
    }

    /// The record at the end, by which everything else is found.
    pub(super) fn tail(&self) -> Option<Vec<u8>> {
        let (start, end) = (self.zip.eocd_offset(), self.zip.end_offset());
        self.raw(start, usize::try_from(end.checked_sub(start)?).ok()?)
    }

    /// The content of the entry with this name: of the first, if there are several.
    pub(super) fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let found = self.entries.iter().find(|entry| entry.name == name);
        let entry = found.ok_or(io::ErrorKind::NotFound)?;
        let content = self.zip.get_entry(entry.place).map_err(io::Error::other)?;
        let mut bytes = Vec::new();
        let reader = content.reader();
        if entry.method == CompressionMethod::STORE {
            content.verifying_reader(reader).take(LARGEST).read_to_end(&mut bytes)?;
        } else if entry.method == CompressionMethod::DEFLATE {
            let inflated = DeflateDecoder::new(reader);
            content.verifying_reader(inflated).take(LARGEST).read_to_end(&mut bytes)?;
        } else {
            return Err(io::ErrorKind::Unsupported.into());
        }
        Ok(bytes)
    }

    /// Is the entry there, and if so: may it be mapped into memory as it is?
    pub(super) fn is_mappable(&self, name: &str) -> Option<bool> {
        let entry = self.entries.iter().find(|entry| entry.name == name)?;
        let start = self.zip.get_entry(entry.place).ok()?.compressed_data_range().0;
        Some(entry.method == CompressionMethod::STORE && start.is_multiple_of(4))
    }
}
