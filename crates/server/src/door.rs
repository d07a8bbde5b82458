//! The door: which connections are let in, and how long they may stay without saying anything.
//!
//! When all places are taken, a connection that only holds one loses it to the next that comes: one that
//! is asked nothing, and else one that has long been saying what it wants and has not finished. Where
//! there is none, whoever has most of the places gives one to who has fewer: some address always has
//! most, but none has nearly all for long.

use crate::address::Address;
use crate::flow::{Brake, Flow};
use crate::rates::Rate;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::{Body as _, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

/// A connection that has just been answered keeps its place for so long.
const ANSWERED: Duration = Duration::from_secs(2);
/// A request that has not come whole after so long may lose its place.
const SLOW: Duration = Duration::from_secs(2);
/// How long nobody is let in when the system provides no connection.
const BREATH: Duration = Duration::from_millis(100);
/// Files that are not places: the database, pages, variant files...
const OTHER_FILES: u64 = 100;
/// ... and connections that have been sent away and are not closed yet. Whoever comes waits while there are
/// more, which is not for long.
const MOST_LEAVING: usize = 50;

/// Bytes of a request that are read at once, its head whole.
const MOST_HEAD: usize = 64 << 10;

/// With fewer places than this and than were asked for, whoever runs the server should know.
const ENOUGH: usize = 1_000;

/// How many connections there may be.
#[derive(Clone)]
pub(crate) struct Places {
    pub(crate) all: usize,
    /// From one address; `None` where all come from a proxy's.
    pub(crate) of_an_address: Option<usize>,
    /// How often an address may come; `None` as above. Whoever comes beside a thousand connections that are only
    /// opened and closed would else wait until each of them has been answered.
    pub(crate) coming: Option<Rate>,
    /// How long a connection may take to say what it wants, and to take what it gets.
    pub(crate) patience: Duration,
}

impl Places {
    /// No more than the system has files for, of which it is asked for as many as it gives.
    pub(crate) fn within_files(mut self) -> Self {
        let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(u64::MAX);
        let free = files.saturating_sub(OTHER_FILES).max(files / 2);
        let free = usize::try_from(free).unwrap_or(usize::MAX);
        if free < self.all.min(ENOUGH) {
            tracing::warn!(files, "there are fewer places for connections: raise LimitNOFILE");
        }
        self.all = self.all.min(free).max(1);
        self
    }
}

/// Who is inside, and what those who come in get.
pub(crate) struct Door {
    places: Places,
    router: Router,
    /// Cancelled when everybody is to go.
    stop: CancellationToken,
    inside: Mutex<Inside>,
    /// One that was sent away has gone.
    gone: Notify,
}

#[derive(Default)]
struct Inside {
    next: u64,
    guests: HashMap<u64, Guest>,
    /// How many have been sent away and still hold their files.
    leaving: usize,
}

/// A connection.
struct Guest {
    address: Address,
    /// Requests that are being answered, websockets included.
    busy: usize,
    /// Since when the request that has not come whole yet is coming.
    coming: Option<Instant>,
    /// When the last one was answered; `None` before the first.
    answered: Option<Instant>,
    came: Instant,
    leave: CancellationToken,
}

/// A connection's place. It is given back when the last part of the connection is dropped.
struct Place {
    door: Arc<Door>,
    number: u64,
    brake: Brake,
    /// Cancelled when it is to be given to somebody else.
    leave: CancellationToken,
}

/// A request that is being answered: its connection keeps its place as long as this lives.
#[derive(Clone)]
pub(crate) struct Busy(Arc<BusyPlace>);

struct BusyPlace {
    place: Arc<Place>,
}

impl Busy {
    /// Waits until the connection is to give its place to somebody else.
    pub(crate) async fn sent_away(&self) {
        self.0.place.leave.cancelled().await;
    }

    /// From now on the connection is read slowly: it sends what no limit on requests counts.
    pub(crate) fn slow_down(&self) {
        self.0.place.brake.pull();
    }
}

impl Door {
    pub(crate) fn new(places: Places, router: Router, stop: CancellationToken) -> Arc<Self> {
        Arc::new(Door { places, router, stop, inside: Mutex::default(), gone: Notify::new() })
    }

    /// Lets a connection in and answers it to its end. Who is not let in is hung up on.
    pub(crate) async fn receive(
        self: &Arc<Self>,
        stream: impl AsyncRead + AsyncWrite + Send + 'static,
        peer: SocketAddr,
    ) {
        if let Some(place) = self.enter(peer.ip().into()) {
            answer(stream, peer, place).await;
        }
    }

    /// Waits until so many of those who were sent away have gone that somebody may come in.
    async fn opens(&self) {
        while self.inside().leaving >= MOST_LEAVING {
            self.gone.notified().await;
        }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection in, if need be instead of one that only holds a place.
    fn enter(self: &Arc<Self>, address: Address) -> Option<Arc<Place>> {
        if let Some(rate) = &self.places.coming {
            rate.count(address).ok()?;
        }
        let mut inside = self.inside();
        if let Some(most) = self.places.of_an_address
            && inside.count(address) >= most
        {
            inside.make_room(|guest| guest.address == address)?;
        }
        if inside.guests.len() >= self.places.all {
            let counts = inside.counts();
            let count = |address| counts.get(&address).copied().unwrap_or_default();
            let greedy = *counts.iter().max_by_key(|(_, count)| **count)?.0;
            let more = count(greedy) > count(address) + 1;
            inside.make_room(|guest| guest.address == greedy).or_else(|| match more {
                true => inside.send_away_from(greedy),
                // Nobody takes a place from somebody else who has no more of them.
                false => inside.make_room(|guest| {
                    guest.address == address || count(guest.address) > count(address)
                }),
            })?;
        }
        let (number, leave) = (inside.next, CancellationToken::new());
        inside.next += 1;
        let (coming, answered, came) = (None, None, Instant::now());
        let guest = Guest { address, busy: 0, coming, answered, came, leave: leave.clone() };
        inside.guests.insert(number, guest);
        drop(inside);
        let place = Place { door: Arc::clone(self), number, brake: Brake::default(), leave };
        Some(Arc::new(place))
    }
}

impl Inside {
    fn count(&self, address: Address) -> usize {
        self.guests.values().filter(|guest| guest.address == address).count()
    }

    /// How many connections each address has.
    fn counts(&self) -> HashMap<Address, usize> {
        let mut counts: HashMap<Address, usize> = HashMap::new();
        for guest in self.guests.values() {
            *counts.entry(guest.address).or_default() += 1;
        }
        counts
    }

    /// Sends away a connection of an address: of those that are asked nothing the one that was answered
    /// first, even if that was just now, and else the one that came first. Who asks all the time, or
    /// watches much, must not keep out who has nothing.
    fn send_away_from(&mut self, address: Address) -> Option<()> {
        let guests = self.guests.iter().filter(|(_, guest)| guest.address == address);
        let number = *guests.min_by_key(|(_, guest)| (guest.busy, guest.answered, guest.came))?.0;
        self.send_away(number)
    }

    fn send_away(&mut self, number: u64) -> Option<()> {
        self.guests.remove(&number)?.leave.cancel();
        self.leaving += 1;
        Some(())
    }

    /// Sends away the connection among some that has been idle longest, or else the one whose request
    /// has been coming longest; `None` if all are busy.
    fn make_room(&mut self, among: impl Fn(&Guest) -> bool) -> Option<()> {
        let guests = || self.guests.iter().filter(|(_, guest)| among(guest));
        let idle = guests().filter(|(_, guest)| guest.is_idle());
        let idle = idle.min_by_key(|(_, guest)| guest.answered.unwrap_or(guest.came));
        let slow = || guests().filter(|(_, guest)| guest.is_slow());
        let leaves = idle.or_else(|| slow().min_by_key(|(_, guest)| guest.coming));
        self.send_away(*leaves?.0)
    }
}

impl Guest {
    fn is_idle(&self) -> bool {
        self.busy == 0 && self.answered.is_none_or(|at| at.elapsed() >= ANSWERED)
    }

    fn is_slow(&self) -> bool {
        self.coming.is_some_and(|since| since.elapsed() >= SLOW)
    }
}

impl Place {
    fn busy(self: &Arc<Self>) -> Busy {
        // One that has been sent away is not there any more.
        if let Some(guest) = self.door.inside().guests.get_mut(&self.number) {
            guest.busy += 1;
        }
        Busy(Arc::new(BusyPlace { place: Arc::clone(self) }))
    }

    /// The body of a request that comes; until all of it has, the connection keeps nobody busy.
    fn receives(self: &Arc<Self>, body: Incoming) -> Coming {
        let mut coming = Coming { body, place: Arc::clone(self) };
        coming.note((!coming.body.is_end_stream()).then(Instant::now));
        coming
    }
}

/// The body of a request that may still be coming.
struct Coming {
    body: Incoming,
    place: Arc<Place>,
}

impl Coming {
    fn note(&mut self, since: Option<Instant>) {
        if let Some(guest) = self.place.door.inside().guests.get_mut(&self.place.number) {
            guest.coming = since;
        }
    }
}

impl hyper::body::Body for Coming {
    type Data = <Incoming as hyper::body::Body>::Data;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            self.note(None);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Coming {
    fn drop(&mut self) {
        self.note(None);
    }
}

impl Drop for BusyPlace {
    fn drop(&mut self) {
        if let Some(guest) = self.place.door.inside().guests.get_mut(&self.place.number) {
            guest.busy -= 1;
            guest.answered = Some(Instant::now());
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inside = self.door.inside();
        if inside.guests.remove(&self.number).is_none() {
            inside.leaving -= 1;
            self.door.gone.notify_one();
        }
    }
}

/// Lets connections in and answers them, until it is to stop; then they may finish what they do.
pub(crate) async fn serve(listener: TcpListener, door: Arc<Door>) {
    let connections = TaskTracker::new();
    loop {
        let accepted = async {
            door.opens().await;
            listener.accept().await
        };
        let accepted = tokio::select! {
            () = door.stop.cancelled() => break,
            accepted = accepted => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                if !is_of_one_connection(&error) {
                    tracing::warn!(%error, "no connection can be let in");
                    tokio::time::sleep(BREATH).await;
                }
                continue;
            }
        };
        // Moves are short and urgent. Without it they only come later.
        let _ = stream.set_nodelay(true);
        // Who is not let in is hung up on.
        if let Some(place) = door.enter(peer.ip().into()) {
            connections.spawn(answer(stream, peer, place));
        }
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

/// Whether only the connection is lost that was about to be let in.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers the requests of a connection.
async fn answer(
    stream: impl AsyncRead + AsyncWrite + Send + 'static,
    peer: SocketAddr,
    place: Arc<Place>,
) {
    let (door, leave) = (Arc::clone(&place.door), place.leave.clone());
    let patience = door.places.patience;
    let stream = Flow::new(Box::pin(stream), place.brake.clone());
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience));
    // Websockets are silent for longer: they are asked every now and then whether they are there.
    stream.set_read_timeout(Some(patience * 9 / 2));
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let (router, busy, place) = (door.router.clone(), place.busy(), Arc::clone(&place));
        async move {
            let mut request = request.map(|body| Body::new(place.receives(body)));
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(busy.clone());
            let response = router.oneshot(request).await;
            drop(busy);
            response
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // The next request must come in this time, too.
        .header_read_timeout(patience)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    // Connections break for many reasons, none of which matters to anybody else.
    tokio::select! {
        // Whoever is to leave is not answered first: it might stay for long with what it asks.
        biased;
        () = leave.cancelled() => {}
        _ = connection.as_mut() => {}
        () = door.stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn address(number: u8) -> Address {
        IpAddr::from([192, 0, 2, number]).into()
    }

    fn door(all: usize, of_an_address: usize) -> Arc<Door> {
        let patience = Duration::from_secs(1);
        let places = Places { all, of_an_address: Some(of_an_address), coming: None, patience };
        Door::new(places, Router::new(), CancellationToken::new())
    }

    fn is_sent_away(place: &Place) -> bool {
        place.leave.is_cancelled()
    }

    #[test]
    fn who_only_holds_a_place_loses_it() {
        let door = door(2, 2);
        let first = door.enter(address(1)).unwrap();
        let second = door.enter(address(1)).unwrap();
        let busy = second.busy();
        let third = door.enter(address(2)).unwrap();
        assert!(is_sent_away(&first) && !is_sent_away(&second));
        // It is the next to go, and then all are busy or just answered.
        let fourth = door.enter(address(2)).unwrap();
        assert!(is_sent_away(&third));
        let _also_busy = fourth.busy();
        assert!(door.enter(address(3)).is_none());
        drop(busy);
        assert!(door.enter(address(3)).is_none(), "it was answered just now");
    }

    /// It must not stay for what it asks at that moment: a websocket could stay for ever.
    #[test]
    fn who_was_sent_away_stays_sent_away_whatever_it_asks() {
        let door = door(1, 1);
        let first = door.enter(address(1)).unwrap();
        let _second = door.enter(address(1)).unwrap();
        assert!(is_sent_away(&first.busy().0.place));
    }

    #[test]
    fn who_does_not_finish_a_request_loses_the_place() {
        let door = door(2, 2);
        let first = door.enter(address(1)).unwrap();
        let second = door.enter(address(2)).unwrap();
        let _both_busy = [first.busy(), second.busy()];
        let comes = |place: &Place, since| {
            door.inside().guests.get_mut(&place.number).unwrap().coming = since;
        };
        comes(&first, Some(Instant::now()));
        assert!(door.enter(address(3)).is_none(), "it has just begun");
        comes(&first, Instant::now().checked_sub(SLOW));
        let _third = door.enter(address(3)).unwrap();
        assert!(is_sent_away(&first) && !is_sent_away(&second));
    }

    #[test]
    fn who_watches_much_keeps_nobody_out() {
        let door = door(3, 3);
        let inside: Vec<_> = (0..3).map(|_| door.enter(address(1)).unwrap()).collect();
        let watching: Vec<_> = inside.iter().map(Place::busy).collect();
        let newcomer = door.enter(address(2)).unwrap();
        let _busy = newcomer.busy();
        let sent_away = |busy: &Busy| is_sent_away(&busy.0.place);
        let away: Vec<bool> = watching.iter().map(sent_away).collect();
        assert_eq!(away, [true, false, false], "the one that came first");
        assert!(door.enter(address(1)).is_none(), "it has most of the places still");
        assert!(door.enter(address(2)).is_none(), "it would have as many");
        assert!(!is_sent_away(&newcomer));
    }

    #[test]
    fn who_has_many_places_takes_none_from_who_has_few() {
        let door = door(5, 5);
        let greedy: Vec<_> = [1, 1, 2, 2].map(|n| door.enter(address(n)).unwrap()).into();
        let _busy: Vec<_> = greedy.iter().map(Place::busy).collect();
        let newcomer = door.enter(address(3)).unwrap();
        for number in [1, 2] {
            assert!(door.enter(address(number)).is_none());
        }
        assert!(!is_sent_away(&newcomer), "it has only just come");
    }

    #[test]
    fn who_asks_all_the_time_keeps_nobody_out() {
        let door = door(3, 3);
        let inside: Vec<_> = (0..3).map(|_| door.enter(address(1)).unwrap()).collect();
        for place in &inside {
            drop(place.busy());
        }
        let _newcomer = door.enter(address(2)).unwrap();
        assert!(is_sent_away(&inside[0]));
        assert!(door.enter(address(1)).is_none(), "it has most of the places still");
    }

    #[tokio::test]
    async fn whoever_comes_waits_for_those_who_leave() {
        let door = door(1, 1);
        let enter = |number| door.enter(address(number)).unwrap();
        let mut leaving: Vec<_> = (0..51).map(enter).collect();
        let opens = || async {
            tokio::time::timeout(Duration::from_millis(20), door.opens()).await.is_ok()
        };
        assert!(!opens().await, "fifty are still leaving");
        let _last = leaving.pop();
        leaving.pop();
        assert!(opens().await);
        drop(leaving);
        assert_eq!(door.inside().leaving, 0);
    }

    #[tokio::test]
    async fn who_comes_too_often_is_not_let_in() {
        let coming = Some(Rate::per_second(1));
        let patience = Duration::from_secs(1);
        let places = Places { all: 100, of_an_address: Some(100), coming, patience };
        let door = Door::new(places, Router::new(), CancellationToken::new());
        let entered = (0..30).filter(|_| door.enter(address(1)).is_some()).count();
        assert!((10..=11).contains(&entered), "{entered}");
        assert!(door.enter(address(2)).is_some());
    }

    #[test]
    fn an_address_has_its_places_and_no_more() {
        let door = door(10, 1);
        let place = door.enter(address(1)).unwrap();
        let _busy = place.busy();
        assert!(door.enter(address(1)).is_none());
        let other = door.enter(address(2)).unwrap();
        drop(other);
        assert!(door.enter(address(2)).is_some());
    }
}
