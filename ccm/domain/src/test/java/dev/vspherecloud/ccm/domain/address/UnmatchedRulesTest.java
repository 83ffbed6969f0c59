package dev.vspherecloud.ccm.domain.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Hardware;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnmatchedRulesTest {
    private static final String TWO_NICS = "VM Network: 10.30.0.5; Storage: 192.168.9.5";
    private static final String ONE_UNMATCHED = "int=10.31.0.0/16 ext=10.30.0.0/16";

    /// The columns are the guest, the rules, the addresses, and the begin of the reason.
    @ParameterizedTest(name = "{0}, and by {1}: {3}")
    @CsvSource(delimiter = '|', textBlock = """
            A: 10.1.0.5; B: 10.2.0.5 | int=10.9.0.0/16 ext=10.2.0.0/16        | Ext 10.2.0.5               | no address is in 10.9.0.0/16 (internalNetworkSubnetCidr), so the Node has no IPv4 InternalIP; the guest reports 10.1.0.5 on "A", 10.2.0.5 on "B".
            A: 10.1.0.5; B: 10.2.0.5 | int=10.1.0.0/16 ext-net=X              | Int 10.1.0.5               | no address is on network "X" (externalVmNetworkName), so the Node has no IPv4 ExternalIP; the guest
            A: 10.1.0.5; B: 10.2.0.5 | int-net=A ext=10.9.0.0/16 ext-net=X    | Int 10.1.0.5               | no address is in 10.9.0.0/16 (externalNetworkSubnetCidr) or on network "X" (externalVmNetworkName), so the Node has no IPv4 ExternalIP
            A: 10.1.0.5; B: 10.2.0.5 | int-net=X                              | Int 10.1.0.5, Ext 10.1.0.5 | no address is on network "X" (internalVmNetworkName), so the IPv4 InternalIP of the Node is 10.1.0.5, the first that is not excluded; the guest
            A: 10.1.0.5; B: 10.2.0.5 | int=10.9.0.0/16 ext=10.8.0.0/16        | Int 10.1.0.5, Ext 10.1.0.5 | no address is in 10.9.0.0/16 (internalNetworkSubnetCidr), so the IPv4 InternalIP of the Node is 10.1.0.5, the first that is not excluded; no address is in 10.8.0.0/16 (externalNetworkSubnetCidr), so
            A: 10.1.0.5              | not-ext=10.1.0.0/16                    | Int 10.1.0.5               | every address is excluded by 10.1.0.0/16 (excludeExternalNetworkSubnetCidr), so the Node has no IPv4 ExternalIP
            A: 10.1.0.5              | int-net=a ext-net=A not-ext=10.1.0.0/16 | Int 10.1.0.5              | no address that is not excluded by 10.1.0.0/16 (excludeExternalNetworkSubnetCidr) is on network "A" (externalVmNetworkName), so the Node has no IPv4 ExternalIP
            A: 10.1.0.5 fd00::5      | families=ipv4,ipv6 int=10.1.0.0/16,fd01::/48 ext=10.1.0.0/16,fd00::/48 | Int 10.1.0.5, Ext 10.1.0.5, Ext fd00::5 | no address is in 10.1.0.0/16, fd01::/48 (internalNetworkSubnetCidr), so the Node has no IPv6 InternalIP; the guest reports fd00::5 on "A".
            """)
    void aRuleThatSelectsNothingHasAReason(String guest, String rules, String addresses, String begin) {
        AddressChoice.Chosen chosen = AddressScenario.chosen(AddressScenario.choose(guest, rules));

        assertThat(AddressScenario.outcome(chosen)).isEqualTo(addresses);
        assertThat(chosen.unmatchedRule()).hasValueSatisfying(reason -> {
            assertThat(reason.code()).isEqualTo(NodeReason.ADDRESS_RULE_UNMATCHED);
            assertThat(reason.message()).startsWith(begin);
        });
    }

    /// Each line is a configuration that leaves out a type on purpose, or in which each key selects an address.
    @ParameterizedTest(name = "{0}, and by {1}")
    @CsvSource(delimiter = '|', textBlock = """
            A: 10.1.0.5; B: 10.2.0.5         | families=ipv4
            A: 10.1.0.5; B: 10.2.0.5         | int=10.1.0.0/16
            A: 10.1.0.5; B: 10.2.0.5         | ext-net=B
            A: 10.1.0.5; B: 10.2.0.5         | int=10.9.0.0/16,10.2.0.0/16 ext=10.1.0.0/16
            A: 10.1.0.5; B: 10.2.0.5         | int=10.9.0.0/16 int-net=B ext-net=A
            A: 10.1.0.5; B: 10.2.0.5         | int=10.1.0.0/16 not-ext=10.0.0.0/8
            A: 10.1.0.5                      | not-ext=0.0.0.0/0
            A: 10.1.0.5                      | not-int=10.9.0.0/16 not-ext=10.8.0.0/16
            A: 10.1.0.5 fd00::5              | families=ipv4,ipv6 int=10.1.0.0/16,fd00::/48 ext=fd00::/48
            A: 10.1.0.5 fd00::5; B: 10.2.0.5 | families=ipv4,ipv6 int-net=A ext-net=B
            A: 10.1.0.5                      | families=ipv4,ipv6 prefer int=10.1.0.0/16,fd00::/48
            A: 10.1.0.5 10.1.0.6             | int=10.1.0.0/16 ext=10.1.0.0/16 node-ip=10.1.0.6
            """)
    void whatIsLeftOutOnPurposeHasNone(String guest, String rules) {
        assertThat(AddressScenario.chosen(AddressScenario.choose(guest, rules)).unmatchedRule())
                .isEmpty();
    }

    @Test
    void aCompleteReportIsReportedAtOnce() {
        assertThat(evaluate(TWO_NICS, 2, ReportHistory.EMPTY, Duration.ZERO).remark())
                .isPresent();
    }

    /// The adapter that is not reported yet, or has no address yet, may be the one that the rule means.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            VM Network: 10.30.0.5                            | 2
            VM Network: 10.30.0.5; Storage: fe80::1          | 2
            VM Network: 10.30.0.5; Storage: none             | 0
            """)
    void anIncompleteReportIsReportedAfterAMinute(String guest, int nics) {
        UnmatchedRulePolicy.Result first = evaluate(guest, nics, ReportHistory.EMPTY, Duration.ZERO);
        assertThat(first.remark()).isEmpty();
        assertThat(first.revisitAfter()).contains(Duration.ofMinutes(1));

        UnmatchedRulePolicy.Result second = evaluate(guest, nics, first.history(), Duration.ofSeconds(20));
        assertThat(second.remark()).isEmpty();
        assertThat(second.revisitAfter()).contains(Duration.ofSeconds(40));

        UnmatchedRulePolicy.Result third = evaluate(guest, nics, second.history(), Duration.ofMinutes(1));
        assertThat(third.remark()).isPresent();
        assertThat(third.revisitAfter()).isEmpty();
    }

    @Test
    void theTimeStartsAgainAfterEachRuleSelectedAnAddress() {
        String partial = "VM Network: 10.30.0.5";
        UnmatchedRulePolicy.Result first = evaluate(partial, 2, ReportHistory.EMPTY, Duration.ZERO);
        UnmatchedRulePolicy.Result complete =
                evaluate("VM Network: 10.30.0.5; Nodes: 10.31.0.5", 2, first.history(), Duration.ofSeconds(50));
        assertThat(complete.remark()).isEmpty();

        assertThat(evaluate(partial, 2, complete.history(), Duration.ofSeconds(70))
                        .remark())
                .isEmpty();
    }

    @Test
    void aCommandThatSeesOneReportDoesNotWait() {
        Optional<Reason> remark = evaluate("VM Network: 10.30.0.5", 2, ReportHistory.ofSingleReport(0), Duration.ZERO)
                .remark();

        assertThat(remark).isPresent();
    }

    private static UnmatchedRulePolicy.Result evaluate(String guest, int nics, ReportHistory history, Duration time) {
        AddressInput input = AddressScenario.input(guest, ONE_UNMATCHED);
        return UnmatchedRulePolicy.evaluate(
                AddressPolicy.choose(input), input, new Hardware(2, 4096, "other", nics), history, time.toNanos());
    }
}
