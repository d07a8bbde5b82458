//! What holds for every text and every tree.

use komadai_betza::{
    Atom, Base, Bracket, Chain, Descriptor, Direction, Element, Joint, Modality, Modifier, Part,
    Reach, Term, TermKind, parse, to_xboard,
};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// What is longer is refused on reading.
const LONGEST: usize = 2_000;

fn modifiers() -> impl Strategy<Value = Vec<Modifier>> {
    use Direction::{B, F, L, R, S, V};
    let directions = prop::collection::vec(select(vec![F, B, L, R, V, S]), 0..5);
    let modalities = subsequence(Modality::ALL.to_vec(), 0..5);
    (directions, modalities)
        .prop_map(|(directions, modalities)| {
            let directions = directions.into_iter().map(Modifier::Direction);
            directions.chain(modalities.into_iter().map(Modifier::Modality)).collect::<Vec<_>>()
        })
        .prop_shuffle()
}

fn atom() -> impl Strategy<Value = Atom> {
    use Base::{A, B, C, D, F, G, H, K, N, Q, R, S, W, Z};
    let compounds = select(vec![K, Q, S, B, R]).prop_map(Atom::plain);
    let leapers = select(vec![W, F, D, N, A, H, C, Z, G]);
    let lengthened = (leapers, 0..3u8, 0..3u8).prop_map(|(base, xs, ys)| Atom { base, xs, ys });
    prop_oneof![compounds, lengthened]
}

fn reach() -> impl Strategy<Value = Reach> {
    prop_oneof![
        Just(Reach::Natural),
        (1..=99u32).prop_map(Reach::UpTo),
        (1..=99u32).prop_map(Reach::Exactly),
        Just(Reach::Unlimited),
        Just(Reach::Star),
    ]
}

fn elements() -> impl Strategy<Value = Vec<Element>> {
    let legs = prop::collection::vec(modifiers(), 1..4);
    // A leg of its own, so that no letter is said twice.
    let group = prop::option::of((modifiers(), 1..=99u32));
    (legs, group).prop_map(|(legs, group)| {
        let mut elements = Vec::new();
        for (k, leg) in legs.into_iter().enumerate() {
            if k > 0 {
                elements.push(Element::Leg);
            }
            if k == 0
                && let Some((inner, copies)) = &group
            {
                let mut inner: Vec<_> = inner.iter().copied().map(Element::Modifier).collect();
                inner.push(Element::Leg);
                elements.push(Element::Group(inner, *copies));
            }
            elements.extend(leg.into_iter().map(Element::Modifier));
        }
        elements
    })
}

fn bracket() -> impl Strategy<Value = Bracket> {
    // Eight-fold atoms can turn every way.
    let atom = select(vec![Base::K, Base::Q, Base::S, Base::N]).prop_map(Atom::plain);
    let joint = select(vec![Joint::MustGoOn, Joint::MayStop]);
    let part = (joint, modifiers(), atom, reach())
        .prop_map(|(joint, modifiers, atom, range)| Part { joint, modifiers, atom, range });
    prop::collection::vec(part, 1..4).prop_map(|mut parts| {
        parts[0].joint = Joint::MustGoOn;
        Bracket { parts }
    })
}

fn term() -> impl Strategy<Value = Term> {
    let chain = (elements(), atom(), reach())
        .prop_map(|(elements, atom, range)| TermKind::Chain(Chain { elements, atom, range }));
    let kind = prop_oneof![3 => chain, 1 => bracket().prop_map(TermKind::Bracket)];
    kind.prop_map(|kind| Term { kind, span: 0..0, star: None })
}

fn tree() -> impl Strategy<Value = Descriptor> {
    prop::collection::vec(term(), 1..5).prop_map(|terms| Descriptor { terms })
}

/// Letters of every kind on both sides of a group's borders, whether they mean anything or not.
fn soup() -> impl Strategy<Value = Vec<Element>> {
    let direction = select(Direction::ALL.to_vec()).prop_map(Modifier::Direction);
    let modality = select(Modality::ALL.to_vec()).prop_map(Modifier::Modality);
    let element = prop_oneof![
        6 => direction.prop_map(Element::Modifier),
        2 => modality.prop_map(Element::Modifier),
        1 => Just(Element::Leg),
    ];
    let letters = prop::collection::vec(element, 0..8);
    (letters.clone(), letters.clone(), 0..12u32, letters).prop_map(
        |(mut before, inner, copies, after)| {
            before.push(Element::Group(inner, copies));
            before.extend(after);
            before
        },
    )
}

