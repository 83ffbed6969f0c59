package dev.vspherecloud.ccm.application.vcenter;

import static dev.vspherecloud.ccm.application.vcenter.VcenterConfigs.vcenter;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.config.credentials.CredentialSet;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.credentials.CredentialsSource.Inline;
import dev.vspherecloud.config.credentials.CredentialsSource.KubernetesSecret;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource.Reading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CredentialWatchersTest {
    private static final KubernetesSecret SECRET = new KubernetesSecret("kube-system", "cpi");
    private static final VcenterConfig A = vcenter("a", SECRET);
    private static final VcenterConfig B = vcenter("b", SECRET);

    private final Map<CredentialsSource, Consumer<CredentialUpdate>> followed = new HashMap<>();
    private final Map<CredentialsSource, CountDownLatch> ended = new HashMap<>();
    private final List<String> told = new ArrayList<>();
    private final CredentialWatchers feeds =
            new CredentialWatchers(this::follow, Supervisor.system(SupervisorObserver.NONE));

    @AfterEach
    void close() {
        feeds.close();
    }

    @Test
    void untilTheFirstAnswerThereIsNothingToLogInWith() {
        CredentialSource a = of(A);

        assertThat(a.read()).isEqualTo(new Reading.Awaited());
        contents("1", "a.username", "u", "a.password", "p");

        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@1");
        assertThat(told).containsExactly("a");
    }

    @Test
    void oneSecretFeedsSeveralVcentersAndTellsThoseThatItConcerns() {
        CredentialSource a = of(A);
        CredentialSource b = of(B);

        contents("1", "a.username", "u", "a.password", "p");
        assertThat(told).containsExactlyInAnyOrder("a", "b");
        told.clear();

        contents("2", "a.username", "u", "a.password", "p", "b.username", "v", "b.password", "q");

        assertThat(followed).hasSize(1);
        assertThat(text(b)).isEqualTo("v q Secret kube-system/cpi@2");
        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@2");
    }

    @Test
    @Conforms("VC12")
    void aSecretThatIsGoneDeniedOrSilentLeavesTheLastCredentials() {
        CredentialSource a = of(A);
        contents("1", "a.username", "u", "a.password", "p");
        told.clear();

        news(new CredentialUpdate.Unreadable("no answer"));
        news(new CredentialUpdate.Gone("there is no Secret kube-system/cpi"));
        news(new CredentialUpdate.Gone("Secret kube-system/cpi may not be read"));

        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@1");
        assertThat(told).isEmpty();
    }

    @Test
    void withoutEarlierCredentialsEachReasonIsTold() {
        CredentialSource a = of(A);

        news(new CredentialUpdate.Unreadable("no answer"));
        assertThat(a.read()).isEqualTo(new Reading.Absent("no answer"));
        news(new CredentialUpdate.Gone("there is no Secret kube-system/cpi"));
        assertThat(a.read()).isEqualTo(new Reading.Absent("there is no Secret kube-system/cpi"));

        assertThat(told).containsExactly("a", "a");
    }

    @Test
    void anEntryThatIsHalfWrittenLeavesTheLastCredentials() {
        CredentialSource a = of(A);
        contents("1", "a.username", "u", "a.password", "p");

        contents("2", "a.username", "v");
        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@1");
        contents("3");
        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@1");
        contents("4", "a.username", "v", "a.vc-session-manager-url", "https://s");
        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@1");
        contents("5", "a.username", "v", "a.password", "q");
        assertThat(text(a)).isEqualTo("v q Secret kube-system/cpi@5");
    }

    @Test
    void aServerThatWasTakenOutIsTakenOut() {
        CredentialSource a = of(A);
        contents("1", "a.username", "u", "a.password", "p");

        contents("2", "b.username", "v", "b.password", "q");

        assertThat(a.read()).isInstanceOfSatisfying(Reading.Absent.class, absent -> assertThat(absent.why())
                .contains("has no credentials for vCenter a"));
        assertThat(told).containsExactly("a", "a");
    }

    @Test
    void aVcenterThatJoinsLaterFindsWhatTheOthersHave() {
        of(A);
        contents("1", "a.username", "u", "a.password", "p", "b.username", "v", "b.password", "q");
        news(new CredentialUpdate.Gone("there is no Secret kube-system/cpi"));

        assertThat(text(of(B))).isEqualTo("v q Secret kube-system/cpi@1");
    }

    @Test
    void aVcenterWhoseOtherSettingsChangedKeepsItsCredentialsAndIsTold() {
        CredentialSource a = of(A);
        contents("1", "a.username", "u", "a.password", "p");
        contents("2", "a.username", "u");
        told.clear();

        feeds.retainOnly(List.of(withPort(8443, A)));
        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@1");
        contents("3", "a.username", "u", "a.password", "q");

        assertThat(text(a)).isEqualTo("u q Secret kube-system/cpi@3");
        assertThat(told).containsExactly("a");
    }

    @Test
    void aVcenterThatJoinsAnewTakesThePlaceOfItself() {
        of(A);
        contents("1", "a.username", "u", "a.password", "p");
        told.clear();

        CredentialSource anew = feeds.of(withPort(8443, A), () -> told.add("a anew"));
        feeds.retainOnly(List.of(withPort(8443, A)));
        assertThat(text(anew)).isEqualTo("u p Secret kube-system/cpi@1");
        contents("2", "a.username", "u", "a.password", "q");

        assertThat(told).containsExactly("a anew");
    }

    @Test
    void aVcenterThatTakesItsCredentialsFromElsewhereNowIsToldNothing() throws InterruptedException {
        of(A);
        contents("1", "a.username", "u", "a.password", "p");
        told.clear();

        feeds.retainOnly(List.of(vcenter("a", new Inline("u", new Secret("p")))));
        awaitEnd(SECRET);
        contents("2", "a.username", "u", "a.password", "q");

        assertThat(told).isEmpty();
    }

    @Test
    void whatNobodyUsesAnyMoreIsStopped() throws InterruptedException {
        var other = new KubernetesSecret("kube-system", "other");
        CredentialSource a = of(A);
        of(vcenter("c", other));

        feeds.retainOnly(List.of(A));
        awaitEnd(other);
        contents("1", "a.username", "u", "a.password", "p");
        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@1");

        feeds.close();
        awaitEnd(SECRET);
        assertThat(a.read()).isInstanceOf(Reading.Absent.class);
    }

    @Test
    void whatStandsInTheConfigurationIsConstant() {
        CredentialSource inline = feeds.of(vcenter("a", new Inline("u", new Secret(" p\t"))), () -> told.add("never"));
        CredentialSource broken = feeds.of(vcenter("a", new Inline("u", new Secret("\0"))), () -> told.add("never"));

        assertThat(text(inline)).isEqualTo("u  p\t the configuration of vCenter a@");
        assertThat(broken.read()).isInstanceOfSatisfying(Reading.Absent.class, absent -> assertThat(absent.why())
                .contains("control character"));
        assertThat(followed).isEmpty();
    }

    private static VcenterConfig withPort(int port, VcenterConfig vcenter) {
        return new VcenterConfig(
                vcenter.name(),
                new ConnectionConfig(
                        vcenter.server(),
                        port,
                        vcenter.connection().tls(),
                        vcenter.connection().proxy()),
                vcenter.datacenters(),
                vcenter.credentials(),
                vcenter.ipFamilies(),
                vcenter.deletionPaused());
    }

    private CredentialSource of(VcenterConfig vcenter) {
        return feeds.of(vcenter, () -> told.add(vcenter.server()));
    }

    /// Runs until it is interrupted; the test itself delivers the updates.
    private Runnable follow(CredentialsSource source, Consumer<CredentialUpdate> news) {
        var end = new CountDownLatch(1);
        ended.put(source, end);
        followed.put(source, news);
        return () -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException _) {
                end.countDown();
            }
        };
    }

    private void awaitEnd(CredentialsSource source) throws InterruptedException {
        requireNonNull(ended.get(source)).await();
    }

    private void contents(String revision, String... pairs) {
        var data = new HashMap<String, byte[]>();
        for (int i = 0; i < pairs.length; i += 2) {
            data.put(pairs[i], pairs[i + 1].getBytes(StandardCharsets.UTF_8));
        }
        news(new CredentialUpdate.Contents(CredentialSet.of("Secret " + SECRET, data), revision));
    }

    private void news(CredentialUpdate news) {
        requireNonNull(followed.get(SECRET)).accept(news);
    }

    private static String text(CredentialSource source) {
        return switch (source.read()) {
            case Reading.Ready ready ->
                "%s %s %s@%s"
                        .formatted(
                                ready.credentials().user(),
                                ready.credentials().password().reveal(),
                                ready.origin(),
                                ready.revision());
            case Reading.Awaited() -> "awaited";
            case Reading.Absent(String why) -> why;
        };
    }
}
