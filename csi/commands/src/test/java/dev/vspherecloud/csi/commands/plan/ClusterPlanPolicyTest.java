package dev.vspherecloud.csi.commands.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.plan.ExistingClaim;
import dev.vspherecloud.csi.cluster.plan.ExistingCsiDriver;
import dev.vspherecloud.csi.cluster.plan.ExistingMigration;
import dev.vspherecloud.csi.cluster.plan.ExistingSnapshotClass;
import dev.vspherecloud.csi.cluster.plan.ExistingSnapshotContent;
import dev.vspherecloud.csi.cluster.plan.ExistingStorageClass;
import dev.vspherecloud.csi.cluster.plan.ExistingVolumeVcenter;
import dev.vspherecloud.csi.cluster.plan.ExistingWebhook;
import dev.vspherecloud.csi.cluster.plan.ExistingWorkload;
import dev.vspherecloud.csi.cluster.plan.ExistingWorkload.Container;
import dev.vspherecloud.csi.cns.CnsRelease;
import dev.vspherecloud.csi.config.cluster.ClusterIdDecision;
import dev.vspherecloud.csi.domain.OperationAttempt;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationStatus;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.RecordedTasks;
import dev.vspherecloud.csi.domain.TaskState;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterPlanPolicyTest {
    private static final TakeoverSettings SETTINGS =
            new TakeoverSettings(Set.of("topology.csi.vmware.com/zone"), Set.of("vc-1"));

    private static String codes(List<TakeoverFinding> findings) {
        return findings.isEmpty()
                ? "none"
                : findings.stream().map(each -> each.code().text()).collect(Collectors.joining(" "));
    }

    private static String codes(Optional<TakeoverFinding> finding) {
        return codes(finding.stream().toList());
    }

    /// @param text flags with blanks between them
    private static Map<String, String> flags(String text) {
        return Arrays.stream(text.split(" ", -1))
                .filter(flag -> !flag.isEmpty())
                .map(flag -> flag.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts.length > 1 ? parts[1] : ""));
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            csi-provisioner:v6.3.0  | timeout=300s leader-election default-fstype=ext4                               | none
            csi-provisioner:v6.3.0  | timeout=5m leader-election=true default-fstype=xfs                             | none
            csi-provisioner:v6.3.0  | timeout=300s leader-election                                                   | DefaultFilesystemMissing
            csi-provisioner:v6.3.0  | timeout=300s leader-election default-fstype=ntfs                               | DefaultFilesystemMissing
            csi-provisioner:v4.0.1  | timeout=300s leader-election default-fstype=ext4                               | TopologyGateOff
            csi-provisioner:v4.0.1  | timeout=300s leader-election default-fstype=ext4 feature-gates=A=1,Topology=true | none
            csi-provisioner:v6.3.0  | timeout=300s leader-election default-fstype=ext4 feature-gates=Topology=false  | TopologyGateOff
            csi-attacher:v4.12.0    | timeout=15s leader-election                                                    | TimeoutShort
            csi-attacher:v4.12.0    | leader-election                                                                | TimeoutShort
            csi-attacher:v4.12.0    | timeout=300s                                                                   | ElectionMissing
            csi-attacher:v4.12.0    | timeout=300s leader-election leader-election-namespace=kube-system             | ElectionElsewhere
            csi-attacher:v4.12.0    | timeout=300s leader-election leader-election-namespace=ns                      | none
            csi-resizer:v2.2.1      | timeout=300s leader-election                                                   | InUseErrorHandled
            csi-resizer:v2.2.1      | timeout=300s leader-election handle-volume-inuse-error=false                   | none
            csi-resizer:v2.2.1      | timeout=300s leader-election handle-volume-inuse-error=false feature-gates=RecoverVolumeExpansionFailure=false | ResizerGate
            csi-snapshotter:v8.6.0  | timeout=300s leader-election snapshot-name-prefix=backup                       | SnapshotPrefixOther
            csi-snapshotter:v8.6.0  | timeout=300s leader-election snapshot-name-prefix=snapshot                     | none
            livenessprobe:v2.19.0   | v=4                                                                            | LivenessSidecar
            """)
    void sidecars(String image, String flags, String expected) {
        var sidecar = new Container("any", "registry.k8s.io/sig-storage/" + image, flags(flags), Map.of());

        assertThat(codes(WorkloadPlanPolicy.controller(
                        new ExistingWorkload("vsphere-csi-controller", 0, 0, List.of(sidecar)),
                        "ns",
                        Optional.of(SETTINGS))))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} {1} {2} {3}: {4}")
    @CsvSource(delimiter = '|', textBlock = """
            csi-vsphere/driver:v3.7.3           | VANILLA       | 0 | 0 | none
            csi-vsphere/driver:v3.7.3           | VANILLA       | 3 | 3 | GoControllerRuns
            csi-vsphere/driver:v3.7.3           | VANILLA       | 0 | 1 | GoControllerRuns
            csi-vsphere/driver:v3.7.3           | GUEST_CLUSTER | 0 | 0 | FlavorUnsupported
            vsphere-csi@sha256:00               | VANILLA       | 3 | 3 | none
            """)
    void drivers(String image, String flavor, long wanted, long running, String expected) {
        var driver = new Container(
                "vsphere-csi-controller", "registry.k8s.io/" + image, Map.of(), Map.of("CLUSTER_FLAVOR", flavor));

        assertThat(codes(WorkloadPlanPolicy.controller(
                        new ExistingWorkload("vsphere-csi-controller", wanted, running, List.of(driver)),
                        "ns",
                        Optional.empty())))
                .isEqualTo(expected);
    }

    @Test
    void syncer() {
        var syncer = new Container("vsphere-syncer", "registry/csi-vsphere/syncer:v3.7.3", Map.of(), Map.of());
        var deployment = new ExistingWorkload("vsphere-csi-controller", 0, 0, List.of(syncer));

        assertThat(WorkloadPlanPolicy.isController(deployment)).isTrue();
        assertThat(codes(WorkloadPlanPolicy.controller(deployment, "ns", Optional.empty())))
                .isEqualTo("SyncerReplaced");
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "vsphere-csi-node,4,none",
        "vsphere-csi-node-windows,0,none",
        "vsphere-csi-node-windows,2,WindowsNodePlugin"
    })
    void nodePlugins(String name, long wanted, String expected) {
        var daemonSet = new ExistingWorkload(name, wanted, wanted, List.of());

        assertThat(codes(WorkloadPlanPolicy.nodePlugin(daemonSet))).isEqualTo(expected);
        assertThat(WorkloadPlanPolicy.isNodePlugin(daemonSet)).isEqualTo(!name.contains("windows"));
    }

    @ParameterizedTest(name = "{0} {1} {2} {3}: {4}")
    @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
            false | storagepolicyname=gold csi.storage.k8s.io/fstype=ext4 | -                            | 0 | none
            false | StoragePolicyName=gold                                | -                            | 0 | none
            false | csi.storage.k8s.io/fstype=ntfs                        | -                            | 0 | WindowsFilesystem
            false | csi.storage.k8s.io/fstype=btrfs                       | -                            | 0 | FilesystemUnsupported
            false | fstype=xfs                                            | -                            | 0 | ParameterIgnored
            false | pool=gold                                             | -                            | 0 | ParametersRefused
            false | datastore-migrationparam=ds                           | -                            | 0 | ParametersRefused
            false | storagepolicyname=gold                                | topology.csi.vmware.com/zone | 0 | none
            false | storagepolicyname=gold                                | topology.kubernetes.io/zone  | 0 | TopologyKeyNotConfigured
            false | storagepolicyname=gold                                | -                            | 2 | ClassOfFileVolumes
            true  | diskformat=thin datastore=ds fstype=ext4              | -                            | 0 | InTreeClass
            true  | diskformat=zeroedthick                                | -                            | 0 | InTreeClass ParametersRefused
            true  | diskstripes=2                                         | -                            | 0 | InTreeClass ParametersRefused
            """)
    void storageClasses(boolean isInTree, String parameters, String key, long fileVolumes, String expected) {
        var each = new ExistingStorageClass(
                "sc",
                isInTree,
                flags(parameters),
                false,
                Optional.ofNullable(key).stream().toList());

        assertThat(codes(ClassPlanPolicy.evaluate(each, fileVolumes, Optional.of(SETTINGS))))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "ReadWriteOnce,none",
        "ReadWriteOncePod,none",
        "ReadWriteMany,FileClaimWaits",
        "ReadOnlyMany,FileClaimWaits"
    })
    void claims(String mode, String expected) {
        assertThat(codes(ClassPlanPolicy.evaluate(
                        new ExistingClaim("default", "data", "Pending", "sc", List.of(mode), ""))))
                .isEqualTo(expected);
        assertThat(codes(ClassPlanPolicy.evaluate(
                        new ExistingClaim("default", "data", "Pending", "sc", List.of(mode), "PersistentVolumeClaim"))))
                .isEqualTo(expected.replace("none", "CopyClaimWaits"));
    }

    @ParameterizedTest(name = "{0} {1} {2}: {3}")
    @CsvSource(delimiter = '|', emptyValue = "", textBlock = """
            Success         | task-1 | ''                            | none
            InProgress      | task-1 | ''                            | OperationInProgress
            InProgress      | ''     | ''                            | IntentUnfinished
            Error           | task-1 | context deadline exceeded     | ErrorUnproven
            Error           | task-1 | vCenter reported: NoSpace     | none
            TrackingAborted | task-1 | ''                            | ErrorUnproven
            In Progress     | task-1 | ''                            | StatusUnknown
            """)
    void operations(String status, String task, String error, String expected) {
        var attempt = new OperationAttempt(Instant.EPOCH, task, "", "", OperationStatus.of(status), error);
        var record = new OperationRecord("pvc-1", "", "", 0, 0, Optional.empty(), List.of(attempt));

        assertThat(codes(RecordPlanPolicy.evaluate(
                        new RecordState.Present(record, "1"), RecordedTasks.NOT_ASKED, Instant.EPOCH.plusSeconds(300))))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            RUNNING   | waits   | task-1 runs since 1970-01-01T00:00:00Z
            SUCCEEDED | changes | task-1 began at 1970-01-01T00:00:00Z, and has ended with success
            FAILED    | changes | task-1 began at 1970-01-01T00:00:00Z, and has failed
            VANISHED  | changes | task-1 began at 1970-01-01T00:00:00Z, and vCenter does not know it any more
            """)
    void anOperationLastsAsLongAsItsTask(TaskState state, String effect, String why) {
        var attempt = new OperationAttempt(Instant.EPOCH, "task-1", "vc-1", "", OperationStatus.of("InProgress"), "");
        var record = new OperationRecord("pvc-1", "", "", 0, 0, Optional.empty(), List.of(attempt));
        var tasks = new RecordedTasks(Map.of("vc-1", Map.of("task-1", state), "vc-2", Map.of()));

        TakeoverFinding finding = RecordPlanPolicy.evaluate(
                        new RecordState.Present(record, "1"), tasks, Instant.EPOCH.plusSeconds(1))
                .orElseThrow();

        assertThat(finding.code().effect().text()).isEqualTo(effect);
        assertThat(finding.why()).isEqualTo(why);
    }

    @Test
    void anIntentIsSentSoonOrNever() {
        var attempt = new OperationAttempt(Instant.EPOCH, "", "", "", OperationStatus.of("InProgress"), "");
        var state = new RecordState.Present(
                new OperationRecord("pvc-1", "", "", 0, 0, Optional.empty(), List.of(attempt)), "1");

        assertThat(codes(RecordPlanPolicy.evaluate(state, RecordedTasks.NOT_ASKED, Instant.EPOCH.plusSeconds(299))))
                .isEqualTo("IntentWithoutTask");
        assertThat(codes(RecordPlanPolicy.evaluate(state, RecordedTasks.NOT_ASKED, Instant.EPOCH.plusSeconds(300))))
                .isEqualTo("IntentUnfinished");
    }

    @Test
    void otherRecords() {
        assertThat(codes(RecordPlanPolicy.evaluate(
                        new RecordState.Unreadable("1", "no list"), RecordedTasks.NOT_ASKED, Instant.EPOCH)))
                .isEqualTo("RecordUnreadable");
        assertThat(codes(RecordPlanPolicy.evaluate(new ExistingVolumeVcenter("a", "a", "vc-2"), Optional.of(SETTINGS))))
                .isEqualTo("VcenterNotConfigured");
        assertThat(codes(RecordPlanPolicy.evaluate(new ExistingVolumeVcenter("a", "a", "vc-1"), Optional.of(SETTINGS))))
                .isEqualTo("none");
        assertThat(codes(RecordPlanPolicy.evaluate(new ExistingVolumeVcenter("a", "a", "vc-2"), Optional.empty())))
                .isEqualTo("none");
        assertThat(codes(RecordPlanPolicy.evaluate(new ExistingMigration("a", "[ds] a.vmdk"))))
                .isEqualTo("none");
        assertThat(codes(RecordPlanPolicy.evaluate(new ExistingMigration("a", ""))))
                .isEqualTo("MigrationRecordInvalid");
        assertThat(codes(RecordPlanPolicy.evaluate(
                        new ExistingSnapshotClass("a", List.of("csi.storage.k8s.io/x", "quiesce")))))
                .isEqualTo("SnapshotParameterIgnored");
    }

    @ParameterizedTest(name = "{0} {1} {2} {3}: {4}")
    @CsvSource(delimiter = '|', emptyValue = "", textBlock = """
            6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11+6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c12 | x | '' | false | none
            backup-1 | ''                                        | ''   | false | SnapshotHandleInvalid
            ''       | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11      | ''   | false | SnapshotInProgress
            ''       | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11      | full | false | SnapshotFailed
            ''       | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11      | ''   | true  | SnapshotDeletionInProgress
            ''       | [ds] a.vmdk                               | ''   | false | SnapshotSourceUnsupported
            ''       | file:6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11 | ''   | false | SnapshotSourceUnsupported
            """)
    void snapshots(String handle, String source, String error, boolean isBeingDeleted, String expected) {
        assertThat(codes(RecordPlanPolicy.evaluate(
                        new ExistingSnapshotContent("s", handle, source, error, isBeingDeleted),
                        new RunningTasks(true, Set.of("com.vmware.cns.tasks.createsnapshots")))))
                .isEqualTo(expected);
        assertThat(codes(RecordPlanPolicy.evaluate(
                        new ExistingSnapshotContent("s", handle, source, error, isBeingDeleted),
                        new RunningTasks(true, Set.of("com.vmware.cns.tasks.attachvolume")))))
                .isEqualTo(expected.replace("InProgress", "Unfinished"));
    }

    @Test
    void singleObjects() {
        assertThat(codes(ClusterPlanPolicy.csiDriver(Optional.empty()))).isEqualTo("CsiDriverMissing");
        assertThat(codes(ClusterPlanPolicy.csiDriver(Optional.of(new ExistingCsiDriver(true, false)))))
                .isEqualTo("none");
        assertThat(codes(ClusterPlanPolicy.csiDriver(Optional.of(new ExistingCsiDriver(false, true)))))
                .isEqualTo("AttachNotRequired CapacityTracked");
        assertThat(codes(ClusterPlanPolicy.webhooks(
                        List.of(new ExistingWebhook("a", "ns/s", true), new ExistingWebhook("b", "", false)))))
                .isEqualTo("WebhookBlocks WebhookGone");
        assertThat(codes(ClusterPlanPolicy.features(
                        Map.of("trigger-csi-fullsync", "true", "high-pv-node-density", "false", "x", "true"))))
                .isEqualTo("SwitchWithoutEffect");
        assertThat(codes(ClusterPlanPolicy.clusterId(new ClusterIdDecision.NotReady("two ids"))))
                .isEqualTo("ClusterIdRefused");
        assertThat(codes(ClusterPlanPolicy.clusterId(new ClusterIdDecision.Adopt("a", "from CNS"))))
                .isEqualTo("ClusterIdAdopted");
        assertThat(codes(ClusterPlanPolicy.clusterId(new ClusterIdDecision.Use("a", "the configuration"))))
                .isEqualTo("none");
    }

    @ParameterizedTest
    @CsvSource({
        "6.7.1,VSAN_67U3,VcenterTooOld",
        "6.7.3,VSAN_67U3,VcenterWithoutSnapshots",
        "7.0.2,VSAN_70U2_OR_LATER,VcenterWithoutSnapshots",
        "7.0.3,VSAN_70U2_OR_LATER,none",
        "8.0,VSAN_70U2_OR_LATER,none",
        "9.1.0,VSAN_91_OR_LATER,VolumeIdsChosen",
        "unknown,VSAN_70,none"
    })
    void vcenters(String version, CnsRelease release, String expected) {
        assertThat(codes(CnsVolumeCheck.releaseFindings(version, release))).isEqualTo(expected);
    }
}
