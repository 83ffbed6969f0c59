package dev.vspherecloud.testkit.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/// A kubeconfig with one cluster, one user and one context.
///
/// @param server the URL of the API server, or of a proxy in front of it
/// @param user the user with the token
/// @param certificatePem the CA certificate for the server; empty to skip verification
public record Kubeconfig(URI server, KubeUser user, Optional<String> certificatePem) {
    /// Returns the same with the address of a proxy, and its CA certificate.
    public Kubeconfig through(URI proxy, String proxyCertificatePem) {
        return new Kubeconfig(proxy, user, Optional.of(proxyCertificatePem));
    }

    /// Returns the same with the address of a proxy, and no certificate verification.
    public Kubeconfig through(URI proxy) {
        return new Kubeconfig(proxy, user, Optional.empty());
    }

    public Kubeconfig as(KubeUser other) {
        return new Kubeconfig(server, other, certificatePem);
    }

    public String text() {
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: test
                  cluster:
                    server: %s
                    %s
                users:
                - name: test
                  user:
                    token: %s
                contexts:
                - name: test
                  context:
                    cluster: test
                    user: test
                current-context: test
                """.formatted(server, trust(), user.token());
    }

    public Path write(Path file) {
        try {
            return Files.writeString(file, text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String trust() {
        return certificatePem
                .map(pem -> "certificate-authority-data: "
                        + Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII)))
                .orElse("insecure-skip-tls-verify: true");
    }

    @Override
    public String toString() {
        return "kubeconfig of " + user + " for " + server;
    }
}
