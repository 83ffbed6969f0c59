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

/// Compares one report of a guest with the addresses of its Node and with earlier reports.
///
/// @param current the addresses that the Node has now
record GuestReportEvaluation(
        Guest report,
        Hardware hardware,
        CurrentAddresses current,
        VirtualIpHints virtualIpHints,
        ReportHistory history) {
    /// A placeholder for the interface of an address whose interface is not known. Its device key is 0; the keys of
    /// virtual devices are greater.
    private static final GuestNic UNKNOWN_NIC = new GuestNic("", 0, List.of());

    /// What a guest's report shows about an address that the Node has.
    enum Result {
        REPORTED,

        /// The address is missing: its interface has a new address instead, or was removed from the VM.
        GONE,

        /// The address is missing, and another address may have replaced it. That address is on another interface,
        /// or it was beside the missing one before. Only time shows whether the report is complete.
        REPLACED,

        /// The address is missing, and nothing has replaced it. So the report counts as incomplete.
        UNREPORTED
    }

    Result evaluate(InetAddress ip) {
        if (nicOf(ip).isPresent()) {
            return Result.REPORTED;
        }
        List<AddressCandidate> replacements = replacements(ip);
        if (lastNic(ip)
                .filter(nic -> isRemoved(nic) || isReplacedOn(nic, replacements))
                .isPresent()) {
            return Result.GONE;
        }
        return report.toolsRunning() && !replacements.isEmpty() ? Result.REPLACED : Result.UNREPORTED;
    }

    /// Returns the interface that has the address in this report.
    Optional<GuestNic> nicOf(InetAddress ip) {
        return report.virtualNics().stream()
                .filter(nic -> nic.addresses().stream()
                        .anyMatch(address -> address.ip().equals(ip)))
                .findFirst();
    }

    /// Returns the interface that had the address in the last report that contained it. After a start of this
    /// process no earlier report is known; then it is the VM's only interface, if the VM has only one.
    Optional<GuestNic> lastNic(InetAddress ip) {
        return Optional.ofNullable(history.nics().get(ip)).or(this::onlyNic);
    }

    /// Returns the VM's only interface, without its addresses, because it is not known which of these are new.
    /// Returns empty if the VM has several interfaces.
    private Optional<GuestNic> onlyNic() {
        return hardware.nics() <= 1 && devices().size() == 1
                ? report.virtualNics().stream()
                        .findFirst()
                        .map(nic -> new GuestNic(nic.network(), nic.deviceKey(), nic.mac(), List.of()))
                : Optional.empty();
    }

    /// Returns true if the interface was removed from the VM: the report lists as many devices as the VM has, and
    /// not this one. An incomplete report lists fewer devices.
    private boolean isRemoved(GuestNic nic) {
        Set<Integer> devices = devices();
        return hardware.nics() > 0 && devices.size() == hardware.nics() && !devices.contains(nic.deviceKey());
    }

    /// Returns the device keys of all virtual NICs in the report. Several interfaces may have the same key: VMware
    /// Tools assign keys by MAC address, and a bridge may have the MAC address of its NIC.
    private Set<Integer> devices() {
        return report.virtualNics().stream()
                .map(GuestNic::deviceKey)
                .filter(key -> key > 0)
                .collect(Collectors.toSet());
    }

    /// Returns true if the interface has a replacement address that it did not have before. An address that was
    /// beside the lost one before does not count, because it may only be the rest of an incomplete report.
    private static boolean isReplacedOn(GuestNic last, List<AddressCandidate> replacements) {
        return replacements.stream()
                .filter(replacement -> replacement.nic().deviceKey() == last.deviceKey())
                .anyMatch(replacement -> last.addresses().stream()
                        .map(GuestAddress::ip)
                        .noneMatch(replacement.address().ip()::equals));
    }

    /// Returns the addresses that may have replaced an address that the guest no longer reports. A replacement is
    /// usable, of the same family, not an address of the Node yet, and not likely to be virtual.
    private List<AddressCandidate> replacements(InetAddress ip) {
        var lost = new AddressCandidate(
                lastKnown(ip), lastNic(ip).orElse(UNKNOWN_NIC), -1, AddressCandidate.Verdict.USABLE);
        return AddressCandidate.ofNics(report.nics()).stream()
                .filter(candidate -> candidate.isUsable() && candidate.isOf(IpFamily.of(ip)))
                .filter(candidate -> !current.ips().contains(candidate.ip()))
                .filter(candidate -> !isSuspect(candidate, lost))
                .toList();
    }

    /// Returns true if the replacement shows a sign of a virtual IP that the lost address does not show. A sign of
    /// both does not count, for example if all addresses are also those of Services.
    private boolean isSuspect(AddressCandidate replacement, AddressCandidate lost) {
        return Stream.of(VirtualIpHeuristic.values())
                .anyMatch(heuristic -> heuristic
                                .evaluate(replacement, contextWith(lost))
                                .isPresent()
                        && heuristic.evaluate(lost, contextWith(replacement)).isEmpty());
    }

    private NicContext contextWith(AddressCandidate other) {
        return new NicContext(List.of(other), report.gateways(), virtualIpHints);
    }

    /// Returns the address with the subnet and state of the last report that contained it. If no such report is
    /// known, the method assumes a subnet of more than one address.
    private GuestAddress lastKnown(InetAddress ip) {
        return history.address(ip)
                .orElseGet(() -> new GuestAddress(
                        current.text(ip),
                        ip,
                        OptionalInt.of(ip.getAddress().length * Byte.SIZE - 1),
                        GuestAddress.Origin.UNKNOWN,
                        GuestAddress.State.UNKNOWN));
    }

    /// Returns the address with the subnet, origin and state of the last report that contained it, in the Node's
    /// spelling.
    private GuestAddress lastReported(InetAddress ip) {
        String text = current.text(ip);
        return history.address(ip)
                .map(last -> new GuestAddress(text, ip, last.prefixLength(), last.origin(), last.state()))
                .orElseGet(() -> new GuestAddress(text, ip));
    }

    /// Returns the Node's host name if the guest reports none.
    Optional<String> keptHostName() {
        return report.hostName().isBlank() ? current.hostName() : Optional.empty();
    }

    /// Returns the report with these kept addresses, and with the Node's host name if the guest reports none. A
    /// report without any usable address does not count and is returned unchanged: other rules may have chosen the
    /// Node's addresses, so the present rules are not applied to these alone.
    Guest completed(List<InetAddress> kept) {
        if (AddressCandidate.ofNics(report.nics()).stream().noneMatch(AddressCandidate::isUsable)) {
            return report;
        }
        List<GuestNic> nics = report.nics();
        for (InetAddress ip : kept.reversed()) {
            nics = with(lastReported(ip), lastNic(ip).orElse(UNKNOWN_NIC), nics);
        }
        return new Guest(
                keptHostName().orElse(report.hostName()),
                nics,
                report.toolsRunning(),
                report.gateways(),
                report.statics());
    }

    /// Adds an address to its interface as the first one. If the report lacks the interface, the method adds it.
    private static List<GuestNic> with(GuestAddress address, GuestNic nic, List<GuestNic> nics) {
        var completed = new ArrayList<>(nics);
        for (int i = 0; i < nics.size(); i++) {
            if (nics.get(i).deviceKey() == nic.deviceKey()) {
                completed.set(i, with(address, nics.get(i)));
                return completed;
            }
        }
        completed.add(with(address, new GuestNic(nic.network(), nic.deviceKey(), nic.mac(), List.of())));
        return completed;
    }

    private static GuestNic with(GuestAddress address, GuestNic nic) {
        var addresses = new ArrayList<GuestAddress>();
        addresses.add(address);
        addresses.addAll(nic.addresses());
        return new GuestNic(nic.network(), nic.deviceKey(), nic.mac(), addresses);
    }
}
