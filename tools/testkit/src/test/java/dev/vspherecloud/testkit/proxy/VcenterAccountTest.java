package dev.vspherecloud.testkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.time.ManualClock;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.Header;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

final class VcenterAccountTest {
    private static final String USER = "ccm@vsphere.local";
    private static final Duration WINDOW = Duration.ofMinutes(15);

    private final ManualClock clock = ManualClock.started();
    private final VcenterAccount account =
            VcenterAccount.of(USER, "f<i&r\"st", clock).lockedAfter(3, WINDOW);
    private final LoginFilter loginFilter = account.before("vc-a", "administrator", "s&mulator");

    @Test
    void anAcceptedSoapLoginUsesTheServersUser() {
        Request sent = accepted(soap(USER, "f&lt;i&amp;r&quot;st"));

        assertThat(sent.body().text()).contains("<userName>administrator</userName><password>s&amp;mulator</password>");
        assertThat(sent.head().value("Content-Length"))
                .contains(Integer.toString(sent.body().size()));
    }

    @Test
    void anAcceptedRestLoginUsesTheServersUser() {
        Request sent = accepted(rest("/rest/com/vmware/cis/session", USER, "f<i&r\"st"));

        assertThat(sent.head().value("Authorization")).contains("Basic " + base64("administrator:s&mulator"));
    }

    @Test
    void refusesInTheFormOfEachProtocol() {
        assertThat(refused(soap(USER, "wrong")).body().text()).contains("InvalidLogin");
        assertThat(refused(rest("/rest/com/vmware/cis/session", USER, "wrong")).status())
                .isEqualTo(401);
    }

    @Test
    void forwardsOtherUserNamesAndOtherCalls() {
        for (Request other : List.of(
                soap("somebody", "wrong"),
                rest("/api/session", USER, "wrong"),
                rest("/rest/com/vmware/cis/session?~action=get", USER, "wrong"),
                rest("/rest/com/vmware/cis/tagging/tag", USER, "wrong"))) {
            assertThat(loginFilter.filter(other)).isEqualTo(new RewriteResult.Forward(other));
        }
        assertThat(account.attempts().count()).isZero();
    }

    @Test
    void aLockedAccountRefusesTheRightPassword() {
        refuse(3);

        assertThat(account.isLocked()).isTrue();
        refused(soap(USER, "f&lt;i&amp;r&quot;st"));
        account.unlock();
        accepted(soap(USER, "f&lt;i&amp;r&quot;st"));
    }

    @Test
    void refusalsOutsideOfTheWindowDoNotLock() {
        refuse(2);
        clock.advance(WINDOW);
        refuse(2);

        assertThat(account.isLocked()).isFalse();
        assertThat(account.attempts().mostRefusedWithin(WINDOW)).isEqualTo(2);
        assertThat(account.attempts().mostRefusedWithin(WINDOW.plusSeconds(1))).isEqualTo(4);
    }

    @Test
    void refusesTheRightPasswordWhileTheIdentitySourceIsDown() {
        account.identitySourceDown(true);
        refused(soap(USER, "f&lt;i&amp;r&quot;st"));
        account.identitySourceDown(false);

        accepted(soap(USER, "f&lt;i&amp;r&quot;st"));
    }

    @Test
    void countsByVcenterAndProtocol() {
        refused(soap(USER, "wrong"));
        Request login = rest("/rest/com/vmware/cis/session", USER, "f<i&r\"st");
        assertThat(account.before("vc-b", "u", "p").filter(login)).isInstanceOf(RewriteResult.Forward.class);

        LoginAttempts attempts = account.attempts();
        assertThat(attempts.refused().list())
                .containsExactly(new LoginAttempt(clock.instant(), "vc-a", LoginProtocol.SOAP, false));
        assertThat(attempts.accepted().at("vc-b").by(LoginProtocol.REST).count())
                .isEqualTo(1);
        assertThat(attempts.after(1).refused().count()).isZero();
    }

    @Test
    void aChangedPasswordAppliesAtOnce() {
        account.changePassword("second");

        refused(soap(USER, "f&lt;i&amp;r&quot;st"));
        accepted(soap(USER, "second"));
    }

    private void refuse(int times) {
        for (int i = 0; i < times; i++) {
            refused(soap(USER, "wrong"));
        }
    }

    private Request accepted(Request request) {
        RewriteResult rewriteResult = loginFilter.filter(request);
        assertThat(rewriteResult).isInstanceOf(RewriteResult.Forward.class);
        return ((RewriteResult.Forward) rewriteResult).request();
    }

    private Response refused(Request request) {
        RewriteResult rewriteResult = loginFilter.filter(request);
        assertThat(rewriteResult).isInstanceOf(RewriteResult.Rejected.class);
        return ((RewriteResult.Rejected) rewriteResult).answer();
    }

    private static Request soap(String user, String password) {
        String envelope = """
                <Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><Login xmlns="urn:vim25">\
                <_this type="SessionManager">SessionManager</_this><userName>%s</userName><password>%s</password>\
                </Login></Body></Envelope>""".formatted(user, password);
        return new Request(
                new Head("POST /sdk HTTP/1.1", List.of(new Header("Content-Type", "text/xml"))), Content.of(envelope));
    }

    private static Request rest(String target, String user, String password) {
        var authorization = new Header("Authorization", "Basic " + base64(user + ":" + password));
        return new Request(new Head("POST " + target + " HTTP/1.1", List.of(authorization)), Content.NONE);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
