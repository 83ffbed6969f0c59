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
/// @param current the addresses that the Node has
record GuestReportEvaluation(
        Guest report,
        Hardware hardware,
        CurrentAddresses current,
        VirtualIpHints virtualIpHints,
        ReportHistory history) {
    /// Stands for an unknown interface; the keys of virtual devices are greater.
    private static final GuestNic UNKNOWN_NIC = new GuestNic("", 0, List.of());

    /// What the report shows about an address of the Node.
    enum Result {
        REPORTED,

        /// Its interface has another address now, or does not belong to the VM any more.
        GONE,

        /// The address is missing, and another address may have replaced it: one on another interface, or one that
        /// was beside it before. Only time shows whether the report is complete.
        REPLACED,

        /// The address is missing, and nothing has replaced it. The report counts as incomplete as long as nothing
        /// else is known.
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

    /// Returns the interface that has the address now.
    Optional<GuestNic> nicOf(InetAddress ip) {
        return report.virtualNics().stream()
                .filter(nic -> nic.addresses().stream()
                        .anyMatch(address -> address.ip().equals(ip)))
                .findFirst();
    }

    /// Returns the interface that last had the address. After a start nothing is remembered; if the VM has only
    /// one interface, it is that one.
    Optional<GuestNic> lastNic(InetAddress ip) {
        return Optional.ofNullable(history.nics().get(ip)).or(this::onlyNic);
    }

    /// Returns it without its addresses, because it is not known which of them are new.
    private Optional<GuestNic> onlyNic() {
        return hardware.nics() <= 1 && devices().size() == 1
                ? report.virtualNics().stream()
                        .findFirst()
                        .map(nic -> new GuestNic(nic.network(), nic.deviceKey(), nic.mac(), List.of()))
                : Optional.empty();
    }

    /// Returns true if the interface was removed from the VM. An incomplete report lists fewer interfaces than the
    /// VM has.
    private boolean isRemoved(GuestNic nic) {
        Set<Integer> devices = devices();
        return hardware.nics() > 0 && devices.size() == hardware.nics() && !devices.contains(nic.deviceKey());
    }

    /// Several interfaces may have the key of one device: VMware Tools assign them by MAC address, and a bridge
    /// may have the same one.
    private Set<Integer> devices() {
        return report.virtualNics().stream()
                .map(GuestNic::deviceKey)
                .filter(key -> key > 0)
                .collect(Collectors.toSet());
    }

    /// Returns true if the interface got a new address when it lost one. An address that was beside it before may
    /// only be the rest of an incomplete report.
    private static boolean isReplacedOn(GuestNic last, List<AddressCandidate> replacements) {
        return replacements.stream()
                .filter(replacement -> replacement.nic().deviceKey() == last.deviceKey())
                .anyMatch(replacement -> last.addresses().stream()
                        .map(GuestAddress::ip)
                        .noneMatch(replacement.address().ip()::equals));
    }

    /// Returns the addresses that may have replaced one that is not reported: usable, of its family, not the
    /// Node's already, and without a sign of being virtual.
    private List<AddressCandidate> replacements(InetAddress ip) {
        var lost = new AddressCandidate(
                lastKnown(ip), lastNic(ip).orElse(UNKNOWN_NIC), -1, AddressCandidate.Verdict.USABLE);
        return AddressCandidate.ofNics(report.nics()).stream()
                .filter(candidate -> candidate.isUsable() && candidate.isOf(IpFamily.of(ip)))
                .filter(candidate -> !current.ips().contains(candidate.ip()))
                .filter(candidate -> !isSuspect(candidate, lost))
                .toList();
    }

    /// Returns true if there is a sign that the replacement is virtual. A sign that the lost address shows too
    /// does not count, for example if all addresses are those of Services, or all were assigned to the VMs again.
    private boolean isSuspect(AddressCandidate replacement, AddressCandidate lost) {
        return Stream.of(VirtualIpHeuristic.values())
                .anyMatch(sign -> sign.evaluate(replacement, contextWith(lost)).isPresent()
                        && sign.evaluate(lost, contextWith(replacement)).isEmpty());
    }

    private NicContext contextWith(AddressCandidate other) {
        return new NicContext(List.of(other), report.gateways(), virtualIpHints);
    }

    /// Returns the address as last reported. If it was not reported since the start, its subnet is not known, but
    /// is hardly one of a single address.
    private GuestAddress lastKnown(InetAddress ip) {
        return history.address(ip)
                .orElseGet(() -> new GuestAddress(
                        current.text(ip),
                        ip,
                        OptionalInt.of(ip.getAddress().length * Byte.SIZE - 1),
                        GuestAddress.Origin.UNKNOWN,
                        GuestAddress.State.UNKNOWN));
    }

    /// Returns the address as last reported, in the Node's spelling.
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

    /// Returns the report with these addresses, and with the host name if the Node has one. A report without any
    /// usable address stays as it is, because it does not count as a report. The rules are not applied then to the
    /// addresses of the Node, which other rules may have chosen.
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

    /// Puts an address first on its interface. An interface that is not in the report is added.
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
