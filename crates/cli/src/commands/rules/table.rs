//! Tables that fit: the widest column is wrapped.

use super::text::fitted;
use unicode_width::UnicodeWidthStr;

/// Between columns.
const GAP: usize = 2;

/// The lines of a table with a heading, at most `room` columns wide.
pub(super) fn table(room: usize, head: Vec<String>, rows: Vec<Vec<String>>) -> Vec<String> {
    let mut all = vec![head];
    all.extend(rows);
    let columns = all.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |n: usize| all.iter().filter_map(|row| row.get(n)).map(|cell| cell.width()).max();
    let mut widths: Vec<usize> = (0..columns).map(|n| widest(n).unwrap_or(0)).collect();
    let whole = widths.iter().sum::<usize>() + GAP * columns.saturating_sub(1);
    if let Some(widest) = widths.iter_mut().max() {
        *widest = widest.saturating_sub(whole.saturating_sub(room)).max(10);
    }
    let rule = widths.iter().map(|width| "─".repeat(*width)).collect::<Vec<_>>();
    let mut lines = row(&all[0], &widths);
    lines.push(rule.join(&" ".repeat(GAP)));
    lines.extend(all[1..].iter().flat_map(|cells| row(cells, &widths)));
    lines
}

fn row(cells: &[String], widths: &[usize]) -> Vec<String> {
    let cells: Vec<Vec<String>> =
        cells.iter().zip(widths).map(|(cell, width)| fitted(*width, "", cell)).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |n: usize| {
        let padded = cells.iter().zip(widths).map(|(cell, width)| {
            let text = cell.get(n).map_or("", String::as_str);
            format!("{text}{}", " ".repeat(width.saturating_sub(text.width()) + GAP))
        });
        padded.collect::<String>().trim_end().to_owned()
    };
    (0..height).map(line).collect()
}
