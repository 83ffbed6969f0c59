package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.ccm.domain.address.AddressChoice.Chosen;
import dev.vspherecloud.ccm.domain.address.AddressChoice.Unreported;
import dev.vspherecloud.ccm.domain.address.AddressChoice.Unsatisfied;
import dev.vspherecloud.ccm.domain.address.ProvidedNodeIps.Malformed;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.StaticAddresses.Unreadable;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Chooses the addresses of a Node. Pure: the same input gives the same result, without I/O.
///
/// Only virtual NICs count, and on them only addresses that others can reach ([AddressCandidate]).
/// [RankedCandidate] orders the candidates by these criteria:
///
/// 1. the kubelet's node IP,
/// 2. an address that the Node has,
/// 3. an address that cloud-init sets,
/// 4. the order of NICs in the report,
/// 5. on each NIC, addresses that may be virtual are last.
///
/// Then [FamilySelection] chooses for each family in the configured order. For internal addresses, and in the same
/// way for external addresses, [AddressTypeRules] applies these rules:
///
/// 1. Addresses in an excluded subnet are dropped.
/// 2. The first address in the first subnet that contains one is chosen.
/// 3. Otherwise the first address on the configured network is chosen.
///
/// If the rules choose neither an internal nor an external address, the first remaining address becomes both. If
/// they choose one of the two, the other stays empty. If a family has no address, the choice fails, unless the
/// family is only preferred. The result must contain the node IPs with which the kubelet was configured
/// ([NodeIpFilter]).
///
/// Rule from: cloud-provider-vsphere, nodemanager.go, DiscoverNode and discoverIPs. The order of candidates is this
/// project's own, except for the order of the report and of cloud-init.
public final class AddressPolicy {
    private AddressPolicy() {}

    /// Chooses the addresses of a Node that is not initialised, from the report of its guest.
    public static AddressChoice choose(Guest guest, AddressRules rules) {
        return choose(new AddressInput(guest, rules));
    }

    /// Chooses the addresses of a Node, or returns why the Node gets none.
    public static AddressChoice choose(AddressInput input) {
        Guest guest = input.guest();
        List<AddressCandidate> reported = AddressCandidate.ofNics(guest.nics());
        List<AddressTypeRules> typeRules =
                AddressTypeRules.internalAndExternal(input.rules().networks());
        List<FamilySelection> selections = selectFamilies(input, reported, typeRules);
        if (guest.hostName().isBlank()) {
            return unreported(AddressReasons.noHostName(guest), reported, selections);
        }
        List<GuestNic> nics = guest.virtualNics();
        if (nics.isEmpty()) {
            return unreported(AddressReasons.noNic(guest), reported, selections);
        }
        if (typeRules.stream().allMatch(rules -> rules.network().isMissingFrom(nics))) {
            return new Unsatisfied(
                    AddressReasons.noNetwork(nics, typeRules), AddressVerdicts.offNetwork(reported, typeRules));
        }
        if (reported.stream().noneMatch(AddressCandidate::isUsable)) {
            return unreported(AddressReasons.noneUsable(reported), reported, selections);
        }
        // The metadata of cloud-init is needed only for the first choice: an initialised Node keeps its addresses
        // without it.
        if (input.isUninitialised() && guest.statics() instanceof Unreadable(String why)) {
            return unmet(AddressReasons.staticsUnreadable(why), reported, selections);
        }
        return complete(input, reported, selections);
    }

    /// Selects the addresses of each configured family. A family that is configured twice is selected once, because
    /// a second selection would choose the same address again.
    private static List<FamilySelection> selectFamilies(
            AddressInput input, List<AddressCandidate> reported, List<AddressTypeRules> typeRules) {
        List<AddressCandidate> usable =
                reported.stream().filter(AddressCandidate::isUsable).toList();
        return input.rules().families().stream()
                .distinct()
                .map(family -> FamilySelection.select(family, usable, typeRules, input))
                .toList();
    }

    private static AddressChoice complete(
            AddressInput input, List<AddressCandidate> reported, List<FamilySelection> selections) {
        List<FamilySelection> missing =
                selections.stream().filter(FamilySelection::isEmpty).toList();
        Optional<Reason> failure =
                missing.stream().findFirst().map(selection -> selection.failure(selections.size() == 1, reported));
        boolean mayMiss = input.rules().familyPolicy() == FamilyPolicy.PREFER && missing.size() < selections.size();
        if (failure.isPresent() && !mayMiss) {
            return unmet(failure.get(), reported, selections);
        }
        if (input.provided() instanceof Malformed(String text)) {
            return unmet(AddressReasons.nodeIpMalformed(text), reported, selections);
        }
        NodeIpFilter filter = NodeIpFilter.apply(input.nodeIps(), all(input.guest(), selections));
        if (!filter.isSatisfied(missing.stream().map(FamilySelection::family).toList())) {
            return nodeIpUnmatched(filter.unmatched(), reported, selections);
        }
        List<NodeAddress> addresses = filter.addresses();
        return new Chosen(
                addresses,
                SelectionReasons.of(selections, addresses),
                AddressVerdicts.of(reported, selections, addresses),
                failure.map(AddressReasons::familyMissing),
                UnmatchedRules.reason(selections));
    }

    private static List<NodeAddress> all(Guest guest, List<FamilySelection> selections) {
        return Stream.concat(
                        Stream.of(new NodeAddress(NodeAddress.Type.HOSTNAME, guest.hostName())),
                        selections.stream().flatMap(FamilySelection::addresses))
                .toList();
    }

    private static Unsatisfied nodeIpUnmatched(
            List<InetAddress> nodeIps, List<AddressCandidate> reported, List<FamilySelection> selections) {
        List<AddressVerdict> verdicts = AddressVerdicts.of(reported, selections, List.of());
        return new Unsatisfied(AddressReasons.nodeIpUnmatched(nodeIps, reported, verdicts), verdicts);
    }

    private static Unreported unreported(
            Reason reason, List<AddressCandidate> reported, List<FamilySelection> selections) {
        return new Unreported(reason, AddressVerdicts.of(reported, selections, List.of()));
    }

    private static Unsatisfied unmet(Reason reason, List<AddressCandidate> reported, List<FamilySelection> selections) {
        return new Unsatisfied(reason, AddressVerdicts.of(reported, selections, List.of()));
    }
}
