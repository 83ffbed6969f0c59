package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One report of a guest, held against the addresses that its Node has and what was reported before.
///
/// @param held what the Node has
record GuestReportEvaluation(
        Guest report, Hardware hardware, CurrentAddresses held, VirtualIpHints virtualIpHints, ReportHistory memory) {
    /// An interface that is not known; the keys of virtual devices are greater.
    private static final GuestNic NOWHERE = new GuestNic("", 0, List.of());

    /// What the report says of an address of the Node.
    enum Finding {
        REPORTED,

        /// Its interface has another address by now, or is no part of the VM any more.
        GONE,

        /// It is not there, and another address could be in its place: on another interface, or one that was beside
        /// it before. Only time tells whether the report is whole.
        CONTESTED,

        /// It is not there, and nothing is in its place: a bad report, as long as nothing else is known.
        LEFT_OUT
    }

    Finding on(InetAddress ip) {
        if (nicOf(ip).isPresent()) {
            return Finding.REPORTED;
        }
        List<AddressCandidate> heirs = heirs(ip);
        if (lastNic(ip).filter(nic -> hasLeft(nic) || isHandedOn(nic, heirs)).isPresent()) {
            return Finding.GONE;
        }
        return report.toolsRunning() && !heirs.isEmpty() ? Finding.CONTESTED : Finding.LEFT_OUT;
    }

    /// The interface that has the address now.
    Optional<GuestNic> nicOf(InetAddress ip) {
        return report.virtualNics().stream()
                .filter(nic -> nic.addresses().stream()
                        .anyMatch(address -> address.ip().equals(ip)))
                .findFirst();
    }

    /// The interface that had the address last. After a start nothing is remembered; a VM with one interface has it
    /// there.
    Optional<GuestNic> lastNic(InetAddress ip) {
        return Optional.ofNullable(memory.nics().get(ip)).or(this::onlyNic);
    }

    /// Without its addresses: which of them are new is not known.
    private Optional<GuestNic> onlyNic() {
        return hardware.nics() <= 1 && devices().size() == 1
                ? report.virtualNics().stream()
                        .findFirst()
                        .map(nic -> new GuestNic(nic.network(), nic.deviceKey(), nic.mac(), List.of()))
                : Optional.empty();
    }

    /// A report that is not whole lists fewer interfaces than the VM has.
    private boolean hasLeft(GuestNic nic) {
        Set<Integer> devices = devices();
        return hardware.nics() > 0 && devices.size() == hardware.nics() && !devices.contains(nic.deviceKey());
    }

    /// By its MAC address an interface of the guest is assigned to a device; a bridge may bear the same one.
    private Set<Integer> devices() {
        return report.virtualNics().stream()
                .map(GuestNic::deviceKey)
                .filter(key -> key > 0)
                .collect(Collectors.toSet());
    }

    /// One came when the other went. What was beside it before may just be what is left of it.
    private static boolean isHandedOn(GuestNic last, List<AddressCandidate> heirs) {
        return heirs.stream()
                .filter(heir -> heir.nic().deviceKey() == last.deviceKey())
                .anyMatch(heir -> last.addresses().stream()
                        .map(GuestAddress::ip)
                        .noneMatch(heir.address().ip()::equals));
    }

    /// What could be in the place of an address that is not reported: usable, of its family, not the Node's already,
    /// and not suspect of being virtual.
    private List<AddressCandidate> heirs(InetAddress ip) {
        var lost = new AddressCandidate(supposed(ip), lastNic(ip).orElse(NOWHERE), -1, AddressCandidate.Verdict.USABLE);
        return AddressCandidate.on(report.nics()).stream()
                .filter(candidate -> candidate.isUsable() && candidate.isOf(IpFamily.of(ip)))
                .filter(candidate -> !held.ips().contains(candidate.ip()))
                .filter(candidate -> !isSuspect(candidate, lost))
                .toList();
    }

    /// A sign that the lost address shows too is none. Where all addresses are those of Services, or all were dealt
    /// anew to the VMs, nothing speaks against any.
    private boolean isSuspect(AddressCandidate heir, AddressCandidate lost) {
        return Stream.of(VirtualIpHeuristic.values())
                .anyMatch(sign -> sign.on(heir, beside(lost)).isPresent()
                        && sign.on(lost, beside(heir)).isEmpty());
    }

    private NicContext beside(AddressCandidate other) {
        return new NicContext(List.of(other), report.gateways(), virtualIpHints);
    }

    /// The subnet of an address that was not reported since the start is not known. It was hardly one of one.
    private GuestAddress supposed(InetAddress ip) {
        return memory.address(ip)
                .orElseGet(() -> new GuestAddress(
                        held.text(ip),
                        ip,
                        OptionalInt.of(ip.getAddress().length * Byte.SIZE - 1),
                        GuestAddress.Origin.UNKNOWN,
                        GuestAddress.State.UNKNOWN));
    }

    /// As it was last reported, in the Node's spelling.
    private GuestAddress last(InetAddress ip) {
        String text = held.text(ip);
        return memory.address(ip)
                .map(last -> new GuestAddress(text, ip, last.prefixLength(), last.origin(), last.state()))
                .orElseGet(() -> new GuestAddress(text, ip));
    }

    /// The Node's host name, when the guest reports none.
    Optional<String> keptHostName() {
        return report.hostName().isBlank() ? held.hostName() : Optional.empty();
    }

    /// The report with these addresses in it, and with a host name if the Node has one. A report without any usable
    /// address stays as it is: it is taken for none, and what the Node has is not held against rules that it may
    /// not have been chosen by.
    Guest completed(List<InetAddress> kept) {
        if (AddressCandidate.on(report.nics()).stream().noneMatch(AddressCandidate::isUsable)) {
            return report;
        }
        List<GuestNic> nics = report.nics();
        for (InetAddress ip : kept.reversed()) {
            nics = with(last(ip), lastNic(ip).orElse(NOWHERE), nics);
        }
        return new Guest(
                keptHostName().orElse(report.hostName()),
                nics,
                report.toolsRunning(),
                report.gateways(),
                report.statics());
    }

    /// Puts an address first on its interface, which comes back when it is not in the report.
    private static List<GuestNic> with(GuestAddress address, GuestNic home, List<GuestNic> nics) {
        var completed = new ArrayList<>(nics);
        for (int i = 0; i < nics.size(); i++) {
            if (nics.get(i).deviceKey() == home.deviceKey()) {
                completed.set(i, with(address, nics.get(i)));
                return completed;
            }
        }
        completed.add(with(address, new GuestNic(home.network(), home.deviceKey(), home.mac(), List.of())));
        return completed;
    }

    private static GuestNic with(GuestAddress address, GuestNic nic) {
        var addresses = new ArrayList<GuestAddress>();
        addresses.add(address);
        addresses.addAll(nic.addresses());
        return new GuestNic(nic.network(), nic.deviceKey(), nic.mac(), addresses);
    }
}
