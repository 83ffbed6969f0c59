package dev.vspherecloud.csi.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeAttachmentJournalTest {
    private static final String PATH = "/apis/storage.k8s.io/v1/volumeattachments/csi-1";
    private static final String CONFLICT = "{\"kind\":\"Status\",\"reason\":\"Conflict\",\"code\":409}";
    private static final AttachAttempt ATTEMPT = new AttachAttempt(Instant.parse("2026-01-01T00:00:00Z"), false);
    private static final ClusterAttachment READ =
            new ClusterAttachment("csi-1", "uid-1", "7", "pvc-1", "node-1", "", false, false, Optional.empty(), "");
    private static final RecordedVm VM =
            new RecordedVm(new VmRef(new UUID(1, 1), "vm-1"), new UUID(3, 1), Optional.empty(), Optional.empty());

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final KubeAttachmentJournal journal = new KubeAttachmentJournal(
            api.server(time), new KubeClusterObjects(api.server(time), _ -> {}, _ -> {}), time);

    private static String object(String uid, String version, String metadata, String status) {
        return """
                {"metadata": {"name": "csi-1", "uid": "%s", "resourceVersion": "%s" %s},
                 "spec": {"attacher": "csi.vsphere.vmware.com", "nodeName": "node-1",
                          "source": {"persistentVolumeName": "pvc-1"}},
                 "status": {"attached": %s}}
                """.formatted(uid, version, metadata, status);
    }

    @Test
    void aConflictOverOtherFieldsIsWrittenAgainWithTheNewVersion() {
        String nodeId = ", \"finalizers\": [\"external-attacher\"], \"annotations\":"
                + " {\"csi.alpha.kubernetes.io/node-id\": \"ABC\"}";
        api.answers(409, CONFLICT)
                .answers(200, object("uid-1", "8", nodeId, "false"))
                .answers(200, object("uid-1", "9", nodeId, "false"));

        assertThat(journal.record(READ, VM, Optional.of(ATTEMPT))).isEmpty();

        assertThat(api.callLines()).containsExactly("PATCH " + PATH, "GET " + PATH, "PATCH " + PATH);
        assertThat(api.calls().getFirst().body()).contains("\"resourceVersion\":\"7\"");
        assertThat(api.calls().getLast().body())
                .contains("\"resourceVersion\":\"8\"", "\"uid\":\"uid-1\"", ATTEMPT.toString());
    }

    @Test
    void aSecondConflictEndsTheCall() {
        api.answers(409, CONFLICT)
                .answers(200, object("uid-1", "8", "", "false"))
                .answers(409, CONFLICT);

        assertThat(journal.record(READ, VM, Optional.of(ATTEMPT))).isPresent();
        assertThat(api.calls()).hasSize(3);
    }

    /// Another process has begun an attempt, the volume is to be detached, or the object is another one.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "uid-1|, \"annotations\": {\"vspherecloud.dev/csi-attach-attempt\": \"2026-01-01T00:00:01Z first\"}|false",
                "uid-1|, \"deletionTimestamp\": \"2026-01-01T00:00:01Z\"|false",
                "uid-1||true",
                "uid-2||false"
            })
    void nothingIsWrittenOverAnotherDecision(String changed) {
        String[] parts = changed.split("\\|");
        api.answers(409, CONFLICT).answers(200, object(parts[0], "8", parts[1], parts[2]));

        assertThat(journal.record(READ, VM, Optional.of(ATTEMPT))).isPresent();
        assertThat(api.callLines()).containsExactly("PATCH " + PATH, "GET " + PATH);
    }

    @Test
    void anObjectThatIsGoneIsNotWritten() {
        api.answers(409, CONFLICT).answers(404, "{}");

        assertThat(journal.record(READ, VM, Optional.of(ATTEMPT))).isPresent();
        assertThat(api.calls()).hasSize(2);
    }
}
