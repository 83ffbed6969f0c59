package dev.vspherecloud.csi.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.v1.GetPluginCapabilitiesRequest;
import dev.vspherecloud.csi.protocol.v1.GetPluginInfoRequest;
import dev.vspherecloud.csi.protocol.v1.PluginCapability;
import dev.vspherecloud.csi.protocol.v1.ProbeRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsiIdentityTest {
    private static final GrpcCall CALL = new GrpcCall("/test", Duration.ofSeconds(1), () -> 0L);

    @Test
    void theNameIsThatOfTheGoDriver() {
        var info = new CsiIdentity("v1.2.3", false, Readiness.ofNode())
                .getPluginInfo(GetPluginInfoRequest.getDefaultInstance(), CALL);

        assertThat(info.getName()).isEqualTo("csi.vsphere.vmware.com");
        assertThat(info.getVendorVersion()).isEqualTo("v1.2.3");
    }

    @Test
    void topologyIsAnnouncedOnlyIfItIsConfigured() {
        assertThat(capabilities(false)).containsExactly(PluginCapability.Service.Type.CONTROLLER_SERVICE);
        assertThat(capabilities(true))
                .containsExactly(
                        PluginCapability.Service.Type.CONTROLLER_SERVICE,
                        PluginCapability.Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS);
    }

    @Test
    void aControllerIsReadyWhenItIsActiveAndHasSucceeded() {
        var readiness = Readiness.ofController();
        assertThat(isReady(readiness)).isFalse();

        readiness.onSuccess();
        assertThat(isReady(readiness)).as("a standby").isFalse();

        readiness.onActive();
        assertThat(isReady(readiness)).isTrue();
    }

    @Test
    void anActiveControllerIsNotReadyBeforeItsFirstSuccess() {
        var readiness = Readiness.ofController();
        readiness.onActive();

        assertThat(isReady(readiness)).isFalse();
    }

    @Test
    void aNodeIsAlwaysReady() {
        assertThat(isReady(Readiness.ofNode())).isTrue();
    }

    private static boolean isReady(Readiness readiness) {
        var response = new CsiIdentity("v1", false, readiness).probe(ProbeRequest.getDefaultInstance(), CALL);
        assertThat(response.hasReady()).isTrue();
        return response.getReady().getValue();
    }

    private static List<PluginCapability.Service.Type> capabilities(boolean hasTopology) {
        return new CsiIdentity("v1", hasTopology, Readiness.ofNode())
                        .getPluginCapabilities(GetPluginCapabilitiesRequest.getDefaultInstance(), CALL)
                        .getCapabilitiesList()
                        .stream()
                        .map(capability -> capability.getService().getType())
                        .toList();
    }
}
