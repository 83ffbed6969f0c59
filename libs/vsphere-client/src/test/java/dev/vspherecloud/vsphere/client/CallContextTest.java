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
    void aFailureHidesTheSessionKey() {
        var failure = new CallContext(VCENTER, "WaitForUpdatesEx")
                .failed(Kind.OBJECT_GONE, "fault ManagedObjectNotFound for PropertyCollector:session[52c9-a1]52e8");

        assertThat(failure)
                .hasMessageContaining("PropertyCollector:session[hidden]52e8")
                .hasMessageNotContaining("52c9-a1");
    }

    @Test
    void aFailureWithChangedTextsHasNoCauseAndNoObject() {
        var object = new MoRef("Folder", "word");
        var failure =
                new VcenterException(Kind.FAULT, "vc-test", "a", "X-word", object, new IllegalStateException("word"));

        VcenterException changed = failure.mapTexts(text -> text.replace("word", "[hidden]"));

        assertThat(changed).hasMessage("a").hasNoCause();
        assertThat(changed.faultType()).contains("X-[hidden]");
        assertThat(changed.object()).isEmpty();
        assertThat(failure.mapTexts(text -> text)).isSameAs(failure);
    }

    @ParameterizedTest
    @EnumSource
    void theMessageHasTheActionForEachTlsFailureReason(TlsFailureReason reason) {
        var failure = new CallContext(VCENTER, "Login").failed(reason, "no trust", null);

        assertThat(failure.tlsFailureReason()).contains(reason);
        assertThat(failure)
                .hasMessage("Login on vCenter vc-test (127.0.0.1:443): no trust; "
                        + switch (reason) {
                            case WRONG_HOST ->
                                "use one of these names for the server, or install a certificate for this name"
                                        + " there, or"
                                        + " compare the SHA-256 with the one on the server, and set thumbprint to it";
                            case EXPIRED -> "renew the certificate of the server";
                            case NOT_YET_VALID ->
                                "check the clocks of this machine and of the machine that created the certificate";
                            case UNKNOWN_AUTHORITY ->
                                "correct the CA file (caFile), or compare the SHA-256 with the one on the"
                                        + " server, and set"
                                        + " thumbprint to it";
                            case INCOMPLETE_CHAIN ->
                                "configure the server to send all certificates of its chain, or add the missing one to"
                                        + " the CA file (caFile)";
                            case SELF_SIGNED ->
                                "add this certificate to the CA file (caFile), or compare the SHA-256 with the"
                                        + " one on the"
                                        + " server, and set thumbprint to it";
                            case WRONG_THUMBPRINT ->
                                "if the certificate was replaced, compare the SHA-256 with the one on the"
                                        + " server, and set"
                                        + " thumbprint to it; you may set two at once";
                            case UNFIT_CERTIFICATE -> "install another certificate on the server";
                            case OLD_TLS -> "enable TLS 1.2 or 1.3 on the server";
                            case FAILED_HANDSHAKE ->
                                "check the TLS settings of the server, and the proxies and firewalls in between";
                            case NO_TLS -> "check the port: vCenter serves HTTPS, usually on 443";
                        });
    }
}
