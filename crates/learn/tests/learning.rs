//! A small network learns a little of a small game.

#![allow(clippy::disallowed_methods, reason = "samples live in files")]

use komadai_engine::AnyEngine;
use komadai_engine::net::{Header, Inputs, Net, Sight};
use komadai_learn::sample::{Packed, Sample, Shape};
use komadai_learn::selfplay::{Player, Settings};
use komadai_learn::store::{Kind, Samples, Seen, StoreError, Writer};
use komadai_learn::trainer::{Plan, Trained, train_in_several_ways};
use komadai_rules::variant::load_builtin;
use komadai_rules::{AnyGame, AnyPlay, Color, Opening, PieceType, any_size};
use std::path::PathBuf;
use std::sync::Arc;

fn library_game(id: &str) -> AnyGame {
    AnyGame::compile(&load_builtin(id, &[]).unwrap().variant).unwrap()
}

fn minishogi() -> AnyGame {
    library_game("minishogi")
}

/// What a file of a game holds; that of other rules has another number.
fn kind(game: &AnyGame, rules: u64) -> Kind {
    Kind { shape: Shape::of(game.variant()), rules }
}

fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// A file with so many games, at few nodes each.
fn played(game: &AnyGame, path: &std::path::Path, games: u64) {
    let engine = AnyEngine::new(game);
    let settings = Settings { nodes: 60, ..Settings::default() };
    let mut player = Player::new(game, &engine, settings);
    let mut writer = Writer::open(path, kind(game, 1)).unwrap();
    while writer.games() < games {
        writer.write(&player.play(writer.games()).unwrap(), &mut Seen::default()).unwrap();
    }
}

#[test]
fn samples_come_back_as_they_were() {
    let game = minishogi();
    let engine = AnyEngine::new(&game);
    let settings = Settings { nodes: 60, ..Settings::default() };
    let mut player = Player::new(&game, &engine, settings);
    let samples: Vec<Sample> = (0..20).flat_map(|seed| player.play(seed).unwrap()).collect();
    assert!(samples.iter().any(|sample| !sample.hands.is_empty()));
    let mut bytes = Vec::new();
    samples.iter().for_each(|sample| sample.pack(25, &mut bytes));
    let mut rest = &bytes[..];
    for sample in samples {
        let (found, after) = Sample::unpack(25, rest).unwrap();
        assert_eq!(found, sample);
        rest = after;
    }
    assert!(rest.is_empty());
}

/// From a position with a king and a pawn a side no game has more pieces.
#[test]
fn games_begin_at_their_openings() {
    let game = minishogi();
    let mut setup = game.variant().start_setup(None).unwrap();
    let stays = |piece: PieceType| ["K", "P"].contains(&&*game.variant().pieces[piece.index()].id);
    for square in &mut setup.board {
        *square = square.filter(|(_, piece)| stays(*piece));
    }
    let start = game.open(&Opening::Setup(setup)).unwrap();
    let settings = Settings { nodes: 60, random_plies: 2, ..Settings::default() };
    let player = Player::new(&game, &AnyEngine::new(&game), settings);
    let mut player = player.with_starts(vec![start]);
    let samples: Vec<Sample> = (0..20).flat_map(|seed| player.play(seed).unwrap()).collect();
    let held = |sample: &Sample| sample.hands.iter().map(|held| usize::from(held.2)).sum::<usize>();
    assert!(samples.len() > 20);
    assert!(samples.iter().all(|sample| sample.pieces.len() + held(sample) == 4));
}

/// The inputs of a position, followed by an engine or read from a file, are the same.
#[test]
fn a_sample_has_the_inputs_of_its_position() {
    for id in ["minishogi", "shogi", "chess", "raichu", "spartan"] {
        let game = library_game(id);
        let mut play = game.open(&Opening::Usual).unwrap();
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..150 {
            let moves = play.legal_moves();
            let Some(m) = random.choice(&moves) else { break };
            play.push(*m);
            let (mut bytes, shape) = (Vec::new(), Shape::of(game.variant()));
            Sample::of(&play, [0; 2]).pack(shape.squares, &mut bytes);
            let (packed, _) = Packed::split(shape.squares, &bytes).unwrap();
            assert!(packed.fits(shape), "{id}");
            for (sight, view) in [(Sight::Squares, Color::First), (Sight::Kings, Color::Second)] {
                let inputs = Inputs::of(game.variant(), sight);
                let (mut read, mut active) = (Vec::new(), Vec::new());
                packed.inputs(&inputs, view, &mut read);
                any_size!(AnyPlay, &play, play => {
                    inputs.active(play.position(), view, &mut active);
                });
                read.sort_unstable();
                active.sort_unstable();
                assert_eq!(read, active, "{id} {sight:?}");
                assert!(active.iter().all(|input| (*input as usize) < inputs.count()), "{id}");
            }
        }
    }
}

#[test]
fn a_file_that_was_cut_off_goes_on_after_its_last_whole_game() {
    let game = minishogi();
    let path = file("cut.games");
    played(&game, &path, 6);
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 5]).unwrap();
    let writer = Writer::open(&path, kind(&game, 1)).unwrap();
    assert!((1..6).contains(&writer.games()));
    // The seed is the number of the game: the same one again.
    drop(writer);
    played(&game, &path, 6);
    assert_eq!(std::fs::read(&path).unwrap(), whole);
}

