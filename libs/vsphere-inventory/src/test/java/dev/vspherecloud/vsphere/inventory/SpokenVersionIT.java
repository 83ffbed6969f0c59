package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.testkit.inventory.VmSpec.aVm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.text.Secret;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests which version of vim25 a watcher uses with vCenters of different versions.
class SpokenVersionIT {
    private static final String UUID = "421a0000-0000-4000-8000-000000000001";

    @ParameterizedTest
    @CsvSource({"6.5,urn:vim25/6.5", "6.7.3,urn:vim25/6.7.3", "8.0.3.0,urn:vim25/6.7.3"})
    void usesAVersionThatBothSidesSupport(String apiVersion, String action) throws Exception {
        Set<String> actions = ConcurrentHashMap.newKeySet();
        try (var vcenter = SimulatedVcenter.start(VcenterOptions.defaults().apiVersion(apiVersion));
                var proxy = FaultProxy.inFrontOf(vcenter.url()).start()) {
            proxy.add(Rule.when("note the SOAPAction", (_, request) -> {
                request.head().value("SOAPAction").ifPresent(actions::add);
                return false;
            }));
            vcenter.addVm(aVm("w-1").uuid(UUID).address("10.0.0.1/24"));
            var credentials = new Credentials(vcenter.username(), new Secret(vcenter.password()));
            try (var watcher = new RunningWatcher(proxy.port(), credentials, true)) {
                watcher.follow("w-1", UUID);

                watcher.awaitAddress("w-1", "10.0.0.1");
            }
        }

        assertThat(actions).containsExactly(action);
    }
}
