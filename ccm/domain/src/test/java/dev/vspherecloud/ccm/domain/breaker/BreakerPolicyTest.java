package dev.vspherecloud.ccm.domain.breaker;

import static dev.vspherecloud.ccm.domain.breaker.Breaker.CLOSED;
import static dev.vspherecloud.ccm.domain.breaker.PresencesText.keys;
import static dev.vspherecloud.domain.Fixtures.VCENTER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BreakerPolicyTest {
    /// An incident with 6 of 20 Nodes that is not acknowledged.
    private static final Breaker SIX =
            PresencesText.of("6 missing/60, 14 present").evaluate(CLOSED);

    private static final String FIRST = SIX.open().orElseThrow().id();

    // Causes of an incident

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "20 present                        | -",
                "5 missing/60, 15 present          | -",
                "6 missing/60, 14 present          | 6 of 20 Nodes lost their VMs within 10 min",
                // In a large cluster, 10 % are allowed.
                "10 missing/60, 90 present         | -",
                "11 missing/60, 89 present         | 11 of 100 Nodes lost their VMs within 10 min",
                // Ten percent of 69 Nodes are 6.9, so 7 Nodes are too many.
                "6 missing/60, 63 present          | -",
                "7 missing/60, 62 present          | 7 of 69 Nodes lost their VMs within 10 min",
                "7 missing/60, 63 present          | -",
                // During the first 30 s the provider checks whether the VM was destroyed.
                "6 missing/29, 14 present          | -",
                "6 missing/30, 14 present          | 6 of 20 Nodes lost their VMs within 10 min",
                "5 missing/60, 1 missing/29, 14 present | -",
                // A VM that has been missing for more than 10 min does not count as recent.
                "6 missing/600, 14 present         | 6 of 20 Nodes lost their VMs within 10 min",
                "5 missing/60, 1 missing/600, 14 present | 6 of 20 Nodes lost their VMs within 10 min",
                "5 missing/60, 1 missing/601, 14 present | -",
                "6 missing/601, 14 present         | -",
                // Deleted Nodes count as members of the cluster.
                "1 missing/60, 5 lost/599, 14 present | 6 of 20 Nodes lost their VMs within 10 min",
                "1 missing/60, 5 lost/600, 14 present | -",
                "1 missing/601, 5 lost/1, 14 present | -",
                "1 missing/601, 6 lost/1, 13 present | 6 of 20 Nodes lost their VMs within 10 min",
                // No Node is left that an incident could keep.
                "12 lost/60, 8 present             | -",
                // A Node that was just deleted and is still in the cache counts once.
                "3 both/60, 3 present, 94 present  | -",
                "1 missing/60, 5 both/60, 14 present | 6 of 20 Nodes lost their VMs within 10 min",
                "1 missing/60, 4 both/60, 15 present | -",
                // A VM whose state is unknown, or whose Node is about to leave, is not lost.
                "5 missing/60, 9 unknown, 6 present | -",
                "5 missing/60, 5 leaving, 10 present | -",
            })
    void manyAtOnceAreAnIncident(String cluster, @Nullable String cause) {
        assertThat(cause(cluster)).isEqualTo(cause);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "1 missing/60                      | 1 of 1 Nodes have lost their VMs",
                "1 missing/60, 1 present           | -",
                "2 missing/60, 2 present           | -",
                "2 missing/60, 1 present           | 2 of 3 Nodes have lost their VMs",
                // The duration does not matter.
                "11 missing/9999, 9 present        | 11 of 20 Nodes have lost their VMs",
                "10 missing/9999, 10 present       | -",
                "1 missing/9999, 1 lost/60, 1 present | 2 of 3 Nodes have lost their VMs",
                "1 missing/9999, 1 lost/60, 2 present | -",
                "1 missing/9999, 1 lost/700, 1 present | -",
                "1 missing/60, 1 unknown            | -",
                // Nodes that are about to leave do not count as members of the cluster.
                "2 missing/60, 5 leaving, 2 present | -",
                "2 missing/60, 5 leaving, 1 present | 2 of 3 Nodes have lost their VMs",
            })
    void halfOfTheClusterIsAnIncident(String cluster, @Nullable String cause) {
        assertThat(cause(cluster)).isEqualTo(cause);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "2 missing/60 folder=f2, 8 present | all 2 Nodes of Folder f2 of vCenter 00000000-0000-0007-0000-000000000061 have lost their VMs",
                "2 missing/60 host=h2, 8 present   | all 2 Nodes of HostSystem h2 of vCenter 00000000-0000-0007-0000-000000000061 have lost their VMs",
                "2 missing/60 vc=b, 8 present      | all 2 Nodes of Folder f1 of vCenter 00000000-0000-0007-0000-000000000062 have lost their VMs",
                "2 missing/60 vc=b no-parents, 8 present | all 2 Nodes of vCenter 00000000-0000-0007-0000-000000000062 have lost their VMs",
                // One Node alone is no group.
                "1 missing/60 folder=f2, 8 present | -",
                "1 missing/60 folder=f2 vc=b, 8 present | -",
                // The same folder reference on another vCenter is another folder.
                "1 missing/60 folder=f2, 1 missing/60 folder=f2 vc=b, 8 present, 1 present vc=b | -",
                // Only a part of the group.
                "2 missing/60 folder=f2, 1 present folder=f2, 8 present | -",
                "2 missing/60 folder=f2, 1 unknown folder=f2, 8 present  | -",
                "2 missing/60 folder=f2, 1 missing/29 folder=f2, 8 present | -",
                // The folder of these Nodes is unknown.
                "2 missing/60 no-parents, 8 present  | -",
                // All of the group, except Nodes that left or are about to leave.
                "2 missing/60 folder=f2, 1 leaving folder=f2, 8 present | all 2 Nodes of Folder f2 of vCenter 00000000-0000-0007-0000-000000000061 have lost their VMs",
                "1 missing/60 folder=f2, 1 leaving folder=f2, 8 present | -",
                "1 missing/9999 folder=f2, 1 lost/60 folder=f2, 8 present | all 2 Nodes of Folder f2 of vCenter 00000000-0000-0007-0000-000000000061 have lost their VMs",
                "1 missing/9999 folder=f2, 1 lost/700 folder=f2, 8 present | -",
            })
    void aWholeFolderHostOrVcenterIsAnIncident(String cluster, @Nullable String cause) {
        assertThat(cause(cluster)).isEqualTo(cause);
    }

    @Test
    void aDeletionThatWasRecordedTwiceCountsOnce() {
        assertThat(withDeletionsRecordedTwice("1 missing/60, 3 lost/60, 16 present")
                        .open())
                .isEmpty();
        assertThat(withDeletionsRecordedTwice("1 missing/60, 5 lost/60, 14 present")
                        .open())
                .isPresent();
    }

    private static Breaker withDeletionsRecordedTwice(String words) {
        PresencesText cluster = PresencesText.of(words);
        var twice = new ArrayList<>(cluster.deletions());
        twice.addAll(cluster.deletions());
        return BreakerPolicy.evaluate(
                CLOSED,
                cluster.presences(),
                twice,
                Set.of(),
                BreakerRules.DEFAULTS,
                PresencesText.NOW,
                PresencesText.CLOCK);
    }

    @Test
    void theLimitsAreConfigurable() {
        var rules = new BreakerRules(2, 30, Duration.ofMinutes(1));

        assertThat(causeOf("3 missing/50, 7 present", rules)).isEmpty();
        assertThat(causeOf("3 missing/50, 6 present", rules)).contains("3 of 9 Nodes lost their VMs within 1 min");
        assertThat(causeOf("2 missing/50, 3 present", rules)).isEmpty();
        assertThat(causeOf("3 missing/61, 6 present", rules)).isEmpty();
        assertThat(causeOf("1 missing/50, 2 lost/59, 6 present", rules)).isPresent();
        assertThat(causeOf("1 missing/50, 2 lost/60, 6 present", rules)).isEmpty();
    }

    @ParameterizedTest(name = "{0} Nodes, {1} %, {2} s")
    @CsvSource({"0, 10, 600", "5, 0, 600", "5, 101, 600", "5, 10, 0", "5, 10, -1"})
    void invalidRulesAreRefused(int nodes, int percent, int seconds) {
        assertThatThrownBy(() -> new BreakerRules(nodes, percent, Duration.ofSeconds(seconds)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("%d Nodes, %d %%, %s".formatted(nodes, percent, Duration.ofSeconds(seconds)));
    }

    @ParameterizedTest(name = "{0} Nodes, {1} %")
    @CsvSource({"1, 1", "1, 100"})
    void rulesAtTheLimitsAreAccepted(int nodes, int percent) {
        assertThat(new BreakerRules(nodes, percent, Duration.ofNanos(1)).nodes())
                .isEqualTo(nodes);
    }

    // Members of an incident

    @Test
    void theMembersOfAnIncidentAreTheNodesThatAreMissingNow() {
        Breaker breaker = PresencesText.of("5 missing/60, 1 missing/9999, 1 missing/5, 2 unknown, 9 present, 2 lost/60")
                .evaluate(CLOSED);

        assertThat(members(breaker)).isEqualTo(keys(1, 6));
        assertThat(breaker.acknowledgedNodes()).isEmpty();
    }

    @Test
    void aLaterIncidentWithTheSameNodesHasAnotherId() {
        PresencesText cluster = PresencesText.of("6 missing/60, 14 present");
        Breaker later = BreakerPolicy.evaluate(
                CLOSED,
                cluster.presences(),
                List.of(),
                Set.of(),
                BreakerRules.DEFAULTS,
                PresencesText.NOW,
                PresencesText.CLOCK.plusSeconds(1));
        Breaker others = PresencesText.of("14 present, 6 missing/60").evaluate(CLOSED);

        assertThat(FIRST).matches("missing-[0-9a-f]{8}").isEqualTo(id(cluster.evaluate(CLOSED)));
        assertThat(id(later)).isNotEqualTo(FIRST);
        assertThat(id(others)).isNotEqualTo(FIRST);
    }

    @Test
    void aKeyIsTheBeginningOfTheUid() {
        assertThat(placement("0123456789abcdef").key()).isEqualTo("0123456789abc");
        assertThat(placement("0123456789abc").key()).isEqualTo("0123456789abc");
        assertThat(placement("uid-1").key()).isEqualTo("uid-1");
    }

    // End of an incident

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "6 missing/60, 14 present   | open",
                "6 missing/9999, 14 present | open",
                "1 missing/9999, 19 present | open",
                "6 unknown, 14 present       | open",
                "1 unknown, 19 present       | open",
                // After a restart, the time that they have been missing starts again at 0.
                "6 missing/0, 14 present    | open",
                "20 present                 | closed",
                // The VMs were destroyed, or the Nodes were deleted or are back.
                "6 leaving, 14 present      | closed",
                "6 lost/60, 14 present      | closed",
                "3 leaving, 3 present, 14 present | closed",
                // Other Nodes are missing, but not many.
                "6 present, 5 missing/60, 9 present | closed",
            })
    void anIncidentEndsWhenNoneOfItsNodesMayBeMissing(String cluster, String expected) {
        Breaker now = PresencesText.of(cluster).evaluate(SIX);

        assertThat(now.open()).isEqualTo(expected.equals("open") ? SIX.open() : Optional.empty());
    }

    @Test
    void anAcknowledgementEndsTheIncidentAndCoversItsNodes() {
        Breaker now = PresencesText.of("6 missing/60, 14 present").evaluate(SIX, FIRST);

        assertThat(now).isEqualTo(new Breaker(Optional.empty(), keys(1, 6)));
    }

    @Test
    void theIdOfAnotherIncidentAcknowledgesNothing() {
        assertThat(PresencesText.of("6 missing/60, 14 present").evaluate(SIX, "missing-00000000"))
                .isEqualTo(SIX);
    }

    @ParameterizedTest(name = "{0}: {1} acknowledged, incident of {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "6 missing/700, 14 present                    | 6 | 0",
                "6 missing/700, 5 missing/60, 9 present       | 6 | 0",
                "6 missing/700, 6 missing/60, 8 present       | 6 | 6",
                // The acknowledged Nodes are deleted. Neither they nor the next missing Node are an incident.
                "6 lost/60, 14 present                        | 6 | 0",
                "6 lost/60, 1 missing/60, 13 present          | 6 | 0",
                "6 lost/600, 14 present                       | 0 | 0",
                // Eight of the 14 other Nodes are more than half.
                "6 missing/700, 8 missing/601, 6 present      | 6 | 8",
                "6 missing/700, 7 missing/601, 7 present      | 6 | 0",
                // A Node that came back is not acknowledged any more.
                "1 present, 5 missing/60, 14 present          | 5 | 0",
                "1 unknown, 5 missing/60, 14 present           | 6 | 0",
                "1 leaving, 5 missing/60, 14 present          | 5 | 0",
                "20 present                                   | 0 | 0",
            })
    void anAcknowledgementCoversOnlyItsNodesUntilTheyAreBack(String cluster, int stillAcknowledged, int members) {
        var acknowledged = new Breaker(Optional.empty(), keys(1, 6));

        Breaker now = PresencesText.of(cluster).evaluate(acknowledged, FIRST);

        assertThat(now.acknowledgedNodes()).hasSize(stillAcknowledged).isSubsetOf(keys(1, 6));
        assertThat(members(now)).hasSize(members).isSubsetOf(keys(7, 20));
    }

    @Test
    void aNodeThatIsLostAgainIsNotAcknowledged() {
        var acknowledged = new Breaker(Optional.empty(), keys(1, 6));

        Breaker back = PresencesText.of("20 present").evaluate(acknowledged, FIRST);
        Breaker again = PresencesText.of("6 missing/60, 14 present").evaluate(back, FIRST);

        assertThat(members(again)).isEqualTo(keys(1, 6));
    }

    // Nodes that go missing during an incident

    @Test
    void aFewMoreMissingNodesDoNotChangeTheIncidentAndAreNotAcknowledged() {
        Breaker more = PresencesText.of("9 missing/60, 11 present").evaluate(SIX);
        Breaker acknowledged = PresencesText.of("9 missing/60, 11 present").evaluate(more, FIRST);

        assertThat(more).isEqualTo(SIX);
        assertThat(acknowledged).isEqualTo(new Breaker(Optional.empty(), keys(1, 6)));
    }

    @Test
    void manyMoreMissingNodesAreANewIncidentThatTheOldIdDoesNotAcknowledge() {
        Breaker more = PresencesText.of("12 missing/60, 18 present").evaluate(SIX);
        Breaker acknowledged = PresencesText.of("12 missing/60, 18 present").evaluate(more, FIRST);

        assertThat(members(more)).isEqualTo(keys(1, 12));
        assertThat(more.open().orElseThrow().cause())
                .isEqualTo("6 of 24 Nodes lost their VMs within 10 min, in addition to 6 before");
        assertThat(id(more)).isNotEqualTo(FIRST);
        assertThat(acknowledged).isEqualTo(more);
    }

    @Test
    void anAcknowledgementDoesNotCoverManyMoreThatGoMissingAtTheSameTime() {
        Breaker now = PresencesText.of("6 missing/60, 6 missing/40, 18 present").evaluate(SIX, FIRST);

        assertThat(now.acknowledgedNodes()).isEqualTo(keys(1, 6));
        assertThat(members(now)).isEqualTo(keys(7, 12));
    }

    // Restarts

    @Test
    void anIncidentSurvivesARestart() {
        PresencesText cold = PresencesText.of("20 unknown");

        assertThat(cold.evaluate(SIX)).isEqualTo(SIX);
        assertThat(PresencesText.of("6 missing/0, 14 unknown").evaluate(cold.evaluate(SIX)))
                .isEqualTo(SIX);
    }

    @Test
    void acknowledgedNodesSurviveARestart() {
        var acknowledged = new Breaker(Optional.empty(), keys(1, 6));

        assertThat(PresencesText.of("20 unknown").evaluate(acknowledged)).isEqualTo(acknowledged);
    }

    @Test
    void anEmptyClusterHasNoIncident() {
        assertThat(BreakerPolicy.evaluate(
                        CLOSED,
                        Map.of(),
                        List.of(),
                        Set.of(),
                        BreakerRules.DEFAULTS,
                        PresencesText.NOW,
                        PresencesText.CLOCK))
                .isEqualTo(CLOSED);
    }

    private static NodePlacement placement(String uid) {
        return new NodePlacement("w-1", uid, VCENTER, Optional.empty());
    }

    private static @Nullable String cause(String cluster) {
        return causeOf(cluster, BreakerRules.DEFAULTS).orElse(null);
    }

    private static Optional<String> causeOf(String words, BreakerRules rules) {
        PresencesText cluster = PresencesText.of(words);
        return BreakerPolicy.evaluate(
                        CLOSED,
                        cluster.presences(),
                        cluster.deletions(),
                        Set.of(),
                        rules,
                        PresencesText.NOW,
                        PresencesText.CLOCK)
                .open()
                .map(Incident::cause);
    }

    private static Set<String> members(Breaker breaker) {
        return breaker.open().map(Incident::members).orElse(Set.of());
    }

    private static String id(Breaker breaker) {
        return breaker.open().orElseThrow().id();
    }
}