/// What every leg says when the group is written out: its modalities, and its directions as they
/// pair where they stand together, with and without `z` and `q`.
fn written_out(elements: &[Element], copies: u32) -> Vec<(String, Vec<String>, Vec<String>)> {
    fn put(elements: &[Element], copies: u32, text: &mut String) {
        for element in elements {
            match element {
                Element::Modifier(m) => text.push(m.letter()),
                Element::Leg => text.push('a'),
                Element::Group(inner, _) => (0..copies).for_each(|_| put(inner, 0, text)),
            }
        }
    }
    let mut text = String::new();
    put(elements, copies, &mut text);
    text.split('a')
        .map(|leg| {
            let direction = |c: char| Direction::from_letter(c).is_some();
            let mut modalities: Vec<char> = leg.chars().filter(|c| !direction(*c)).collect();
            modalities.sort();
            (modalities.iter().collect(), paired(leg), paired(&leg.replace(['z', 'q'], "")))
        })
        .collect()
}

fn paired(leg: &str) -> Vec<String> {
    let axis = |c| ["fbv", "lrs", "hzq"].into_iter().position(|axis| axis.contains(c));
    let mut found = Vec::new();
    let mut rest = leg;
    while let Some(a) = rest.chars().next() {
        let together = rest[1..].chars().next().filter(|b| axis(*b).is_some() && axis(a).is_some());
        let (token, used) = match together {
            Some(b) if a == b => (&rest[..1], 2),
            Some(b) if axis(a) != axis(b) => (&rest[..2], 2),
            _ => (&rest[..1], 1),
        };
        found.extend(axis(a).map(|_| token.to_string()));
        rest = &rest[used..];
    }
    found
}

fn only_chain(tree: &Descriptor) -> &Chain {
    let [Term { kind: TermKind::Chain(chain), .. }] = tree.terms.as_slice() else {
        panic!("one chain");
    };
    chain
}

/// Whatever a text is: no panic, places inside the text, and a print that reads the same.
fn check_text(text: &str) {
    let inside = |span: &std::ops::Range<usize>| {
        assert!(span.start <= span.end && text.get(span.clone()).is_some(), "{text:?}: {span:?}");
    };
    match parse(text) {
        Err(error) => inside(&error.span),
        Ok(parsed) => {
            parsed.warnings.iter().for_each(|w| inside(&w.span));
            parsed.descriptor.terms.iter().for_each(|t| inside(&t.span));
            let printed = parsed.descriptor.to_string();
            let again = parse(&printed).unwrap_or_else(|e| panic!("{text} as {printed}: {e}"));
            assert_eq!(again.descriptor, parsed.descriptor, "{text} as {printed}");
            assert_eq!(again.descriptor.to_string(), printed);
            if let Ok(said) = to_xboard(&parsed.descriptor) {
                assert!(said.chars().all(|c| c.is_ascii_alphanumeric() && c != 'S'), "{said}");
                let short = said.len() <= LONGEST;
                let read = if short { parse(&said).map(drop) } else { Ok(()) };
                read.unwrap_or_else(|e| panic!("{text} for XBoard as {said}: {e}"));
            }
        }
    }
}

