package dev.vspherecloud.domain.address;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestNic;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Says why a Node gets no addresses, or not all: what was looked for, and what became of each candidate.
///
/// Interfaces that are no virtual NICs are not listed. A Node has one for each Pod, so the sentence would be long and
/// change with every Pod.
final class AddressReasons {
    private static final int SHOWN = 12;

    private AddressReasons() {}

    static Reason noHostName() {
        return new Reason(
                ReasonCode.GUEST_HOST_NAME_MISSING,
                "the guest reports no host name; VMware Tools (open-vm-tools) must run in it");
    }

    static Reason noNic(Guest guest) {
        return noAddress(
                guest.nics().isEmpty()
                        ? "the guest reports no NIC; VMware Tools must run in it and a NIC must be connected"
                        : "the guest reports only interfaces that are no virtual NIC, such as bridges; a NIC must be connected");
    }

    static Reason nothingUsable(List<AddressCandidate> candidates) {
        return noAddress(
                candidates.isEmpty()
                        ? "the guest reports no IP address on a virtual NIC; one must be configured in it"
                        : "the guest reports no usable IP address, only "
                                + list(candidates, AddressCandidate::toString));
    }

    static Reason noneOf(IpFamily family, List<AddressCandidate> candidates) {
        return noAddress("the guest reports no usable %s address, only %s"
                .formatted(family, list(candidates, AddressCandidate::toString)));
    }

    static Reason noNetwork(List<GuestNic> nics, List<SideRules> sides) {
        String wanted = sides.stream().map(side -> side.network().toString()).collect(Collectors.joining(" or on "));
        List<String> there = nics.stream().map(GuestNic::network).distinct().toList();
        return new Reason(
                ReasonCode.NETWORK_MISSING,
                "no NIC is on %s; they are on %s".formatted(wanted, list(there, "\"%s\""::formatted)));
    }

    static Reason allExcluded(IpFamily family, List<AddressCandidate> ofFamily, List<SideRules> sides) {
        String excluded = list(
                ofFamily,
                candidate -> candidate.with(
                        sides.stream().map(side -> side.verdictOn(candidate)).collect(Collectors.joining(" and "))));
        return new Reason(
                ReasonCode.ADDRESSES_EXCLUDED,
                "the configuration excludes every %s address of the guest: %s".formatted(family, excluded));
    }

    /// For each side the rule that chose its address of this family, or why it has none.
    static List<String> grounds(
            IpFamily family, List<AddressCandidate> ofFamily, List<AddressPick> picks, List<SideRules> sides) {
        return sides.stream()
                .map(side -> picks.stream()
                        .filter(pick -> pick.type() == side.type())
                        .findFirst()
                        .map(pick -> "%s %s: %s".formatted(family, side, pick.rule()))
                        .orElseGet(() -> "no %s %s: %s".formatted(family, side, rejected(ofFamily, side))))
                .toList();
    }

    private static String rejected(List<AddressCandidate> candidates, SideRules side) {
        return list(candidates, candidate -> candidate.with(side.verdictOn(candidate)));
    }

    private static Reason noAddress(String message) {
        return new Reason(ReasonCode.NO_USABLE_ADDRESS, message);
    }

    private static <T> String list(List<T> items, Function<T, String> words) {
        String shown = items.stream().limit(SHOWN).map(words).collect(Collectors.joining(", "));
        return items.size() <= SHOWN ? shown : shown + " and %d more".formatted(items.size() - SHOWN);
    }
}