/// Whatever a file holds, it is read or refused, and a refused one stays as it is.
#[test]
fn a_file_of_another_game_is_refused() {
    let (game, path) = (minishogi(), file("foreign.games"));
    let kind = kind(&game, 1);
    played(&game, &path, 6);
    let whole = std::fs::read(&path).unwrap();
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..300 {
        let mut bytes = whole.clone();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..bytes.len().min(400));
            bytes[at] = random.u8(..);
        }
        std::fs::write(&path, &bytes).unwrap();
        let files = [path.clone()];
        match Samples::read(kind, &files, &mut Seen::default()) {
            Ok(samples) => {
                let inputs = Inputs::of(game.variant(), Sight::Kings);
                let mut active = Vec::new();
                for number in samples.train().iter().chain(samples.held_out()) {
                    samples.get(*number).inputs(&inputs, Color::Second, &mut active);
                    assert!(active.iter().all(|input| (*input as usize) < inputs.count()));
                }
            }
            Err(StoreError::Io { error, .. }) => panic!("{error}"),
            Err(error) => {
                if let StoreError::Foreign { at, .. } = error {
                    assert!(at < bytes.len());
                }
                Writer::open(&path, kind).unwrap_err();
                assert_eq!(std::fs::read(&path).unwrap(), bytes);
            }
        }
    }
}

#[test]
fn a_refused_file_is_told_of() {
    let (game, path) = (minishogi(), file("refused.games"));
    let (kind, other) = (kind(&game, 1), kind(&game, 2));
    played(&game, &path, 3);
    let whole = std::fs::read(&path).unwrap();
    let few = Kind { shape: Shape { types: 3, ..kind.shape }, ..kind };
    // As a machine may leave it that was switched off while it wrote: the last position of a game is all zeros.
    let zeros = [&whole[..whole.len() - 40], &[0; 400]].concat();
    for (bytes, kind, message) in [
        (&whole[..], few, "byte"),
        (&whole[..], other, "were played by other rules"),
        (&b"anything else, as long as a head"[..], kind, "is no file of games"),
        (&zeros[..], kind, "here is no position of this game"),
    ] {
        std::fs::write(&path, bytes).unwrap();
        let files = std::slice::from_ref(&path);
        let read = Samples::read(kind, files, &mut Seen::default()).unwrap_err();
        let opened = Writer::open(&path, kind).unwrap_err();
        assert_eq!(read.to_string(), opened.to_string());
        assert!(read.to_string().contains(message), "{read}");
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }
    // Cut off in its head, it holds nothing yet.
    std::fs::write(&path, &whole[..9]).unwrap();
    assert_eq!(Writer::open(&path, kind).unwrap().games(), 0);
    played(&game, &path, 3);
    assert_eq!(std::fs::read(&path).unwrap(), whole);
}

/// A game with a long past is as long as any other one.
#[test]
fn plies_count_from_the_opening() {
    let game = minishogi();
    let mut setup = game.variant().start_setup(None).unwrap();
    setup.ply = 900;
    let start = game.open(&Opening::Setup(setup)).unwrap();
    let settings = Settings { nodes: 60, random_plies: 2, ..Settings::default() };
    let player = Player::new(&game, &AnyEngine::new(&game), settings);
    let mut player = player.with_starts(vec![start]);
    assert!((0..5).any(|seed| player.play(seed).unwrap().len() > 5));
}

#[test]
fn positions_that_come_twice_count_once() {
    let (game, path) = (minishogi(), file("twice.games"));
    let engine = AnyEngine::new(&game);
    let settings = Settings { nodes: 60, ..Settings::default() };
    let mut player = Player::new(&game, &engine, settings);
    let samples = (0..).map(|seed| player.play(seed).unwrap()).find(|game| game.len() > 5).unwrap();
    let mut writer = Writer::open(&path, kind(&game, 1)).unwrap();
    let mut seen = Seen::default();
    assert_eq!(writer.write(&samples, &mut seen).unwrap(), samples.len());
    assert_eq!(writer.write(&samples, &mut seen).unwrap(), 0);
    assert_eq!(writer.write(&[], &mut seen).unwrap(), 0);
    assert_eq!(writer.games(), 3);
    let read = Samples::read(kind(&game, 1), &[path], &mut Seen::default()).unwrap();
    assert_eq!((read.train().len(), read.games()), (samples.len(), 1));
}

#[test]
fn a_net_predicts_games_that_it_has_not_seen() {
    let game = minishogi();
    let path = file("learn.games");
    played(&game, &path, 2_000);
    let samples = Samples::read(kind(&game, 1), &[path], &mut Seen::default()).unwrap();
    let plan = Plan { threads: 2, hidden: 16, ..Plan::for_samples(samples.train().len()) };
    let (plan, trained) = train_in_several_ways(game.variant(), &samples, plan, |_, _| true);
    let Trained { weights, scale, loss, before } = trained;
    assert!(loss < before - 0.003, "{loss} {before}");

    // In whole numbers, and back from a file.
    let header = Header {
        game: "minishogi".into(),
        rules: 7,
        hidden: plan.hidden,
        buckets: plan.buckets,
        sight: plan.sight,
        scale,
        license: "CC0".into(),
        learnt: Vec::new(),
    };
    let net = Net::new(game.variant(), header, weights).unwrap();
    let bytes = net.to_bytes();
    let read = Net::parse(&bytes, game.variant(), 7).unwrap();
    assert_eq!(read, net);
    for (damaged, rules) in
        [(&bytes[..bytes.len() - 1], 7), (&bytes[..], 8), (&bytes[..20], 7), (b"", 7)]
    {
        Net::parse(damaged, game.variant(), rules).unwrap_err();
    }

    // A side that has given a rook away is behind in its eyes, too.
    let engine = AnyEngine::new(&game).with_net(Some(&Arc::new(read)));
    let play = game.open(&Opening::Usual).unwrap();
    let even = engine.evaluate(&play).0;
    assert!(even.abs() < 300, "{even}");
}
