//! Scratch.
use komadai_rules::*;
use komadai_rules::variant::*;
use std::sync::Arc;
fn run<const N: usize>(id: &str, depth: u32, rep: u32) {
    let v = load_builtin(id, &[]).unwrap().unwrap().variant;
    let g = Arc::new(Game::<N>::compile(&v).unwrap());
    let p = Position::start(&g).unwrap();
    for _ in 0..rep { eprintln!("{}", p.perft(depth)); }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let d = a[2].parse().unwrap(); let r = a[3].parse().unwrap();
    match a[1].as_str() {
        "shogi" => run::<2>("shogi", d, r),
        "minishogi" => run::<1>("minishogi", d, r),
        "chess" => run::<1>("chess", d, r),
        "raichu" => run::<3>("raichu", d, r),
        _ => run::<2>("minjiku", d, r),
    }
}
