package dev.vspherecloud.csi.domain.deletion;

import static dev.vspherecloud.csi.domain.DeletionCause.REQUESTED;
import static dev.vspherecloud.csi.domain.DeletionCause.UNUSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.attachment.DiskHolders;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DeletionPolicyTest {
    private static final DiskHolders NO_VM = new DiskHolders.Known(List.of());
    private static final DeletionVerdict MAY = new DeletionVerdict.May();
    private static final NamingObject RELEASED = volume("pv-a", "Released", false);
    private static final NamingObject ATTACHMENT = new NamingObject.Attachment("csi-1", "node-1");

    @ParameterizedTest
    @EnumSource
    void whatNothingNamesMayBeDestroyed(DeletionCause cause) {
        assertThat(ofVolume(cause)).isEqualTo(MAY);
        assertThat(ofSnapshot(cause)).isEqualTo(MAY);
    }

    @ParameterizedTest
    @CsvSource({"Released", "Failed"})
    void aRequestIsAboutTheOneReleasedPersistentVolume(String phase) {
        assertThat(ofVolume(REQUESTED, volume("pv-a", phase, false))).isEqualTo(MAY);
    }

    @Test
    void theDriverItselfDestroysNothingThatAPersistentVolumeHas() {
        assertStopped(ofVolume(UNUSED, RELEASED), "the PersistentVolume pv-a has this volume");
    }

    @ParameterizedTest
    @CsvSource({"Bound,Bound", "Available,Available", "Pending,Pending", "'',new"})
    void aPersistentVolumeThatAClaimMayUseStopsARequest(String phase, String text) {
        assertStopped(ofVolume(REQUESTED, volume("pv-a", phase, false)), "pv-a has this volume and is " + text);
    }

    @Test
    void theReclaimPolicyMayHaveChangedSinceTheRequest() {
        assertStopped(ofVolume(REQUESTED, volume("pv-a", "Released", true)), "the reclaim policy Retain");
    }

    @ParameterizedTest
    @CsvSource({"Released", "Bound", "Available"})
    void aSecondPersistentVolumeStopsARequest(String phase) {
        NamingObject second = volume("pv-b", phase, false);

        assertThat(ofVolume(REQUESTED, RELEASED, second))
                .isEqualTo(
                        new DeletionVerdict.Stopped(
                                List.of(RELEASED, second),
                                "the PersistentVolumes pv-a and pv-b have this volume; delete one of them with reclaim policy Retain"));
    }

    @Test
    void aSentenceHasAnEnd() {
        NamingObject[] many = IntStream.range(0, 100)
                .mapToObj(i -> volume("pv-" + i, "Bound", false))
                .toArray(NamingObject[]::new);

        assertStopped(ofVolume(REQUESTED, many), "pv-6 and pv-7 and others have this volume");
    }

    @ParameterizedTest
    @EnumSource
    void anAttachmentStops(DeletionCause cause) {
        assertStopped(ofVolume(cause, ATTACHMENT), "the VolumeAttachment csi-1 attaches it to Node node-1");
        assertThat(ofVolume(cause, RELEASED, ATTACHMENT)).isInstanceOf(DeletionVerdict.Stopped.class);
    }

    @ParameterizedTest
    @EnumSource
    void aSnapshotOfTheVolumeStops(DeletionCause cause) {
        assertStopped(
                ofVolume(cause, new NamingObject.SnapshotContent("c-1", true, false)),
                "the VolumeSnapshotContent c-1 is a snapshot of it");
    }

    @ParameterizedTest
    @EnumSource
    void aVmWithTheDiskStops(DeletionCause cause) {
        assertStopped(
                DeletionPolicy.ofVolume(cause, names(), new DiskHolders.Known(List.of("VM w-1 of Node w-1"))),
                "VM w-1 of Node w-1 has its disk; detach it first");
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotKnownStops(DeletionCause cause) {
        var unknown = new NamingObjects.Unknown("no list");

        assertThat(DeletionPolicy.ofVolume(cause, unknown, NO_VM)).isEqualTo(new DeletionVerdict.Unknown("no list"));
        assertThat(DeletionPolicy.ofVolume(cause, names(), new DiskHolders.Unknown("no disks")))
                .isEqualTo(new DeletionVerdict.Unknown("no disks"));
        assertThat(DeletionPolicy.ofSnapshot(cause, unknown)).isEqualTo(new DeletionVerdict.Unknown("no list"));
    }

    @Test
    void whatIsFoundIsSaidWhateverElseIsNotKnown() {
        assertStopped(
                DeletionPolicy.ofVolume(REQUESTED, names(RELEASED, ATTACHMENT), new DiskHolders.Unknown("no disks")),
                "csi-1");
        assertStopped(
                DeletionPolicy.ofVolume(
                        REQUESTED, new NamingObjects.Unknown("no list"), new DiskHolders.Known(List.of("VM w-1"))),
                "VM w-1 has");
    }

    @Test
    void aRequestIsAboutTheOneSnapshotContentThatIsBeingDeleted() {
        var content = new NamingObject.SnapshotContent("c-1", true, false);

        assertThat(ofSnapshot(REQUESTED, content)).isEqualTo(MAY);
        assertStopped(ofSnapshot(UNUSED, content), "the VolumeSnapshotContent c-1 has this snapshot");
        assertStopped(
                ofSnapshot(REQUESTED, new NamingObject.SnapshotContent("c-1", false, false)), "is not being deleted");
        assertStopped(
                ofSnapshot(REQUESTED, new NamingObject.SnapshotContent("c-1", true, true)),
                "the deletion policy Retain");
    }

    @Test
    void aSecondSnapshotContentStopsARequest() {
        var first = new NamingObject.SnapshotContent("c-1", true, false);
        var second = new NamingObject.SnapshotContent("c-2", true, false);

        assertThat(ofSnapshot(REQUESTED, first, second))
                .isEqualTo(
                        new DeletionVerdict.Stopped(
                                List.of(first, second),
                                "the VolumeSnapshotContents c-1 and c-2 have this snapshot; set the deletion policy Retain for one of them, and delete it"));
    }

    private static void assertStopped(DeletionVerdict verdict, String sentence) {
        assertThat(verdict)
                .isInstanceOfSatisfying(DeletionVerdict.Stopped.class, stopped -> assertThat(stopped.message())
                        .contains(sentence));
    }

    private static DeletionVerdict ofVolume(DeletionCause cause, NamingObject... objects) {
        return DeletionPolicy.ofVolume(cause, names(objects), NO_VM);
    }

    private static DeletionVerdict ofSnapshot(DeletionCause cause, NamingObject... objects) {
        return DeletionPolicy.ofSnapshot(cause, names(objects));
    }

    private static NamingObjects names(NamingObject... objects) {
        return new NamingObjects.Complete(Arrays.asList(objects));
    }

    private static NamingObject volume(String name, String phase, boolean isKept) {
        return new NamingObject.PersistentVolume(name, "uid", phase, isKept);
    }
}
