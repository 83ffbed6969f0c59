package dev.vspherecloud.domain.address;

import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import java.net.InetAddress;
import java.util.List;

/// One address that the guest reports on a virtual NIC, and whether any Node may have it. What the configuration says
/// of it comes after that, in [SideRules].
///
/// @param nic the interface that holds it
record AddressCandidate(GuestAddress address, GuestNic nic, Verdict verdict) {
    /// Why an address may or may not become a Node's.
    enum Verdict {
        USABLE("usable"),
        UNSPECIFIED("unspecified"),
        LOOPBACK("loopback"),
        LINK_LOCAL("link-local"),
        LINK_LOCAL_MULTICAST("link-local multicast");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }
    }

    /// In the guest's order.
    static List<AddressCandidate> on(List<GuestNic> nics) {
        return nics.stream()
                .flatMap(nic -> nic.addresses().stream()
                        .map(address -> new AddressCandidate(address, nic, verdictOn(address.ip()))))
                .toList();
    }

    boolean isUsable() {
        return verdict == Verdict.USABLE;
    }

    boolean isOf(IpFamily family) {
        return family.contains(address.ip());
    }

    boolean isIn(Subnet subnet) {
        return subnet.contains(address.ip());
    }

    /// `10.1.0.5 (in 10.0.0.0/8)`, for any remark.
    String with(String remark) {
        return address.text() + " (" + remark + ")";
    }

    /// `10.1.0.5 (IPv4)` when it is usable, else `fe80::1 (link-local)`.
    @Override
    public String toString() {
        return with(isUsable() ? IpFamily.of(address.ip()).toString() : verdict.words);
    }

    /// Rule from: cloud-provider-vsphere, nodemanager.go, ErrOnLocalOnlyIPAddr. Addresses of wider multicast scopes
    /// pass there, and so here.
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
