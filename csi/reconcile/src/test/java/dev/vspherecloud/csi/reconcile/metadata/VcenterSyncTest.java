package dev.vspherecloud.csi.reconcile.metadata;

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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VcenterSyncTest {
    private static final String ID = "00000000-0000-4000-8000-000000000001";
    private static final String CLAIM_UID = "0123abcd-0000-4000-8000-000000000001";
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration INTERVAL = Duration.ofMinutes(30);

    private boolean mayWrite = true;
    private Duration time = Duration.ofDays(1);
    private final ScriptedMetadata vcenter = new ScriptedMetadata("vc-a", "ours");
    private final RecordedFindings findings = new RecordedFindings();
    private final EntityHistories histories = new EntityHistories();
    private final VolumeLocations locations = new VolumeLocations();
    private final List<VcenterSync> syncs = new ArrayList<>();
    private final VolumeObjectIndex cluster =
            new VolumeObjectIndex(histories, id -> syncs.forEach(sync -> sync.onChanged(id)));
    private final LostVolumes lost = new LostVolumes(id -> syncs.forEach(sync -> sync.onChanged(id)));
    private final Set<String> openOperations = new TreeSet<>();
    private final Map<String, String> vcenterRecords = new TreeMap<>();
    private final List<String> recordCalls = new ArrayList<>();
    private final List<Duration> slept = new ArrayList<>();
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

                            @Override
                            public ListResult<Map<String, String>> volumeVcenters() {
                                recordCalls.add("list");
                                return new ListResult.Complete<>(Map.copyOf(vcenterRecords));
                            }

                            @Override
                            public Optional<String> recordVcenter(String volumeId, String server) {
                                recordCalls.add("create");
                                vcenterRecords.putIfAbsent(volumeId, server);
                                return Optional.empty();
                            }

                            @Override
                            public Optional<String> forgetVcenter(String volumeId) {
                                vcenterRecords.remove(volumeId);
                                return Optional.empty();
                            }
                        },
                        histories,
                        lost,
                        locations,
                        findings,
                        () -> mayWrite,
                        INTERVAL,
                        () -> Instant.EPOCH.plus(time),
                        () -> time.toNanos(),
                        slept::add));
        syncs.add(made);
        var names =
                new TreeSet<>(syncs.stream().map(each -> each.vcenter().name()).toList());
        lost.setVcenters(names);
        locations.setVcenters(names);
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
    void aDiskThatAPassDoesNotRegisterIsTriedAgainBeforeTheNextOne() throws InterruptedException {
        vcenter.disks.add(ID);
        vcenter.refusesWrites = true;
        cluster.onVolume(Optional.empty(), Optional.of(staticVolume("static", ID)), false);
        for (int i = 0; i < 10; i++) {
            updateChanged();
        }
        assertThat(sync.fullPass()).isFalse();
        vcenter.refusesWrites = false;

        updateChanged();

        assertThat(findings.lines).contains("registered static at vc-a");
    }

    @Test
    void aVolumeThatTheDriverCreatedIsRegisteredInTheFirstPass() throws InterruptedException {
        vcenter.disks.add(ID);
        cluster.onVolume(Optional.empty(), Optional.of(volume("pv", ID)), false);
        updateChanged();
        assertThat(findings.lines).isEmpty();

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
        assertThat(other.untilNextPass()).as("a vCenter that may answer soon").isEqualTo(MINUTE);

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

    /// A Deployment with the strategy Recreate: the old Pod is deleted and the new one runs within one turn.
    @Test
    void thePodOfADeploymentIsReplacedWithTwoCalls() throws InterruptedException {
        vcenter.add(ID, "pvc-1", "ours");
        MetadataPod old = pod("app-1", "data");
        bind(old);
        updateChanged();
        vcenter.calls.clear();

        cluster.onPod(Optional.of(old), Optional.empty(), true);
        cluster.onPod(Optional.empty(), Optional.of(pod("app-2", "data")), true);
        updateChanged();

        assertThat(vcenter.entities(ID))
                .containsExactly("PersistentVolume pv", "PersistentVolumeClaim shop/data", "Pod shop/app-2");
        assertThat(vcenter.calls).containsExactly("query 1", "update 1", "update 1");
    }

    /// The input csi-20-two-pods-one-claim of the reports.
    @Test
    void aVolumeWithTwoPodsNeedsOneMoreCallAndTheOthersNone() throws InterruptedException {
        IntStream.range(1, 31).forEach(i -> {
            vcenter.add(id(i), "pvc-" + i, "ours");
            cluster.onVolume(Optional.empty(), Optional.of(volume(i == 1 ? "pv" : "pv-" + i, id(i))), true);
        });
        cluster.onClaim(Optional.empty(), Optional.of(claim("data", "pv", Map.of())), true);
        cluster.onPod(Optional.empty(), Optional.of(pod("pod-a", "data")), true);
        cluster.onPod(Optional.empty(), Optional.of(pod("pod-b", "data")), true);

        updateChanged();

        assertThat(vcenter.calls).containsExactly("query 30", "update 30", "update 1");
        assertThat(vcenter.entities(ID))
                .containsExactly(
                        "PersistentVolume pv", "PersistentVolumeClaim shop/data", "Pod shop/pod-a", "Pod shop/pod-b");
        assertThat(vcenter.entities(id(30))).containsExactly("PersistentVolume pv-30");
        assertThat(findings.lines).isEmpty();
    }

    @Test
    void twoStalePodsAreRemovedOneAfterTheOther() throws InterruptedException {
        vcenter.add(
                ID,
                "pvc-1",
                "ours",
                new RecordedEntity("ours", VolumeEntity.volume("pv", Map.of())),
                new RecordedEntity("ours", VolumeEntity.claim("shop", "data", Map.of(), "pv")),
                new RecordedEntity("ours", VolumeEntity.pod("shop", "old-1", "data")),
                new RecordedEntity("ours", VolumeEntity.pod("shop", "old-2", "data")));
        bind(pod("new", "data"));

        sync.fullPass();
        time = time.plus(MINUTE);
        sync.fullPass();

        assertThat(vcenter.entities(ID))
                .containsExactly("PersistentVolume pv", "PersistentVolumeClaim shop/data", "Pod shop/new");
    }

    @Test
    void aStaticVolumeWithTwoPodsIsRegisteredAndCompletedBySmallSpecs() throws InterruptedException {
        vcenter.disks.add(ID);
        cluster.onVolume(
                Optional.empty(),
                Optional.of(new MetadataVolume(
                        "pv", "uid-pv", ID, Map.of(), "shop", "data", "Bound", ReclaimPolicy.RETAIN, true, false)),
                true);
        cluster.onClaim(Optional.empty(), Optional.of(claim("data", "pv", Map.of())), true);
        cluster.onPod(Optional.empty(), Optional.of(pod("pod-a", "data")), true);
        cluster.onPod(Optional.empty(), Optional.of(pod("pod-b", "data")), true);

        updateChanged();
        updateChanged();

        assertThat(vcenter.entities(ID))
                .containsExactly(
                        "PersistentVolume pv", "PersistentVolumeClaim shop/data", "Pod shop/pod-a", "Pod shop/pod-b");
        assertThat(vcenter.calls).containsExactly("query 1", "register " + ID, "query 1", "update 1");
    }

    @Test
    void twoPersistentVolumesOfOneHandleAreBothWritten() throws InterruptedException {
        vcenter.add(ID, "pvc-1", "ours");
        bind(pod("web", "data"));
        cluster.onVolume(Optional.empty(), Optional.of(volume("copy", ID)), true);

        updateChanged();

        assertThat(vcenter.entities(ID))
                .containsExactly(
                        "PersistentVolume copy",
                        "PersistentVolume pv",
                        "PersistentVolumeClaim shop/data",
                        "Pod shop/web");
    }

    @Test
    void aDeletedVolumeThatAnotherClusterUsesLosesAllItsPods() throws InterruptedException {
        vcenter.add(ID, "pvc-1", "ours", new RecordedEntity("theirs", VolumeEntity.volume("pv", Map.of())));
        bind(pod("pod-a", "data"));
        cluster.onPod(Optional.empty(), Optional.of(pod("pod-b", "data")), true);
        updateChanged();
        vcenter.calls.clear();

        cluster.onVolume(Optional.of(volume("pv", ID)), Optional.empty(), true);
        updateChanged();

        assertThat(vcenter.entities(ID)).containsExactly("PersistentVolume pv");
        assertThat(vcenter.volumes.values().stream().flatMap(volume -> volume.entities().stream()))
                .extracting(RecordedEntity::clusterId)
                .containsExactly("theirs");
        assertThat(vcenter.calls).containsExactly("query 1", "update 1", "update 1");
    }

    @Test
    void aRefusedVolumeHoldsUpNoOtherAndIsReportedOnce() throws InterruptedException {
        IntStream.range(0, 30).forEach(i -> {
            vcenter.add(id(i), "pvc-" + i, "ours");
            cluster.onVolume(Optional.empty(), Optional.of(volume("pv-" + i, id(i))), true);
        });
        vcenter.poisoned.add(id(7));

        updateChanged();

        assertThat(written(30)).isEqualTo(29);
        // The batch, then two halves at each of five levels at most.
        assertThat(vcenter.calls.stream().filter(call -> call.startsWith("update")))
                .hasSizeLessThanOrEqualTo(11);
        assertThat(slept).as("nothing waits between the calls").isEmpty();
        for (int i = 0; i < 10; i++) {
            updateChanged();
        }
        assertThat(sync.fullPass()).isFalse();
        assertThat(findings.lines).containsExactly("refused pv-7: CnsFault", "pass false");
        assertThat(sync.untilNextPass()).isEqualTo(INTERVAL);

        // A change of another volume goes with one call, and the refused one does not spoil it.
        vcenter.calls.clear();
        cluster.onVolume(Optional.empty(), Optional.of(labelled("pv-7", id(7))), true);
        cluster.onVolume(Optional.empty(), Optional.of(labelled("pv-8", id(8))), true);
        updateChanged();
        assertThat(vcenter.calls).containsExactly("query 2", "update 1", "update 1");

        vcenter.poisoned.clear();
        assertThat(sync.fullPass()).isTrue();
        assertThat(written(30)).isEqualTo(30);
    }

    @Test
    void aCnsThatRefusesEverythingGetsABoundedNumberOfCalls() throws InterruptedException {
        IntStream.range(0, 1000).forEach(i -> {
            vcenter.add(id(i), "pvc-" + i, "ours");
            cluster.onVolume(Optional.empty(), Optional.of(volume("pv-" + i, id(i))), false);
            vcenter.poisoned.add(id(i));
        });

        sync.fullPass();

        assertThat(vcenter.calls.stream().filter(call -> call.startsWith("update")))
                .hasSizeLessThanOrEqualTo(32);
    }

    @Test
    void aVolumeThatCannotBeReadHoldsUpNoOther() throws InterruptedException {
        IntStream.range(0, 3).forEach(i -> {
            vcenter.add(id(i), "pvc-" + i, "ours");
            cluster.onVolume(Optional.empty(), Optional.of(volume("pv-" + i, id(i))), true);
        });
        vcenter.unreadable.add(id(1));
        vcenter.volumes.remove(id(1));

        for (int i = 0; i < 4; i++) {
            updateChanged();
        }

        assertThat(written(3)).isEqualTo(2);
        assertThat(lost.isAbsentEverywhere(id(1))).as("it may exist").isFalse();
    }

    @Test
    void withSeveralVcentersEachVolumeGetsARecord() throws InterruptedException {
        var second = new ScriptedMetadata("vc-b", "ours");
        VcenterSync other = sync(second);
        vcenter.add(id(1), "pvc-1", "ours");
        cluster.onVolume(Optional.empty(), Optional.of(volume("dynamic", id(1))), false);
        second.add(id(2), "pvc-2", "ours");
        cluster.onVolume(Optional.empty(), Optional.of(staticVolume("static", id(2))), true);

        sync.fullPass();
        other.fullPass();
        assertThat(sync.recordVcenters() + other.recordVcenters()).isEqualTo(2);
        assertThat(vcenterRecords).containsOnly(Map.entry(id(1), "vc-a.test"), Map.entry(id(2), "vc-b.test"));

        // A new static volume does not wait for the next full pass.
        second.add(id(3), "pvc-3", "ours");
        cluster.onVolume(Optional.empty(), Optional.of(staticVolume("new", id(3))), true);
        updateChanged();
        assertThat(other.recordVcenters()).isEqualTo(1);
        assertThat(vcenterRecords).containsEntry(id(3), "vc-b.test");
        updateChanged();
        assertThat(sync.recordVcenters() + other.recordVcenters()).isZero();

        // Its record goes with it.
        cluster.onVolume(Optional.of(staticVolume("new", id(3))), Optional.empty(), true);
        updateChanged();
        assertThat(vcenterRecords).doesNotContainKey(id(3));
    }

    /// Which vCenter answers last is chance. Only one of them has the disk.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void theVcenterThatHasTheDiskRegistersIt(int position) throws InterruptedException {
        List<ScriptedMetadata> all =
                List.of(vcenter, new ScriptedMetadata("vc-b", "ours"), new ScriptedMetadata("vc-c", "ours"));
        all.stream().skip(1).forEach(this::sync);
        ScriptedMetadata owner = all.get(position);
        owner.disks.add(ID);
        cluster.onVolume(Optional.empty(), Optional.of(staticVolume("static", ID)), true);

        for (int i = 0; i < 3; i++) {
            updateChanged();
        }

        assertThat(owner.volumes).containsKey(ID);
        assertThat(findings.lines).containsExactly("registered static at " + owner.name());
        updateChanged();
        syncs.forEach(VcenterSync::recordVcenters);
        assertThat(vcenterRecords).containsOnly(Map.entry(ID, owner.server()));
        assertThat(registrations(all)).isLessThanOrEqualTo(3);
    }

    @Test
    void aVolumeThatAnotherVcenterHasFoundMeanwhileIsNotAskedFor() throws InterruptedException {
        var second = new ScriptedMetadata("vc-b", "ours");
        VcenterSync other = sync(second);
        second.add(ID, "pvc-1", "ours");
        cluster.onVolume(Optional.empty(), Optional.of(volume("pv", ID)), true);
        time = time.plus(MINUTE);
        assertThat(other.updateChanged()).isEqualTo(1);

        assertThat(sync.updateChanged()).isZero();

        assertThat(vcenter.calls).isEmpty();
    }

    @Test
    void aDiskThatNoVcenterHasIsReportedWithoutAFullPass() throws InterruptedException {
        var second = new ScriptedMetadata("vc-b", "ours");
        sync(second);
        cluster.onVolume(Optional.empty(), Optional.of(staticVolume("static", ID)), true);

        for (int i = 0; i < 10; i++) {
            updateChanged();
        }

        assertThat(findings.lines).containsExactly("not registered static: no such disk");
        assertThat(registrations(List.of(vcenter, second))).isEqualTo(2);
    }

    @Test
    void vcentersThatRegisterNothingGetABoundedNumberOfCalls() throws InterruptedException {
        var second = new ScriptedMetadata("vc-b", "ours");
        sync(second);
        vcenter.disks.add(ID);
        vcenter.refusesWrites = true;
        second.refusesWrites = true;
        cluster.onVolume(Optional.empty(), Optional.of(staticVolume("static", ID)), true);

        for (int i = 0; i < 50; i++) {
            updateChanged();
        }

        assertThat(registrations(List.of(vcenter, second))).isBetween(2L, 16L);
        vcenter.refusesWrites = false;
        sync.fullPass();
        assertThat(vcenter.volumes).containsKey(ID);
    }

    /// A registration may take two minutes.
    @Test
    void aVcenterWhoseTurnIsLaterTriesAgain() throws InterruptedException {
        var second = new ScriptedMetadata("vc-b", "ours");
        VcenterSync other = sync(second);
        second.disks.add(ID);
        cluster.onVolume(Optional.empty(), Optional.of(staticVolume("static", ID)), true);
        time = time.plus(MINUTE);
        int _ = sync.updateChanged();
        assertThat(lost.beginRegistration(ID, "vc-a")).isEqualTo(LostVolumes.Turn.NOW);
        lost.onNotRegistered(ID, "vc-a", false);
        assertThat(lost.beginRegistration(ID, "vc-a")).isEqualTo(LostVolumes.Turn.NOW);
        int _ = other.updateChanged();
        lost.onNotRegistered(ID, "vc-a", false);
        assertThat(second.volumes).isEmpty();

        updateChanged();

        assertThat(second.volumes).containsKey(ID);
    }

    private static long registrations(List<ScriptedMetadata> vcenters) {
        return vcenters.stream()
                .flatMap(each -> each.calls.stream())
                .filter(call -> call.startsWith("register"))
                .count();
    }

    @Test
    void withOneVcenterNoRecordIsReadOrWritten() throws InterruptedException {
        vcenter.add(ID, "pvc-1", "ours");
        cluster.onVolume(Optional.empty(), Optional.of(staticVolume("static", ID)), true);

        sync.fullPass();
        updateChanged();

        assertThat(sync.recordVcenters()).isZero();
        assertThat(recordCalls).isEmpty();
    }

    private void bind(MetadataPod pod) {
        cluster.onVolume(Optional.empty(), Optional.of(volume("pv", ID)), true);
        cluster.onClaim(Optional.empty(), Optional.of(claim("data", "pv", Map.of())), true);
        cluster.onPod(Optional.empty(), Optional.of(pod), true);
    }

    private long written(int volumes) {
        return IntStream.range(0, volumes)
                .filter(i -> vcenter.entities(id(i)).contains("PersistentVolume pv-" + i))
                .count();
    }

    private static MetadataVolume labelled(String name, String id) {
        return new MetadataVolume(
                name, "uid-" + name, id, Map.of("tier", "gold"), "", "", "Bound", ReclaimPolicy.RETAIN, false, false);
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
