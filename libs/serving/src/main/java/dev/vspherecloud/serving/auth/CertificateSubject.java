package dev.vspherecloud.serving.auth;

import dev.vspherecloud.text.DerElement;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;

/// The subject of a certificate.
///
/// The class reads the encoded bytes, because the JDK writes names with the last part first, and escapes them
/// for display.
///
/// @param commonName    the last common name; empty if there is none
/// @param organisations the organisations in their order
/// @param uids          the values of Kubernetes' own attribute for the uid
record CertificateSubject(String commonName, List<String> organisations, List<String> uids) {
    /// The encoded object identifier 2.5.4.3, the common name.
    private static final byte[] COMMON_NAME = HexFormat.of().parseHex("550403");

    /// The encoded object identifier 2.5.4.10, the organisation.
    private static final byte[] ORGANISATION = HexFormat.of().parseHex("55040a");

    /// The encoded object identifier 1.3.6.1.4.1.57683.2, the uid of a user in Kubernetes; from apiserver,
    /// authentication/request/x509.
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
