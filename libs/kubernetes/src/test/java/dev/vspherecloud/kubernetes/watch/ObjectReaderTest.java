package dev.vspherecloud.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.KubeException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Tests with a kind that the CSI driver will read: each kind needs a record and a reader such as these.
class ObjectReaderTest {
    private record Attachment(String name, String node, String volume, boolean isAttached) {}

    private static final ObjectReader<Attachment> ATTACHMENTS = new ObjectReader<>(
            JsonFields.of("metadata.name", "spec.nodeName", "spec.source.persistentVolumeName", "status.attached"),
            json -> new Attachment(
                    json.text("metadata", "name"),
                    json.text("spec", "nodeName"),
                    json.text("spec", "source", "persistentVolumeName"),
                    json.flag("status", "attached")));

    private static final String ATTACHED = """
            {"apiVersion":"storage.k8s.io/v1","kind":"VolumeAttachment","metadata":{"name":"csi-1","resourceVersion":"7",
            "managedFields":[{"manager":"csi"}]},"spec":{"attacher":"csi.vsphere.vmware.com","nodeName":"w-1","source":
            {"persistentVolumeName":"pv-1"}},"status":{"attached":true,"attachmentMetadata":{"diskUUID":"6000c29"}}}""";

    private static final Attachment READ = new Attachment("csi-1", "w-1", "pv-1", true);

    @Test
    void readsAnObject() {
        assertThat(ATTACHMENTS.object(bytes(ATTACHED))).isEqualTo(READ);
        assertThat(ATTACHMENTS.object(bytes("{}"))).isEqualTo(new Attachment("", "", "", false));
    }

    @Test
    void readsAPageOfAList() {
        Store.Page<Attachment> read = ATTACHMENTS.page(
                bytes("{\"items\":[%s,{},null],\"metadata\":{\"continue\":\"more\",\"resourceVersion\":\"9\"}}"
                        .formatted(ATTACHED)));

        assertThat(read.objects()).hasSize(2).startsWith(READ);
        assertThat(read.next()).isEqualTo("more");
        assertThat(read.version()).isEqualTo("9");
        assertThat(ATTACHMENTS.page(bytes("{}")).objects()).isEmpty();
    }

    @Test
    void readsAnEventOfAWatch() {
        ObjectReader.Event event = ATTACHMENTS.event(bytes("{\"type\":\"ADDED\",\"object\":%s}".formatted(ATTACHED)));

        assertThat(event.type()).isEqualTo("ADDED");
        assertThat(event.version()).isEqualTo("7");
        assertThat(ATTACHMENTS.object(event.object())).isEqualTo(READ);
        assertThat(event.object().toString()).doesNotContain("managedFields", "attacher");
    }

    @Test
    void anErrorEventHasItsMessage() {
        ObjectReader.Event event = ATTACHMENTS.event(
                bytes("{\"type\":\"ERROR\",\"object\":{\"code\":410,\"message\":\"too old\",\"reason\":\"Expired\"}}"));

        assertThat(event.object()).hasToString("{\"code\":410,\"message\":\"too old\"}");
        assertThat(event.version()).isEmpty();
    }

    @Test
    void anInvalidValueIsReportedOnlyIfItsFieldIsRead() {
        String list = "{\"items\":[{},%s]}".formatted(ATTACHED);

        assertThat(ATTACHMENTS
                        .page(bytes(list.replace("\"6000c29\"", "{\"a\":[5]}")))
                        .objects())
                .endsWith(READ);
        assertThatThrownBy(() -> ATTACHMENTS.page(bytes(list.replace("\"w-1\"", "5"))))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(KubeException.Kind.SERVER_FAILED))
                .hasMessageContaining("(items[1].spec.nodeName: text expected, found a number)");
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
