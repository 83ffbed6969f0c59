package dev.vspherecloud.csi.controller.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.controller.request.CreateRequestReader.Result;
import dev.vspherecloud.csi.domain.volume.ContentSource;
import dev.vspherecloud.csi.domain.volume.NamedDatastores;
import dev.vspherecloud.csi.domain.volume.SnapshotHandle;
import dev.vspherecloud.csi.domain.volume.VolumeError.Code;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.protocol.v1.CapacityRange;
import dev.vspherecloud.csi.protocol.v1.CreateVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.Topology;
import dev.vspherecloud.csi.protocol.v1.TopologyRequirement;
import dev.vspherecloud.csi.protocol.v1.VolumeCapability;
import dev.vspherecloud.csi.protocol.v1.VolumeCapability.AccessMode.Mode;
import dev.vspherecloud.csi.protocol.v1.VolumeContentSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreateRequestReaderTest {
    private static Result read(CreateVolumeRequest request) {
        return CreateRequestReader.read(request, Set::of);
    }

    private static final String VOLUME = "0f4a0e0c-1111-4222-8333-444455556666";
    private static final String SNAPSHOT = "1f4a0e0c-1111-4222-8333-444455556666";

    @Test
    void readsAValidRequest() {
        Result result = read(Requests.create("pvc-1")
                .putParameters("datastoreurl", "ds:///vmfs/volumes/1")
                .putParameters("storagepolicyname", "gold")
                .build());

        assertThat(result).isInstanceOfSatisfying(Result.Accepted.class, accepted -> {
            assertThat(accepted.volume().name()).isEqualTo("pvc-1");
            assertThat(accepted.volume().capacityMb()).isEqualTo(1024);
            assertThat(accepted.volume().parameters().datastores())
                    .isEqualTo(Optional.of(new NamedDatastores.Urls(List.of("ds:///vmfs/volumes/1/"))));
            assertThat(accepted.volume().parameters().storagePolicyName()).isEqualTo(Optional.of("gold"));
        });
    }

    @Test
    void acceptsTheLongestNameOfCsiSanity() {
        assertThat(read(Requests.create("n".repeat(128)).build())).isInstanceOf(Result.Accepted.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\nb", "\u0000"})
    void refusesNamesThatAreNone(String name) {
        assertRefused(Requests.create(name), Code.INVALID_ARGUMENT, "found the volume name");
    }

    @Test
    void refusesANameThatIsTooLong() {
        assertRefused(Requests.create("n".repeat(129)), Code.INVALID_ARGUMENT, "expected 1 to 128 bytes");
    }

    @Test
    void refusesARequestWithoutCapability() {
        assertRefused(
                Requests.create("pvc-1").clearVolumeCapabilities(),
                Code.INVALID_ARGUMENT,
                "found no volume capability");
    }

    @Test
    void createsNoFileVolume() {
        CreateVolumeRequest.Builder shared = Requests.create("pvc-1")
                .clearVolumeCapabilities()
                .addVolumeCapabilities(VolumeCapability.newBuilder(Requests.mount(Mode.MULTI_NODE_MULTI_WRITER))
                        .clearMount()
                        .setMount(VolumeCapability.MountVolume.getDefaultInstance()));

        assertRefused(shared, Code.INVALID_ARGUMENT, "creates none");
    }

    @Test
    void refusesASizeThatNoVolumeHas() {
        assertRefused(
                Requests.create("pvc-1")
                        .setCapacityRange(
                                CapacityRange.newBuilder().setRequiredBytes(5).setLimitBytes(10)),
                Code.OUT_OF_RANGE,
                "raise the limit");
    }

    @Test
    void namesEveryUnknownParameter() {
        assertRefused(
                Requests.create("pvc-1").putParameters("datastorurl", "x"), Code.INVALID_ARGUMENT, "datastoreurl");
    }

    @Test
    void readsSources() {
        assertThat(sourceOf(snapshot(VOLUME + "+" + SNAPSHOT)))
                .contains(new ContentSource.OfSnapshot(new SnapshotHandle(new VolumeHandle.Block(VOLUME), SNAPSHOT)));
        assertThat(sourceOf(volume(VOLUME))).contains(new ContentSource.OfVolume(new VolumeHandle.Block(VOLUME)));
        assertThat(sourceOf(Requests.create("pvc-1"))).isEmpty();
    }

    @Test
    void refusesSourcesThatCannotExistOrBeCopied() {
        assertRefused(snapshot("non-existing-snapshot-id"), Code.NOT_FOUND, "expected <UUID>+<UUID>");
        assertRefused(snapshot(VOLUME), Code.NOT_FOUND, "there is no such snapshot");
        assertRefused(volume("non-existing-volume-id"), Code.NOT_FOUND, "there is no such volume");
        assertRefused(volume("file:" + VOLUME), Code.INVALID_ARGUMENT, "found a file volume as the source");
        assertRefused(volume("[ds] a/b.vmdk"), Code.INVALID_ARGUMENT, "found a volume of the in-tree driver");
        assertRefused(
                Requests.create("pvc-1").setVolumeContentSource(VolumeContentSource.getDefaultInstance()),
                Code.INVALID_ARGUMENT,
                "unknown type");
    }

    private static CreateVolumeRequest.Builder snapshot(String id) {
        return Requests.create("pvc-1")
                .setVolumeContentSource(VolumeContentSource.newBuilder()
                        .setSnapshot(
                                VolumeContentSource.SnapshotSource.newBuilder().setSnapshotId(id)));
    }

    private static CreateVolumeRequest.Builder volume(String id) {
        return Requests.create("pvc-1")
                .setVolumeContentSource(VolumeContentSource.newBuilder()
                        .setVolume(VolumeContentSource.VolumeSource.newBuilder().setVolumeId(id)));
    }

    private static Optional<ContentSource> sourceOf(CreateVolumeRequest.Builder request) {
        Result result = read(request.build());
        assertThat(result).isInstanceOf(Result.Accepted.class);
        return ((Result.Accepted) result).volume().source();
    }

    @Test
    void refusesTopology() {
        assertRefused(
                Requests.create("pvc-1")
                        .setAccessibilityRequirements(TopologyRequirement.newBuilder()
                                .addPreferred(Topology.newBuilder().putSegments("zone", "a"))),
                Code.INVALID_ARGUMENT,
                "allowedTopologies");
    }

    @Test
    void takesAnEmptySegmentForNoRequirement() {
        assertThat(read(Requests.create("pvc-1")
                        .setAccessibilityRequirements(
                                TopologyRequirement.newBuilder().addRequisite(Topology.getDefaultInstance()))
                        .build()))
                .isInstanceOf(Result.Accepted.class);
    }

    private static void assertRefused(CreateVolumeRequest.Builder request, Code code, String part) {
        assertThat(read(request.build())).isInstanceOfSatisfying(Result.Refused.class, refused -> {
            assertThat(refused.error().code()).isEqualTo(code);
            assertThat(refused.error().sentence()).contains(part);
        });
    }
}