#[test]
fn texts_that_once_failed_are_answered() {
    let lines = include_str!("data/once_failed.txt").lines();
    lines.filter(|line| !line.starts_with('#')).for_each(check_text);
    // What is printed may be longer than what was read, but never too long to be read again.
    check_text(&"LC".repeat(900));
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn trees_print_and_read_back(tree in tree()) {
        let printed = tree.to_string();
        let again = parse(&printed).unwrap_or_else(|e| panic!("{printed}: {e}")).descriptor;
        prop_assert_eq!(&again, &tree.canonical(), "{}", printed);
        prop_assert_eq!(again.to_string(), printed);
    }

    #[test]
    fn canonical_order_reads_the_same(elements in soup()) {
        let chain = Chain { elements, atom: Atom::plain(Base::K), range: Reach::Natural };
        let kind = TermKind::Chain(chain.clone());
        let tree = Descriptor { terms: vec![Term { kind, span: 0..0, star: None }] }.canonical();
        let sorted = only_chain(&tree);
        for n in 0..=chain.most_copies() {
            let meant = written_out(&chain.elements, n);
            prop_assert_eq!(&written_out(&sorted.elements, n), &meant, "{} copies", n);
            let legs = chain.legs(n).into_iter().map(|leg| leg.into_iter().map(Element::Modifier));
            let joined = legs.map(Iterator::collect::<Vec<_>>).collect::<Vec<_>>();
            prop_assert_eq!(written_out(&joined.join(&Element::Leg), 0), meant, "{} copies", n);
        }
        prop_assert_eq!(tree.canonical(), tree);
    }

    #[test]
    fn what_legs_have_is_mentioned(elements in soup(), other in modifiers()) {
        let chain = Chain { elements, atom: Atom::plain(Base::K), range: Reach::Natural };
        let legs = chain.legs(1).concat();
        for modifier in legs.iter().chain(&other) {
            prop_assert_eq!(chain.mentions(*modifier), legs.contains(modifier), "{:?}", modifier);
        }
    }

    #[test]
    fn letters_beside_groups_are_answered(
        text in "[fblrvszqh]{0,3}[mcdyp]?a?[fsrzq]{0,3}\\([fblrvszq]{0,3}[mcdyjtp]?[fblrvszq]{0,3}a?[fszq]{0,2}[cdo]?\\)[0-9][fblrvszqh]{0,3}[mi]?a?[fsrzq]{0,3}[WFKBRQSNC]{1,2}",
    ) {
        check_text(&text);
    }

    #[test]
    fn halves_are_answered(text in "([fblrvs]{0,3}[mcni]?([fblr]h|h[lr])?[fblrvs]{0,4}[NCZK]{1,2}){1,2}") {
        check_text(&text);
    }

    #[test]
    fn any_text_is_answered(text in any::<String>()) {
        check_text(&text);
    }

    #[test]
    fn any_letters_are_answered(text in "[fblrvshzqmcdeijnpgtouykaWFDNAHCLZJGKBRQSOUXY0-9()*?\\[\\]-]{0,12}") {
        check_text(&text);
    }

    #[test]
    fn likely_texts_are_answered(
        text in "(([fblrvs]{0,3}[mcpgyjnoi]{0,2}a?){1,2}[WFDNKBRQSA]|\\([fsp]{0,2}a[fs]\\)[1-3][KR]|\\[[fm]?[WFK][?-][fs]{0,2}[RBQK]\\]){1,3}",
    ) {
        check_text(&text);
    }
}

/// Direction letters mean the same to XBoard once they are written for it.
mod directions {
    use super::{parse, proptest, to_xboard};
    use std::collections::BTreeSet;

    type Moves = BTreeSet<(i32, i32)>;

