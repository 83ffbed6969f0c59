package dev.vspherecloud.csi.cluster.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KubePersistentVolumesTest {
    private static final Duration BUDGET = Duration.ofSeconds(5);
    private static final String MIGRATED =
            "{\"name\":\"old\",\"annotations\":{\"a\":1,\"pv.kubernetes.io/migrated-to\":\"csi.vsphere.vmware.com\"}}";
    private static final String IN_TREE = "{\"vsphereVolume\":{\"volumePath\":\"[ds] a.vmdk\"}}";

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final KubePersistentVolumes volumes = new KubePersistentVolumes(api.server(time), time);

    @Test
    void volumesOfOtherDriversAreLeftOut() {
        api.answers(200, list("", csi("pv-1", "csi.vsphere.vmware.com", "h-1"), csi("pv-2", "ebs.csi.aws.com", "h-2")));

        assertThat(all()).isEqualTo(new ListResult.Complete<>(List.of(new DriverVolume("pv-1", "h-1", false))));
        assertThat(api.callLines()).containsExactly("GET /api/v1/persistentvolumes?limit=250");
    }

    @Test
    void aVolumeOfTheInTreeDriverCountsOnceItIsMigrated() {
        api.answers(
                200,
                list(
                        "",
                        volume(MIGRATED, IN_TREE),
                        volume("{\"name\":\"x\"}", IN_TREE),
                        volume("{\"name\":\"y\",\"annotations\":null}", IN_TREE),
                        volume(MIGRATED, "{\"hostPath\":{\"path\":\"/a\"}}")));

        assertThat(all()).isEqualTo(new ListResult.Complete<>(List.of(new DriverVolume("old", "[ds] a.vmdk", true))));
    }

    @Test
    void theCountOfManyVolumesKeepsTheFirstHandles() {
        var first = new String[250];
        for (int i = 0; i < first.length; i++) {
            first[i] = csi("pv-" + i, "csi.vsphere.vmware.com", "h-" + i);
        }
        api.answers(200, list("next", first)).answers(200, list("", volume(MIGRATED, IN_TREE), first[0]));

        assertThat(volumes.count(2, BUDGET))
                .isEqualTo(new ListResult.Complete<>(new VolumeCount(251, 1, List.of("h-0", "h-1"))));
    }

    @Test
    void aHostileItemDoesNotHideTheOthers() {
        api.answers(
                200,
                list(
                        "",
                        "7",
                        "{\"metadata\":[],\"spec\":\"x\"}",
                        "{\"spec\":{\"csi\":{\"driver\":{\"a\":1}}}}",
                        csi("pv-1", "csi.vsphere.vmware.com", "h-1")));

        assertThat(volumes.count(2, BUDGET))
                .isEqualTo(new ListResult.Complete<>(new VolumeCount(1, 0, List.of("h-1"))));
    }

    @Test
    void anUnreadListIsNoEmptyList() {
        api.answers(403, "{}").answers(404, "404 page not found");

        assertThat(volumes.count(2, BUDGET)).isInstanceOf(ListResult.Failed.class);
        assertThat(volumes.count(2, BUDGET)).isInstanceOf(ListResult.Failed.class);
    }

    private ListResult<List<DriverVolume>> all() {
        return volumes.<List<DriverVolume>>fold(ArrayList::new, List::add, BUDGET);
    }

    private static String csi(String name, String driver, String handle) {
        return volume(
                "{\"name\":\"%s\"}".formatted(name),
                "{\"csi\":{\"driver\":\"%s\",\"volumeHandle\":\"%s\"}}".formatted(driver, handle));
    }

    private static String volume(String metadata, String spec) {
        return "{\"metadata\":%s,\"spec\":%s}".formatted(metadata, spec);
    }

    private static String list(String next, String... items) {
        return "{\"metadata\":{\"resourceVersion\":\"7\",\"continue\":\"%s\"},\"items\":[%s]}"
                .formatted(next, String.join(",", items));
    }
}
