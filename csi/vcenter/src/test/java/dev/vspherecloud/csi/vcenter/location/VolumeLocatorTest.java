package dev.vspherecloud.csi.vcenter.location;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeVcenters;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
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
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class VolumeLocatorTest {
    private static final Duration BUDGET = Duration.ofMinutes(1);
    private static final VolumeHandle.Block BLOCK = new VolumeHandle.Block("5f1c8a52-9b1d-4a0f-8d2f-2f9f0e6f3c11");
    private static final VolumeHandle.InTree DISK = new VolumeHandle.InTree("ds", "kubevols/a.vmdk");
    private static final Vcenter A = new Vcenter("vc-a", Optional.of(false), Optional.empty());
    private static final Vcenter B = new Vcenter("vc-b", Optional.of(false), Optional.empty());
    private static final String RECORD = "/apis/cns.vmware.com/v1alpha1/namespaces/csi/cnsvolumeinfoes/" + BLOCK.id();
    private static final String MIGRATIONS = "/apis/cns.vmware.com/v1alpha1/cnsvspherevolumemigrations?limit=250";

    /// @param disk why a call about a volume that CNS does not list has to wait; empty if there is no disk
    private record Vcenter(String server, Optional<Boolean> answer, Optional<String> silence, Optional<String> disk)
            implements VolumeVcenter {
        Vcenter(String server, Optional<Boolean> answer, Optional<String> silence) {
            this(server, answer, silence, Optional.empty());
        }

        @Override
        public Optional<String> reasonToWait(String volumeId, Duration atMost) {
            return disk;
        }

        Vcenter withDisk() {
            return new Vcenter(server, Optional.of(false), silence, Optional.of("its disk exists"));
        }

        @Override
        public Optional<Boolean> has(String volumeId, Duration atMost) {
            return answer;
        }

        Vcenter with() {
            return new Vcenter(server, Optional.of(true), silence);
        }

        Vcenter silent() {
            return new Vcenter(server, Optional.empty(), Optional.of("no answer"));
        }
    }

    private final Map<String, String> objects = new TreeMap<>();

    @Test
    void aVolumeWhoseDiskExistsIsNotMissing() throws InterruptedException {
        Vcenter b = new Vcenter("vc-b", Optional.of(false), Optional.empty());

        assertThat(find(BLOCK, A, b)).isEqualTo(new VolumeLocation.NoVcenterHas<>(BLOCK.id()));
        assertThat(find(BLOCK, A, b.withDisk())).isEqualTo(new VolumeLocation.Unknown<>("its disk exists"));
    }

    @Test
    void theOnlyVcenterHasEveryVolume() throws InterruptedException {
        assertThat(find(BLOCK, A)).isEqualTo(new VolumeLocation.Found<>(A, BLOCK.id()));
        assertThat(find(new VolumeHandle.FileShare(BLOCK.id()), A))
                .isEqualTo(new VolumeLocation.Found<>(A, "file:" + BLOCK.id()));
    }

    @Test
    void theRecordTellsWhichVcenterHasTheVolume() throws InterruptedException {
        objects.put(RECORD, record("vc-b"));
        assertThat(find(BLOCK, A.with(), B)).isEqualTo(new VolumeLocation.Found<>(B, BLOCK.id()));

        objects.put(RECORD, record("vc-c"));
        assertThat(find(BLOCK, A.with(), B))
                .isEqualTo(new VolumeLocation.Unknown<>("vCenter vc-c is not in the configuration; add it again"));
    }

    @Test
    void withoutARecordTheVcenterThatListsTheVolumeHasIt() throws InterruptedException {
        assertThat(find(BLOCK, A.silent(), B.with())).isEqualTo(new VolumeLocation.Found<>(B.with(), BLOCK.id()));
    }

    @Test
    void noVcenterHasTheVolumeOnlyIfAllSaySo() throws InterruptedException {
        assertThat(find(BLOCK, A, B)).isEqualTo(new VolumeLocation.NoVcenterHas<>(BLOCK.id()));
        assertThat(find(BLOCK, A, B.silent()))
                .isEqualTo(new VolumeLocation.Unknown<>(
                        "no vCenter shows volume %s, and these do not answer: vc-b".formatted(BLOCK.id())));
        assertThat(find(BLOCK)).isEqualTo(new VolumeLocation.Unknown<>(VolumeLocator.NO_VCENTER));
    }

    @Test
    void theIdOfADiskOfTheInTreeDriverIsInItsRecord() throws InterruptedException {
        objects.put(MIGRATIONS, migrations("v-1"));
        assertThat(find(DISK, A)).isEqualTo(new VolumeLocation.Found<>(A, "v-1"));

        objects.put(MIGRATIONS, migrations("v-1", "v-2"));
        assertThat(find(DISK, A)).isEqualTo(new VolumeLocation.Ambiguous<>(DISK, List.of("v-1", "v-2")));

        objects.put(MIGRATIONS, migrations());
        assertThat(find(DISK, A)).isEqualTo(new VolumeLocation.Unregistered<>(DISK));

        objects.put(MIGRATIONS, "no list");
        assertThat(find(DISK, A)).isInstanceOf(VolumeLocation.Unknown.class);
    }

    @Test
    void aCallThatNeedsTheVolumeFails() {
        assertThat(new VolumeLocation.NoVcenterHas<>("v-1").failure().code()).isEqualTo(OperationCode.NOT_FOUND);
        assertThat(new VolumeLocation.Unregistered<>(DISK).failure().code()).isEqualTo(OperationCode.NOT_FOUND);
        assertThat(new VolumeLocation.Ambiguous<>(DISK, List.of("v-1", "v-2"))
                        .failure()
                        .code())
                .isEqualTo(OperationCode.FAILED_PRECONDITION);
        assertThat(new VolumeLocation.Unknown<>("no answer").failure().code()).isEqualTo(OperationCode.UNAVAILABLE);
    }

    private VolumeLocation<Vcenter> find(VolumeHandle handle, Vcenter... vcenters) throws InterruptedException {
        ApiServer server = ApiServer.withObserver(
                "https://api.test:6443", new Objects(objects), System::nanoTime, _ -> {}, ApiObserver.NONE);
        return new VolumeLocator<Vcenter>(
                        () -> List.of(vcenters),
                        new KubeVolumeVcenters(server, System::nanoTime, "csi"),
                        new KubeVolumeMigrations(server, System::nanoTime))
                .find(handle, BUDGET);
    }

    private static String record(String vcenter) {
        return "{\"spec\":{\"volumeID\":\"%s\",\"vCenterServer\":\"%s\"}}".formatted(BLOCK.id(), vcenter);
    }

    private static String migrations(String... ids) {
        return "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[%s]}"
                .formatted(List.of(ids).stream()
                        .map("{\"spec\":{\"volumepath\":\"[ds] kubevols/a.vmdk\",\"volumeid\":\"%s\"}}"::formatted)
                        .reduce((one, other) -> one + "," + other)
                        .orElse(""));
    }

    /// An API server that has these objects by path.
    private record Objects(Map<String, String> byPath) implements ApiTransport {
        @Override
        public ApiAnswer send(ApiCall call, Duration deadline) {
            String body = byPath.getOrDefault(call.path(), "{\"details\":{\"name\":\"v\"}}");
            return new ApiAnswer(
                    byPath.containsKey(call.path()) ? 200 : 404,
                    Optional.empty(),
                    new ApiBody(body.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public ApiStream open(ApiCall call, Duration deadline) {
            throw new AssertionError("nothing is watched: " + call);
        }
    }
}
