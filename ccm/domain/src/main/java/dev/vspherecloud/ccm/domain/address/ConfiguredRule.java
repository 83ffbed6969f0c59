package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.vm.Guest;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// One subnet, exclusion or network name in the configuration of a Node's addresses.
///
/// A rule that matches no NIC of any Node's VM is usually a mistake, while a rule that matches no NIC of one VM
/// may not concern its Node.
public final class ConfiguredRule {
    private final String text;
    private final Predicate<Guest> condition;

    private ConfiguredRule(String text, Predicate<Guest> condition) {
        this.text = text;
        this.condition = condition;
    }

    /// Returns all rules of the configuration; none if nothing is configured.
    public static List<ConfiguredRule> all(NodeNetworks networks) {
        return AddressTypeRules.internalAndExternal(networks).stream()
                .flatMap(rules -> Stream.of(
                                ofSubnets(rules.excluded()), ofSubnets(rules.subnets()), ofNetwork(rules.network()))
                        .flatMap(each -> each))
                .toList();
    }

    /// Returns a rule for each subnet. Interfaces that exist only in the guest match too, because an exclusion of
    /// the Pod network is no mistake.
    private static Stream<ConfiguredRule> ofSubnets(SubnetRule rule) {
        return rule.subnets().stream()
                .map(subnet ->
                        new ConfiguredRule(rule.named(subnet), guest -> AddressCandidate.ofNics(guest.nics()).stream()
                                .anyMatch(candidate -> candidate.isIn(subnet))));
    }

    private static Stream<ConfiguredRule> ofNetwork(NetworkRule rule) {
        return rule.isSet()
                ? Stream.of(new ConfiguredRule(rule.toString(), guest -> !rule.isMissingFrom(guest.virtualNics())))
                : Stream.empty();
    }

    /// Returns true if an interface in the report of the guest meets this rule. A NIC on a named network counts
    /// even if it has no address.
    public boolean matches(Guest guest) {
        return condition.test(guest);
    }

    /// Returns the value with its configuration key, for example `10.0.0.0/8 (internalNetworkSubnetCidr)`.
    @Override
    public String toString() {
        return text;
    }
}
