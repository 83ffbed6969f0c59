package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.ip.Subnet;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/// One address that the guest reports, and whether any Node may have it. The settings of the configuration apply
/// later, in [AddressTypeRules].
///
/// @param nic   the interface that has it
/// @param position the position of that interface in the report
record AddressCandidate(GuestAddress address, GuestNic nic, int position, Verdict verdict) {
    /// Whether an address may become a Node's, and why not.
    enum Verdict {
        USABLE("usable"),
        NO_VIRTUAL_NIC("not on a virtual NIC"),
        UNSPECIFIED("unspecified"),
        LOOPBACK("loopback"),
        LINK_LOCAL("link-local"),
        LINK_LOCAL_MULTICAST("link-local multicast");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /// Returns the addresses of these interfaces in the guest's order.
    static List<AddressCandidate> ofNics(List<GuestNic> nics) {
        var candidates = new ArrayList<AddressCandidate>();
        for (int place = 0; place < nics.size(); place++) {
            GuestNic nic = nics.get(place);
            for (GuestAddress address : nic.addresses()) {
                candidates.add(new AddressCandidate(address, nic, place, evaluate(nic, address.ip())));
            }
        }
        return List.copyOf(candidates);
    }

    InetAddress ip() {
        return address.ip();
    }

    String text() {
        return address.text();
    }

    boolean isUsable() {
        return verdict == Verdict.USABLE;
    }

    boolean isOf(IpFamily family) {
        return family.contains(ip());
    }

    boolean isIn(Subnet subnet) {
        return subnet.contains(ip());
    }

    /// Returns the address with a remark, as in `10.1.0.5 (in 10.0.0.0/8)`.
    String with(String remark) {
        return text() + " (" + remark + ")";
    }

    /// Returns `10.1.0.5 (IPv4)` if the address is usable, else `fe80::1 (link-local)`.
    @Override
    public String toString() {
        return with(isUsable() ? IpFamily.of(ip()).toString() : verdict.toString());
    }

    /// Rule from: cloud-provider-vsphere, nodemanager.go, ErrOnLocalOnlyIPAddr. Addresses of wider multicast
    /// scopes are accepted there, and therefore here.
    private static Verdict evaluate(GuestNic nic, InetAddress ip) {
        if (!nic.isVirtualDevice()) {
            return Verdict.NO_VIRTUAL_NIC;
        }
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
