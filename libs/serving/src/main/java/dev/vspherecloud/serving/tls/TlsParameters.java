package dev.vspherecloud.serving.tls;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLParameters;

/// Computes the protocol versions, cipher suites and curves that the server offers.
///
/// If this Java runtime lacks a setting that Go has, or has disabled it as unsafe, the server offers the
/// remaining ones. If none remains, that is an error.
///
/// Rule from: component-base, cli/flag/ciphersuites_flag.go; Go, crypto/tls: the cipher suites of TLS 1.3
/// cannot be configured.
final class TlsParameters {
    private static final List<String> VERSIONS = List.of("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3");

    /// The cipher suites of TLS 1.3: their names have no `ECDHE` or `RSA` after `TLS_`.
    private static final List<String> MODERN =
            List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");

    /// Older names of cipher suites that Go accepts, with the present names. In the older names the hash is
    /// missing.
    private static final Map<String, String> ALIASES = Map.of(
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256");

    private TlsParameters() {}

    /// Computes the TLS parameters of the server.
    ///
    /// @param supported the parameters that this Java runtime supports
    static SSLParameters of(TlsSettings settings, SSLParameters supported) {
        var offer = new SSLParameters();
        offer.setProtocols(versions(settings.minVersion(), supported));
        if (!settings.cipherSuites().isEmpty()) {
            offer.setCipherSuites(suites(settings.cipherSuites(), supported));
        }
        if (!settings.curves().isEmpty()) {
            offer.setNamedGroups(curves(settings.curves(), supported));
        }
        offer.setUseCipherSuitesOrder(true);
        offer.setWantClientAuth(true);
        return offer;
    }

    private static String[] versions(String min, SSLParameters supported) {
        return VERSIONS.stream()
                .skip(VERSIONS.indexOf(min))
                .filter(Set.of(supported.getProtocols())::contains)
                .toArray(String[]::new);
    }

    private static String[] suites(List<String> wanted, SSLParameters supported) {
        Set<String> known = Set.of(supported.getCipherSuites());
        List<String> older = wanted.stream()
                .map(each -> ALIASES.getOrDefault(each, each))
                .filter(each -> !MODERN.contains(each))
                .filter(known::contains)
                .toList();
        if (older.isEmpty() && wanted.stream().noneMatch(MODERN::contains)) {
            throw new TlsException(
                    "--tls-cipher-suites: this Java runtime supports none of %s; add one that it supports, or remove the flag"
                            .formatted(wanted));
        }
        return Stream.concat(MODERN.stream().filter(known::contains), older.stream())
                .toArray(String[]::new);
    }

    private static String[] curves(List<String> wanted, SSLParameters supported) {
        var known = new LinkedHashSet<>(
                Arrays.asList(Optional.ofNullable(supported.getNamedGroups()).orElseGet(() -> new String[0])));
        List<String> found = wanted.stream().filter(known::contains).toList();
        if (found.isEmpty()) {
            throw new TlsException("--tls-curve-preferences: this Java runtime supports none of %s; use one of %s"
                    .formatted(wanted, known));
        }
        return found.toArray(String[]::new);
    }
}
