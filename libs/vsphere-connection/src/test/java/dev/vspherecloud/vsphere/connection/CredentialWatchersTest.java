package dev.vspherecloud.vsphere.connection;

import static dev.vspherecloud.vsphere.connection.TestTargets.target;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.credentials.CredentialSet;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.credentials.CredentialsSource.Inline;
import dev.vspherecloud.config.credentials.CredentialsSource.KubernetesSecret;
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
    private static final VcenterTarget A = target("a", SECRET);
    private static final VcenterTarget B = target("b", SECRET);

    private final Map<CredentialsSource, Consumer<CredentialUpdate>> followed = new HashMap<>();
    private final Map<CredentialsSource, CountDownLatch> ended = new HashMap<>();
    private final List<String> notified = new ArrayList<>();
    private final CredentialWatchers watchers =
            new CredentialWatchers(this::follow, Supervisor.system(SupervisorObserver.NONE));

    @AfterEach
    void close() {
        watchers.close();
    }

    @Test
    void beforeTheFirstReadThereAreNoCredentials() {
        CredentialSource a = of(A);

        assertThat(a.read()).isEqualTo(new Reading.Awaited());
        contents("1", "a.username", "u", "a.password", "p");

        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@1");
        assertThat(notified).containsExactly("a");
    }

    @Test
    void oneSecretServesSeveralVcentersAndNotifiesThem() {
        CredentialSource a = of(A);
        CredentialSource b = of(B);

        contents("1", "a.username", "u", "a.password", "p");
        assertThat(notified).containsExactlyInAnyOrder("a", "b");
        notified.clear();

        contents("2", "a.username", "u", "a.password", "p", "b.username", "v", "b.password", "q");

        assertThat(followed).hasSize(1);
        assertThat(text(b)).isEqualTo("v q Secret kube-system/cpi@2");
        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@2");
    }

    @Test
    @Conforms("VC12")
    void aMissingForbiddenOrUnreadableSecretLeavesTheLastCredentials() {
        CredentialSource a = of(A);
        contents("1", "a.username", "u", "a.password", "p");
        notified.clear();

        update(new CredentialUpdate.Unreadable("no answer"));
        update(new CredentialUpdate.Gone("there is no Secret kube-system/cpi"));
        update(new CredentialUpdate.Gone("Secret kube-system/cpi may not be read"));

        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@1");
        assertThat(notified).isEmpty();
    }

    @Test
    void withoutEarlierCredentialsEachReasonIsReported() {
        CredentialSource a = of(A);

        update(new CredentialUpdate.Unreadable("no answer"));
        assertThat(a.read()).isEqualTo(new Reading.Absent("no answer"));
        update(new CredentialUpdate.Gone("there is no Secret kube-system/cpi"));
        assertThat(a.read()).isEqualTo(new Reading.Absent("there is no Secret kube-system/cpi"));

        assertThat(notified).containsExactly("a", "a");
    }

    @Test
    void anEntryThatIsHalfWrittenLeavesTheLastCredentials() {
        CredentialSource a = of(A);
        contents("1", "a.username", "u", "a.password", "p");

        contents("2", "a.username", "v");
        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@1");
        contents("3");
        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@1");
        assertThat(a.keptBecause()).isPresent();
        contents("4", "a.username", "v", "a.vc-session-manager-url", "https://s");
        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@1");
        assertThat(a.keptBecause()).hasValueSatisfying(why -> assertThat(why).contains("a.vc-session-manager-url"));
        contents("5", "a.username", "v", "a.password", "q");
        assertThat(text(a)).isEqualTo("v q Secret kube-system/cpi@5");
        assertThat(a.keptBecause()).isEmpty();
    }

    @Test
    void aServerRemovedFromTheSecretHasNoCredentials() {
        CredentialSource a = of(A);
        contents("1", "a.username", "u", "a.password", "p");

        contents("2", "b.username", "v", "b.password", "q");

        assertThat(a.read()).isInstanceOfSatisfying(Reading.Absent.class, absent -> assertThat(absent.why())
                .contains("has no credentials for vCenter a"));
        assertThat(notified).containsExactly("a", "a");
    }

    @Test
    void aVcenterThatIsAddedLaterGetsTheKnownCredentials() {
        of(A);
        contents("1", "a.username", "u", "a.password", "p", "b.username", "v", "b.password", "q");
        update(new CredentialUpdate.Gone("there is no Secret kube-system/cpi"));

        assertThat(text(of(B))).isEqualTo("v q Secret kube-system/cpi@1");
    }

    @Test
    void aVcenterWhoseOtherSettingsChangedKeepsItsCredentialsAndIsNotified() {
        CredentialSource a = of(A);
        contents("1", "a.username", "u", "a.password", "p");
        contents("2", "a.username", "u");
        notified.clear();

        watchers.retainOnly(List.of(withPort(8443, A)));
        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@1");
        contents("3", "a.username", "u", "a.password", "q");

        assertThat(text(a)).isEqualTo("u q Secret kube-system/cpi@3");
        assertThat(notified).containsExactly("a");
    }

    @Test
    void aVcenterThatIsAddedAgainReplacesItsListener() {
        of(A);
        contents("1", "a.username", "u", "a.password", "p");
        notified.clear();

        CredentialSource renewed = watchers.of(withPort(8443, A), () -> notified.add("a renewed"));
        watchers.retainOnly(List.of(withPort(8443, A)));
        assertThat(text(renewed)).isEqualTo("u p Secret kube-system/cpi@1");
        contents("2", "a.username", "u", "a.password", "q");

        assertThat(notified).containsExactly("a renewed");
    }

    @Test
    void aVcenterWithANewSourceIsNotNotifiedOfTheOldOne() throws InterruptedException {
        of(A);
        contents("1", "a.username", "u", "a.password", "p");
        notified.clear();

        watchers.retainOnly(List.of(target("a", new Inline("u", new Secret("p")))));
        awaitEnd(SECRET);
        contents("2", "a.username", "u", "a.password", "q");

        assertThat(notified).isEmpty();
    }

    @Test
    void unusedWatchersAreStopped() throws InterruptedException {
        var other = new KubernetesSecret("kube-system", "other");
        CredentialSource a = of(A);
        of(target("c", other));

        watchers.retainOnly(List.of(A));
        awaitEnd(other);
        contents("1", "a.username", "u", "a.password", "p");
        assertThat(text(a)).isEqualTo("u p Secret kube-system/cpi@1");

        watchers.close();
        awaitEnd(SECRET);
        assertThat(a.read()).isInstanceOf(Reading.Absent.class);
    }

    @Test
    void inlineCredentialsAreConstant() {
        CredentialSource inline =
                watchers.of(target("a", new Inline("u", new Secret(" p\t"))), () -> notified.add("never"));
        CredentialSource broken =
                watchers.of(target("a", new Inline("u", new Secret("\0"))), () -> notified.add("never"));

        assertThat(text(inline)).isEqualTo("u  p\t the configuration of vCenter a@");
        assertThat(broken.read()).isInstanceOfSatisfying(Reading.Absent.class, absent -> assertThat(absent.why())
                .contains("control character"));
        assertThat(followed).isEmpty();
    }

    private static VcenterTarget withPort(int port, VcenterTarget vcenter) {
        return target(vcenter.server(), port, vcenter.credentials());
    }

    private CredentialSource of(VcenterTarget vcenter) {
        return watchers.of(vcenter, () -> notified.add(vcenter.server()));
    }

    /// Runs until it is interrupted; the test itself delivers the updates.
    private Runnable follow(CredentialsSource source, Consumer<CredentialUpdate> update) {
        var end = new CountDownLatch(1);
        ended.put(source, end);
        followed.put(source, update);
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
        update(new CredentialUpdate.Contents(CredentialSet.of("Secret " + SECRET, data), revision));
    }

    private void update(CredentialUpdate update) {
        requireNonNull(followed.get(SECRET)).accept(update);
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
