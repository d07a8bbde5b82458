//! Pictures one after the other, as an animated PNG.

use crate::{PaintError, Picture};
use resvg::tiny_skia::Pixmap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// More pixels than this of all pictures together would take minutes to paint.
const MOST_PIXELS: u64 = 400_000_000;

/// Where a picture differs from the one before.
struct Change {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

/// An animated PNG while it is painted: pictures of the same size, each shown for the same time and the last
/// one four times as long, over and over. Of each only what has changed is kept.
///
/// ```
/// # use komadai_picture::{Animation, PaintError, Picture};
/// # use std::time::Duration;
/// fn animated(pictures: &[Picture]) -> Result<Vec<u8>, PaintError> {
///     let mut animation = Animation::new(pictures.len(), 400, Duration::from_millis(900));
///     pictures.iter().try_for_each(|picture| animation.show(picture))?;
///     animation.finish()
/// }
/// ```
pub struct Animation {
    count: u32,
    width: u32,
    each: u16,
    /// From the first picture on.
    begun: Option<Begun>,
}

struct Begun {
    writer: png::Writer<Output>,
    output: Output,
    shown: Pixmap,
    number: u32,
}

/// What was written so far.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Animation {
    /// Of so many pictures, so many pixels wide.
    pub fn new(count: usize, width: u32, each: Duration) -> Self {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let each = u16::try_from(each.as_millis()).unwrap_or(u16::MAX);
        Animation { count, width, each, begun: None }
    }

    /// Paints the next picture.
    ///
    /// # Errors
    /// A width of 0, too many pixels in all, or more pictures than were to come.
    pub fn show(&mut self, picture: &Picture) -> Result<(), PaintError> {
        let pixels = picture.pixels(Some(self.width))?;
        let Some(begun) = &mut self.begun else {
            self.begun = Some(self.begin(pixels)?);
            return Ok(());
        };
        begun.number += 1;
        let change = change(&begun.shown, &pixels);
        let last = (begun.number == self.count).then(|| self.each.saturating_mul(4));
        write(&mut begun.writer, &pixels, &change, last)?;
        begun.shown = pixels;
        Ok(())
    }

    fn begin(&self, shown: Pixmap) -> Result<Begun, PaintError> {
        let (width, height) = (shown.width(), shown.height());
        if u64::from(width) * u64::from(height) * u64::from(self.count) > MOST_PIXELS {
            return Err(PaintError::Width(self.width));
        }
        let output = Output::default();
        let mut encoder = png::Encoder::new(output.clone(), width, height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_animated(self.count, 0)?;
        encoder.set_frame_delay(self.each, 1_000)?;
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&plain(&shown, &Change { x: 0, y: 0, width, height }))?;
        Ok(Begun { writer, output, shown, number: 1 })
    }

