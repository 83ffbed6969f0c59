package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.AddressVerdict;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Explains why the addresses of a Node would change. Pure.
///
/// @param added the addresses that the Node would get
/// @param removed the addresses that the Node would lose
/// @param chosen the choice of addresses, with a verdict on each address of the guest
record AddressDifferences(List<NodeAddress> added, List<NodeAddress> removed, AddressChoice.Chosen chosen) {
    static AddressDifferences between(List<NodeAddress> present, AddressChoice.Chosen chosen) {
        return new AddressDifferences(
                without(chosen.addresses(), present), without(present, chosen.addresses()), chosen);
    }

    private static List<NodeAddress> without(List<NodeAddress> some, List<NodeAddress> others) {
        var left = new ArrayList<>(some);
        left.removeAll(others);
        return List.copyOf(left);
    }

    /// Returns the reason for the change of addresses. If there are several, it returns the most important one.
    WriteReason reason() {
        if (ips(removed).anyMatch(address -> verdictOn(address).isPresent())) {
            return WriteReason.ADDRESS_NOT_CHOSEN;
        }
        if (ips(removed).findAny().isPresent()) {
            return WriteReason.ADDRESS_GONE;
        }
        if (ips(added).findAny().isPresent()) {
            return WriteReason.ADDRESS_MISSING;
        }
        return added.isEmpty() && removed.isEmpty() ? WriteReason.ADDRESS_ORDER : WriteReason.HOST_NAME_CHANGED;
    }

    private static Stream<NodeAddress> ips(List<NodeAddress> addresses) {
        return addresses.stream().filter(AddressDifferences::isIp);
    }

    private static boolean isIp(NodeAddress address) {
        return address.type() == NodeAddress.Type.INTERNAL_IP || address.type() == NodeAddress.Type.EXTERNAL_IP;
    }

    private Optional<AddressVerdict> verdictOn(NodeAddress address) {
        return chosen.verdicts().stream()
                .filter(verdict -> verdict.address().equals(address.text()))
                .findFirst();
    }

    /// Returns each added or removed address as text, with the rule that decided about it.
    String text() {
        String words = Stream.concat(
                        removed.stream()
                                .map(address -> Change.text(address) + " is removed: " + removalReason(address)),
                        added.stream().map(address -> Change.text(address) + " is added: " + choiceReason(address)))
                .collect(Collectors.joining("; "));
        return words.isEmpty() ? String.join("; ", chosen.explanations()) : words;
    }

    private String removalReason(NodeAddress address) {
        return isIp(address)
                ? verdictOn(address).map(AddressVerdict::explanation).orElse("the guest does not report it")
                : "the guest reports another host name";
    }

    private String choiceReason(NodeAddress address) {
        return isIp(address)
                ? verdictOn(address).map(AddressVerdict::explanation).orElse("chosen")
                : "the guest reports this host name";
    }
}
