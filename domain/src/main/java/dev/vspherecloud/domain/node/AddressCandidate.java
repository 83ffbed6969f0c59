package dev.vspherecloud.domain.node;

import java.net.InetAddress;

/// One address of the guest's report and what the rules say of it.
///
/// @param nic the interface that holds it
record AddressCandidate(GuestAddress address, GuestNic nic, Verdict verdict) {
    /// Why an address may or may not become a Node's.
    enum Verdict {
        USABLE("usable"),
        NOT_A_VIRTUAL_NIC("not on a virtual NIC"),
        UNSPECIFIED("unspecified"),
        LOOPBACK("loopback"),
        LINK_LOCAL("link-local"),
        LINK_LOCAL_MULTICAST("link-local multicast");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }
    }

    static AddressCandidate judge(GuestAddress address, GuestNic nic) {
        return new AddressCandidate(
                address, nic, nic.isVirtualDevice() ? verdictOn(address.ip()) : Verdict.NOT_A_VIRTUAL_NIC);
    }

    boolean isUsable() {
        return verdict == Verdict.USABLE;
    }

    @Override
    public String toString() {
        return address.text() + " (" + verdict.words + ")";
    }

    /// Rule from: cloud-provider-vsphere, nodemanager.go, collectNonVNICDevices and the filters after it. Addresses
    /// of wider multicast scopes pass there, and so here.
    private static Verdict verdictOn(InetAddress ip) {
        if (ip.isAnyLocalAddress()) {
            return Verdict.UNSPECIFIED;
        }
        if (ip.isLoopbackAddress()) {
            return Verdict.LOOPBACK;
        }
        if (ip.isLinkLocalAddress()) {
            return Verdict.LINK_LOCAL;
        }
        return ip.isMCLinkLocal() ? Verdict.LINK_LOCAL_MULTICAST : Verdict.USABLE;
    }
}