    /// The whole as a file.
    ///
    /// # Errors
    /// When a picture is missing.
    pub fn finish(self) -> Result<Vec<u8>, PaintError> {
        let Begun { writer, output, number, .. } =
            self.begun.ok_or(PaintError::Width(self.width))?;
        if number != self.count {
            return Err(PaintError::Packed(format!("{number} of {} pictures", self.count)));
        }
        writer.finish()?;
        Ok(std::mem::take(&mut output.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// Writes what has changed. The last picture is shown longer.
fn write(
    writer: &mut png::Writer<Output>,
    pixels: &Pixmap,
    change: &Change,
    last: Option<u16>,
) -> Result<(), PaintError> {
    if let Some(delay) = last {
        writer.set_frame_delay(delay, 1_000)?;
    }
    // A size that goes beyond the edge from where the last one began would be refused.
    writer.set_frame_position(0, 0)?;
    writer.set_frame_dimension(change.width, change.height)?;
    writer.set_frame_position(change.x, change.y)?;
    writer.write_image_data(&plain(pixels, change))?;
    Ok(())
}

impl From<png::EncodingError> for PaintError {
    fn from(error: png::EncodingError) -> Self {
        PaintError::Packed(error.to_string())
    }
}

/// The smallest part that holds all that has changed; a pixel where nothing has.
fn change(before: &Pixmap, now: &Pixmap) -> Change {
    let (mut left, mut top, mut right, mut bottom) = (u32::MAX, u32::MAX, 0, 0);
    let width = now.width() as usize;
    let rows = before.pixels().chunks(width).zip(now.pixels().chunks(width));
    for (y, (old, new)) in (0..).zip(rows) {
        let differs = |x: &usize| old[*x] != new[*x];
        let Some(first) = (0..width).find(differs) else { continue };
        let last = (0..width).rfind(differs).unwrap_or(first);
        (left, right) = (left.min(first as u32), right.max(last as u32 + 1));
        (top, bottom) = (top.min(y), y + 1);
    }
    if right == 0 {
        return Change { x: 0, y: 0, width: 1, height: 1 };
    }
    Change { x: left, y: top, width: right - left, height: bottom - top }
}

/// A part of a picture, in straight alpha as PNG has it.
fn plain(picture: &Pixmap, part: &Change) -> Vec<u8> {
    let row = picture.width() as usize;
    let lines = picture.pixels().chunks(row).skip(part.y as usize).take(part.height as usize);
    let pixels = lines.flat_map(|line| line.iter().skip(part.x as usize).take(part.width as usize));
    pixels
        .flat_map(|pixel| {
            let color = pixel.demultiply();
            [color.red(), color.green(), color.blue(), color.alpha()]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(number: u32) -> Picture {
        let body = format!("<rect x=\"{}\" y=\"3\" width=\"9\" height=\"7\"/>", number * 8);
        Picture::new(body, 60.0, 40.0)
    }

    fn animated(
        numbers: impl ExactSizeIterator<Item = u32>,
        width: u32,
    ) -> Result<Vec<u8>, PaintError> {
        let mut animation = Animation::new(numbers.len(), width, Duration::from_millis(100));
        for number in numbers {
            animation.show(&picture(number))?;
        }
        animation.finish()
    }

    /// What is seen of each frame when all before it have been shown.
    fn frames(bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let (width, count) =
            (reader.info().width as usize, reader.info().animation_control.unwrap());
        let mut seen = vec![0; width * reader.info().height as usize * 4];
        let mut all = Vec::new();
        for _ in 0..count.num_frames {
            let mut part = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut part).unwrap();
            let frame = *reader.info().frame_control().unwrap();
            for row in 0..frame.height as usize {
                let from = row * frame.width as usize * 4;
                let to = ((row + frame.y_offset as usize) * width + frame.x_offset as usize) * 4;
                let length = frame.width as usize * 4;
                seen[to..to + length].copy_from_slice(&part[from..from + length]);
            }
            all.push(seen.clone());
        }
        all
    }

    #[test]
    fn every_picture_is_seen_in_its_turn() {
        let numbers = [0, 1, 1, 5, 0, 5, 2];
        let bytes = animated(numbers.iter().copied(), 120).unwrap();
        let frames = frames(&bytes);
        assert_eq!(frames.len(), numbers.len());
        for (frame, number) in frames.iter().zip(numbers) {
            let pixels = picture(number).pixels(Some(120)).unwrap();
            let whole = Change { x: 0, y: 0, width: 120, height: 80 };
            assert!(*frame == plain(&pixels, &whole), "{number}");
        }
    }

    #[test]
    fn what_cannot_be_painted_is_refused() {
        assert!(animated(std::iter::empty(), 100).is_err());
        assert!(animated([0].into_iter(), 0).is_err());
        assert!(animated(std::iter::repeat_n(0, 2_000), 2_000).is_err());
        let mut short = Animation::new(2, 100, Duration::from_millis(100));
        short.show(&picture(0)).unwrap();
        assert!(short.finish().is_err(), "a picture is missing");
    }
}
