package dev.vspherecloud.csi.commands.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsSnapshot;
import dev.vspherecloud.csi.cns.CnsSnapshotId;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.domain.TaskState;
import dev.vspherecloud.csi.domain.metadata.OwnCluster;
import dev.vspherecloud.csi.vcenter.SnapshotQueryResult;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiBody;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiObserver;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.ApiStream;
import dev.vspherecloud.kubernetes.ApiTransport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrphanSearchTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final String CLAIM = "0f4a0e0c-1111-4222-8333-444455556666";
    private static final String NAME = "pvc-" + CLAIM;
    private static final String ONE = "10000000-1111-4222-8333-444455556666";
    private static final String TWO = "20000000-1111-4222-8333-444455556666";
    private static final String RECORDS = "cnsvolumeoperationrequests";

    private final Map<String, List<String>> objects = new HashMap<>();
    private final Map<String, TaskState> tasks = new HashMap<>();
    private final List<CnsSnapshot> snapshots = new ArrayList<>();

    /// Two drivers that do not know of each other have created a volume each for one claim.
    @Test
    void aDoubleIsAnOrphanIfTheClaimHasTheOtherVolume() throws InterruptedException {
        add("persistentvolumeclaims", """
                {"metadata": {"name": "data", "uid": "%s"}, "spec": {"volumeName": "pv-1"}}""", CLAIM);
        assertThat(orphans(ONE, TWO)).as("the PersistentVolume does not exist").isEmpty();

        add("persistentvolumes", """
                {"metadata": {"name": "pv-1"},
                 "spec": {"csi": {"driver": "csi.vsphere.vmware.com", "volumeHandle": "%s"}}}""", TWO);

        assertThat(orphans(ONE, TWO)).containsExactly(ONE);
    }

    @Test
    void aVolumeWhoseClaimWaitsIsNone() throws InterruptedException {
        add("persistentvolumeclaims", """
                {"metadata": {"name": "data", "uid": "%s"}, "spec": {}}""", CLAIM);

        assertThat(orphans(ONE)).isEmpty();
    }

    @Test
    void aVolumeOfTheInTreeDriverIsNone() throws InterruptedException {
        add("cnsvspherevolumemigrations", """
                {"metadata": {"name": "%1$s"}, "spec": {"volumeid": "%1$s", "volumepath": "[ds] a.vmdk"}}""", ONE);

        assertThat(orphans(ONE, TWO)).containsExactly(TWO);
    }

    @Test
    void objectsWithOneHandleAreNamed() throws InterruptedException {
        for (String name : List.of("pv-2", "pv-1")) {
            add("persistentvolumes", """
                    {"metadata": {"name": "%%s"},
                     "spec": {"csi": {"driver": "csi.vsphere.vmware.com", "volumeHandle": "%s"}}}""".formatted(ONE), name);
            add("volumesnapshotcontents", """
                    {"metadata": {"name": "%%s"}, "status": {"snapshotHandle": "%s+s-1"}}""".formatted(ONE), name);
        }
        add("volumesnapshotcontents", """
                {"metadata": {"name": "%s"}, "status": {"snapshotHandle": "v+s"}}""", "alone");

        assertThat(search(ONE).shared())
                .isEqualTo(Map.of(
                        ONE,
                        List.of("PersistentVolume pv-1", "PersistentVolume pv-2"),
                        ONE + "+s-1",
                        List.of("VolumeSnapshotContent pv-1", "VolumeSnapshotContent pv-2")));
    }

    /// A driver that was killed leaves a record in progress. Its volume is none of a running operation if the task
    /// has ended; that vCenter has forgotten the task proves nothing.
    @ParameterizedTest
    @CsvSource({"RUNNING, 0", "SUCCEEDED, 1", "FAILED, 1", "VANISHED, 0", ", 0"})
    void aRecordIsInProgressAsLongAsItsTask(TaskState state, int expected) throws InterruptedException {
        addRecord();
        Optional.ofNullable(state).ifPresent(known -> tasks.put("task-1", known));
        snapshots.add(snapshot("clone-" + NAME));
        snapshots.add(snapshot("snapshot-1"));

        OrphanReport report = search(ONE);

        assertThat(report.orphans()).hasSize(expected);
        assertThat(report.temporary())
                .extracting(ExplainedSnapshot::deleteCommand)
                .isEqualTo(expected == 0 ? List.of() : List.of("govc volume.snapshot.rm s-1 " + TWO));
        assertThat(report.unread()).isEmpty();
    }

    @Test
    void theSnapshotOfACloneWithoutRecordIsNamed() throws InterruptedException {
        snapshots.add(snapshot("clone-" + NAME));

        assertThat(OrphanReportText.of(search(ONE), NOW)).contains("""

                Snapshot    s-1
                Volume      %s
                Name        clone-%s
                """.formatted(TWO, NAME));
    }

    private static CnsSnapshot snapshot(String description) {
        return new CnsSnapshot(new CnsSnapshotId(new CnsVolumeId(TWO), "s-1"), description, Optional.empty());
    }

    private void addRecord() {
        add(RECORDS, """
                {"metadata": {"name": "%s", "resourceVersion": "7"},
                 "status": {"latestOperationDetails": [{"taskInvocationTimestamp": "2026-01-02T01:04:05Z",
                  "taskId": "task-1", "opId": "", "taskStatus": "InProgress"}]}}""", NAME);
    }

    private void add(String plural, String json, String argument) {
        objects.computeIfAbsent(plural, _ -> new ArrayList<>()).add(json.formatted(argument));
    }

    private List<String> orphans(String... ids) throws InterruptedException {
        return search(ids).orphans().stream()
                .map(orphan -> orphan.volume().id())
                .toList();
    }

    private OrphanReport search(String... ids) throws InterruptedException {
        var server = ApiServer.withObserver("https://api.test:6443", new Lists(), () -> 0, _ -> {}, ApiObserver.NONE);
        List<CnsVolume> found = List.of(ids).stream()
                .map(id -> new CnsVolume(
                        new CnsVolumeId(id),
                        NAME,
                        "BLOCK",
                        "ds:///1/",
                        "",
                        OptionalLong.of(1024),
                        id,
                        "",
                        "green",
                        Optional.of(CnsContainerCluster.vanilla("ours", "VanillaK8S")),
                        List.of()))
                .toList();
        return new OrphanSearch(server, () -> 0, "csi")
                .search(
                        new OwnCluster("ours", ""),
                        Map.of("vc-1", new CnsQueryResult.Complete(found)),
                        new Vcenter(),
                        NOW);
    }

    private final class Vcenter implements OrphanVcenters {
        @Override
        public Map<String, TaskState> tasks(String vcenter, Set<String> ids) {
            var known = new HashMap<>(tasks);
            known.keySet().retainAll(ids);
            return known;
        }

        @Override
        public SnapshotQueryResult snapshots(String vcenter, List<CnsVolumeId> volumes) {
            return new SnapshotQueryResult.Complete(snapshots);
        }
    }

    /// An API server that lists the objects of the test.
    private final class Lists implements ApiTransport {
        @Override
        public ApiAnswer send(ApiCall call, Duration deadline) {
            String plural = call.path().replaceFirst("\\?.*$", "").replaceFirst("^.*/", "");
            String list = "{\"metadata\": {\"resourceVersion\": \"7\"}, \"items\": [%s]}"
                    .formatted(String.join(",", objects.getOrDefault(plural, List.of())));
            return new ApiAnswer(200, Optional.empty(), new ApiBody(list.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public ApiStream open(ApiCall call, Duration deadline) {
            throw new AssertionError("not a list: " + call);
        }
    }
}
