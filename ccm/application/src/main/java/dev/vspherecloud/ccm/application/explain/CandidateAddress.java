package dev.vspherecloud.ccm.application.explain;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.AddressVerdict;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestAddress;
import dev.vspherecloud.domain.vm.GuestNic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One address of the guest, and the decision about it.
///
/// @param reported the address as VMware Tools report it; empty if they do not report it and the Node keeps it
/// @param nic the network interface with the address
/// @param addressTypes the types as which the Node gets the address; empty if it does not get it
/// @param isEvaluated false if the choice ended before this address was evaluated, for a reason that concerns the
///     whole guest
/// @param rule the rule that decided, in words
record CandidateAddress(
        String address,
        Optional<GuestAddress> reported,
        Nic nic,
        List<NodeAddress.Type> addressTypes,
        boolean isEvaluated,
        String rule) {
    /// A network interface as the guest reports it.
    ///
    /// @param device the key of the virtual device, see [GuestNic]
    /// @param network the name of the port group, empty if it is not known
    /// @param mac the MAC address, empty if it is not known
    record Nic(int device, String network, String mac) {
        private static Nic of(GuestNic nic) {
            return new Nic(nic.deviceKey(), nic.network(), nic.mac());
        }

        boolean isDevice() {
            return device != GuestNic.NOT_A_DEVICE;
        }
    }

    CandidateAddress {
        addressTypes = List.copyOf(addressTypes);
    }

    /// Returns all addresses of the guest in its order, also those that the choice did not evaluate. Then come the
    /// addresses that the Node keeps although the guest does not report them.
    static List<CandidateAddress> of(Guest guest, AddressChoice choice) {
        var verdicts = new ArrayList<>(choice.verdicts());
        var candidates = new ArrayList<CandidateAddress>();
        for (GuestNic nic : guest.nics()) {
            for (GuestAddress address : nic.addresses()) {
                candidates.add(verdictOn(address, nic, verdicts)
                        .map(verdict -> evaluated(address, nic, verdict))
                        .orElseGet(() -> notEvaluated(address, nic, choice)));
            }
        }
        verdicts.forEach(kept -> candidates.add(new CandidateAddress(
                kept.address(),
                Optional.empty(),
                new Nic(kept.device(), kept.network(), ""),
                kept.chosen(),
                true,
                kept.explanation())));
        return candidates;
    }

    /// Finds the verdict on an address, removes it from the list and returns it.
    private static Optional<AddressVerdict> verdictOn(
            GuestAddress address, GuestNic nic, List<AddressVerdict> verdicts) {
        Optional<AddressVerdict> found = verdicts.stream()
                .filter(verdict -> verdict.address().equals(address.text()) && verdict.device() == nic.deviceKey())
                .findFirst();
        found.ifPresent(verdicts::remove);
        return found;
    }

    private static CandidateAddress evaluated(GuestAddress address, GuestNic nic, AddressVerdict verdict) {
        return of(address, nic, verdict.chosen(), verdict.explanation());
    }

    private static CandidateAddress notEvaluated(GuestAddress address, GuestNic nic, AddressChoice choice) {
        if (!nic.isVirtualDevice()) {
            return of(address, nic, List.of(), "not on a virtual NIC of the VM");
        }
        return switch (choice) {
            case AddressChoice.Chosen chosen -> of(address, nic, typesOf(address, chosen), "");
            case AddressChoice.Unreported(var reason, var _) -> notEvaluated(address, nic, reason);
            case AddressChoice.Unsatisfied(var reason, var _) -> notEvaluated(address, nic, reason);
        };
    }

    private static CandidateAddress notEvaluated(GuestAddress address, GuestNic nic, Reason reason) {
        String rule = "not evaluated, because of " + reason.code().text();
        return new CandidateAddress(address.text(), Optional.of(address), Nic.of(nic), List.of(), false, rule);
    }

    private static List<NodeAddress.Type> typesOf(GuestAddress address, AddressChoice.Chosen chosen) {
        return chosen.addresses().stream()
                .filter(each -> each.type() != NodeAddress.Type.HOSTNAME)
                .filter(each -> each.text().equals(address.text()))
                .map(NodeAddress::type)
                .toList();
    }

    private static CandidateAddress of(GuestAddress address, GuestNic nic, List<NodeAddress.Type> gets, String rule) {
        return new CandidateAddress(address.text(), Optional.of(address), Nic.of(nic), gets, true, rule);
    }

    /// Returns true if the guest reports the address on an interface that is not a virtual NIC of the VM, for
    /// example a bridge.
    boolean isOffDevice() {
        return reported.isPresent() && !nic.isDevice();
    }

    /// Returns the address with its prefix length, for example `10.0.0.5/16`; without it if the length is not
    /// known.
    String withPrefix() {
        return address
                + reported.map(GuestAddress::prefixLength).stream()
                        .flatMapToInt(length -> length.stream())
                        .mapToObj(length -> "/" + length)
                        .findFirst()
                        .orElse("");
    }
}
