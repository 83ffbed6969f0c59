package dev.vspherecloud.csi.commands.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.plan.ExistingAttachment;
import dev.vspherecloud.csi.cluster.plan.ExistingDriverNode;
import dev.vspherecloud.csi.cluster.plan.ExistingMigration;
import dev.vspherecloud.csi.cluster.plan.ExistingVolume;
import dev.vspherecloud.csi.cluster.plan.ExistingVolume.Origin;
import dev.vspherecloud.csi.commands.plan.AttachmentPlanPolicy.AttachedVolume;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolumePlanPolicyTest {
    private static final String UUID = "6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11";
    private static final String OTHER = "6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c12";
    private static final TakeoverSettings SETTINGS =
            new TakeoverSettings(Set.of("topology.csi.vmware.com/zone"), Set.of("vc"));
    private static final RegisteredNodes NODES =
            new RegisteredNodes(Set.of("n1", "n2"), Map.of("n1", new ExistingDriverNode("n1", UUID, List.of())));

    private static final RunningTasks IDLE = new RunningTasks(true, Set.of());

    private static MigrationRecords migrations() {
        var records = new MigrationRecords();
        records.add(new ExistingMigration("a", "[ds] one.vmdk"));
        records.add(new ExistingMigration("b", "[ds] two.vmdk"));
        records.add(new ExistingMigration("c", "[ds] two.vmdk"));
        return records;
    }

    private static String codes(List<TakeoverFinding> findings) {
        return findings.isEmpty()
                ? "none"
                : String.join(
                        " ", findings.stream().map(each -> each.code().text()).toList());
    }

    @ParameterizedTest(name = "{0} {1} {2} {3} {4}: {5}")
    @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
            DYNAMIC  | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11      | ReadWriteOnce    | ext4 | -                            | none
            STATIC   | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11      | ReadWriteOncePod | xfs  | -                            | none
            STATIC   | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11      | ReadWriteMany    | ext4 | -                            | SharedBlockVolume
            DYNAMIC  | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11      | ReadWriteOnce    | NTFS | -                            | WindowsFilesystem
            DYNAMIC  | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11      | ReadWriteOnce    | ext4 | topology.csi.vmware.com/zone | none
            DYNAMIC  | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11      | ReadWriteOnce    | ext4 | topology.csi.vmware.com/rack | TopologyKeyNotConfigured
            DYNAMIC  | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11      | ReadWriteOnce    | ext4 | topology.kubernetes.io/zone  | none
            DYNAMIC  | file:6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11 | ReadWriteMany    | nfs4 | -                            | FileVolume
            STATIC   | file:share                                | ReadWriteMany    | nfs4 | -                            | HandleInvalid
            STATIC   | disk-1                                    | ReadWriteOnce    | ext4 | -                            | HandleInvalid
            MIGRATED | [ds] one.vmdk                             | ReadWriteOnce    | ext4 | -                            | MigratedVolume
            MIGRATED | [ds]one.vmdk                              | ReadWriteOnce    | ext4 | -                            | MigratedVolume
            MIGRATED | [ds] two.vmdk                             | ReadWriteOnce    | ext4 | -                            | MigrationRecordAmbiguous
            DYNAMIC  | [ds] three.vmdk                           | ReadWriteOnce    | ext4 | -                            | MigrationRecordMissing
            IN_TREE  | [ds] three.vmdk                           | ReadWriteOnce    | ext4 | -                            | InTreeNotMigrated
            """)
    void volumes(Origin origin, String handle, String modes, String fsType, String key, String expected) {
        var volume = new ExistingVolume(
                "pv",
                origin,
                handle,
                "",
                List.of(modes),
                false,
                fsType,
                Optional.ofNullable(key).stream().toList(),
                false);

        assertThat(codes(VolumePlanPolicy.evaluate(volume, Optional.of(SETTINGS), Optional.of(migrations()))))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}: {5}")
    @CsvSource(nullValues = "-", delimiter = '|', emptyValue = "", textBlock = """
            attached                  | n1   | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11 | true  | ''    | none
            id in capitals            | n1   | 6EE2B7D5-1B1F-4C1C-9B9F-8C5A9D0D3C11 | true  | ''    | none
            without an id             | n1   | ''                                   | true  | ''    | none
            old id                    | n1   | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c12 | true  | ''    | NodeIdOutdated
            old id, not registered    | n2   | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c12 | true  | ''    | none
            name                      | n1   | n1                                   | true  | ''    | NodeIdIsName
            text                      | n1   | vm-1                                 | true  | ''    | NodeIdInvalid
            attaching                 | n1   | ''                                   | false | ''    | AttachUnfinished
            failed                    | n1   | ''                                   | false | no VM | AttachmentFailed
            Node gone                 | gone | 6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c12 | true  | ''    | NodeMissing
            """)
    void attachments(String name, String node, String nodeId, boolean isAttached, String error, String expected) {
        var attachment = new ExistingAttachment(name, "pv", "", node, nodeId, isAttached, error, false);
        var volume = new AttachedVolume(HandleForm.BLOCK, Optional.empty(), 1);

        assertThat(codes(AttachmentPlanPolicy.evaluate(
                        attachment, Optional.of(volume), Optional.of(NODES), Optional.of(migrations()), IDLE)))
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} {1} {2}: {3}")
    @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
            BLOCK   | -             | 1 | none
            BLOCK   | -             | 2 | AttachedTwice
            FILE    | -             | 2 | none
            INVALID | HANDLE_INVALID | 1 | VolumeStops
            -       | -             | 0 | VolumeMissing
            """)
    void attachedVolumes(HandleForm form, TakeoverCode stops, long attachments, String expected) {
        var attachment = new ExistingAttachment("va", "pv", "", "n1", UUID, true, "", false);
        Optional<AttachedVolume> volume = Optional.ofNullable(form)
                .map(known -> new AttachedVolume(known, Optional.ofNullable(stops), attachments));

        assertThat(codes(AttachmentPlanPolicy.evaluate(
                        attachment, volume, Optional.of(NODES), Optional.of(migrations()), IDLE)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [ds] one.vmdk   | none
            [ds] two.vmdk   | MigrationRecordAmbiguous
            [ds] three.vmdk | MigrationRecordMissing
            disk            | HandleInvalid
            """)
    void inlineVolumes(String handle, String expected) {
        var attachment = new ExistingAttachment("va", "", handle, "n1", UUID, true, "", false);

        assertThat(codes(AttachmentPlanPolicy.evaluate(
                        attachment, Optional.empty(), Optional.of(NODES), Optional.of(migrations()), IDLE)))
                .isEqualTo(expected);
    }

    /// An object that was not read gives no finding.
    @ParameterizedTest
    @CsvSource({"[ds] three.vmdk,MigratedVolume", UUID + ",none"})
    void nothingIsInventedAboutWhatWasNotRead(String handle, String expected) {
        var volume = new ExistingVolume(
                "pv",
                Origin.DYNAMIC,
                handle,
                "",
                List.of("ReadWriteOnce"),
                false,
                "ext4",
                List.of("topology.csi.vmware.com/rack"),
                false);
        var attachment = new ExistingAttachment("va", "pv", "", "gone", OTHER, true, "", false);

        assertThat(codes(VolumePlanPolicy.evaluate(volume, Optional.empty(), Optional.empty())))
                .isEqualTo(expected);
        assertThat(AttachmentPlanPolicy.evaluate(
                        attachment,
                        Optional.of(new AttachedVolume(HandleForm.BLOCK, Optional.empty(), 1)),
                        Optional.empty(),
                        Optional.empty(),
                        RunningTasks.NOT_ASKED))
                .isEmpty();
    }

    /// While no controller runs, only a task of vCenter changes something.
    @ParameterizedTest
    @CsvSource({
        "true, com.vmware.cns.tasks.attachvolume, AttachInProgress, DetachInProgress",
        "true, com.vmware.cns.tasks.detachvolume, AttachInProgress, DetachInProgress",
        "true, com.vmware.cns.tasks.createvolume, AttachUnfinished, DetachUnfinished",
        "false, com.vmware.cns.tasks.createvolume, AttachInProgress, DetachInProgress"
    })
    void onlyARunningTaskIsWaitedFor(boolean isKnown, String kind, String attaching, String detaching) {
        var tasks = new RunningTasks(isKnown, Set.of(kind));
        Optional<AttachedVolume> volume = Optional.of(new AttachedVolume(HandleForm.BLOCK, Optional.empty(), 1));
        var attach = new ExistingAttachment("va", "pv", "", "n1", "", false, "", false);
        var detach = new ExistingAttachment("va", "pv", "", "n1", "", true, "", true);

        assertThat(codes(AttachmentPlanPolicy.evaluate(
                        attach, volume, Optional.of(NODES), Optional.of(migrations()), tasks)))
                .isEqualTo(attaching);
        assertThat(codes(AttachmentPlanPolicy.evaluate(
                        detach, volume, Optional.of(NODES), Optional.of(migrations()), tasks)))
                .isEqualTo(detaching);
    }

    @Test
    void aVolumeThatGoesIsNotLost() {
        var missing = TakeoverFinding.of(TakeoverCode.VOLUME_NOT_IN_CNS, "found no volume");
        var foreign = TakeoverFinding.of(TakeoverCode.VOLUME_OF_OTHER_CLUSTER, "found b");

        assertThat(VolumePlanPolicy.evaluate(volume(true), missing).code())
                .isEqualTo(TakeoverCode.VOLUME_BEING_DELETED);
        assertThat(VolumePlanPolicy.evaluate(volume(false), missing)).isEqualTo(missing);
        assertThat(VolumePlanPolicy.evaluate(volume(true), foreign)).isEqualTo(foreign);
    }

    private static ExistingVolume volume(boolean isBeingDeleted) {
        return new ExistingVolume(
                "pv", Origin.DYNAMIC, UUID, "", List.of("ReadWriteOnce"), false, "ext4", List.of(), isBeingDeleted);
    }

    @Test
    void ownersOfVolumes() {
        var ids = new VolumeIdList();
        List.of(UUID, "file:" + OTHER, "[ds] one.vmdk", "disk").forEach(ids::add);
        var owners = new CnsVolumeOwners(ids);
        owners.found(0, new TreeSet<>(Set.of("b")));

        assertThat(ids.size()).isEqualTo(2);
        assertThat(owners.findings(Optional.of("a"), true))
                .containsOnlyKeys(UUID, "file:" + OTHER)
                .hasEntrySatisfying(
                        UUID, each -> assertThat(each.code()).isEqualTo(TakeoverCode.VOLUME_OF_OTHER_CLUSTER))
                .hasEntrySatisfying(
                        "file:" + OTHER, each -> assertThat(each.code()).isEqualTo(TakeoverCode.VOLUME_NOT_IN_CNS));
        assertThat(owners.findings(Optional.empty(), false)).isEmpty();
        assertThat(owners.findings(Optional.of("b"), false)).isEmpty();
    }
}
