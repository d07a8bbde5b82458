//! Ending with whoever reads the output.

/// Ends the program as soon as nobody reads its output any more, also while it works on something and
/// writes nothing. What has been written before has been read, or nobody wants it.
#[cfg(unix)]
pub(crate) fn end_with_the_output() {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let watch = || {
        let output = std::io::stdout();
        let gone = PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL;
        loop {
            // These are told whatever is asked for.
            let mut watched = [PollFd::new(&output, PollFlags::empty())];
            match poll(&mut watched, None) {
                Ok(_) if watched[0].revents().intersects(gone) => std::process::exit(0),
                Ok(_) | Err(Errno::INTR) => {}
                Err(_) => return,
            }
        }
    };
    // Without a thread the end is noticed at the next answer.
    let _ = std::thread::Builder::new().spawn(watch);
}

/// Elsewhere the end is noticed at the next answer.
#[cfg(not(unix))]
pub(crate) fn end_with_the_output() {}
