//! Where somebody comes from: what limits and shares are counted by.

use std::net::{IpAddr, Ipv6Addr};

/// Where a request comes from. A network of IPv6 (/48) counts as one, since that is what one line may have;
/// where a provider gives less, those who share it are no more than share an address of IPv4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address(IpAddr);

/// Whom something is done for; `None` where nobody has asked since the server was started.
pub(crate) type Owner = Option<Address>;

impl From<IpAddr> for Address {
    fn from(ip: IpAddr) -> Self {
        Address(match ip.to_canonical() {
            IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from(u128::from(ip) >> 80 << 80)),
            ip => ip,
        })
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_network_is_one_address() {
        let address = |text: &str| Address::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff"));
        assert_eq!(address("2001:db8::1"), address("2001:db8:0:ffff::1"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:1::1"));
        assert_eq!(address("192.0.2.1"), address("::ffff:192.0.2.1"));
        assert_ne!(address("192.0.2.1"), address("192.0.2.2"));
    }
}
