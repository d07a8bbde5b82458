//! What is counted and measured, in the form of Prometheus.

use ::metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;
use std::time::Duration;

/// Where the numbers are read from; one for the whole program.
static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Bounds of the buckets of everything that takes time, in seconds.
const SECONDS: [f64; 12] =
    [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0];

/// How often what was measured is added up.
const UPKEEP: Duration = Duration::from_secs(5);

/// Begins to count.
pub(crate) fn install() {
    HANDLE.get_or_init(|| {
        let recorder = PrometheusBuilder::new().set_buckets(&SECONDS).ok()?;
        recorder.install_recorder().ok()
    });
    // What has not happened yet is there too, so that an alert finds it.
    for name in ["komadai_games_live", "komadai_sockets", "komadai_searches_waiting"] {
        gauge!(name).increment(0.0);
    }
    for name in ["komadai_writes_total", "komadai_games_created_total", "komadai_moves_total"] {
        counter!(name).increment(0);
    }
}

/// Adds up what was measured, from time to time, for ever: until then every single time is kept.
pub(crate) async fn keep_up() {
    loop {
        tokio::time::sleep(UPKEEP).await;
        if let Some(Some(handle)) = HANDLE.get() {
            handle.run_upkeep();
        }
    }
}

/// Everything counted so far.
pub(crate) fn render() -> String {
    match HANDLE.get() {
        Some(Some(handle)) => {
            handle.run_upkeep();
            handle.render()
        }
        _ => String::new(),
    }
}

/// Jobs were written in one commit.
pub(crate) fn committed(jobs: usize, took: Duration) {
    counter!("komadai_writes_total").increment(jobs as u64);
    histogram!("komadai_commit_seconds").record(took.as_secs_f64());
}

/// A game was set up.
pub(crate) fn game_created() {
    counter!("komadai_games_created_total").increment(1);
}

/// A move was played.
pub(crate) fn moved() {
    counter!("komadai_moves_total").increment(1);
}

/// So many games are in memory.
pub(crate) fn games(count: usize) {
    gauge!("komadai_games_live").set(count as f64);
}

/// A websocket was opened (1) or closed (-1).
pub(crate) fn sockets(change: f64) {
    gauge!("komadai_sockets").increment(change);
}

/// So many searches wait for a thread.
pub(crate) fn searches_waiting(count: usize) {
    gauge!("komadai_searches_waiting").set(count as f64);
}

/// A search is over.
pub(crate) fn searched(took: Duration) {
    histogram!("komadai_search_seconds").record(took.as_secs_f64());
}

/// A request was answered.
pub(crate) fn answered(path: &str, status: u16, took: Duration) {
    let labels = [("path", path.to_owned()), ("status", status.to_string())];
    histogram!("komadai_http_seconds", &labels).record(took.as_secs_f64());
}
