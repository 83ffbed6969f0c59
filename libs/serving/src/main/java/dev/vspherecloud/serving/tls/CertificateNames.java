package dev.vspherecloud.serving.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads the server names of a certificate, including its common name.
///
/// Rule from: apiserver, dynamiccertificates, getCertificateNames: no IP addresses, since clients do not send
/// them as server names.
final class CertificateNames {
    private static final int DNS_NAME = 2;

    /// Matches a common name that is a host name or a wildcard, but not an IP address.
    private static final Pattern COMMON_NAME =
            Pattern.compile("(?:^|,)CN=((?:\\*\\.)?[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*(?<!\\.[0-9]{1,3}))(?:,|$)");

    private CertificateNames() {}

    static List<String> of(X509Certificate certificate) {
        return Stream.concat(commonName(certificate).stream(), alternatives(certificate).stream())
                .distinct()
                .toList();
    }

    private static Optional<String> commonName(X509Certificate certificate) {
        Matcher name = COMMON_NAME.matcher(certificate.getSubjectX500Principal().getName());
        return name.find() ? Optional.of(name.group(1)) : Optional.empty();
    }

    private static List<String> alternatives(X509Certificate certificate) {
        try {
            Collection<List<?>> names = Optional.ofNullable(certificate.getSubjectAlternativeNames())
                    .orElse(List.of());
            return names.stream()
                    .filter(each -> Integer.valueOf(DNS_NAME).equals(each.getFirst()))
                    .map(each -> each.get(1).toString())
                    .toList();
        } catch (CertificateParsingException _) {
            return List.of();
        }
    }
}
