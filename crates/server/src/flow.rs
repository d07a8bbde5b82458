//! How much a connection may send in the long run.
//!
//! A message that never ends is never heard, however much comes of it: what counts messages does not see
//! it. This counts bytes, below everything that reads them.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// Bytes a second.
const PACE: u32 = 32 * 1024;
/// So much more may come at once, told as the time in which it comes at that pace.
const BURST: Duration = Duration::from_secs(2);
/// Slows a connection down from now on.
#[derive(Clone, Default)]
pub(crate) struct Brake(Arc<AtomicBool>);

impl Brake {
    /// For what has no limit of its own.
    pub(crate) fn pull(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A connection of which no more than some bytes a second are read once its brake is pulled.
pub(crate) struct Flow<S> {
    stream: S,
    brake: Brake,
    /// When all that has been read would have come at the pace.
    paid: Instant,
    /// Until when nothing is read.
    rest: Pin<Box<Sleep>>,
}

impl<S> Flow<S> {
    pub(crate) fn new(stream: S, brake: Brake) -> Self {
        let now = Instant::now();
        Flow { stream, brake, paid: now, rest: Box::pin(tokio::time::sleep_until(now)) }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Flow<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.brake.0.load(Ordering::Relaxed) {
            return Pin::new(&mut self.stream).poll_read(context, buffer);
        }
        ready!(self.rest.as_mut().poll(context));
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let count = u32::try_from(buffer.filled().len() - before).unwrap_or(u32::MAX);
        let now = Instant::now();
        self.paid = self.paid.max(now) + Duration::from_secs(1) * count / PACE;
        if let Some(until) = self.paid.checked_sub(BURST).filter(|until| *until > now) {
            self.rest.as_mut().reset(until);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Flow<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    /// How many bytes come through in ten seconds where as many are sent as go.
    async fn check(brake: Brake) -> usize {
        let (mut sender, receiver) = tokio::io::duplex(64 * 1024);
        tokio::spawn(async move { while sender.write_all(&[0; 1024]).await.is_ok() {} });
        let (mut flow, mut all, mut bytes) = (Flow::new(receiver, brake), 0, [0; 1024]);
        let end = Instant::now() + Duration::from_secs(10);
        while let Ok(Ok(count)) = tokio::time::timeout_at(end, flow.read(&mut bytes)).await {
            all += count;
            if all > 10_000_000 {
                break;
            }
        }
        all
    }

    #[tokio::test(start_paused = true)]
    async fn who_sends_without_end_is_read_slowly() {
        let brake = Brake::default();
        assert!(check(brake.clone()).await > 10_000_000, "nothing is counted yet");
        brake.pull();
        let all = check(brake).await;
        assert!((11 * 32 * 1024..=13 * 32 * 1024).contains(&all), "{all} bytes");
    }
}
