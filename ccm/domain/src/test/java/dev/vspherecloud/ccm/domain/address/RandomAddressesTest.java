package dev.vspherecloud.ccm.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Tests that [AddressPolicy] and [NaiveAddresses] choose the same addresses for a Node that has none, on
/// random guests without a sign of a virtual IP.
class RandomAddressesTest {
    private static final int CASES = 100_000;

    private final RandomScenarios random = new RandomScenarios(4_6);
    private final Map<ReasonCode, Integer> reasons = new HashMap<>();
    private int chosen;

    @Test
    void thePolicyAndTheNaiveRulesChooseTheSameAddresses() {
        for (int i = 0; i < CASES; i++) {
            String hostName = random.once(50) ? "" : "w-1";
            List<NaiveAddresses.Nic> nics = random.nics();
            List<String> statics = random.statics();
            NaiveAddresses.Rules rules = random.rules();

            AddressChoice choice = AddressPolicy.choose(
                    random.guestWithoutSigns(hostName, nics, statics), RandomScenarios.rules(rules));

            assertThat(words(choice))
                    .as("%s with %s on %s", rules, statics, nics)
                    .isEqualTo(NaiveAddresses.choose(hostName, nics, statics, rules));
            assertThat(choice.verdicts())
                    .hasSize(nics.stream().mapToInt(nic -> nic.ips().size()).sum());
        }
        assertThat(chosen).as("cases that chose").isGreaterThan(CASES / 4);
        assertThat(reasons.keySet())
                .containsExactlyInAnyOrder(
                        NodeReason.GUEST_HOST_NAME_MISSING,
                        NodeReason.GUEST_NIC_MISSING,
                        NodeReason.NO_USABLE_ADDRESS,
                        NodeReason.NETWORK_MISSING,
                        NodeReason.FAMILY_MISSING,
                        NodeReason.ADDRESSES_EXCLUDED);
        assertThat(reasons.values()).as("%s", reasons).allMatch(count -> count > CASES / 500);
    }

    private String words(AddressChoice choice) {
        return switch (choice) {
            case AddressChoice.Chosen(var addresses, var _, var _, var _, var _) -> {
                chosen++;
                yield addresses.stream().map(NodeAddress::toString).collect(Collectors.joining(" "));
            }
            case AddressChoice.Unreported(Reason reason, var _) -> none(reason);
            case AddressChoice.Unsatisfied(Reason reason, var _) -> none(reason);
        };
    }

    private String none(Reason reason) {
        reasons.merge(reason.code(), 1, Integer::sum);
        return "none";
    }
}
