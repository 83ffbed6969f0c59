package dev.vspherecloud.vsphere.connection;

import static dev.vspherecloud.vsphere.connection.TestTargets.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.credentials.CredentialSet;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.credentials.CredentialsSource.KubernetesSecret;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnsupportedLoginsTest {
    private static final KubernetesSecret SECRET = new KubernetesSecret("kube-system", "cpi");

    private boolean replacesOther;
    private final List<CredentialsSource> read = new ArrayList<>();

    @Test
    void theProgramDoesNotStartIfItCanServeNoVcenter() {
        assertThat(rejection(contents("a.vc-session-manager-url", "a.username", "a.password"), "a"))
                .hasValue(
                        "Secret kube-system/cpi holds a.vc-session-manager-url: login through a session manager is not"
                                + " supported by this version; put user and password of vCenter a there instead");
        assertThat(read).hasSize(1);
    }

    @Test
    void theOtherVcentersAreServed() {
        assertThat(rejection(contents("a.vc-session-manager-url", "b.username", "b.password"), "a", "b"))
                .isEmpty();
        assertThat(rejection(contents("a.vc-session-manager-url"), "a", "b")).isEmpty();
    }

    @Test
    void theProgramDoesNotReplaceOneThatMayLogIn() {
        replacesOther = true;

        assertThat(rejection(contents("a.vc-session-manager-url", "b.username", "b.password"), "a", "b"))
                .hasValueSatisfying(why -> assertThat(why)
                        .startsWith("Secret kube-system/cpi holds a.vc-session-manager-url: ")
                        .endsWith(" (another program led last, and it may be able to log in there)"));
        assertThat(rejection(contents("a.username", "a.password"), "a", "b")).isEmpty();
    }

    @Test
    void everyUnsupportedServerIsNamed() {
        assertThat(rejection(contents("a.vc-session-manager-url", "b.vc-session-manager-token"), "a", "b"))
                .hasValueSatisfying(why ->
                        assertThat(why).contains("a.vc-session-manager-url", "; ", "b.vc-session-manager-token"));
    }

    @Test
    void aSessionManagerOfAnotherServerIsIgnored() {
        assertThat(rejection(contents("other.vc-session-manager-url"), "a")).isEmpty();
    }

    @Test
    void aMissingOrUnreadableSecretIsIgnored() {
        assertThat(rejection(new CredentialUpdate.Gone("gone"), "a")).isEmpty();
        assertThat(rejection(new CredentialUpdate.Unreadable("silent"), "a")).isEmpty();
        assertThat(rejection(contents("a.username"), "a")).isEmpty();
    }

    private Optional<String> rejection(CredentialUpdate update, String... servers) {
        return UnsupportedLogins.rejection(
                List.of(servers).stream().map(server -> target(server, SECRET)).toList(),
                source -> {
                    read.add(source);
                    return update;
                },
                () -> replacesOther);
    }

    private static CredentialUpdate contents(String... keys) {
        var data = new HashMap<String, byte[]>();
        for (String key : keys) {
            data.put(key, new byte[] {'x'});
        }
        return new CredentialUpdate.Contents(CredentialSet.of("Secret " + SECRET, Map.copyOf(data)), "1");
    }
}
