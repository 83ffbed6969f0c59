package dev.vspherecloud.domain.address;

import dev.vspherecloud.domain.address.AddressChoice.Chosen;
import dev.vspherecloud.domain.address.AddressChoice.Unmet;
import dev.vspherecloud.domain.address.AddressChoice.Unreported;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestNic;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// Chooses the addresses a Node gets. Pure: same input, same answer, no I/O.
///
/// Only virtual NICs count, and on them only addresses that others can reach ([AddressCandidate]). Then each family
/// has its turn, in the configured order. For internal addresses ([SideRules]), and likewise for external ones:
///
/// 1. what an exclusion covers is out;
/// 2. the first address in the first subnet that holds one is chosen;
/// 3. else the first address on the named network.
///
/// When that yields neither an internal nor an external address, the first one left is chosen as each. When it yields
/// one of the two, the other stays away. A family without an address fails the whole.
///
/// Rule from: cloud-provider-vsphere, nodemanager.go, DiscoverNode and discoverIPs.
public final class AddressPolicy {
    private AddressPolicy() {}

    /// The addresses for a new Node on this guest.
    public static AddressChoice choose(Guest guest, AddressRules rules) {
        return choose(new AddressQuestion(guest, rules));
    }

    /// The addresses for this Node; or why there are none.
    public static AddressChoice choose(AddressQuestion question) {
        Guest guest = question.guest();
        AddressRules rules = question.rules();
        if (guest.hostName().isBlank()) {
            return new Unreported(AddressReasons.noHostName(), List.of());
        }
        List<GuestNic> nics =
                guest.nics().stream().filter(GuestNic::isVirtualDevice).toList();
        if (nics.isEmpty()) {
            return new Unreported(AddressReasons.noNic(guest), List.of());
        }
        List<SideRules> sides = SideRules.both(rules.networks());
        if (sides.stream().allMatch(side -> side.network().isMissingFrom(nics))) {
            return new Unmet(AddressReasons.noNetwork(nics, sides), List.of());
        }
        List<AddressCandidate> candidates = AddressCandidate.on(nics);
        if (candidates.stream().noneMatch(AddressCandidate::isUsable)) {
            return new Unreported(AddressReasons.nothingUsable(candidates), List.of());
        }
        return choose(guest.hostName(), candidates, rules.families(), sides);
    }

    private static AddressChoice choose(
            String hostName, List<AddressCandidate> candidates, List<IpFamily> families, List<SideRules> sides) {
        // Two families that are the same yield the same addresses, and each is listed once.
        var addresses = new LinkedHashSet<NodeAddress>();
        var grounds = new ArrayList<String>();
        addresses.add(new NodeAddress(NodeAddress.Type.HOSTNAME, hostName));
        for (IpFamily family : families) {
            List<AddressCandidate> ofFamily = candidates.stream()
                    .filter(candidate -> candidate.isUsable() && candidate.isOf(family))
                    .toList();
            if (ofFamily.isEmpty()) {
                return new Unmet(AddressReasons.noneOf(family, candidates), List.of());
            }
            List<AddressPick> picks = picks(ofFamily, sides);
            if (picks.isEmpty()) {
                return new Unmet(AddressReasons.allExcluded(family, ofFamily, sides), List.of());
            }
            picks.forEach(pick -> addresses.add(pick.address()));
            grounds.addAll(AddressReasons.grounds(family, ofFamily, picks, sides));
        }
        return new Chosen(List.copyOf(addresses), grounds, List.of(), Optional.empty());
    }

    private static List<AddressPick> picks(List<AddressCandidate> ofFamily, List<SideRules> sides) {
        List<AddressPick> byRule =
                sides.stream().flatMap(side -> side.byRule(ofFamily).stream()).toList();
        return byRule.isEmpty()
                ? sides.stream().flatMap(side -> side.first(ofFamily).stream()).toList()
                : byRule;
    }
}
