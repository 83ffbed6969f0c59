package dev.vspherecloud.serving.auth;

import dev.vspherecloud.text.DerElement;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;

/// The subject of a certificate.
///
/// It is read from the encoded bytes: the JDK writes names with the last part first, and escapes them for display.
///
/// @param commonName    the last one; empty if there is none
/// @param organisations in their order
/// @param uids          values of Kubernetes' own attribute
record CertificateSubject(String commonName, List<String> organisations, List<String> uids) {
    /// 2.5.4.3
    private static final byte[] COMMON_NAME = HexFormat.of().parseHex("550403");

    /// 2.5.4.10
    private static final byte[] ORGANISATION = HexFormat.of().parseHex("55040a");

    /// 1.3.6.1.4.1.57683.2; from apiserver, authentication/request/x509.
    private static final byte[] UID = HexFormat.of().parseHex("2b0601040183c25302");

    CertificateSubject {
        organisations = List.copyOf(organisations);
        uids = List.copyOf(uids);
    }

    static CertificateSubject of(X509Certificate certificate) {
        List<DerElement> attributes =
                DerElement.first(certificate.getSubjectX500Principal().getEncoded()).parts().stream()
                        .flatMap(part -> part.parts().stream())
                        .toList();
        List<String> names = values(attributes, COMMON_NAME);
        return new CertificateSubject(
                names.isEmpty() ? "" : names.getLast(), values(attributes, ORGANISATION), values(attributes, UID));
    }

    private static List<String> values(List<DerElement> attributes, byte[] type) {
        return attributes.stream()
                .map(DerElement::parts)
                .filter(pair -> pair.getFirst().holds(type))
                .map(pair -> pair.getLast().text())
                .toList();
    }
}
