package dev.vspherecloud.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.kubernetes.DatabindJson;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.access.KubeconfigFile.Plugin;
import dev.vspherecloud.kubernetes.access.KubeconfigFile.Variable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Plugins that are shell scripts.
class ExecPluginTest {
    private static final String V1 = "client.authentication.k8s.io/v1";
    private static final String GOOD = """
            echo '{"apiVersion":"%s","kind":"ExecCredential","status":{"token":"s3cret"}}'
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {V1, "client.authentication.k8s.io/v1beta1"})
    void returnsATokenInBothVersions(String version) throws IOException {
        ExecCredential given = run(version, GOOD.formatted(version));

        assertThat(given.token()).isEqualTo("s3cret");
        assertThat(given.expires()).isEmpty();
        assertThat(given.toString()).doesNotContain("s3cret");
    }

    @Test
    void returnsACertificateAndAnExpiry() throws IOException {
        ExecCredential given = run(V1, """
                echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":'
                echo '{"clientCertificateData":"cert","clientKeyData":"key","expirationTimestamp":"2026-01-02T03:04:05+01:00"}}'
                """);

        assertThat(given.certificatePem()).isEqualTo("cert");
        assertThat(given.keyPem()).isEqualTo("key");
        assertThat(given.expires()).hasValue(Instant.parse("2026-01-02T02:04:05Z"));
    }

    @Test
    void receivesArgumentsVariablesAndTheRequestAndNoInput() throws IOException {
        var plugin = new Plugin(
                "users[\"u\"].user.exec",
                V1,
                "plugin",
                List.of("--one two", ""),
                List.of(new Variable("PROFILE", "test")),
                "Never",
                "",
                true);
        script("printf '%s|%s|%s|' \"$1\" \"$#\" \"$PROFILE\" > \"$(dirname \"$0\")/seen\"\n"
                + "cat >> \"$(dirname \"$0\")/seen\"\n"
                + "printf '%s' \"$KUBERNETES_EXEC_INFO\" > \"$(dirname \"$0\")/info\"\n"
                + GOOD.formatted(V1));

        ExecPlugin.system().run(new ExecRequest(folder, plugin, command(), "{\"server\":\"https://10.0.0.1\"}"));

        assertThat(folder.resolve("seen")).hasContent("--one two|2|test|");
        JsonNode info = DatabindJson.tree(Files.readAllBytes(folder.resolve("info")));
        assertThat(info.path("kind").asText()).isEqualTo("ExecCredential");
        assertThat(info.path("apiVersion").asText()).isEqualTo(V1);
        assertThat(info.at("/spec/cluster/server").asText()).isEqualTo("https://10.0.0.1");
        assertThat(info.at("/spec/interactive").asBoolean(true)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            echo s3cret; echo s3cret >&2; exit 3          | failed with exit code 3
            echo s3cret                                   | printed text that is not JSON
            echo '{"token":"s3cret"}'                     | printed something other than an ExecCredential of client.auth
            echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1","status":{"token":"s3cret"}}' | printed something other
            echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1"}' | returned neither a token nor
            echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"clientKeyData":"s3cret"}}' | returned only one of certificate and key
            echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"s3cret","expirationTimestamp":"s3cret"}}' | not a time of RFC 3339
            head -c 2000000 /dev/zero                     | printed more than 1 MiB
            """)
    void reportsAFailureWithoutTheOutputOfThePlugin(String script, String problem) {
        assertThatThrownBy(() -> run(V1, script))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONFIG_INVALID))
                .hasMessageContaining("users[\"u\"].user.exec")
                .hasMessageContaining(problem)
                .hasMessageNotContaining("s3cret")
                .hasNoCause();
    }

    @Test
    void isKilledAtItsDeadlineWithItsChildProcesses() throws IOException {
        script("sleep 300 & echo $! > \"$(dirname \"$0\")/child\"; sleep 300");
        var request = request("");

        assertThatThrownBy(() -> new ExecPlugin(System::nanoTime, Duration.ofSeconds(2)).run(request))
                .hasMessageContaining("did not end within 2 s and was killed");

        long child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
        await().until(() ->
                ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void aChildProcessThatKeepsTheOutputOpenDoesNotDelayTheResult() throws IOException {
        script("sleep 300 & echo $! > \"$(dirname \"$0\")/child\"\n" + GOOD.formatted(V1));

        assertThat(ExecPlugin.system().run(request("")).token()).isEqualTo("s3cret");

        ProcessHandle.of(
                        Long.parseLong(Files.readString(folder.resolve("child")).strip()))
                .ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    void aMissingPluginIsReportedWithItsInstallHint() {
        assertThatThrownBy(() -> ExecPlugin.system().run(request("apt install\n\u001b[1mget-\u202etoken")))
                .hasMessageContaining("cannot be started")
                .hasMessageContaining("installHint: apt install [1mget-?token");
        assertThatThrownBy(() -> ExecPlugin.system().run(request(""))).hasMessageContaining("gives no installHint");
    }

    @Test
    void isNotRunIfItRequiresATerminal() {
        var plugin = new Plugin("users[\"u\"].user.exec", V1, "plugin", List.of(), List.of(), "Always", "", false);

        assertThatThrownBy(() -> ExecPlugin.system().run(new ExecRequest(folder, plugin, command(), "")))
                .hasMessageContaining("requires a terminal");
    }

    private ExecCredential run(String version, String script) throws IOException {
        script(script);
        var plugin =
                new Plugin("users[\"u\"].user.exec", version, "plugin", List.of(), List.of(), "IfAvailable", "", false);
        return ExecPlugin.system().run(new ExecRequest(folder, plugin, command(), ""));
    }

    private ExecRequest request(String hint) {
        var plugin = new Plugin("users[\"u\"].user.exec", V1, "plugin", List.of(), List.of(), "Never", hint, false);
        return new ExecRequest(folder, plugin, command(), "");
    }

    private String command() {
        return folder.resolve("plugin").toString();
    }

    private void script(String lines) throws IOException {
        Path file = Files.write(folder.resolve("plugin"), ("#!/bin/sh\n" + lines).getBytes(StandardCharsets.UTF_8));
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
