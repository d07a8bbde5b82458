//! How many websockets each address has.

use crate::address::Address;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The websockets that are open.
pub(super) struct Sockets {
    most: usize,
    open: Mutex<HashMap<Address, usize>>,
}

/// A websocket's place; it is given back when this is dropped.
pub(super) struct SocketPlace {
    sockets: Arc<Sockets>,
    address: Address,
}

impl Sockets {
    /// So many for each address.
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Sockets { most, open: Mutex::default() })
    }

    /// A place for one more; `None` if the address has enough.
    pub(super) fn take(self: &Arc<Self>, address: Address) -> Option<SocketPlace> {
        let mut open = self.open();
        let count = open.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(SocketPlace { sockets: Arc::clone(self), address })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Address, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for SocketPlace {
    fn drop(&mut self) {
        let mut open = self.sockets.open();
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}