    fn moves(atom: char) -> Moves {
        let all = (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y)));
        all.filter(|(x, y): &(i32, i32)| {
            let (long, short) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
            match atom {
                'W' => (long, short) == (1, 0),
                'F' => (long, short) == (1, 1),
                'N' => (long, short) == (2, 1),
                _ => long == 1,
            }
        })
        .collect()
    }

    fn vertical(letter: char) -> bool {
        "fbv".contains(letter)
    }

    /// On the letter's side; `v` and `s` have none.
    fn leans(letter: char, (x, y): (i32, i32)) -> bool {
        match letter {
            'f' => y > 0,
            'b' => y < 0,
            'r' => x > 0,
            'l' => x < 0,
            _ => true,
        }
    }

    /// Closer to the letter's axis than to the other.
    fn main_axis(letter: char, (x, y): (i32, i32)) -> bool {
        leans(letter, (x, y)) && (vertical(letter) == (y.abs() > x.abs())) && x.abs() != y.abs()
    }

    fn alone(atom: char, a: char) -> Moves {
        let diagonal = |step| leans(a, step);
        moves(atom)
            .into_iter()
            .filter(|step| if atom == 'F' { diagonal(*step) } else { main_axis(a, *step) })
            .collect()
    }

    /// Half the circle: every other of the eight moves, beginning right or left of straight on.
    fn circle(side: char) -> Moves {
        let steep = |(x, y): (i32, i32)| y.abs() > x.abs();
        let right = |step: &(i32, i32)| (step.0 * step.1 > 0) == steep(*step);
        moves('N').into_iter().filter(|step| right(step) == (side == 'r')).collect()
    }

    fn paired(atom: char, a: char, b: char) -> Moves {
        if a == 'h' {
            return circle(b);
        }
        let keep = |step: &(i32, i32)| match atom {
            'N' if b == 'h' => leans(a, *step),
            'N' => leans(a, *step) && main_axis(b, *step),
            _ => step.0 * step.1 != 0 && leans(a, *step) && leans(b, *step),
        };
        match atom {
            'W' => &alone(atom, a) | &alone(atom, b),
            _ => moves(atom).into_iter().filter(keep).collect(),
        }
    }

    /// The rule: two letters of different axes pair, a doubled one stands alone.
    fn ours(atom: char, letters: &str) -> Moves {
        let mut found = Moves::new();
        let mut rest: Vec<char> = letters.chars().rev().collect();
        while let Some(a) = rest.pop() {
            match rest.last().copied() {
                Some(b) if a == b => {
                    rest.pop();
                    found.extend(alone(atom, a));
                }
                Some(b) if a == 'h' || b == 'h' || vertical(a) != vertical(b) => {
                    rest.pop();
                    found.extend(paired(atom, a, b));
                }
                _ => found.extend(alone(atom, a)),
            }
        }
        if letters.is_empty() { moves(atom) } else { found }
    }

    /// XBoard's reading, with its peculiarities: `v` and `s` begin no pair, have no sides on a
    /// diagonal, and vanish when doubled on an oblique atom; doubling does not keep `f` and `r`
    /// apart on a king. `hl` and `hr` stand first and alone, and `v` and `s` have no halves.
    fn theirs(atom: char, letters: &str) -> Moves {
        if letters.starts_with('h') {
            return circle(letters.chars().nth(1).unwrap());
        }
        let letters: Vec<char> = letters.chars().collect();
        let axis = |c: char| "vs".contains(c);
        let mut found = Moves::new();
        let mut k = 0;
        while k < letters.len() {
            let (a, b) = (letters[k], letters.get(k + 1).copied());
            let pair = |b: &char| vertical(a) != vertical(*b);
            k += 1;
            match (atom, b) {
                ('N', Some('h')) => {
                    k += 1;
                    found.extend(if axis(a) { Moves::new() } else { paired(atom, a, 'h') });
                }
                ('N', Some(b)) if a == b => {
                    k += 1;
                    found.extend(if axis(a) { Moves::new() } else { alone(atom, a) });
                }
                ('K', Some(b)) if a == b => found.extend(alone(atom, a)),
                ('N' | 'K', Some(b)) if pair(&b) && !axis(a) => {
                    k += 1;
                    found.extend(paired(atom, a, b));
                }
                ('F', Some(b)) if pair(&b) => {
                    k += 1;
                    found.extend(if axis(a) || axis(b) {
                        Moves::new()
                    } else {
                        paired(atom, a, b)
                    });
                }
                ('F', _) if axis(a) => {}
                _ => found.extend(alone(atom, a)),
            }
        }
        if found.is_empty() { moves(atom) } else { found }
    }

    fn check(atom: char, letters: &str) {
        let Ok(parsed) = parse(&format!("{letters}{atom}")) else {
            assert!(letters.contains('h'), "only `h` needs a partner");
            return;
        };
        let tree = parsed.descriptor;
        let said = to_xboard(&tree).unwrap();
        let read: Moves =
            said.split_terminator(atom).flat_map(|letters| theirs(atom, letters)).collect();
        assert_eq!(read, ours(atom, letters), "{letters}{atom} as {said}");
        if letters.contains('h') {
            let read: Moves =
                said.split_terminator(atom).flat_map(|letters| ours(atom, letters)).collect();
            assert_eq!(read, ours(atom, letters), "{letters}{atom} as {said}, read here");
        }
    }

    #[test]
    fn the_moves_are_the_moves() {
        let knight: Moves =
            [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)].into();
        assert_eq!(moves('N'), knight);
        assert_eq!(ours('N', "fr"), [(2, 1)].into());
        assert_eq!(ours('N', "f"), [(1, 2), (-1, 2)].into());
        assert_eq!(ours('K', "fs"), [(1, 1), (-1, 1)].into());
        assert_eq!(theirs('K', "ffrr").len(), 3);
        assert_eq!(ours('N', "hr"), [(1, 2), (2, -1), (-1, -2), (-2, 1)].into());
        assert_eq!(ours('N', "fh"), [(1, 2), (2, 1), (-1, 2), (-2, 1)].into());
    }

    proptest! {
        #![proptest_config(super::config())]

        #[test]
        fn letters_mean_the_same(atom in "[WFNK]", letters in "[fblrvs]{0,7}") {
            check(atom.chars().next().unwrap(), &letters);
        }

        #[test]
        fn halves_mean_the_same(letters in "([fblrvs]|[fblr]h|h[lr]){0,6}") {
            check('N', &letters);
        }
    }
}
