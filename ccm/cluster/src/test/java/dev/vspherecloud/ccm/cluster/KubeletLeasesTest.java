package dev.vspherecloud.ccm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.existence.Heartbeat;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class KubeletLeasesTest {
    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final KubeletLeases kubelets = new KubeletLeases(api.server(time));

    @Test
    void aLeaseSaysWhenItWasRenewed() {
        api.answers(200, "{\"spec\":{\"holderIdentity\":\"w-1\",\"renewTime\":\"2026-01-02T03:04:05.678901Z\"}}");

        assertThat(sign()).isEqualTo(new Heartbeat.Renewed("2026-01-02T03:04:05.678901Z"));
        assertThat(api.callLines())
                .containsExactly("GET /apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/w-1");
    }

    @Test
    void aLeaseThatWasNeverRenewedHasNoTime() {
        api.answers(200, "{\"spec\":{}}");

        assertThat(sign()).isEqualTo(new Heartbeat.Renewed(""));
    }

    @Test
    void withoutALeaseThereIsNoHeartbeat() {
        api.answers(404, "{\"message\":\"leases \\\"w-1\\\" not found\"}");

        assertThat(sign()).isEqualTo(new Heartbeat.None());
    }

    @Test
    void aMissingPermissionIsNamed() {
        api.answers(403, "{\"message\":\"leases is forbidden\"}");

        assertThat(sign()).isInstanceOfSatisfying(Heartbeat.Unreadable.class, unreadable -> assertThat(unreadable.why())
                .contains("leases is forbidden")
                .endsWith("give this account the verb get on leases in namespace kube-node-lease"));
    }

    @Test
    void anyOtherFailureIsUnreadable() {
        api.answers(500, "").answers(200, "<html>").fails(KubeException.Kind.TIMEOUT);

        assertThat(sign()).isInstanceOf(Heartbeat.Unreadable.class);
        assertThat(sign()).isInstanceOf(Heartbeat.Unreadable.class);
        assertThat(sign()).isEqualTo(new Heartbeat.Unreadable("scripted"));
    }

    @Test
    void aThrottlingServerIsRetriedForFourSeconds() {
        api.answers(ScriptedApi.later(429, 3)).answers(ScriptedApi.later(429, 3));

        assertThat(sign()).isInstanceOf(Heartbeat.Unreadable.class);
        assertThat(time.now()).isEqualTo(Duration.ofSeconds(3));
    }

    private Heartbeat sign() {
        return kubelets.heartbeat(new NodeName("w-1"));
    }
}
