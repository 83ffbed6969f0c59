package dev.vspherecloud.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.CredentialsSource.KubernetesSecret;
import dev.vspherecloud.config.SecretCredentials.Absent;
import dev.vspherecloud.config.SecretCredentials.Found;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SecretCredentialsTest {
    @Test
    void dottedKeysNameTheServer() {
        assertThat(find("vc1", "vc1.username", "u", "vc1.password", "p", "vc2.username", "x", "vc2.password", "y"))
                .isEqualTo(new Found("u", Secret.of("p")));
    }

    @Test
    void indexedKeysNameTheServerInAValue() {
        assertThat(find(
                        "fd00::1",
                        "server_a",
                        "vc",
                        "username_a",
                        "x",
                        "password_a",
                        "y",
                        "server_b",
                        "[fd00::1]\n",
                        "username_b",
                        "u",
                        "password_b",
                        "p"))
                .isEqualTo(new Found("u", Secret.of("p")));
    }

    @Test
    void bothLayoutsMayBeMixedAndStrayKeysDoNoHarm() {
        assertThat(find(
                        "b",
                        "a.username",
                        "x",
                        "a.password",
                        "y",
                        "note",
                        "z",
                        "mypassword",
                        "m",
                        "server_",
                        "",
                        "server_1",
                        "b",
                        "username_1",
                        "u",
                        "password_1",
                        "p"))
                .isEqualTo(new Found("u", Secret.of("p")));
    }

    @Test
    void oneNewlineAtTheEndIsDroppedAndNothingElse() {
        assertThat(find("vc", "vc.username", "u\n", "vc.password", " \"p\\=é \n\n"))
                .isEqualTo(new Found("u", Secret.of(" \"p\\=é \n")));
    }

    @Test
    void anUnknownServerIsAbsent() {
        assertThat(find("vc", "vc2.username", "hunter2", "vc2.password", "hunter2"))
                .isEqualTo(new Absent("Secret kube-system/cpi has no credentials for vCenter vc: expected the keys"
                        + " vc.username and vc.password, or server_<id>, username_<id> and password_<id>; found the keys"
                        + " vc2.password, vc2.username; add them to the Secret"));
    }

    @Test
    void anEmptySecretIsAbsent() {
        assertThat(message(find("vc"))).contains("found no keys");
    }

    @Test
    void halfAPairIsAbsentAndNamesTheKey() {
        assertThat(message(find("vc", "vc.username", "hunter2")))
                .contains("expected vc.password")
                .doesNotContain("hunter2");
        assertThat(message(find("vc", "vc.username", "u", "vc.password", "\n"))).contains("expected vc.password");
        assertThat(message(find("vc", "vc.password", "p"))).contains("expected vc.username");
        assertThat(message(find("vc", "server_1", "vc", "username_1", "u"))).contains("expected password_1");
    }

    @Test
    void bytesThatAreNoTextAreAbsent() {
        var data = new HashMap<>(data("vc.username", "u"));
        data.put("vc.password", new byte[] {(byte) 0xff});

        assertThat(message(SecretCredentials.find(SECRET, "vc", data))).contains("expected vc.password to be UTF-8");
    }

    @Test
    void aCertificateIsNoUser() {
        assertThat(message(find("vc", "vc.username", "-----BEGIN CERTIFICATE-----", "vc.password", "p")))
                .contains("cannot log in by certificate yet");
    }

    private static final KubernetesSecret SECRET = new KubernetesSecret("kube-system", "cpi");

    private static SecretCredentials find(String server, String... pairs) {
        return SecretCredentials.find(SECRET, server, data(pairs));
    }

    private static Map<String, byte[]> data(String... pairs) {
        var data = new HashMap<String, byte[]>();
        for (int i = 0; i < pairs.length; i += 2) {
            data.put(pairs[i], pairs[i + 1].getBytes(StandardCharsets.UTF_8));
        }
        return data;
    }

    private static String message(SecretCredentials credentials) {
        return switch (credentials) {
            case Absent(String message) -> message;
            case Found found -> throw new AssertionError(found);
        };
    }
}
