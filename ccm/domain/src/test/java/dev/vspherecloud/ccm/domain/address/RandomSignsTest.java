package dev.vspherecloud.ccm.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.Guest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Tests random guests with all signs of virtual IPs. The choice stays within the rules of [NaiveAddresses],
/// and a Node keeps its addresses.
class RandomSignsTest {
    private static final int CASES = 15_000;
    private static final NaiveAddresses.Rules NO_RULES =
            new NaiveAddresses.Rules(List.of("ipv4"), List.of(), List.of(), List.of(), List.of(), "", "");

    private final RandomScenarios random = new RandomScenarios(4_7);

    @Test
    void theNaiveRulesChooseTheSameForSomeOrderOfTheReport() {
        int moved = 0;
        for (int i = 0; i < CASES; i++) {
            List<NaiveAddresses.Nic> nics = random.nics();
            List<String> statics = random.statics();
            NaiveAddresses.Rules rules = random.rules();
            Guest guest = random.guestWithSigns("w-1", nics, statics);

            String chosen = choose(guest, rules, List.of(), List.of(), true);

            String naive = NaiveAddresses.choose("w-1", nics, statics, rules);
            moved += chosen.equals(naive) ? 0 : 1;
            if (chosen.equals("none")) {
                assertThat(naive).as("%s with %s on %s", rules, statics, guest).isEqualTo("none");
            } else {
                assertIsFoundInOrder("InternalIP", chosen, nics, rules);
                assertIsFoundInOrder("ExternalIP", chosen, nics, rules);
            }
        }
        assertThat(moved).as("cases where a sign moved an address").isGreaterThan(CASES / 20);
    }

    @Test
    void aNodeOfCloudProviderVsphereKeepsItsAddressesWhateverTheSignsAndTheOrder() {
        int kept = 0;
        for (int i = 0; i < CASES; i++) {
            List<NaiveAddresses.Nic> nics = random.nics();
            NaiveAddresses.Rules rules = random.rules();
            List<String> nodeIps = random.nodeIps();
            String before =
                    NaiveAddresses.applyNodeIps(nodeIps, NaiveAddresses.choose("w-1", nics, random.statics(), rules));
            if (!before.equals("none")) {
                Guest later = random.guestWithSigns("w-1", random.shuffled(nics), random.statics());

                assertThat(choose(later, rules, addresses(before), nodeIps, false))
                        .as("%s with %s on %s", rules, nodeIps, later)
                        .isEqualTo(before);
                kept++;
            }
        }
        assertThat(kept).as("cases that chose").isGreaterThan(CASES / 10);
    }

    @Test
    void aNodeKeepsItsAddressesWhateverElseIsReportedIfNoRuleRanks() {
        for (int i = 0; i < CASES; i++) {
            List<NaiveAddresses.Nic> nics = random.nics();
            String before = NaiveAddresses.choose("w-1", nics, List.of(), NO_RULES);
            if (!before.equals("none")) {
                List<NaiveAddresses.Nic> more = new ArrayList<>(random.nics());
                more.addAll(nics);
                Guest later = random.guestWithSigns("w-1", random.shuffled(more), random.statics());

                assertThat(choose(later, NO_RULES, addresses(before), List.of(), false))
                        .as("%s", later)
                        .isEqualTo(before);
            }
        }
    }

    @Test
    void aNodeIpThatCloudProviderVsphereAcceptsIsAccepted() {
        int accepted = 0;
        for (int i = 0; i < CASES; i++) {
            List<NaiveAddresses.Nic> nics = random.nics();
            List<String> statics = random.statics();
            NaiveAddresses.Rules rules = random.rules();
            List<String> nodeIps = random.nodeIps();
            String naive = NaiveAddresses.applyNodeIps(nodeIps, NaiveAddresses.choose("w-1", nics, statics, rules));
            if (!naive.equals("none") && !nodeIps.isEmpty()) {
                Guest guest = random.guestWithSigns("w-1", nics, statics);

                assertThat(choose(guest, rules, List.of(), nodeIps, true))
                        .as("%s with %s on %s", rules, nodeIps, guest)
                        .contains(nodeIps);
                accepted++;
            }
        }
        assertThat(accepted).as("cases that accepted").isGreaterThan(CASES / 100);
    }

    private String choose(
            Guest guest, NaiveAddresses.Rules rules, List<NodeAddress> present, List<String> nodeIps, boolean waiting) {
        ProvidedNodeIps provided = nodeIps.isEmpty()
                ? new ProvidedNodeIps.None()
                : new ProvidedNodeIps.Listed(RandomScenarios.parsed(nodeIps));
        AddressChoice choice = AddressPolicy.choose(new AddressInput(
                guest, RandomScenarios.rules(rules), waiting, present, provided, random.virtualIpHints()));
        return choice instanceof AddressChoice.Chosen(var addresses, var _, var _, var _, var _)
                ? addresses.stream().map(NodeAddress::toString).collect(Collectors.joining(" "))
                : "none";
    }

    /// Asserts that the naive rules choose the same addresses of this type if they are first in the report.
    private static void assertIsFoundInOrder(
            String type, String chosen, List<NaiveAddresses.Nic> nics, NaiveAddresses.Rules rules) {
        List<String> wanted = of(type, chosen);
        var inOrder = new ArrayList<NaiveAddresses.Nic>();
        for (NaiveAddresses.Nic nic : nics) {
            for (String ip : nic.ips()) {
                var alone = new NaiveAddresses.Nic(nic.network(), nic.device(), List.of(ip));
                inOrder.add(wanted.contains(ip) ? 0 : inOrder.size(), alone);
            }
            inOrder.add(new NaiveAddresses.Nic(nic.network(), nic.device(), List.of()));
        }

        assertThat(of(type, NaiveAddresses.choose("w-1", inOrder, List.of(), rules)))
                .as("%s of %s under %s on %s", type, chosen, rules, nics)
                .isEqualTo(wanted);
    }

    private static List<String> of(String type, String chosen) {
        return Arrays.stream(chosen.split(" "))
                .filter(address -> address.startsWith(type))
                .map(address -> address.substring(type.length() + 1))
                .toList();
    }

    private static List<NodeAddress> addresses(String chosen) {
        return Arrays.stream(chosen.split(" "))
                .map(address -> address.split("="))
                .map(parts -> new NodeAddress(NodeAddress.Type.parse(parts[0]).orElseThrow(), parts[1]))
                .toList();
    }
}
