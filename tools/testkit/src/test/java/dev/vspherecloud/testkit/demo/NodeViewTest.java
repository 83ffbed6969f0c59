package dev.vspherecloud.testkit.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class NodeViewTest {
    @Test
    void aNewNodeIsTaintedAndHasNoOtherValues() throws JsonProcessingException {
        NodeView node = view("""
                {"metadata":{"name":"n-1"},
                 "spec":{"taints":[{"key":"node.cloudprovider.kubernetes.io/uninitialized","effect":"NoSchedule"}]},
                 "status":{"addresses":[{"type":"Hostname","address":"n-1"}]}}""");

        assertThat(node).isEqualTo(new NodeView("n-1", "", "", "", "", "", false));
        assertThat(node.state()).isEqualTo("tainted");
    }

    @Test
    void aReadyNodeShowsEachAddressOnce() throws JsonProcessingException {
        NodeView node = view("""
                {"metadata":{"name":"n-1",
                  "annotations":{"vspherecloud.dev/vm":"vm-7"},
                  "labels":{"topology.kubernetes.io/zone":"zone-a","node.kubernetes.io/instance-type":"vsphere-vm.cpu-2"}},
                 "spec":{"providerID":"vsphere://42100000-0000-4000-8001-00000000000a","taints":[{"key":"other"}]},
                 "status":{"addresses":[{"type":"Hostname","address":"n-1"},
                  {"type":"InternalIP","address":"10.0.0.1"},{"type":"ExternalIP","address":"10.0.0.1"}]}}""");

        assertThat(node.ready()).isTrue();
        assertThat(node.vm()).isEqualTo("vm-7");
        assertThat(node.addresses()).isEqualTo("10.0.0.1");
        assertThat(node.zone()).isEqualTo("zone-a");
        assertThat(node.shortType()).isEqualTo("cpu-2");
        assertThat(node.shortProviderId()).isEqualTo("vsphere://4210…000a");
    }

    private static NodeView view(String json) throws JsonProcessingException {
        return NodeView.of(new ObjectMapper().readTree(json));
    }
}
