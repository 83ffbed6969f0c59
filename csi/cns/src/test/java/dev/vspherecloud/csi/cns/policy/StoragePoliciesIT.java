package dev.vspherecloud.csi.cns.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Tests the storage policies of the simulator, which are those of a new vCenter 6.7.
class StoragePoliciesIT {
    private static final String VSAN = "vSAN Default Storage Policy";

    @Test
    void aPolicyOfANewVcenterIsFoundWithOneRead() {
        List<String> called = new ArrayList<>();
        try (SimulatedVcenter vcenter = SimulatedVcenter.start();
                var client = new VcenterClient(
                        new VcenterEndpoint(
                                "vc-sim", vcenter.host(), vcenter.port(), new TlsTrust.Insecure(), Optional.empty()),
                        Timeouts.standard(),
                        "test",
                        (method, _, _) -> called.add(method))) {
            VcenterSession session = client.login(new Credentials(vcenter.username(), new Secret(vcenter.password())));
            StoragePolicyList policies = new StoragePolicyClient(session).read();

            assertThat(policies.find(VSAN))
                    .isEqualTo(new StoragePolicyResult.Found("aa6d5a82-1c88-45da-85d3-3d74b91a5bad"));
            assertThat(policies.find("gold")).isInstanceOfSatisfying(StoragePolicyResult.Unknown.class, unknown -> {
                assertThat(unknown.names()).isSorted().contains(VSAN, "VM Encryption Policy");
                assertThat(unknown.total()).isEqualTo(unknown.names().size());
            });
        }
        assertThat(called)
                .filteredOn(method -> method.startsWith("Pbm"))
                .containsExactly("PbmRetrieveServiceContent", "PbmQueryProfile", "PbmRetrieveContent");
        assertThat(called).containsOnlyOnce("Login");
    }
}
