package dev.vspherecloud.domain.existence;

import static dev.vspherecloud.domain.existence.ObservationsText.absenceHistory;
import static dev.vspherecloud.domain.existence.ObservationsText.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExistencePolicyTest {
    private static final List<String> VCENTERS = List.of("vc-a", "vc-b");
    private static final Duration PACE = Duration.ofMinutes(2);

    // Number and duration of observations

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "0 destroyed                                    | AbsenceUnproven",
                "0 destroyed, 60 destroyed                      | AbsenceUnproven",
                "0 destroyed, 10 destroyed, 20 destroyed        | AbsenceUnproven",
                "0 destroyed, 10 destroyed, 21 destroyed        | destroyed 3 in 20",
                "0 destroyed, 11 destroyed, 22 destroyed        | destroyed 3 in 21",
                "0 destroyed, 5 destroyed, 10 destroyed, 22 destroyed | destroyed 4 in 21",
                // The events of a destroy may come later than the end of the VM. One observation with them is enough.
                "0 gone, 11 gone, 22 destroyed                  | destroyed 3 in 21",
                "0 destroyed, 11 gone, 22 gone                  | destroyed 3 in 21",
                "0 gone, 11 gone, 22 gone                       | AbsenceUnproven",
                "0 gone, 300 gone, 600 gone                     | AbsenceUnproven",
                "0 gone, 300 gone, 601 gone                     | gone 3 in 600",
            })
    void threeObservationsOverTwentySecondsProveADestroyAndTenMinutesADisappearance(String series, String expected) {
        assertThat(verdict(absenceHistory(series))).isEqualTo(expected);
    }

    @Test
    void tenMinutesWithoutObservationsProveNothing() {
        AbsenceHistory twice = AbsenceHistory.EMPTY
                .with(ObservationsText.observations("0 gone").getFirst(), Duration.ofHours(1))
                .with(ObservationsText.observations("1200 gone").getFirst(), Duration.ofHours(1));

        assertThat(verdict(twice)).isEqualTo("AbsenceUnproven");
    }

    @Test
    void theTimeOfADisappearanceIsConfigurable() {
        AbsenceHistory sixMinutes = absenceHistory("0 gone, 200 gone, 361 gone");

        assertThat(evaluate(sixMinutes, Duration.ofMinutes(6))).isInstanceOf(Existence.Gone.class);
        assertThat(evaluate(sixMinutes, Duration.ofMinutes(6).plusNanos(1))).isInstanceOf(Existence.Unknown.class);
    }

    @Test
    void lessThanFiveMinutesIsNoDisappearance() {
        assertThat(new ExistenceRules(Duration.ofMinutes(5)).disappearedAfter()).hasMinutes(5);
        assertThatThrownBy(() -> new ExistenceRules(Duration.ofSeconds(299)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a VM that is away for PT4M59S has not disappeared");
    }

    // Observations that restart the series

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "0 destroyed, 11 silent                               | VcenterSilent",
                "0 destroyed, 11 silent, 22 destroyed                 | AbsenceUnproven",
                "0 destroyed, 11 silent, 22 destroyed, 33 destroyed, 44 destroyed | destroyed 3 in 21",
                "0 destroyed, 11 there                                | alive",
                "0 destroyed, 11 there, 22 destroyed                  | AbsenceUnproven",
                // An earlier destroy does not count for the current absence.
                "0 destroyed, 11 there, 22 gone, 33 gone, 44 gone     | AbsenceUnproven",
                "0 destroyed, 11 silent, 22 gone, 33 gone, 44 gone    | AbsenceUnproven",
                // The gap between two observations is longer than the timeout.
                "0 destroyed, 301 destroyed, 312 destroyed            | destroyed 3 in 311",
                "0 destroyed, 302 destroyed, 313 destroyed            | AbsenceUnproven",
                "0 destroyed, 302 gone, 313 gone, 324 gone            | AbsenceUnproven",
                // The same observation again, and one that was overtaken.
                "0 destroyed, 22 destroyed, 22 destroyed              | AbsenceUnproven",
                "0 destroyed, 22 destroyed, 11 destroyed              | AbsenceUnproven",
                "0 destroyed, 22 destroyed, 11 there, 33 destroyed    | destroyed 3 in 32",
            })
    void aContradictionOrAGapRestartsTheSeries(String series, String expected) {
        assertThat(verdict(absenceHistory(series))).isEqualTo(expected);
    }

    // Signs of life

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "0 destroyed, 11 destroyed, 22 destroyed lease=8      | alive",
                "0 destroyed, 11 destroyed, 22 destroyed beat=8       | alive",
                "0 destroyed lease=8, 11 destroyed, 22 destroyed      | AbsenceUnproven",
                "0 destroyed, 11 silent, 22 destroyed beat=8          | alive",
                "0 destroyed, 11 destroyed, 22 silent lease=8         | alive",
                // A heartbeat that goes back counts too: the clock of the Node was changed.
                "0 destroyed lease=9, 11 destroyed lease=8            | alive",
                // After a sign of life, the full series without one is needed.
                "0 destroyed, 11 destroyed lease=8, 22 destroyed lease=8, 33 destroyed lease=8 | destroyed 3 in 21",
                "0 destroyed, 11 destroyed lease=8, 22 destroyed lease=8 | AbsenceUnproven",
                // A destroy before the sign of life was not the end of this machine.
                "0 destroyed, 11 gone lease=8, 22 gone lease=8, 33 gone lease=8 | AbsenceUnproven",
                "0 destroyed lease=none, 11 destroyed lease=none, 22 destroyed lease=none | destroyed 3 in 21",
                "0 destroyed lease=none, 11 destroyed lease=7         | alive",
                // A deleted Lease is no renewal.
                "0 destroyed, 11 destroyed lease=none, 22 destroyed lease=none | destroyed 3 in 21",
                // An unreadable Lease proves nothing.
                "0 destroyed lease=!403, 11 destroyed lease=!403, 22 destroyed lease=!403 | KubeletUnreadable",
                "0 destroyed, 11 destroyed, 22 destroyed lease=!403   | KubeletUnreadable",
                "0 destroyed, 11 destroyed lease=!403, 22 destroyed   | AbsenceUnproven",
                "0 destroyed lease=!403, 11 destroyed lease=!500      | KubeletUnreadable",
                "0 destroyed lease=!403, 11 destroyed, 22 destroyed, 33 destroyed | destroyed 3 in 21",
                "0 destroyed lease=!403 beat=1, 11 destroyed beat=2   | alive",
                "0 silent lease=!403                                  | VcenterSilent",
            })
    void aSignOfLifeOverrulesEverything(String series, String expected) {
        assertThat(verdict(absenceHistory(series))).isEqualTo(expected);
    }

    // Messages

    @Test
    void nothingIsKnownAtFirst() {
        assertThat(evaluate(AbsenceHistory.EMPTY, Duration.ofMinutes(10)))
                .isEqualTo(unknown(
                        VsphereReason.ABSENCE_UNPROVEN,
                        "vCenter does not return its VM; the provider checks whether the VM was destroyed"));
    }

    @Test
    void theReasonSaysWhatTheProviderWaitsFor() {
        assertThat(evaluate(absenceHistory("0 gone"), Duration.ofSeconds(390)))
                .isEqualTo(
                        unknown(
                                VsphereReason.ABSENCE_UNPROVEN,
                                "its VM is missing from vCenter vc-a, but no event shows that it was destroyed; the provider deletes the Node if the VM stays away for 6m30s. If you want to keep the Node, register the VM again"));
        assertThat(evaluate(absenceHistory("0 destroyed"), Duration.ofMinutes(10)))
                .isEqualTo(
                        unknown(
                                VsphereReason.ABSENCE_UNPROVEN,
                                "its VM was destroyed on vCenter vc-a (task-42 VirtualMachine.destroy by CLUSTER\\ops); the provider checks this three times and then deletes the Node"));
        assertThat(evaluate(absenceHistory("0 destroyed lease=!403"), Duration.ofMinutes(10)))
                .isEqualTo(unknown(
                        VsphereReason.KUBELET_UNREADABLE,
                        "its VM is missing, and the provider cannot read whether its kubelet is alive: 403"));
        assertThat(evaluate(absenceHistory("0 silent"), Duration.ofMinutes(10)))
                .isEqualTo(new Existence.Unknown(ObservationsText.SILENT));
    }

    @Test
    void aSignOfLifeIsNamed() {
        assertThat(evaluate(absenceHistory("0 there"), Duration.ofMinutes(10)))
                .isEqualTo(new Existence.Alive("vCenter vc-b has vm-7"));
        assertThat(evaluate(absenceHistory("0 gone, 11 gone beat=1"), Duration.ofMinutes(10)))
                .isEqualTo(new Existence.Alive("its kubelet renews its Lease or its heartbeat"));
    }

    @Test
    void aProofContainsAllEvidence() {
        assertThat(evaluate(absenceHistory("0 destroyed, 11 gone, 22 gone"), Duration.ofMinutes(10)))
                .isEqualTo(new Existence.Gone(new Proof(
                        CheckResultText.VM,
                        "vc-a",
                        new Proof.Observations(
                                3,
                                Duration.ofSeconds(21),
                                Duration.ofSeconds(23).toNanos()),
                        VCENTERS,
                        Optional.of(CheckResultText.DESTROYED))));
    }

    // Time of the next check

    @ParameterizedTest(name = "{0}: {1} s")
    @CsvSource(
            delimiter = '|',
            value = {
                "0 there                                        | 120",
                // A vCenter or Lease that did not answer may answer soon.
                "0 silent                                       | 11",
                "0 destroyed lease=!403                         | 11",
                "0 gone, 11 gone, 22 silent                     | 11",
                "0 gone, 11 silent, 22 there                    | 120",
                // The kubelet is alive.
                "0 gone, 11 gone lease=8                        | 120",
                "0 gone, 11 gone lease=8, 22 gone lease=8       | 11",
                "0 gone                                         | 11",
                "0 gone, 11 gone                                | 11",
                "0 gone, 11 gone, 22 gone                       | 120",
                "0 destroyed                                    | 11",
                "0 destroyed, 11 destroyed                      | 11",
                // The proof needs 10 s more. The policy adds 2 s so that the next check is not too early.
                "0 destroyed, 5 destroyed, 10 destroyed         | 12",
                "0 gone, 11 gone, 22 gone, 100 destroyed        | 120",
                // Proven, and the Node is kept for another reason: the next check is after the usual interval.
                "0 destroyed, 11 destroyed, 22 destroyed        | 120",
                "0 gone, 200 gone, 400 gone, 481 gone           | 120",
                "0 gone, 200 gone, 400 gone, 482 gone           | 120",
                "0 gone, 200 gone, 400 gone, 483 gone           | 119",
                "0 gone, 200 gone, 400 gone, 600 gone           | 2",
                "0 gone, 200 gone, 400 gone, 601 gone           | 120",
            })
    void theNextCheckIsWhenItMayDecide(String series, int seconds) {
        assertThat(ExistencePolicy.timeUntilNextCheck(absenceHistory(series), ExistenceRules.DEFAULTS, PACE))
                .hasSeconds(seconds);
    }

    @Test
    void anEmptyHistoryWaitsForTheFirstAnswer() {
        assertThat(ExistencePolicy.timeUntilNextCheck(AbsenceHistory.EMPTY, ExistenceRules.DEFAULTS, PACE))
                .isEqualTo(PACE);
    }

    private static Existence evaluate(AbsenceHistory absenceHistory, Duration disappearedAfter) {
        return ExistencePolicy.evaluate(
                absenceHistory, CheckResultText.VM, VCENTERS, new ExistenceRules(disappearedAfter));
    }

    private static Existence unknown(ReasonCode code, String message) {
        return new Existence.Unknown(new Reason(code, message));
    }
}
