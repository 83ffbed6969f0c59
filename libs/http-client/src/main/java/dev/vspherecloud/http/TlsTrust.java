package dev.vspherecloud.http;

import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// The rules by which a client verifies a server's certificate.
public sealed interface TlsTrust {
    /// A certificate is accepted if a CA that the Java runtime trusts signed it, it is for this host, and it is
    /// valid now.
    record SystemRoots() implements TlsTrust {}

    /// A certificate is accepted if one of these CAs and no other signed it, it is for this host, and it is
    /// valid now.
    ///
    /// @param certificates the CA certificates, at least one
    /// @param origin where the CA certificates come from, for messages, as in `/etc/vcenter-ca.pem`
    record Authorities(List<X509Certificate> certificates, String origin) implements TlsTrust {
        public Authorities {
            certificates = List.copyOf(certificates);
            if (certificates.isEmpty()) {
                throw new IllegalArgumentException("no CA certificate is given");
            }
        }
    }

    /// A certificate is accepted if `base` accepts it. If `base` refuses it because the CA is unknown or it is
    /// for another host, a certificate with one of these fingerprints is accepted. An expired certificate is
    /// never accepted.
    ///
    /// Rule from: govmomi `soap.Client.dialTLSContext`. Differs: several fingerprints are possible at once, so
    /// that a certificate can be replaced without a gap, and it also works for IPv6 addresses.
    ///
    /// @param fingerprints at least one, each the SHA-1 or SHA-256 of a certificate: 20 or 32 pairs of hex
    ///     digits, any case, with colons or without; kept in upper case with colons
    /// @param base [SystemRoots] or [Authorities]
    record Thumbprints(List<String> fingerprints, TlsTrust base) implements TlsTrust {
        private static final Pattern FORM = Pattern.compile(
                "[0-9A-F]{2}(:[0-9A-F]{2}){19}|[0-9A-F]{2}(:[0-9A-F]{2}){31}|[0-9A-F]{40}|[0-9A-F]{64}");

        public Thumbprints {
            fingerprints = fingerprints.stream().map(Thumbprints::canonical).toList();
            if (fingerprints.isEmpty()) {
                throw new IllegalArgumentException("no thumbprint is given");
            }
            if (base instanceof Insecure || base instanceof Thumbprints) {
                throw new IllegalArgumentException(
                        "thumbprints need a trust in CA certificates, which is checked first");
            }
        }

        private static String canonical(String fingerprint) {
            String upper = fingerprint.strip().toUpperCase(Locale.ROOT);
            if (!FORM.matcher(upper).matches()) {
                throw new IllegalArgumentException(
                        "'%s' is not a thumbprint: expected 20 (SHA-1) or 32 (SHA-256) pairs of"
                                        .formatted(PrintableText.of(fingerprint))
                                + " hex digits with colons between");
            }
            return format(HexFormat.of().parseHex(upper.replace(":", "")));
        }

        static String format(byte[] digest) {
            return HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest);
        }
    }

    /// Any certificate is accepted: an attacker between client and server can read the password. Use this in
    /// tests only, or if the user requests it explicitly.
    record Insecure() implements TlsTrust {}
}
