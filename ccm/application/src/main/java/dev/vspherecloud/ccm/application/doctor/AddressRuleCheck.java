package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.ccm.application.doctor.NodeCheck.ExaminedNode;
import dev.vspherecloud.ccm.domain.address.ConfiguredRule;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Vm;
import java.util.List;
import java.util.stream.Collectors;

/// Decides which address rules match no NIC of any Node's VM. Pure.
public final class AddressRuleCheck {
    private AddressRuleCheck() {}

    /// Returns a finding for each rule without a NIC. Returns none if the VM of a Node is not known or has not
    /// reported its NICs, because the rule may be meant for these.
    ///
    /// @param known the findings so far; a rule that an error names has no second finding
    public static List<Finding> findings(List<ExaminedNode> nodes, NodeNetworks networks, List<Finding> known) {
        List<ExaminedNode> onVsphere =
                nodes.stream().filter(AddressRuleCheck::isOnVsphere).toList();
        List<Guest> guests = onVsphere.stream()
                .flatMap(node -> node.vm().stream())
                .map(Vm::guest)
                .toList();
        boolean isEachReported = guests.size() == onVsphere.size()
                && guests.stream().noneMatch(guest -> guest.virtualNics().isEmpty());
        if (guests.isEmpty() || !isEachReported) {
            return List.of();
        }
        String there = guests.stream()
                .flatMap(guest -> guest.virtualNics().stream())
                .map(GuestNic::network)
                .distinct()
                .sorted()
                .map("\"%s\""::formatted)
                .collect(Collectors.joining(", "));
        return ConfiguredRule.all(networks).stream()
                .filter(rule -> guests.stream().noneMatch(rule::matches))
                .filter(rule -> known.stream().noneMatch(finding -> isErrorAbout(rule, finding)))
                .map(rule -> Finding.of(
                        FindingCode.ADDRESS_RULE_UNUSED,
                        "section nodes",
                        "%s matches no NIC of the VMs of %d Nodes, which are on %s"
                                .formatted(rule, guests.size(), there)))
                .toList();
    }

    private static boolean isOnVsphere(ExaminedNode node) {
        return node.explanation()
                .filter(explained -> explained.verdict().decision() instanceof NodeDecision.Ignore)
                .isEmpty();
    }

    private static boolean isErrorAbout(ConfiguredRule rule, Finding finding) {
        return finding.code().severity() == FindingSeverity.ERROR
                && finding.places().stream().anyMatch(place -> place.details().contains(rule.toString()));
    }
}
