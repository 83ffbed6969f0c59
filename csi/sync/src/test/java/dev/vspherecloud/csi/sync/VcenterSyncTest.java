package dev.vspherecloud.csi.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.metadata.MetadataClaim;
import dev.vspherecloud.csi.cluster.metadata.MetadataPod;
import dev.vspherecloud.csi.cluster.metadata.MetadataVolume;
import dev.vspherecloud.csi.domain.metadata.ReclaimPolicy;
import dev.vspherecloud.csi.domain.metadata.RecordedEntity;
import dev.vspherecloud.csi.domain.metadata.VolumeEntity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VcenterSyncTest {
    private static final String ID = "00000000-0000-4000-8000-000000000001";
    private static final String CLAIM_UID = "0123abcd-0000-4000-8000-000000000001";
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private boolean mayWrite = true;
    private Duration time = Duration.ofDays(1);
    private final ScriptedMetadata vcenter = new ScriptedMetadata("vc-a", "ours");
    private final RecordedFindings findings = new RecordedFindings();
    private final EntityHistories histories = new EntityHistories();
    private final LostVolumes lost = new LostVolumes();
    private final VolumeLocations locations = new VolumeLocations();
    private final List<VcenterSync> syncs = new ArrayList<>();
    private final VolumeObjectIndex cluster =
            new VolumeObjectIndex(histories, id -> syncs.forEach(sync -> sync.onChanged(id)));
    private final Set<String> openOperations = new TreeSet<>();
    private final VcenterSync sync = sync(vcenter);

    private VcenterSync sync(ScriptedMetadata of) {
        var made = new VcenterSync(
                of,
                new VcenterSync.Shared(
                        cluster,
                        new ClusterRecords() {
                            @Override
                            public ListResult<Set<String>> openOperations() {
                                return new ListResult.Complete<>(Set.copyOf(openOperations));
                            }

                            @Override
                            public ListResult<Map<String, String>> migratedVolumes() {
                                return new ListResult.KindUnknown<>("no such kind");
                            }
                        },
                        histories,
                        lost,
                        locations,
                        findings,
                        () -> mayWrite,
                        MINUTE,
                        () -> Instant.EPOCH.plus(time),
                        () -> time.toNanos(),
                        _ -> {}));
        syncs.add(made);
        lost.setVcenters(
                new TreeSet<>(syncs.stream().map(each -> each.vcenter().name()).toList()));
        return made;
    }

    @Test
    void changesOfOneVolumeAreOneUpdate() throws InterruptedException {
        vcenter.add(ID, "pvc-1", "ours");
        cluster.onVolume(Optional.empty(), Optional.of(volume("pv", ID)), true);
        cluster.onClaim(Optional.empty(), Optional.of(claim("data", "pv", Map.of("a", "1"))), true);
        cluster.onPod(Optional.empty(), Optional.of(pod("web", "data")), true);

        updateChanged();

        assertThat(vcenter.calls).containsExactly("query 1", "update 1");
        assertThat(vcenter.entities(ID))
                .containsExactly("PersistentVolume pv", "PersistentVolumeClaim shop/data", "Pod shop/web");
    }

    @Test
    void manyVolumesAreOneQueryAndOneUpdate() throws InterruptedException {
        IntStream.range(0, 250).forEach(i -> {
            vcenter.add(id(i), "pvc-" + i, "ours");
            cluster.onVolume(Optional.empty(), Optional.of(volume("pv-" + i, id(i))), true);
        });

        updateChanged();
        updateChanged();

        assertThat(vcenter.calls).containsExactly("query 200", "update 200", "query 50", "update 50");
    }

    @Test
    void aPassOverWhatIsAsItShouldBeIsOneCall() throws InterruptedException {
        IntStream.range(0, 250).forEach(i -> {
            vcenter.add(
                    id(i), "pvc-" + i, "ours", new RecordedEntity("ours", VolumeEntity.volume("pv-" + i, Map.of())));
            cluster.onVolume(Optional.empty(), Optional.of(volume("pv-" + i, id(i))), false);
        });

        assertThat(sync.fullPass()).isTrue();

        assertThat(vcenter.calls).containsExactly("list");
        assertThat(findings.lines).containsExactly("pass true");
    }

    @Test
    void aFailedUpdateIsTriedSixTimesAndThenByThePass() throws InterruptedException {
        vcenter.add(ID, "pvc-1", "ours");
        vcenter.refusesWrites = true;
        cluster.onVolume(Optional.empty(), Optional.of(volume("pv", ID)), true);

        for (int i = 0; i < 10; i++) {
            updateChanged();
        }
        assertThat(vcenter.calls.stream().filter("update 1"::equals)).hasSize(6);

        vcenter.refusesWrites = false;
        assertThat(sync.fullPass()).isTrue();
        assertThat(vcenter.entities(ID)).containsExactly("PersistentVolume pv");
    }

    @Test
    void nothingIsWrittenWithoutTheLease() throws InterruptedException {
        vcenter.add(ID, "pvc-1", "ours");
        cluster.onVolume(Optional.empty(), Optional.of(volume("pv", ID)), true);
        mayWrite = false;

        updateChanged();

        assertThat(vcenter.calls).containsExactly("query 1");
    }

    @Test
    void aKeptVolumeIsUnregisteredOnlyIfTheWatchShowedTheDeletion() throws InterruptedException {
        vcenter.add(ID, "pvc-1", "ours", new RecordedEntity("ours", VolumeEntity.volume("pv", Map.of())));
        MetadataVolume volume = volume("pv", ID);
        cluster.onVolume(Optional.empty(), Optional.of(volume), true);
        cluster.onVolume(Optional.of(volume), Optional.empty(), false);
        updateChanged();
        sync.fullPass();
        assertThat(vcenter.volumes).containsKey(ID);

        cluster.onVolume(Optional.empty(), Optional.of(volume), true);
        cluster.onVolume(Optional.of(volume), Optional.empty(), true);
        updateChanged();

        assertThat(vcenter.calls).contains("unregister " + ID);
    }

    @Test
    void aVolumeThatComesBackBeforeTheUpdateStays() throws InterruptedException {
        vcenter.add(ID, "pvc-1", "ours");
        MetadataVolume volume = volume("pv", ID);
        cluster.onVolume(Optional.empty(), Optional.of(volume), true);
        cluster.onVolume(Optional.of(volume), Optional.empty(), true);
        cluster.onVolume(Optional.empty(), Optional.of(volume("again", ID)), true);

        updateChanged();

        assertThat(vcenter.entities(ID)).containsExactly("PersistentVolume again");
    }

    @Test
    void aStaticVolumeIsRegisteredOnce() throws InterruptedException {
        vcenter.disks.add(ID);
        cluster.onVolume(Optional.empty(), Optional.of(staticVolume("static", ID)), true);

        updateChanged();
        updateChanged();
        sync.fullPass();

        assertThat(vcenter.calls.stream().filter(call -> call.startsWith("register")))
                .hasSize(1);
        assertThat(findings.lines).contains("registered static at vc-a");
    }

    @Test
    void aRegistrationWhoseAnswerIsLostIsFoundByTheNextQuery() throws InterruptedException {
        vcenter.disks.add(ID);
        vcenter.refusesWrites = true;
        cluster.onVolume(Optional.empty(), Optional.of(staticVolume("static", ID)), true);
        updateChanged();
        vcenter.add(ID, "static", "ours");
        vcenter.refusesWrites = false;

        updateChanged();

        assertThat(vcenter.calls.stream().filter(call -> call.startsWith("register")))
                .hasSize(1);
        assertThat(vcenter.entities(ID)).containsExactly("PersistentVolume static");
    }

    @Test
    void aVolumeThatTheDriverCreatedIsRegisteredAfterTwoPasses() throws InterruptedException {
        vcenter.disks.add(ID);
        cluster.onVolume(Optional.empty(), Optional.of(volume("pv", ID)), false);

        sync.fullPass();
        assertThat(findings.lines).containsExactly("pass true");
        sync.fullPass();

        assertThat(findings.lines).contains("registered pv at vc-a");
    }

    /// Scenario 18 of csi-production 14.
    @Test
    void aVolumeWhoseDiskIsLostIsReportedOnceAndNotTouched() throws InterruptedException {
        cluster.onVolume(Optional.empty(), Optional.of(volume("pv", ID)), false);

        for (int i = 0; i < 5; i++) {
            sync.fullPass();
        }

        assertThat(findings.lines.stream().filter("lost pv"::equals)).hasSize(1);
        assertThat(findings.lost).containsExactly(ID);
        assertThat(vcenter.calls.stream().filter(call -> call.startsWith("register")))
                .hasSize(1);
    }

    @Test
    void aVolumeWithoutAnOwnerIsAnOrphanAfterTwoPasses() throws InterruptedException {
        vcenter.add(ID, "pvc-" + CLAIM_UID, "ours");
        sync.fullPass();
        assertThat(findings.orphans).isEmpty();

        time = time.plus(MINUTE);
        sync.fullPass();
        assertThat(findings.orphans).extracting(orphan -> orphan.volume().id()).containsExactly(ID);

        openOperations.add("delete-" + ID);
        sync.fullPass();
        assertThat(findings.orphans).isEmpty();
        assertThat(vcenter.volumes).containsKey(ID);
    }

    @Test
    void aVolumeWhoseClaimWaitsIsNoOrphan() throws InterruptedException {
        vcenter.add(ID, "pvc-" + CLAIM_UID, "ours");
        cluster.onClaim(
                Optional.empty(),
                Optional.of(new MetadataClaim("shop", "data", CLAIM_UID, Map.of(), "", "csi.vsphere.vmware.com")),
                false);

        sync.fullPass();
        time = time.plus(MINUTE);
        sync.fullPass();

        assertThat(findings.orphans).isEmpty();
    }

    /// Two drivers that do not know of each other have created a volume each for one claim.
    @Test
    void aDoubleOfTheVolumeOfAClaimIsAnOrphan() throws InterruptedException {
        String other = "1" + ID.substring(1);
        vcenter.add(ID, "pvc-" + CLAIM_UID, "ours");
        vcenter.add(other, "pvc-" + CLAIM_UID, "ours");
        cluster.onClaim(
                Optional.empty(),
                Optional.of(new MetadataClaim("shop", "data", CLAIM_UID, Map.of(), "pv", "csi.vsphere.vmware.com")),
                false);
        sync.fullPass();
        time = time.plus(MINUTE);
        sync.fullPass();
        assertThat(findings.orphans).as("the PersistentVolume is not known yet").isEmpty();

        cluster.onVolume(Optional.empty(), Optional.of(volume("pv", other)), false);
        sync.fullPass();
        time = time.plus(MINUTE);
        sync.fullPass();

        assertThat(findings.orphans).extracting(orphan -> orphan.volume().id()).containsExactly(ID);
    }

    @Test
    void aSilentVcenterMakesNothingLostOrOrphaned() throws InterruptedException {
        cluster.onVolume(Optional.empty(), Optional.of(volume("pv", ID)), false);
        var second = new ScriptedMetadata("vc-b", "ours");
        VcenterSync other = sync(second);
        second.isSilent = true;

        for (int i = 0; i < 3; i++) {
            sync.fullPass();
            other.fullPass();
        }
        assertThat(findings.lines).contains("pass true", "pass false").doesNotContain("lost pv");

        second.isSilent = false;
        second.add(ID, "pv", "ours");
        other.fullPass();
        assertThat(second.entities(ID)).containsExactly("PersistentVolume pv");
        vcenter.calls.clear();
        sync.fullPass();
        assertThat(vcenter.calls).as("the other vCenter has it").containsExactly("list");
    }

    /// Scenario 19 of csi-production 14.
    @Test
    void aPodThatAnotherClusterWritesAgainStays() throws InterruptedException {
        RecordedEntity[] recorded = {
            new RecordedEntity("ours", VolumeEntity.volume("pv", Map.of())),
            new RecordedEntity("ours", VolumeEntity.claim("shop", "data", Map.of(), "pv")),
            new RecordedEntity("ours", VolumeEntity.pod("shop", "theirs", "data"))
        };
        vcenter.add(ID, "pvc-1", "ours", recorded);
        cluster.onVolume(Optional.empty(), Optional.of(volume("pv", ID)), false);
        cluster.onClaim(Optional.empty(), Optional.of(claim("data", "pv", Map.of())), false);
        sync.fullPass();
        time = time.plus(MINUTE);
        sync.fullPass();
        assertThat(vcenter.entities(ID)).doesNotContain("Pod shop/theirs");

        vcenter.add(ID, "pvc-1", "ours", recorded);
        for (int i = 0; i < 3; i++) {
            time = time.plus(MINUTE);
            sync.fullPass();
        }

        assertThat(vcenter.entities(ID)).contains("Pod shop/theirs");
        assertThat(findings.lines).contains("foreign pv: [Pod shop/theirs]");
    }

    private void updateChanged() throws InterruptedException {
        time = time.plus(MINUTE);
        for (VcenterSync each : syncs) {
            int _ = each.updateChanged();
        }
    }

    private static String id(int number) {
        return "00000000-0000-4000-8000-%012d".formatted(number);
    }

    private static MetadataVolume volume(String name, String id) {
        String claim = name.equals("pv") ? "data" : "";
        return new MetadataVolume(
                name,
                "uid-" + name,
                id,
                Map.of(),
                claim.isEmpty() ? "" : "shop",
                claim,
                "Bound",
                ReclaimPolicy.RETAIN,
                false,
                false);
    }

    private static MetadataVolume staticVolume(String name, String id) {
        return new MetadataVolume(
                name, "uid-" + name, id, Map.of(), "", "", "Available", ReclaimPolicy.RETAIN, true, false);
    }

    private static MetadataClaim claim(String name, String volume, Map<String, String> labels) {
        return new MetadataClaim("shop", name, "uid-" + name, labels, volume, "");
    }

    private static MetadataPod pod(String name, String claim) {
        return new MetadataPod("shop", name, "uid-" + name, List.of(claim), true);
    }
}
