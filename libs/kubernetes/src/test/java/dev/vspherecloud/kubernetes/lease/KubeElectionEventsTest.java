package dev.vspherecloud.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class KubeElectionEventsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();

    /// The component distinguishes two programs with Leases in one namespace.
    @Test
    void anEventNamesTheProgramAndItsLease() {
        api.answers(201, "{}");
        var settings = new LeaderSettings(
                "csi.vsphere.vmware.com",
                "vmware-system-csi",
                "vsphere-syncer",
                "me",
                SECOND.multipliedBy(15),
                SECOND.multipliedBy(10),
                SECOND);

        new KubeElectionEvents(api.server(time), settings, time).onStopped(SECOND);

        Json event = ScriptedApi.answer(200, api.calls().getFirst().body()).json();
        assertThat(event.find("source", "component").asText()).isEqualTo("csi.vsphere.vmware.com");
        assertThat(event.find("involvedObject", "name").asText()).isEqualTo("vsphere-syncer");
        assertThat(event.find("message").asText()).isEqualTo("me stopped leading");
    }
}
