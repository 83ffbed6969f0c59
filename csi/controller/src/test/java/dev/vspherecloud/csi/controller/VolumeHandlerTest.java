package dev.vspherecloud.csi.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.csi.controller.attach.PublishedVolumes;
import dev.vspherecloud.csi.controller.request.Requests;
import dev.vspherecloud.csi.controller.volume.DiskPathResult;
import dev.vspherecloud.csi.controller.volume.VolumeHandler;
import dev.vspherecloud.csi.controller.volume.VolumeListResult;
import dev.vspherecloud.csi.controller.volume.VolumeSearchResult;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.metrics.CsiMetrics;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.protocol.v1.CapacityRange;
import dev.vspherecloud.csi.protocol.v1.ControllerExpandVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.ControllerExpandVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.CreateVolumeResponse;
import dev.vspherecloud.csi.protocol.v1.DeleteVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.ListVolumesRequest;
import dev.vspherecloud.csi.protocol.v1.ListVolumesResponse;
import dev.vspherecloud.csi.protocol.v1.ValidateVolumeCapabilitiesRequest;
import dev.vspherecloud.csi.protocol.v1.VolumeCapability.AccessMode.Mode;
import dev.vspherecloud.csi.protocol.v1.VolumeContentSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VolumeHandlerTest {
    private static final String HANDLE = "0f4a0e0c-1111-4222-8333-444455556666";
    private static final GrpcCall CALL =
            new GrpcCall("/csi.v1.Controller/Test", Duration.ofMinutes(5), System::nanoTime);

    private final ScriptedVolumes volumes = new ScriptedVolumes();
    private PublishedVolumes published = new PublishedVolumes.Complete(Map.of(HANDLE, Set.of("node-b", "node-a")));
    private final CsiMetrics metrics = CsiMetrics.system();
    private final VolumeHandler controller = new VolumeHandler(() -> volumes, _ -> published, metrics.volumes());

    @Test
    void returnsTheVolumeWithItsSizeAndType() throws InterruptedException {
        CreateVolumeResponse response =
                controller.createVolume(Requests.create("pvc-1").build(), CALL);

        assertThat(volumes.calls).containsExactly("create pvc-1 1024");
        assertThat(response.getVolume().getVolumeId()).isEqualTo("v-1");
        assertThat(response.getVolume().getCapacityBytes()).isEqualTo(Requests.GIBIBYTE);
        assertThat(response.getVolume().getVolumeContextMap())
                .containsExactly(Map.entry("type", "vSphere CNS Block Volume"));
    }

    /// csi-provisioner makes a PersistentVolume of the in-tree driver from it.
    @Test
    void aVolumeForAnInTreeClassHasThePathOfItsDisk() throws InterruptedException {
        CreateVolumeResponse response = controller.createVolume(
                Requests.create("pvc-1").putParameters("csimigration", "true").build(), CALL);

        assertThat(volumes.calls).containsExactly("create pvc-1 1024", "record the path of v-1");
        assertThat(response.getVolume().getVolumeContextMap())
                .containsOnly(
                        Map.entry("type", "vSphere CNS Block Volume"),
                        Map.entry("initialvolumefilepath", "[ds] fcd/a.vmdk"));
    }

    /// Without its record, the PersistentVolume would have a path that no driver finds.
    @Test
    void aVolumeForAnInTreeClassIsNotReturnedBeforeItsPathIsRecorded() {
        volumes.diskPath = new DiskPathResult.NotRecorded(new VolumeFailure.Unavailable("no path"));

        assertFails(
                () -> controller.createVolume(
                        Requests.create("pvc-1")
                                .putParameters("csimigration", "true")
                                .build(),
                        CALL),
                GrpcCode.UNAVAILABLE,
                "no path");
    }

    /// csi-provisioner deletes a volume that was to be a copy and comes back without its source.
    @Test
    void returnsTheSourceOfACopy() throws InterruptedException {
        var source = VolumeContentSource.newBuilder()
                .setSnapshot(VolumeContentSource.SnapshotSource.newBuilder().setSnapshotId(HANDLE + "+" + HANDLE))
                .build();

        CreateVolumeResponse response = controller.createVolume(
                Requests.create("pvc-1").setVolumeContentSource(source).build(), CALL);

        assertThat(response.getVolume().getContentSource()).isEqualTo(source);
    }

    @ParameterizedTest
    @EnumSource(
            value = OperationCode.class,
            names = {
                "OUT_OF_RANGE",
                "FAILED_PRECONDITION",
                "INTERNAL",
                "INVALID_ARGUMENT",
                "NOT_FOUND",
                "RESOURCE_EXHAUSTED"
            })
    void returnsTheCodeOfAFault(OperationCode code) {
        volumes.created = new VolumeFailure.RefusedByFault(code, "why");

        assertFails(
                () -> controller.createVolume(Requests.create("pvc-1").build(), CALL),
                GrpcCode.valueOf(code.name()),
                "why");
    }

    @Test
    void returnsTheCodesThatAreNotFinal() {
        volumes.created = new VolumeFailure.StillRunning("runs");
        assertFails(
                () -> controller.createVolume(Requests.create("a").build(), CALL), GrpcCode.DEADLINE_EXCEEDED, "runs");
        volumes.created = new VolumeFailure.OtherOperation("other");
        assertFails(() -> controller.createVolume(Requests.create("a").build(), CALL), GrpcCode.ABORTED, "other");
        volumes.created = new VolumeFailure.Unavailable("away");
        assertFails(() -> controller.createVolume(Requests.create("a").build(), CALL), GrpcCode.UNAVAILABLE, "away");
    }

    @Test
    void aRefusalIsNotFinalWhileAnEarlierRequestMayRun() {
        ThrowingCallable invalid = () -> controller.createVolume(
                Requests.create("pvc-1").putParameters("unknown", "x").build(), CALL);

        assertFails(invalid, GrpcCode.INVALID_ARGUMENT, "unknown");
        volumes.mayHaveBegun = true;
        assertFails(invalid, GrpcCode.ABORTED, "an earlier request with this name may still run");
        assertThat(volumes.calls).isEmpty();
    }

    @Test
    void deletesNothingForAHandleThatNoVolumeHas() throws InterruptedException {
        controller.deleteVolume(
                DeleteVolumeRequest.newBuilder().setVolumeId("fake-vol-id").build(), CALL);
        assertThat(volumes.calls).isEmpty();

        controller.deleteVolume(
                DeleteVolumeRequest.newBuilder().setVolumeId("file:" + HANDLE).build(), CALL);
        assertThat(volumes.calls).containsExactly("delete file:" + HANDLE);
        assertFails(
                () -> controller.deleteVolume(DeleteVolumeRequest.getDefaultInstance(), CALL),
                GrpcCode.INVALID_ARGUMENT,
                "found no volume id");
    }

    @Test
    void expandsAndLetsTheNodeGrowTheFilesystem() throws InterruptedException {
        ControllerExpandVolumeRequest.Builder request = ControllerExpandVolumeRequest.newBuilder()
                .setVolumeId(HANDLE)
                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(2 * Requests.GIBIBYTE - 5));

        ControllerExpandVolumeResponse mounted = controller.controllerExpandVolume(request.build(), CALL);
        ControllerExpandVolumeResponse raw = controller.controllerExpandVolume(
                request.setVolumeCapability(Requests.rawBlock()).build(), CALL);

        assertThat(volumes.calls).containsExactly("expand " + HANDLE + " 2048", "expand " + HANDLE + " 2048");
        assertThat(mounted.getCapacityBytes()).isEqualTo(2 * Requests.GIBIBYTE);
        assertThat(mounted.getNodeExpansionRequired()).isTrue();
        assertThat(raw.getNodeExpansionRequired()).isFalse();
    }

    @Test
    void refusesToExpandWithoutANewSize() {
        ControllerExpandVolumeRequest.Builder request =
                ControllerExpandVolumeRequest.newBuilder().setVolumeId(HANDLE);

        assertFails(
                () -> controller.controllerExpandVolume(request.build(), CALL),
                GrpcCode.INVALID_ARGUMENT,
                "no capacity range");
        assertFails(
                () -> controller.controllerExpandVolume(
                        request.setCapacityRange(CapacityRange.getDefaultInstance())
                                .build(),
                        CALL),
                GrpcCode.INVALID_ARGUMENT,
                "no required bytes");
    }

    @Test
    void confirmsCapabilitiesOfAVolumeThatExists() throws InterruptedException {
        ValidateVolumeCapabilitiesRequest.Builder request = ValidateVolumeCapabilitiesRequest.newBuilder()
                .setVolumeId(HANDLE)
                .addVolumeCapabilities(Requests.mount());

        assertThat(controller
                        .validateVolumeCapabilities(request.build(), CALL)
                        .getConfirmed()
                        .getVolumeCapabilitiesList())
                .containsExactly(Requests.mount());
        assertThat(controller
                        .validateVolumeCapabilities(
                                request.clone()
                                        .clearVolumeCapabilities()
                                        .addVolumeCapabilities(Requests.mount(Mode.SINGLE_NODE_READER_ONLY))
                                        .build(),
                                CALL)
                        .getMessage())
                .contains("expected ReadWriteOnce");
        volumes.found = new VolumeSearchResult.NotFound();
        assertFails(
                () -> controller.validateVolumeCapabilities(request.build(), CALL),
                GrpcCode.NOT_FOUND,
                "does not exist");
        volumes.found = new VolumeSearchResult.Unknown("vCenter is away");
        assertFails(
                () -> controller.validateVolumeCapabilities(request.build(), CALL),
                GrpcCode.UNAVAILABLE,
                "vCenter is away");
    }

    @Test
    void listsAreCountedWithTheirResult() throws InterruptedException {
        controller.listVolumes(ListVolumesRequest.getDefaultInstance(), CALL);
        volumes.listed = new VolumeListResult.Incomplete("vCenter north did not list all volumes");
        assertThatThrownBy(() -> controller.listVolumes(ListVolumesRequest.getDefaultInstance(), CALL))
                .isInstanceOf(GrpcException.class);

        assertThat(counts("pass")).hasSize(1).allMatch(line -> line.matches(".* 1(\\.0)?"));
        assertThat(counts("fail")).hasSize(1).allMatch(line -> line.matches(".* 1(\\.0)?"));
    }

    private List<String> counts(String status) {
        return metrics.registry()
                .text("")
                .lines()
                .filter(line -> line.contains("_count{")
                        && line.contains("\"list-volume\"")
                        && line.contains('"' + status + '"'))
                .toList();
    }

    /// csi-attacher looks for the path, and the devices of a VM show the id.
    @Test
    void aVolumeOfTheInTreeDriverIsListedByItsPathWithItsNodes() throws InterruptedException {
        volumes.listed = new VolumeListResult.Complete(
                List.of(new VolumeListResult.Entry("[ds] a[1].vmdk", HANDLE, 5), new VolumeListResult.Entry("v-2", 5)));

        ListVolumesResponse first = controller.listVolumes(
                ListVolumesRequest.newBuilder().setMaxEntries(1).build(), CALL);
        assertThat(first.getEntriesList()).singleElement().satisfies(entry -> {
            assertThat(entry.getVolume().getVolumeId()).isEqualTo("[ds] a[1].vmdk");
            assertThat(entry.getStatus().getPublishedNodeIdsList()).containsExactly("node-a", "node-b");
        });
        assertThat(controller
                        .listVolumes(
                                ListVolumesRequest.newBuilder()
                                        .setStartingToken(first.getNextToken())
                                        .build(),
                                CALL)
                        .getEntriesList())
                .extracting(entry -> entry.getVolume().getVolumeId())
                .containsExactly("v-2");
    }

    @Test
    void listsCompletelyOrNotAtAll() throws InterruptedException {
        volumes.listed = new VolumeListResult.Complete(List.of(new VolumeListResult.Entry(HANDLE, 5)));
        ListVolumesResponse response = controller.listVolumes(ListVolumesRequest.getDefaultInstance(), CALL);
        assertThat(response.getEntriesList())
                .extracting(entry -> entry.getVolume().getVolumeId())
                .containsExactly(HANDLE);

        volumes.listed = new VolumeListResult.Incomplete("vCenter north did not list all volumes");
        assertFails(
                () -> controller.listVolumes(ListVolumesRequest.getDefaultInstance(), CALL),
                GrpcCode.UNAVAILABLE,
                "did not list all");
        assertFails(
                () -> controller.listVolumes(
                        ListVolumesRequest.newBuilder()
                                .setStartingToken("invalid-token")
                                .build(),
                        CALL),
                GrpcCode.ABORTED,
                "starting token");
    }

    private static void assertFails(ThrowingCallable call, GrpcCode code, String part) {
        assertThatThrownBy(call).isInstanceOfSatisfying(GrpcException.class, failure -> {
            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure).hasMessageContaining(part);
        });
    }
}
