package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.TlsFailureReason;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CallContextTest {
    private static final VcenterEndpoint VCENTER =
            new VcenterEndpoint("vc-test", "127.0.0.1", 443, new TlsTrust.SystemRoots(), Optional.empty());

    @Test
    void theKeyOfASessionIsNotRepeated() {
        var failure = new CallContext(VCENTER, "WaitForUpdatesEx")
                .failed(Kind.OBJECT_GONE, "fault ManagedObjectNotFound for PropertyCollector:session[52c9-a1]52e8");

        assertThat(failure)
                .hasMessageContaining("PropertyCollector:session[hidden]52e8")
                .hasMessageNotContaining("52c9-a1");
    }

    @ParameterizedTest
    @EnumSource
    void whatToDoAboutAFlawIsInTheMessage(TlsFailureReason flaw) {
        var failure = new CallContext(VCENTER, "Login").failed(flaw, "no trust", null);

        assertThat(failure.tlsFailureReason()).contains(flaw);
        assertThat(failure)
                .hasMessage("Login on vCenter vc-test (127.0.0.1:443): no trust; "
                        + switch (flaw) {
                            case WRONG_HOST ->
                                "connect by one of these names, or give the server a certificate for this one, or set"
                                        + " thumbprint to its SHA-256 once it was compared at the server";
                            case EXPIRED -> "renew the certificate of the server";
                            case NOT_YET_VALID -> "check the clocks here and where the certificate was made";
                            case UNKNOWN_AUTHORITY ->
                                "correct the CA file (caFile), or set thumbprint to its SHA-256 once it was compared at"
                                        + " the server";
                            case INCOMPLETE_CHAIN ->
                                "let the server send all certificates up to its authority, or put the missing one into"
                                        + " the CA file (caFile)";
                            case SELF_SIGNED ->
                                "correct the CA file (caFile) by adding this certificate, or set thumbprint to its"
                                        + " SHA-256, once it was compared at the server";
                            case WRONG_THUMBPRINT ->
                                "if the certificate was replaced, compare its SHA-256 at the server and set thumbprint"
                                        + " to it; two may be set at once";
                            case UNFIT_CERTIFICATE -> "give the server another certificate";
                            case OLD_TLS -> "let the server speak TLS 1.2 or 1.3";
                            case FAILED_HANDSHAKE -> "check the TLS settings of the server and what stands between";
                            case NO_TLS -> "check the port: a vCenter speaks HTTPS, usually on 443";
                        });
    }
}
