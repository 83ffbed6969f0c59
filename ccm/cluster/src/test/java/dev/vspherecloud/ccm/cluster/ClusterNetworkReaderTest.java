package dev.vspherecloud.ccm.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import org.junit.jupiter.api.Test;

class ClusterNetworkReaderTest {
    private final ScriptedApi api = new ScriptedApi();
    private final ClusterNetworkReader network = new ClusterNetworkReader(api.server(ManualTime.endless()));

    @Test
    void namesTheServicesOfTypeLoadBalancerPageByPage() {
        api.answers(200, """
                        {"metadata": {"continue": "a"}, "items": [
                          {"metadata": {"namespace": "shop", "name": "web"}, "spec": {"type": "LoadBalancer"}},
                          {"metadata": {"namespace": "shop", "name": "db"}, "spec": {"type": "ClusterIP"}}]}
                        """).answers(200, """
                        {"metadata": {}, "items": [
                          {"metadata": {"namespace": "blog", "name": "api"}, "spec": {"type": "LoadBalancer"}}]}
                        """);

        assertThat(network.loadBalancers()).containsExactly("shop/web", "blog/api");
        assertThat(api.callLines())
                .containsExactly("GET /api/v1/services?limit=250", "GET /api/v1/services?limit=250&continue=a");
    }

    @Test
    void namesTheNodesWithPodRanges() {
        api.answers(200, """
                {"items": [
                  {"metadata": {"name": "w-1"}, "spec": {"podCIDRs": ["10.244.1.0/24", "fd00:1::/64"]}},
                  {"metadata": {"name": "w-2"}, "spec": {}}]}
                """);

        assertThat(network.podRanges()).containsExactly("w-1 10.244.1.0/24,fd00:1::/64");
    }

    @Test
    void aMissingPermissionIsReported() {
        api.answers(403, "{\"message\":\"services is forbidden\"}");

        assertThatThrownBy(network::loadBalancers).hasMessageContaining("services is forbidden");
    }
}
