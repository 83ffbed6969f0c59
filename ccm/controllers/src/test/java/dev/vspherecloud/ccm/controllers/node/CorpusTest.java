package dev.vspherecloud.ccm.controllers.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.AddressInput;
import dev.vspherecloud.ccm.domain.address.AddressPolicy;
import dev.vspherecloud.ccm.domain.address.AddressRetentionPolicy;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.ReportHistory;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.testkit.corpus.GuestSituation;
import dev.vspherecloud.testkit.corpus.GuestSituation.Outcome;
import dev.vspherecloud.testkit.corpus.GuestSituation.Outcome.Shown;
import dev.vspherecloud.testkit.corpus.GuestSituation.Outcome.Waiting;
import dev.vspherecloud.testkit.corpus.GuestSituation.Report;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each situation of the corpus with the default configuration: the addresses of its Node after the last report.
class CorpusTest {
    static List<GuestSituation> situations() {
        return GuestSituation.all();
    }

    @ParameterizedTest
    @MethodSource("situations")
    void theNodeGetsTheExpectedAddresses(GuestSituation situation) {
        assertThat(new Replay(situation).end())
                .as("%s (%s)", situation.title(), situation.source())
                .isEqualTo(situation.expected());
    }

    @Test
    void theCorpusHasAtLeastSixtySituations() {
        assertThat(situations()).hasSizeGreaterThanOrEqualTo(60);
    }

    /// A Node whose addresses are chosen again after each report.
    private static final class Replay {
        private final GuestSituation situation;
        private List<NodeAddress> present;
        private Outcome last;
        private ReportHistory memory = ReportHistory.EMPTY;
        private long now;

        Replay(GuestSituation situation) {
            this.situation = situation;
            this.present = situation.node();
            this.last = new Shown(present, Optional.empty());
        }

        Outcome end() {
            situation.reports().forEach(this::take);
            return last;
        }

        private void take(Report report) {
            now += report.after().toNanos();
            last = switch (choose(report)) {
                case AddressChoice.Chosen chosen -> {
                    present = chosen.addresses();
                    yield new Shown(present, chosen.missingFamily().map(Reason::code));
                }
                case AddressChoice.Unreported(Reason reason, var _) -> without(reason);
                case AddressChoice.Unsatisfied(Reason reason, var _) -> without(reason);
            };
        }

        private AddressChoice choose(Report report) {
            var retained = AddressRetentionPolicy.retain(
                    report.guest(), report.hardware(), present, situation.virtualIpHints(), memory, now);
            memory = retained.history();
            return AddressPolicy.choose(question(retained.guest()));
        }

        private AddressInput question(Guest guest) {
            return new AddressInput(
                    guest,
                    situation.rules(),
                    present.isEmpty(),
                    present,
                    situation.provided(),
                    situation.virtualIpHints());
        }

        /// Keeps the addresses that a Node has. A Node without addresses waits.
        private Outcome without(Reason reason) {
            return present.isEmpty() ? new Waiting(reason.code()) : new Shown(present, Optional.empty());
        }
    }
}
