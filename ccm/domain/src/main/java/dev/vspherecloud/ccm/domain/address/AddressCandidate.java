package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.ip.Subnet;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/// One IP address that the guest reports, and the verdict whether a Node may use it. The verdict does not depend on
/// the configuration; [AddressTypeRules] applies the configured rules later.
///
/// @param nic the interface that has the address
/// @param position the position of that interface in the guest's report
record AddressCandidate(GuestAddress address, GuestNic nic, int position, Verdict verdict) {
    /// Says that a Node may use an address, or why no Node may use it.
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

    /// Returns the addresses of these interfaces as candidates, in the order in which the guest reports them.
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

    /// Returns the address followed by the remark in parentheses, for example `10.1.0.5 (in 10.0.0.0/8)`.
    String with(String remark) {
        return text() + " (" + remark + ")";
    }

    /// Returns `10.1.0.5 (IPv4)` for a usable address, and for example `fe80::1 (link-local)` for an address that
    /// no Node may use.
    @Override
    public String toString() {
        return with(isUsable() ? IpFamily.of(ip()).toString() : verdict.toString());
    }

    /// Returns whether a Node may use an address of this interface, or why not.
    ///
    /// Rule from: cloud-provider-vsphere, nodemanager.go, ErrOnLocalOnlyIPAddr. That function accepts multicast
    /// addresses with a wider scope than link-local, so this method accepts them too.
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
