//! Scratch.
use komadai_rules::*;
use komadai_rules::variant::*;
use std::sync::Arc;
fn run<const N: usize>(id: &str, depth: u32) {
    let v = load_builtin(id, &[]).unwrap().unwrap().variant;
    let t = std::time::Instant::now();
    let g = Arc::new(Game::<N>::compile(&v).unwrap());
    eprintln!("{id} compile {:?}", t.elapsed());
    let p = Position::start(&g).unwrap();
    for d in 1..=depth {
        let t = std::time::Instant::now();
        let n = p.perft(d);
        let s = t.elapsed().as_secs_f64();
        eprintln!("  {d} {n} {:.1} M/s", n as f64 / s / 1e6);
    }
}
fn main() {
    run::<2>("shogi", 5);
    run::<1>("minishogi", 6);
    run::<1>("judkins", 5);
    run::<1>("chess", 6);
    run::<3>("raichu", 4);
    run::<2>("minjiku", 4);
}
