package dev.vspherecloud.http;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;

/// Formats the names in a certificate as one line of printable text. The creator of the certificate can choose
/// any name.
final class CertificateNameText {
    private static final int MAX_NAMES = 8;
    private static final int MAX_NAME_LENGTH = 100;
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;
    private static final Pattern ORGANISATION = Pattern.compile("(?:^|,)O=((?:\\\\.|[^,+\\\\])+)");

    private CertificateNameText() {}

    /// Returns the host names and addresses for which the certificate is valid, as in `vc.example.com,
    /// *.example.com, 10.0.0.5`; empty if it names none.
    static String hosts(X509Certificate certificate) {
        List<String> hosts = alternativeNames(certificate)
                .flatMap(CertificateNameText::hostName)
                .toList();
        int more = hosts.size() - MAX_NAMES;
        return hosts.stream()
                        .limit(MAX_NAMES)
                        .map(host -> PrintableText.of(host, MAX_NAME_LENGTH))
                        .collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    static String subject(X509Certificate certificate) {
        return printableText(certificate.getSubjectX500Principal());
    }

    static String issuer(X509Certificate certificate) {
        return printableText(certificate.getIssuerX500Principal());
    }

    /// Returns the organisation in a distinguished name; empty if there is none.
    static Optional<String> organisation(X500Principal name) {
        return ORGANISATION
                .matcher(name.getName())
                .results()
                .map(found -> found.group(1))
                .findFirst();
    }

    private static String printableText(X500Principal name) {
        String text = PrintableText.of(name.getName(), 2 * MAX_NAME_LENGTH);
        return text.isEmpty() ? "without a name" : text;
    }

    /// Returns the subject alternative names. If there are any, Java's own check uses only these. Names that
    /// cannot be read count as none.
    private static Stream<List<?>> alternativeNames(X509Certificate certificate) {
        try {
            return Optional.ofNullable(certificate.getSubjectAlternativeNames()).stream()
                    .flatMap(Collection::stream);
        } catch (CertificateParsingException _) {
            return Stream.empty();
        }
    }

    private static Stream<String> hostName(List<?> alternative) {
        boolean isHost = Objects.equals(alternative.get(0), DNS_NAME) || Objects.equals(alternative.get(0), IP_ADDRESS);
        return isHost && alternative.get(1) instanceof String name ? Stream.of(name) : Stream.empty();
    }
}
