package dev.vspherecloud.vsphere.inventory.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoginOutcomeTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
        LOGIN_REFUSED,    REFUSED
        SESSION_LOST,     REFUSED
        NO_PERMISSION,    REFUSED
        TIMEOUT,          UNANSWERED
        UNREACHABLE,      UNANSWERED
        CANCELED,         UNANSWERED
        PROTOCOL,         UNANSWERED
        TOO_LARGE,        UNANSWERED
        LOGIN_STOPPED,    NOT_CHECKED
        TLS,              NOT_CHECKED
        PROXY,            NOT_CHECKED
        BUSY,             NOT_CHECKED
        UNSUPPORTED,      NOT_CHECKED
        FAULT,            NOT_CHECKED
        OBJECT_GONE,      NOT_CHECKED
        INVALID_VERSION,  NOT_CHECKED
        INVALID_PROPERTY, NOT_CHECKED
        """)
    void onlyAFailureWithoutAPasswordCheckIsTakenBack(VcenterException.Kind kind, LoginOutcome expected) {
        assertThat(LoginOutcome.of(new VcenterException(kind, "vc-a", "because")))
                .isEqualTo(expected);
    }

    /// No server listens on the port.
    @Test
    void aLoginThatWasNeverSentIsTakenBack() {
        try (var client = new VcenterClient(
                new VcenterEndpoint("vc-a", "127.0.0.1", 1, new TlsTrust.Insecure(), Optional.empty()),
                Timeouts.standard(),
                "test",
                VcenterObserver.NONE)) {
            assertThatThrownBy(() -> client.openTaggingSession(new Credentials("ccm", new Secret("s3cret"))))
                    .isInstanceOfSatisfying(VcenterException.class, e -> {
                        assertThat(e.kind()).isEqualTo(VcenterException.Kind.UNREACHABLE);
                        assertThat(LoginOutcome.of(e)).isEqualTo(LoginOutcome.NOT_CHECKED);
                    });
        }
    }

    @Test
    void aLoginThatTheEndpointDoesNotSupportIsTakenBack() {
        try (var vcenter = ScriptedVcenter.start();
                var client = new VcenterClient(
                        new VcenterEndpoint(
                                "vc-a", "127.0.0.1", vcenter.port(), new TlsTrust.Insecure(), Optional.empty()),
                        Timeouts.standard(),
                        "test",
                        VcenterObserver.NONE)) {
            vcenter.on("POST /api/session", Replies.json(405, "{}"));
            vcenter.on("POST /rest/com/vmware/cis/session", Replies.json(400, "{}"));

            assertThatThrownBy(() -> client.openTaggingSession(new Credentials("ccm", new Secret("s3cret"))))
                    .isInstanceOfSatisfying(VcenterException.class, e -> assertThat(LoginOutcome.of(e))
                            .isEqualTo(LoginOutcome.NOT_CHECKED));
        }
    }
}
