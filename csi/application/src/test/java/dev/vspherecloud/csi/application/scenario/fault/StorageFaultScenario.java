package dev.vspherecloud.csi.application.scenario.fault;

import static dev.vspherecloud.testkit.volume.DatastoreSpec.datastore;
import static dev.vspherecloud.testkit.volume.VolumeRule.next;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.application.scenario.CsiCalls;
import dev.vspherecloud.csi.application.scenario.fault.FaultBed.Claim;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.volume.DatastoreSpec;
import dev.vspherecloud.testkit.volume.VolumeSettings.FaultForm;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What the packaged driver says about faults of volumes that an administrator has to repair, and that it continues
/// afterwards. All tests share one driver, which logs in once.
@Tag("csi")
class StorageFaultScenario {
    private static FaultBed bed;

    @BeforeAll
    static void startDriver(@TempDir Path folder) {
        bed = FaultBed.in(folder);
        bed.start().awaitReady();
    }

    @AfterAll
    static void close() {
        bed.close();
    }

    @AfterEach
    void repair() {
        bed.volumes().apply();
        bed.site().proxy().clearRules();
        assertThat(bed.logins()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void aMissingPrivilegeIsReported(FaultForm form) {
        Claim claim = bed.createClaim();
        bed.volumes()
                .apply(
                        next("CnsCreateVolume").fault("NoPermission").form(form),
                        next("CnsCreateVolume").callFault("NoPermission"));

        List<CsiCalls.Outcome> outcomes = IntStream.range(0, 2)
                .mapToObj(_ -> bed.calls().create(claim.request(), "{}"))
                .toList();

        assertThat(outcomes).allSatisfy(outcome -> {
            assertThat(outcome.code()).isEqualTo("PermissionDenied");
            assertThat(outcome.message()).containsIgnoringCase("privilege");
        });
        bed.awaitEvent(claim, "PrivilegeMissing");
        bed.isCreated(claim.request(), "{}");
    }

    @Test
    void anAccountThatSeesNoDatastoreIsReported() throws InterruptedException {
        Claim claim = bed.createClaim();
        bed.isCreated("pvc-before", "{}");
        long polls = polls();
        bed.site().vcenter().rights().hideEverything();
        // The next long poll begins when the driver has dealt with the answer to this one.
        assertThat(bed.site().proxy().calls().await(_ -> polls() > polls, FaultBed.LIMIT))
                .isTrue();

        CsiCalls.Outcome outcome = bed.calls().create(claim.request(), "{}");

        assertThat(outcome.code()).isEqualTo("FailedPrecondition");
        assertThat(outcome.message()).contains("shows no datastore", "give the account Datastore.FileManagement");
        bed.awaitEvent(claim, "NoDatastoreFits");
        long pollsWhileHidden = polls();
        bed.site().vcenter().rights().restore();
        assertThat(bed.site().proxy().calls().await(_ -> polls() > pollsWhileHidden, FaultBed.LIMIT))
                .isTrue();
        bed.isCreated(claim.request(), "{}");
    }

    /// A driver of its own: it has not read the free space a moment ago.
    @Test
    void aFullDatastoreIsReported(@TempDir Path folder) {
        try (var full = FaultBed.in(folder)) {
            full.start().awaitReady();
            Claim claim = full.createClaim();
            changeDatastores(full, store -> store.freeMb(50));

            CsiCalls.Outcome outcome = full.calls().create(claim.request(), "{}");

            assertThat(outcome.code()).isEqualTo("ResourceExhausted");
            assertThat(outcome.message()).contains("has 50 MiB free, expected 1 GiB", "free space");
            full.awaitEvent(claim, "DatastoreFull");
            assertThat(full.volumes().list()).isEmpty();
            changeDatastores(full, store -> store.capacityMb(100_000).freeMb(50_000));
            full.isCreated(claim.request(), "{}");
            assertThat(full.logins()).isEqualTo(1);
        }
    }

    @Test
    void anUnknownStoragePolicyIsReportedWithTheKnownOnes() {
        long before = creations();
        Claim claim = bed.createClaim();

        CsiCalls.Outcome outcome = bed.calls().create(claim.request(), "{\"storagepolicyname\": \"gold\"}");

        assertThat(outcome.code()).isEqualTo("NotFound");
        assertThat(outcome.message()).contains("gold", "vSAN Default Storage Policy", "correct the StorageClass");
        bed.awaitEvent(claim, "StoragePolicyUnknown");
        assertThat(creations()).isEqualTo(before);
        bed.isCreated(claim.request(), "{\"storagepolicyname\": \"vSAN Default Storage Policy\"}");
    }

    /// The sidecar has restarted. The new one repeats the call, and waits for the task of the old one.
    @Test
    void aCallWhoseCallerHasGoneHoldsUpNoOther() {
        long before = creations();
        bed.volumes().apply(next("CnsCreateVolume").of("pvc-left").hold());

        assertThat(bed.calls().createAndLeave("pvc-left").code()).isEqualTo("Canceled");
        CsiCalls.Outcome next = Awaitility.await()
                .atMost(FaultBed.LIMIT)
                .until(() -> bed.calls().create("pvc-left", "{}"), each -> !each.code()
                        .equals("Aborted"));
        assertThat(next.code()).as(next.message()).isEqualTo("DeadlineExceeded");

        bed.volumes().releaseTasks();
        bed.isCreated("pvc-left", "{}");
        assertThat(creations()).isEqualTo(before + 1);
    }

    /// The name of the policy is the same, and its id is another one.
    @Test
    void aPolicyThatWasCreatedAgainIsReadAgain() {
        String parameters = "{\"storagepolicyname\": \"silver\"}";
        bed.volumes().changePolicyForAll("silver");
        bed.isCreated("before", parameters);
        bed.volumes().removePolicy("silver");
        bed.volumes().changePolicyForAll("silver");
        Claim claim = bed.createClaim();

        assertThat(bed.calls().create(claim.request(), parameters).code()).isEqualTo("InvalidArgument");

        Awaitility.await().atMost(FaultBed.LIMIT).untilAsserted(() -> assertThat(
                        bed.calls().create(claim.request(), parameters).code())
                .isEqualTo("OK"));
    }

    @Test
    void storagePoliciesThatTheAccountMayNotReadAreReported() {
        long before = creations();
        Claim claim = bed.createClaim();
        bed.site()
                .proxy()
                .add(Rule.on("PbmQueryProfile").then(Fault.soapFault("NoPermission", "Permission was denied.")));

        CsiCalls.Outcome outcome = bed.calls().create(claim.request(), "{\"storagepolicyname\": \"bronze\"}");

        assertThat(outcome.code()).isEqualTo("PermissionDenied");
        assertThat(outcome.message()).contains("bronze", "StorageProfile.View");
        bed.awaitEvent(claim, "PrivilegeMissing");
        assertThat(creations()).isEqualTo(before);
    }

    @Test
    void anUnknownDatastoreIsReported() {
        long before = creations();
        Claim claim = bed.createClaim();

        CsiCalls.Outcome outcome =
                bed.calls().create(claim.request(), "{\"datastoreurl\": \"ds:///vmfs/volumes/none/\"}");

        assertThat(outcome.code()).isEqualTo("FailedPrecondition");
        assertThat(outcome.message()).contains("ds:///vmfs/volumes/none/", "correct datastoreurl");
        bed.awaitEvent(claim, "StorageConfigInvalid");
        assertThat(creations()).isEqualTo(before);
        String known = bed.volumes().datastores().getFirst().url();
        bed.isCreated(claim.request(), "{\"datastoreurl\": \"%s\"}".formatted(known));
    }

    private static long creations() {
        return bed.volumes().calls().of("CnsCreateVolume");
    }

    private static long polls() {
        return bed.site().proxy().calls().count("WaitForUpdatesEx");
    }

    private static void changeDatastores(FaultBed bed, Function<DatastoreSpec, DatastoreSpec> change) {
        bed.volumes()
                .change(bed.volumes().datastores().stream()
                        .map(store -> change.apply(datastore("faults-dc", store.name())))
                        .toArray(DatastoreSpec[]::new));
    }
}
