package dev.vspherecloud.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import dev.vspherecloud.kubernetes.lease.LeaseAnnotationStore.Snapshot;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeaseAnnotationStoreTest {
    private static final String STORED = """
            {"metadata":{"name":"logins","resourceVersion":"41","labels":{"a":"b"},"annotations":\
            {"other/x":"kept","n/one":"1","n/two":"2"}},"spec":{"holderIdentity":"somebody"}}""";

    private final ScriptedApi api = new ScriptedApi();
    private final LeaseAnnotationStore store =
            new LeaseAnnotationStore(api.server(ManualTime.endless()), "kube-system", "logins", "n/");

    @Test
    void readsTheAnnotationsWithThePrefix() {
        api.answers(200, STORED);

        assertThat(store.read()).isEqualTo(new Snapshot(Map.of("one", "1", "two", "2"), "41"));
        assertThat(api.callLines())
                .containsExactly("GET /apis/coordination.k8s.io/v1/namespaces/kube-system/leases/logins");
    }

    @Test
    void withoutALeaseThereAreNoAnnotations() {
        api.answers(404, "");

        assertThat(store.read()).isEqualTo(new Snapshot(Map.of(), ""));
    }

    @Test
    void createsTheLeaseIfThereIsNone() {
        api.answers(201, STORED).answers(409, "");

        assertThat(store.write(new Snapshot(Map.of(), ""), Map.of("b", "2", "a", "1")))
                .isTrue();
        assertThat(store.write(new Snapshot(Map.of(), ""), Map.of("a", "1"))).isFalse();
        assertThat(api.callLines().getFirst())
                .isEqualTo("POST /apis/coordination.k8s.io/v1/namespaces/kube-system/leases");
        assertThat(api.calls().getFirst().body())
                .isEqualTo(
                        "{\"apiVersion\":\"coordination.k8s.io/v1\",\"kind\":\"Lease\",\"metadata\":"
                                + "{\"namespace\":\"kube-system\",\"name\":\"logins\",\"annotations\":{\"n/a\":\"1\",\"n/b\":\"2\"}}}");
    }

    @Test
    void replacesOnlyTheAnnotationsWithThePrefix() {
        api.answers(200, STORED).answers(200, STORED);

        assertThat(store.write(new Snapshot(Map.of(), "41"), Map.of("one", "one", "three", "3")))
                .isTrue();

        assertThat(api.calls().getLast().method()).isEqualTo("PUT");
        assertThat(api.calls().getLast().body()).isEqualTo("""
                        {"metadata":{"name":"logins","resourceVersion":"41","labels":{"a":"b"},"annotations":\
                        {"other/x":"kept","n/one":"one","n/three":"3"}},"spec":{"holderIdentity":"somebody"}}""");
    }

    @Test
    void anOutdatedSnapshotIsNotWritten() {
        api.answers(200, STORED)
                .answers(404, "")
                .answers(200, STORED)
                .answers(409, "")
                .answers(200, STORED)
                .answers(404, "");

        assertThat(store.write(new Snapshot(Map.of(), "40"), Map.of())).isFalse();
        assertThat(store.write(new Snapshot(Map.of(), "41"), Map.of())).isFalse();
        assertThat(api.calls()).noneMatch(call -> call.method().equals("PUT"));
        assertThat(store.write(new Snapshot(Map.of(), "41"), Map.of())).isFalse();
        assertThat(store.write(new Snapshot(Map.of(), "41"), Map.of())).isFalse();
    }

    @Test
    void aMissingPermissionOrNamespaceIsAFailure() {
        api.answers(403, "{\"message\":\"leases is forbidden\"}").answers(404, "{\"message\":\"no such namespace\"}");

        assertThatThrownBy(store::read).isInstanceOfSatisfying(KubeException.class, e -> assertThat(e.kind())
                .isEqualTo(Kind.FORBIDDEN));
        assertThatThrownBy(() -> store.write(new Snapshot(Map.of(), ""), Map.of()))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REJECTED));
    }
}
