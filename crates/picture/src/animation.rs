//! Pictures one after the other, as an animated PNG.

use crate::{PaintError, Picture};
use resvg::tiny_skia::Pixmap;
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

/// Pictures of the same size, each shown for this long and the last one four times as long, over and over.
/// Of each only what has changed is kept. They are asked for one after the other, so that an error among them
/// ends the work.
///
/// # Errors
/// No pictures, a width of 0, too many pixels in all, or the first error among the pictures.
pub fn animate(
    pictures: impl ExactSizeIterator<Item = Result<Picture, PaintError>>,
    width: u32,
    each: Duration,
) -> Result<Vec<u8>, PaintError> {
    let count = u32::try_from(pictures.len()).unwrap_or(u32::MAX);
    let mut pictures = pictures.map(|picture| picture?.pixels(Some(width)));
    let first = pictures.next().ok_or(PaintError::Width(width))??;
    let (width, height) = (first.width(), first.height());
    if u64::from(width) * u64::from(height) * u64::from(count) > MOST_PIXELS {
        return Err(PaintError::Width(width));
    }
    let packed = |error: png::EncodingError| PaintError::Packed(error.to_string());
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_animated(count, 0).map_err(packed)?;
    let each = u16::try_from(each.as_millis()).unwrap_or(u16::MAX);
    encoder.set_frame_delay(each, 1_000).map_err(packed)?;
    let mut writer = encoder.write_header().map_err(packed)?;
    let mut shown = first;
    writer
        .write_image_data(&plain(&shown, &Change { x: 0, y: 0, width, height }))
        .map_err(packed)?;
    for (number, picture) in (2..).zip(pictures) {
        let picture = picture?;
        let change = change(&shown, &picture);
        if number == count {
            writer.set_frame_delay(each.saturating_mul(4), 1_000).map_err(packed)?;
        }
        // A size that goes beyond the edge from where the last one began would be refused.
        writer.set_frame_position(0, 0).map_err(packed)?;
        writer.set_frame_dimension(change.width, change.height).map_err(packed)?;
        writer.set_frame_position(change.x, change.y).map_err(packed)?;
        writer.write_image_data(&plain(&picture, &change)).map_err(packed)?;
        shown = picture;
    }
    writer.finish().map_err(packed)?;
    Ok(bytes)
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
        let bytes =
            animate(numbers.iter().map(|n| Ok(picture(*n))), 120, Duration::from_millis(100))
                .unwrap();
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
        let each = Duration::from_millis(100);
        assert!(animate(std::iter::empty(), 100, each).is_err());
        assert!(animate([Ok(picture(0))].into_iter(), 0, each).is_err());
        let many = (0..2_000).map(|_| Ok(picture(0)));
        assert!(animate(many, 2_000, each).is_err());
        let mut asked = 0;
        let given_up =
            (0..9).map(|n| if n < 3 { Ok(picture(n)) } else { Err(PaintError::GivenUp) });
        let given_up = given_up.inspect(|_| asked += 1);
        assert!(matches!(animate(given_up, 100, each), Err(PaintError::GivenUp)));
        assert_eq!(asked, 4, "nothing is asked for after that");
    }
}
