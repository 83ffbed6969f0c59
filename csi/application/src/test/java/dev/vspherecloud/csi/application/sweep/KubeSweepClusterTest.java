package dev.vspherecloud.csi.application.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiBody;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiObserver;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.ApiStream;
import dev.vspherecloud.kubernetes.ApiTransport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KubeSweepClusterTest {
    private static final String VOLUMES = """
            {"metadata": {"resourceVersion": "7"}, "items": [
              {"metadata": {"name": "a"}, "spec": {"csi": {"driver": "csi.vsphere.vmware.com", "volumeHandle": "v-1"}}},
              {"metadata": {"name": "b", "annotations": {"pv.kubernetes.io/migrated-to": "csi.vsphere.vmware.com"}},
               "spec": {"vsphereVolume": {"volumePath": "[ds] b.vmdk"}}}]}
            """;
    private static final String MIGRATIONS = """
            {"metadata": {"resourceVersion": "7"}, "items": [
              {"metadata": {"name": "v-2"}, "spec": {"volumeid": "v-2", "volumepath": "[ds] b.vmdk"}}]}
            """;

    /// A PersistentVolume of the in-tree driver has the path of its disk as handle. Its volume is in use.
    @Test
    void theVolumesOfTheInTreeDriverAreHandles() {
        assertThat(handles(200, MIGRATIONS)).isEqualTo(new ListResult.Complete<>(Set.of("v-1", "v-2", "[ds] b.vmdk")));
        assertThat(handles(404, "404 page not found"))
                .isEqualTo(new ListResult.Complete<>(Set.of("v-1", "[ds] b.vmdk")));
    }

    @Test
    void withoutTheRecordsNoHandleIsKnown() {
        assertThat(handles(403, "{}")).isInstanceOf(ListResult.Failed.class);
    }

    private static ListResult<Set<String>> handles(int status, String migrations) {
        var server = ApiServer.withObserver(
                "https://api.test:6443", new Lists(status, migrations), System::nanoTime, _ -> {}, ApiObserver.NONE);
        return new KubeSweepCluster(server, new KubeOperationRecords(server, System::nanoTime, "csi"))
                .handles(Duration.ofSeconds(5));
    }

    private record Lists(int status, String migrations) implements ApiTransport {
        @Override
        public ApiAnswer send(ApiCall call, Duration deadline) {
            return call.path().contains("cnsvspherevolumemigrations")
                    ? answer(status, migrations)
                    : answer(200, VOLUMES);
        }

        private static ApiAnswer answer(int status, String body) {
            return new ApiAnswer(status, Optional.empty(), new ApiBody(body.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public ApiStream open(ApiCall call, Duration deadline) {
            throw new AssertionError("not a list: " + call);
        }
    }
}
