use serde_json::{Map, Value};

/// Further requests only take longer.
const REQUESTS: usize = 16;
/// Deeper counts, as long as they are not refused, only take longer.
const DEPTHS: std::ops::RangeInclusive<u64> = 3..=100;

/// Answers requests as `komadai batch` does: for every line that is not blank there is one line with an
/// object, which has the request's mark, and says what is wrong with a bad request. Files are read only.
pub(crate) fn batch(data: &[u8]) {
    let requests: Vec<Vec<u8>> =
        data.split(|byte| *byte == b'\n').take(REQUESTS).map(tame).collect();
    let mut answers = Vec::new();
    komadai::batch(&mut requests.join(&b'\n').as_slice(), &mut answers)
        .expect("it is all in memory");
    let answers = String::from_utf8(answers).expect("answers are UTF-8");
    let mut answers = answers.split_terminator('\n');
    for request in requests.iter().filter(|request| !request.trim_ascii().is_empty()) {
        let answer = answers.next();
        check(request, answer.unwrap_or_else(|| panic!("no answer to {}", shown(request))));
    }
    assert_eq!(answers.next(), None, "nobody has asked");
}

/// Takes from a request what would only take long.
fn tame(line: &[u8]) -> Vec<u8> {
    let mut request: Value = serde_json::from_slice(line).unwrap_or_default();
    match request.get_mut("depth") {
        Some(depth) if depth.as_u64().is_some_and(|depth| DEPTHS.contains(&depth)) => {
            *depth = 2.into();
            request.to_string().into()
        }
        _ => line.to_vec(),
    }
}

fn shown(request: &[u8]) -> String {
    String::from_utf8_lossy(request).into_owned()
}

fn check(request: &[u8], answer: &str) {
    let context = || format!("{answer} to {}", shown(request));
    let read: Value = serde_json::from_str(answer).unwrap_or_else(|e| panic!("{e}: {}", context()));
    let object = read.as_object().unwrap_or_else(|| panic!("no object: {}", context()));
    let request: Option<Value> = serde_json::from_slice(request).ok();
    let mark = request.as_ref().and_then(|request| request.get("id"));
    match mark {
        // As text: not every number is read as what it was.
        Some(mark) => assert!(answer.starts_with(&format!("{{\"id\":{mark},")), "{}", context()),
        None => assert!(!object.contains_key("id"), "{}", context()),
    }
    let is_error = object.contains_key("error");
    if is_error {
        let told = object["error"].as_str().is_some_and(|error| !error.trim().is_empty());
        let keys = if mark.is_some() { 2 } else { 1 };
        assert!(told && object.len() == keys, "{}", context());
    } else {
        let asked = request.as_ref().and_then(|request| request.get("cmd")?.as_str());
        let asked = asked.unwrap_or_else(|| panic!("no question: {}", context()));
        assert!(answers(asked, object), "{}", context());
    }
}

/// Whether an answer has what was asked for.
fn answers(asked: &str, answer: &Map<String, Value>) -> bool {
    match asked {
        "moves" => answer["moves"].is_array(),
        "perft" => answer["nodes"].is_u64(),
        "result" => answer["status"].is_string(),
        _ => false,
    }
}
