use komadai_betza::{Descriptor, ParseError, parse, to_xboard};

/// What is longer is refused on reading.
const LONGEST: usize = 2_000;

/// Reads a movement: its printed form reads back as the same tree, and errors point into the text.
pub(crate) fn betza(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    match parse(text) {
        Ok(parsed) => {
            for warning in &parsed.warnings {
                assert!(text.get(warning.span.clone()).is_some(), "{warning:?}");
            }
            check_printing(&parsed.descriptor);
        }
        Err(error) => check_error(text, &error),
    }
}

fn check_printing(tree: &Descriptor) {
    let printed = tree.to_string();
    let again = parse(&printed).unwrap_or_else(|e| panic!("{printed}: {e}"));
    assert_eq!(&again.descriptor, tree, "{printed}");
    assert_eq!(again.descriptor.to_string(), printed);
    if let Ok(told) = to_xboard(tree)
        && told.len() <= LONGEST
    {
        parse(&told).unwrap_or_else(|e| panic!("{printed} for XBoard, {told}: {e}"));
    }
}

fn check_error(text: &str, error: &ParseError) {
    assert!(text.get(error.span.clone()).is_some(), "{error:?}");
    assert!(!error.message.is_empty());
}
