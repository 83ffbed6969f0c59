package dev.vspherecloud.csi.vcenter.location;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.metadata.MetadataVolume;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.domain.metadata.ReclaimPolicy;
import dev.vspherecloud.csi.vcenter.location.VolumeHandles.Result;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiBody;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiObserver;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.ApiStream;
import dev.vspherecloud.kubernetes.ApiTransport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VolumeHandlesTest {
    private static final String ONE = "5f1c8a52-9b1d-4a0f-8d2f-000000000001";
    private static final String TWO = "5f1c8a52-9b1d-4a0f-8d2f-000000000002";

    @Test
    void aVolumeOfTheInTreeDriverIsKnownByThePathOfItsPersistentVolume() {
        Result.Known known = VolumeHandles.known(
                List.of(volume("[ds]kubevols/a.vmdk"), volume(TWO)), Map.of("[ds] kubevols/a.vmdk", ONE));

        assertThat(known.of(ONE)).as("as it is written there").containsExactly("[ds]kubevols/a.vmdk");
        assertThat(known.of(TWO)).containsExactly(TWO);
        assertThat(known.of("v-3")).containsExactly("v-3");
    }

    @Test
    void aVolumeWithTwoPersistentVolumesHasTwoHandles() {
        Result.Known known =
                VolumeHandles.known(List.of(volume("[ds] a.vmdk"), volume(ONE)), Map.of("[ds] a.vmdk", ONE));

        assertThat(known.of(ONE)).containsExactlyInAnyOrder("[ds] a.vmdk", ONE);
    }

    @Test
    void aDiskThatAPodNamesIsKnownByItsRecord() {
        assertThat(VolumeHandles.known(List.of(), Map.of("[ds] a.vmdk", ONE)).of(ONE))
                .containsExactly("[ds] a.vmdk");
    }

    @Test
    void whatIsNotReadIsNotKnown() {
        assertThat(read(new ListResult.Failed<>("not read yet"))).isEqualTo(new Result.Unknown("not read yet"));
        assertThat(read(new ListResult.Complete<>(List.of(volume("[ds] a.vmdk")))))
                .isInstanceOf(Result.Unknown.class);
        assertThat(read(new ListResult.Complete<>(List.of(volume(ONE)))))
                .as("no volume of the in-tree driver")
                .isEqualTo(new Result.Known(Map.of(ONE, Set.of(ONE)), Set.of(ONE)));
    }

    /// Reads while the API server refuses to list the records about volumes of the in-tree driver.
    private static Result read(ListResult<List<MetadataVolume>> volumes) {
        ApiServer refusing = ApiServer.withObserver(
                "https://api.test:6443",
                new ApiTransport() {
                    @Override
                    public ApiAnswer send(ApiCall call, Duration deadline) {
                        return new ApiAnswer(403, Optional.empty(), new ApiBody("{}".getBytes(StandardCharsets.UTF_8)));
                    }

                    @Override
                    public ApiStream open(ApiCall call, Duration deadline) {
                        throw new AssertionError("nothing is watched: " + call);
                    }
                },
                System::nanoTime,
                _ -> {},
                ApiObserver.NONE);
        return new VolumeHandles(() -> volumes, new KubeVolumeMigrations(refusing, System::nanoTime))
                .read(Duration.ofMinutes(1));
    }

    @Test
    void aListThatLacksMoreThanTheThresholdIsShort() {
        Result.Known known = VolumeHandles.known(
                IntStream.range(0, 60).mapToObj(i -> volume(id(i))).toList(), Map.of());
        Set<String> ten = Set.copyOf(
                IntStream.range(0, 10).mapToObj(VolumeHandlesTest::id).toList());

        assertThat(known.shortage(ten, 50)).isEmpty();
        assertThat(known.shortage(ten, 49)).hasValueSatisfying(why -> assertThat(why)
                .contains("does not list 50 of the 60 block volumes", id(10), "list-volume-threshold is 49"));
    }

    /// Only block volumes with a known id count, and volumes without a PersistentVolume do not make up for them.
    @Test
    void onlyVolumesThatCnsShouldListAreMissing() {
        Result.Known known = VolumeHandles.known(
                List.of(volume("file:" + ONE), volume("[ds] b.vmdk"), volume("vol-1"), volume("[ds] a.vmdk")),
                Map.of("[ds] a.vmdk", TWO));

        assertThat(known.shortage(Set.of(TWO), 0)).isEmpty();
        assertThat(known.shortage(Set.of(ONE, "v-3", "v-4"), 0)).isPresent();
    }

    private static String id(int number) {
        return "5f1c8a52-9b1d-4a0f-8d2f-0000000001%02d".formatted(number);
    }

    private static MetadataVolume volume(String handle) {
        return new MetadataVolume(
                "pv " + handle, "uid", handle, Map.of(), "", "", "Bound", ReclaimPolicy.DELETE, false, false);
    }
}
