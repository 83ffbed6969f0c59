package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests calls that share a deadline. Without it, each of them would take an hour.
class SharedDeadlineTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final ScriptedVcenter vcenter = ScriptedVcenter.start();
    private VcenterClient client;
    private VcenterSession session;

    @BeforeEach
    void logIn() {
        var endpoint =
                new VcenterEndpoint("vc-a", "127.0.0.1", vcenter.port(), new TlsTrust.Insecure(), Optional.empty());
        var slow = new Timeouts(Duration.ofSeconds(10), HOUR, HOUR, Duration.ofSeconds(4), HOUR);
        client = new VcenterClient(endpoint, slow, "test", VcenterObserver.NONE);
        session = client.login(new Credentials("ccm", new Secret("s3cret")));
    }

    @AfterEach
    void stop() {
        client.close();
        vcenter.close();
    }

    @Test
    void aCallEndsWithTheTimeThatIsLeft() {
        vcenter.on("CurrentTime", Replies.hang());

        VcenterException e = VcenterClientTest.failure(
                () -> session.within(() -> Duration.ofMillis(50)).currentTime());

        assertThat(e.kind()).isEqualTo(Kind.TIMEOUT);
        assertThat(e.areCredentialsUnchecked()).as("the call may have arrived").isFalse();
    }

    @Test
    void aReadWithPagesEndsWithTheTimeThatIsLeft() {
        vcenter.on("RetrievePropertiesEx", Replies.hang());

        assertThat(VcenterClientTest.failure(() ->
                                session.within(() -> Duration.ofMillis(50)).isAlive())
                        .kind())
                .isEqualTo(Kind.TIMEOUT);
    }

    @Test
    void aCallForWhichNoTimeIsLeftIsNotSent() {
        VcenterException e = VcenterClientTest.failure(
                () -> session.within(() -> Duration.ZERO).currentTime());

        assertThat(e.kind()).isEqualTo(Kind.TIMEOUT);
        assertThat(e.areCredentialsUnchecked()).as("it certainly was not sent").isTrue();
        assertThat(vcenter.requests("CurrentTime")).isEmpty();
    }
}
