package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.ccm.domain.address.AddressChoice.Chosen;
import dev.vspherecloud.ccm.domain.address.AddressChoice.Unmet;
import dev.vspherecloud.ccm.domain.address.AddressChoice.Unreported;
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
/// Only virtual NICs count, and on them only addresses that others can reach ([AddressCandidate]). The candidates
/// are ordered by these criteria ([RankedCandidate]):
///
/// 1. the kubelet's node IP,
/// 2. an address that the Node has,
/// 3. an address that cloud-init sets,
/// 4. the order of NICs in the report,
/// 5. on each NIC, addresses that may be virtual are last.
///
/// Then the rules are applied to each family ([FamilySelection]), in the configured order. For internal addresses
/// ([AddressTypeRules]), and likewise for external ones:
///
/// 1. Addresses in an excluded subnet are dropped.
/// 2. The first address in the first subnet that contains one is chosen.
/// 3. Otherwise the first address on the configured network is chosen.
///
/// If the rules choose neither an internal nor an external address, the first remaining address is chosen as each.
/// If they choose one of the two, the other stays empty. If a family has no address, the choice fails, unless the
/// family is only preferred. The result must then contain the addresses that the kubelet was configured to use
/// ([NodeIpFilter]).
///
/// Rule from: cloud-provider-vsphere, nodemanager.go, DiscoverNode and discoverIPs. The order is this project's
/// own where it is not that of the report or of cloud-init.
public final class AddressPolicy {
    private AddressPolicy() {}

    /// Chooses the addresses of a new Node on this guest.
    public static AddressChoice choose(Guest guest, AddressRules rules) {
        return choose(new AddressInput(guest, rules));
    }

    /// Chooses the addresses of this Node, or returns why there are none.
    public static AddressChoice choose(AddressInput question) {
        Guest guest = question.guest();
        List<AddressCandidate> reported = AddressCandidate.on(guest.nics());
        List<AddressTypeRules> sides = AddressTypeRules.both(question.rules().networks());
        List<FamilySelection> turns = turns(question, reported, sides);
        if (guest.hostName().isBlank()) {
            return unreported(AddressReasons.noHostName(guest), reported, turns);
        }
        List<GuestNic> nics = guest.virtualNics();
        if (nics.isEmpty()) {
            return unreported(AddressReasons.noNic(guest), reported, turns);
        }
        if (sides.stream().allMatch(side -> side.network().isMissingFrom(nics))) {
            return new Unmet(AddressReasons.noNetwork(nics, sides), AddressVerdicts.offNetwork(reported, sides));
        }
        if (reported.stream().noneMatch(AddressCandidate::isUsable)) {
            return unreported(AddressReasons.nothingUsable(reported), reported, turns);
        }
        // An initialised Node does not wait for the metadata that its VM was once created with.
        if (question.waiting() && guest.statics() instanceof Unreadable(String why)) {
            return unmet(AddressReasons.staticsUnreadable(why), reported, turns);
        }
        return settle(question, reported, turns);
    }

    /// A family that is configured twice is selected once: a second selection would choose the same address, and
    /// each address is listed once.
    private static List<FamilySelection> turns(
            AddressInput question, List<AddressCandidate> reported, List<AddressTypeRules> sides) {
        List<AddressCandidate> usable =
                reported.stream().filter(AddressCandidate::isUsable).toList();
        return question.rules().families().stream()
                .distinct()
                .map(family -> FamilySelection.take(family, usable, sides, question))
                .toList();
    }

    private static AddressChoice settle(
            AddressInput question, List<AddressCandidate> reported, List<FamilySelection> turns) {
        List<FamilySelection> missing =
                turns.stream().filter(FamilySelection::isFruitless).toList();
        Optional<Reason> failure = missing.stream().findFirst().map(turn -> turn.failure(turns.size() == 1, reported));
        boolean mayMiss = question.rules().familyPolicy() == FamilyPolicy.PREFER && missing.size() < turns.size();
        if (failure.isPresent() && !mayMiss) {
            return unmet(failure.get(), reported, turns);
        }
        if (question.provided() instanceof Malformed(String text)) {
            return unmet(AddressReasons.nodeIpMalformed(text), reported, turns);
        }
        NodeIpFilter filter = NodeIpFilter.apply(question.nodeIps(), all(question.guest(), turns));
        if (!filter.isObeyed(missing.stream().map(FamilySelection::family).toList())) {
            return nodeIpUnmatched(filter.unmatched(), reported, turns);
        }
        List<NodeAddress> given = filter.addresses();
        return new Chosen(
                given,
                SelectionReasons.of(turns, given),
                AddressVerdicts.of(reported, turns, given),
                failure.map(AddressReasons::familyMissing));
    }

    private static List<NodeAddress> all(Guest guest, List<FamilySelection> turns) {
        return Stream.concat(
                        Stream.of(new NodeAddress(NodeAddress.Type.HOSTNAME, guest.hostName())),
                        turns.stream().flatMap(FamilySelection::addresses))
                .toList();
    }

    private static Unmet nodeIpUnmatched(
            List<InetAddress> nodeIps, List<AddressCandidate> reported, List<FamilySelection> turns) {
        List<AddressVerdict> verdicts = AddressVerdicts.of(reported, turns, List.of());
        return new Unmet(AddressReasons.nodeIpUnmatched(nodeIps, reported, verdicts), verdicts);
    }

    private static Unreported unreported(Reason reason, List<AddressCandidate> reported, List<FamilySelection> turns) {
        return new Unreported(reason, AddressVerdicts.of(reported, turns, List.of()));
    }

    private static Unmet unmet(Reason reason, List<AddressCandidate> reported, List<FamilySelection> turns) {
        return new Unmet(reason, AddressVerdicts.of(reported, turns, List.of()));
    }
}
