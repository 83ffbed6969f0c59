package dev.vspherecloud.csi.cluster.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.deletion.NamingObject;
import dev.vspherecloud.csi.domain.deletion.NamingObjects;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KubeNamingObjectsTest {
    private static final Duration BUDGET = Duration.ofSeconds(5);
    private static final String ID = "0f4a0e0c-aaaa-4222-8333-444455556666";
    private static final String OTHER = "1f4a0e0c-aaaa-4222-8333-444455556666";
    private static final String DISK = "[ds] dir/a.vmdk";
    private static final NamingObjects NONE = new NamingObjects.Complete(List.of());
    private static final String NO_SNAPSHOTS = "404 page not found";

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final KubeNamingObjects objects = new KubeNamingObjects(api.server(time), time);

    @Test
    void allObjectsOfTheVolumesAreFound() {
        api.answers(
                        200,
                        list(
                                volume("pv-a", ID, "Released", "Delete"),
                                volume("pv-b", ID.toUpperCase(Locale.ROOT), "Bound", "Retain"),
                                volume("pv-c", "2f4a0e0c-aaaa-4222-8333-444455556666", "Bound", "Delete"),
                                "{\"metadata\":{\"name\":\"nfs\"},\"spec\":{\"nfs\":{}}}"))
                .answers(200, list(attachment("csi-1", "pv-a", "node-1"), attachment("csi-2", "pv-c", "node-1")))
                .answers(
                        200,
                        list(content("c-1", ID + "+s-1", "Delete", false), content("c-2", "x+s-2", "Delete", false)));

        Map<String, NamingObjects> found = objects.ofVolumes(Set.of(ID, OTHER), BUDGET);

        assertThat(found)
                .isEqualTo(Map.of(
                        ID,
                        new NamingObjects.Complete(List.of(
                                new NamingObject.PersistentVolume("pv-a", "uid-pv-a", "Released", false),
                                new NamingObject.PersistentVolume("pv-b", "uid-pv-b", "Bound", true),
                                new NamingObject.Attachment("csi-1", "node-1"),
                                new NamingObject.SnapshotContent("c-1", false, false))),
                        OTHER,
                        NONE));
        assertThat(api.callLines())
                .as("lists without a resourceVersion are consistent reads")
                .containsExactly(
                        "GET /api/v1/persistentvolumes?limit=250",
                        "GET /apis/storage.k8s.io/v1/volumeattachments?limit=250",
                        "GET /apis/snapshot.storage.k8s.io/v1/volumesnapshotcontents?limit=250");
    }

    @Test
    void aVolumeThatIsKnownByItsDiskIsFoundByItsRecord() {
        api.answers(
                        200,
                        list(
                                inTree("old", "[ds]dir/a.vmdk"),
                                inTree("stranger", "[ds] b.vmdk"),
                                volume("pv-a", DISK, "Released", "Delete")))
                .answers(
                        200,
                        list(
                                attachment("csi-1", "old", "node-1"),
                                attachment("csi-2", "stranger", "node-1"),
                                inline("csi-3", DISK),
                                inline("csi-4", ID)))
                .answers(200, list(migration(ID, DISK), migration(OTHER, DISK)))
                .answers(404, NO_SNAPSHOTS);

        assertThat(objects.ofVolumes(Set.of(ID), BUDGET))
                .as("two records name the disk; either may be right")
                .isEqualTo(Map.of(
                        ID,
                        new NamingObjects.Complete(List.of(
                                new NamingObject.PersistentVolume("old", "uid-old", "Bound", false),
                                new NamingObject.PersistentVolume("pv-a", "uid-pv-a", "Released", false),
                                new NamingObject.Attachment("csi-1", "node-1"),
                                new NamingObject.Attachment("csi-3", "node-1"),
                                new NamingObject.Attachment("csi-4", "node-1")))));
    }

    @Test
    void snapshotsAreFoundByTheirHandles() {
        api.answers(
                200,
                list(
                        content("c-1", ID + "+s-1", "Delete", true),
                        content("c-2", ID + "+s-1", "Retain", false),
                        content("c-3", ID + "+s-2", "Delete", false)));

        assertThat(objects.ofSnapshots(Set.of(ID + "+s-1"), BUDGET))
                .isEqualTo(Map.of(
                        ID + "+s-1",
                        new NamingObjects.Complete(List.of(
                                new NamingObject.SnapshotContent("c-1", true, false),
                                new NamingObject.SnapshotContent("c-2", false, true)))));
    }

    @Test
    void aListThatFailsLeavesAllUnknown() {
        api.answers(403, "{}");
        api.answers(200, list()).answers(500, "{}");
        api.answers(200, list()).answers(200, list()).answers(403, "{}");
        api.answers(200, list(inTree("old", DISK))).answers(200, list()).answers(500, "{}");

        for (int i = 0; i < 4; i++) {
            assertThat(objects.ofVolumes(Set.of(ID), BUDGET).get(ID)).isInstanceOf(NamingObjects.Unknown.class);
        }
        api.answers(500, "{}");
        assertThat(objects.ofSnapshots(Set.of("a+b"), BUDGET).get("a+b")).isInstanceOf(NamingObjects.Unknown.class);
    }

    private static String volume(String name, String handle, String phase, String policy) {
        return """
                {"metadata": {"name": "%s", "uid": "uid-%s"},
                 "spec": {"persistentVolumeReclaimPolicy": "%s",
                          "csi": {"driver": "csi.vsphere.vmware.com", "volumeHandle": "%s"}},
                 "status": {"phase": "%s"}}""".formatted(name, name, policy, handle, phase);
    }

    private static String inTree(String name, String path) {
        return """
                {"metadata": {"name": "%s", "uid": "uid-%s"},
                 "spec": {"persistentVolumeReclaimPolicy": "Delete", "vsphereVolume": {"volumePath": "%s"}},
                 "status": {"phase": "Bound"}}""".formatted(name, name, path);
    }

    private static String migration(String id, String path) {
        return """
                {"metadata": {"name": "%s"}, "spec": {"volumeid": "%s", "volumepath": "%s"}}""".formatted(id, id, path);
    }

    private static String attachment(String name, String volume, String node) {
        return """
                {"metadata": {"name": "%s"},
                 "spec": {"nodeName": "%s", "source": {"persistentVolumeName": "%s"}}}""".formatted(name, node, volume);
    }

    private static String inline(String name, String handle) {
        return """
                {"metadata": {"name": "%s"},
                 "spec": {"nodeName": "node-1",
                          "source": {"inlineVolumeSpec": {"csi": {"volumeHandle": "%s"}}}}}""".formatted(name, handle);
    }

    private static String content(String name, String handle, String policy, boolean isBeingDeleted) {
        return """
                {"metadata": {"name": "%s"%s},
                 "spec": {"driver": "csi.vsphere.vmware.com", "deletionPolicy": "%s"},
                 "status": {"snapshotHandle": "%s"}}""".formatted(
                name, isBeingDeleted ? ", \"deletionTimestamp\": \"2026-01-02T03:04:05Z\"" : "", policy, handle);
    }

    private static String list(String... items) {
        return "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[%s]}".formatted(String.join(",", List.of(items)));
    }
}
