package dev.vspherecloud.ccm.application.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DelegatedConnectionsTest {
    private static final String KUBECONFIG = """
            apiVersion: v1
            kind: Config
            clusters:
            - {name: c, cluster: {server: "https://127.0.0.1:1"}}
            users:
            - {name: u, user: {token: t}}
            contexts:
            - {name: c, context: {cluster: c, user: u}}
            current-context: c
            """;

    @TempDir
    private Path folder;

    private Path usual;
    private Path other;
    private KubeConnection main;

    @BeforeEach
    void open() throws IOException {
        usual = Files.writeString(folder.resolve("usual"), KUBECONFIG);
        other = Files.writeString(folder.resolve("other"), KUBECONFIG);
        main = KubeConnection.open("test", usual.toString(), "");
    }

    @AfterEach
    void close() {
        main.close();
    }

    @Test
    void outsideAPodOnlyAKubeconfigFlagGivesAConnection() {
        try (var connections = new DelegatedConnections(with(Optional.of(usual)), main, false)) {
            assertThat(connections.to(Optional.empty())).isEmpty();
            assertThat(connections.to(Optional.of(other))).isPresent();
        }
    }

    @Test
    void inAPodTheConnectionOfTheControllersIsUsed() {
        try (var connections = new DelegatedConnections(with(Optional.empty()), main, true)) {
            assertThat(connections.to(Optional.empty())).containsSame(main);
        }
    }

    @Test
    void oneKubeconfigIsOneConnection() {
        try (var connections = new DelegatedConnections(with(Optional.of(usual)), main, false)) {
            KubeConnection delegated = connections.to(Optional.of(other)).orElseThrow();

            assertThat(connections.to(Optional.of(other))).containsSame(delegated);
            assertThat(connections.to(Optional.of(usual))).containsSame(main);
            assertThat(delegated).isNotSameAs(main);
        }
    }

    @Test
    void aKubeconfigThatCannotBeUsedIsReported() {
        try (var connections = new DelegatedConnections(with(Optional.of(usual)), main, false)) {
            assertThatThrownBy(() -> connections.to(Optional.of(folder.resolve("missing"))))
                    .isInstanceOf(KubeException.class)
                    .hasMessageContaining("missing");
        }
    }

    private static Options.ApiServerOptions with(Optional<Path> kubeconfig) {
        return new Options.ApiServerOptions(kubeconfig, Optional.empty(), Optional.empty());
    }
}
