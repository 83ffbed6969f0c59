package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.existence.Destruction;
import dev.vspherecloud.domain.existence.ExistenceCheckResult;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.vsphere.inventory.absence.VcenterCheckResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PendingCheckTest {
    private static final OwnerVcenterResult GONE =
            new OwnerVcenterResult.NoSuchObject("vc-a", List.of(), Optional.empty(), Map.of(), Optional.empty());
    private static final OwnerVcenterResult DESTROYED = new OwnerVcenterResult.NoSuchObject(
            "vc-a",
            List.of(),
            Optional.empty(),
            Map.of(),
            Optional.of(new Destruction(new EventPosition(7, Instant.EPOCH), "task-1 VirtualMachine.destroy")));
    private static final Optional<UUID> OTHER = Optional.of(Fixtures.OTHER_VCENTER);
    private static final VmLookup.Silence AWAY = new VmLookup.Silence("vc-b", "away");

    private final PendingCheck<String> open = new PendingCheck<>(Fixtures.absent(1), List.of("vc-a", "vc-b"), 5);

    @Test
    void isCompleteWhenTheLastVcenterHasAnswered() {
        assertThat(open.addResult("vc-b", result("vc-b", Fixtures.OTHER_VCENTER, 20), 30))
                .isEmpty();

        Optional<ExistenceCheckResult> report = open.addResult("vc-a", gone("vc-a", 10), 40);

        assertThat(report)
                .contains(new ExistenceCheckResult(
                        Fixtures.absent(1),
                        10,
                        40,
                        GONE,
                        List.of(new UuidSearchResult.Nothing("vc-a"), new UuidSearchResult.Nothing("vc-b"))));
    }

    @Test
    void withAnUnreachedVcenterTheOwnerResultIsUnanswered() {
        open.addResult("vc-a", gone("vc-a", 10), 30);

        Optional<ExistenceCheckResult> report =
                open.addResult("vc-b", VcenterCheckResult.none(AWAY, Optional.empty(), Fixtures.VCENTER), 40);

        assertThat(report).map(ExistenceCheckResult::ownerResult).contains(new OwnerVcenterResult.Unanswered(AWAY));
    }

    @Test
    void withoutTheOwnerVcenterTheResultListsTheVcentersThatAnswered() {
        open.addResult("vc-a", result("vc-a", Fixtures.OTHER_VCENTER, 10), 30);

        Optional<ExistenceCheckResult> report = open.addResult("vc-b", result("vc-b", new UUID(3, 3), 20), 40);

        assertThat(report)
                .map(ExistenceCheckResult::ownerResult)
                .contains(new OwnerVcenterResult.NotHere(
                        Fixtures.VCENTER, Map.of("vc-a", Fixtures.OTHER_VCENTER, "vc-b", new UUID(3, 3))));
    }

    @Test
    void withoutAnAskedVcenterTheTimeOfTheRequestCounts() {
        open.addResult("vc-a", VcenterCheckResult.none(AWAY, Optional.empty(), Fixtures.VCENTER), 30);

        Optional<ExistenceCheckResult> report =
                open.addResult("vc-b", VcenterCheckResult.none(AWAY, Optional.empty(), Fixtures.VCENTER), 40);

        assertThat(report).map(ExistenceCheckResult::askedAt).contains(5L);
    }

    // Without the answers of all vCenters

    @Test
    void aDestroyedVmIsReportedWithoutWaitingForASilentVcenter() {
        open.addResult("vc-a", result(DESTROYED, 10), 30);

        Optional<ExistenceCheckResult> report = open.completeWithoutSilent(_ -> Optional.of(silent(OTHER)), 31);

        assertThat(report)
                .contains(new ExistenceCheckResult(
                        Fixtures.absent(1),
                        10,
                        31,
                        DESTROYED,
                        List.of(new UuidSearchResult.Nothing("vc-a"), new UuidSearchResult.Unanswered(AWAY))));
        assertThat(open.completeWithoutSilent(_ -> Optional.of(silent(OTHER)), 32))
                .isEmpty();
    }

    @Test
    void aResponsiveVcenterIsWaitedFor() {
        open.addResult("vc-a", result(DESTROYED, 10), 30);

        assertThat(open.completeWithoutSilent(_ -> Optional.empty(), 31)).isEmpty();
        assertThat(open.addResult("vc-b", result("vc-b", Fixtures.OTHER_VCENTER, 20), 40))
                .isPresent();
    }

    @Test
    void withoutADestructionTheCheckWaitsForAllVcenters() {
        assertThat(open.completeWithoutSilent(_ -> Optional.of(silent(OTHER)), 29))
                .isEmpty();
        open.addResult("vc-a", gone("vc-a", 10), 30);

        assertThat(open.completeWithoutSilent(_ -> Optional.of(silent(OTHER)), 31))
                .isEmpty();
    }

    @Test
    void aLateResultWithTheVmContradictsTheReport() {
        open.addResult("vc-a", result(DESTROYED, 10), 30);
        open.completeWithoutSilent(_ -> Optional.of(silent(OTHER)), 31);
        var hit = new UuidSearchResult.Hit("vc-b", List.of("vm-7"));

        Optional<ExistenceCheckResult> report = open.addResult(
                "vc-b",
                new VcenterCheckResult(
                        "vc-b", Optional.of(Fixtures.OTHER_VCENTER), OptionalLong.of(20), Optional.empty(), hit),
                40);

        assertThat(report)
                .contains(new ExistenceCheckResult(
                        Fixtures.absent(1), 10, 40, DESTROYED, List.of(new UuidSearchResult.Nothing("vc-a"), hit)));
    }

    @Test
    void theNewestReportCounts() {
        assertThat(open.latestResult()).isEmpty();
        open.addResult("vc-a", result(DESTROYED, 10), 30);
        Optional<ExistenceCheckResult> early = open.completeWithoutSilent(_ -> Optional.of(silent(OTHER)), 31);
        assertThat(open.latestResult()).isEqualTo(early);
        var hit = new UuidSearchResult.Hit("vc-b", List.of("vm-7"));

        Optional<ExistenceCheckResult> late = open.addResult(
                "vc-b", new VcenterCheckResult("vc-b", OTHER, OptionalLong.of(20), Optional.empty(), hit), 40);

        assertThat(open.latestResult()).isEqualTo(late).isNotEqualTo(early);
    }

    @Test
    void aLateResultWithoutTheVmChangesNothing() {
        open.addResult("vc-a", result(DESTROYED, 10), 30);
        open.completeWithoutSilent(_ -> Optional.of(silent(OTHER)), 31);

        assertThat(open.addResult("vc-b", result("vc-b", Fixtures.OTHER_VCENTER, 20), 40))
                .isEmpty();
    }

    @Test
    void anOwnerVcenterThatIsConfiguredTwiceAndSilentOnceProvesNothing() {
        open.addResult("vc-a", result(DESTROYED, 10), 30);

        assertThat(open.completeWithoutSilent(_ -> Optional.of(silent(Optional.of(Fixtures.VCENTER))), 31))
                .map(ExistenceCheckResult::ownerResult)
                .contains(new OwnerVcenterResult.Unanswered(AWAY));
    }

    @Test
    void aVcenterThatWasNeverReachedDoesNotOutweighADestruction() {
        open.addResult("vc-a", result(DESTROYED, 10), 30);

        assertThat(open.completeWithoutSilent(_ -> Optional.of(silent(Optional.empty())), 31))
                .map(ExistenceCheckResult::ownerResult)
                .contains(DESTROYED);
    }

    private static VcenterCheckResult silent(Optional<UUID> instance) {
        return VcenterCheckResult.none(AWAY, instance, Fixtures.VCENTER);
    }

    private static VcenterCheckResult gone(String vcenter, long asked) {
        return result(vcenter, GONE, asked);
    }

    private static VcenterCheckResult result(OwnerVcenterResult home, long asked) {
        return result("vc-a", home, asked);
    }

    private static VcenterCheckResult result(String vcenter, OwnerVcenterResult home, long asked) {
        return new VcenterCheckResult(
                vcenter,
                Optional.of(Fixtures.VCENTER),
                OptionalLong.of(asked),
                Optional.of(home),
                new UuidSearchResult.Nothing(vcenter));
    }

    private static VcenterCheckResult result(String vcenter, UUID instance, long asked) {
        return new VcenterCheckResult(
                vcenter,
                Optional.of(instance),
                OptionalLong.of(asked),
                Optional.empty(),
                new UuidSearchResult.Nothing(vcenter));
    }
}
