package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AttemptTest {
    private static final VcenterEndpoint VCENTER =
            new VcenterEndpoint("vc-test", "127.0.0.1", 443, new TlsTrust.SystemRoots(), Optional.empty());

    @Test
    void theKeyOfASessionIsNotRepeated() {
        var failure = new Attempt(VCENTER, "WaitForUpdatesEx")
                .failed(Kind.OBJECT_GONE, "fault ManagedObjectNotFound for PropertyCollector:session[52c9-a1]52e8");

        assertThat(failure)
                .hasMessageContaining("PropertyCollector:session[hidden]52e8")
                .hasMessageNotContaining("52c9-a1");
    }
}
