package dev.vspherecloud.serving.auth;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Authenticates a client by its certificate: the common name is the user, the organisations are the user's
/// groups.
///
/// Rule from: apiserver, authentication/request/x509 (CommonNameUserConversion).
///
/// @param clientCaBundle returns the current CA certificates
record ClientCertificates(Supplier<ClientCaBundle> clientCaBundle, InstantSource clock) implements Authenticator {
    private static final String CREDENTIAL = "authentication.kubernetes.io/credential-id";

    @Override
    public AuthenticationResult authenticate(RequestAttributes requestAttributes) {
        ClientCaBundle now = clientCaBundle.get();
        if (requestAttributes.certificates().isEmpty() || now.isEmpty()) {
            return new AuthenticationResult.Absent();
        }
        Optional<String> invalidReason = now.invalidReason(requestAttributes.certificates(), clock.instant());
        return invalidReason
                .<AuthenticationResult>map(why -> new AuthenticationResult.Invalid("client certificate: " + why))
                .orElseGet(() -> named(requestAttributes.certificates().getFirst()));
    }

    private static AuthenticationResult named(X509Certificate certificate) {
        CertificateSubject subject = CertificateSubject.of(certificate);
        if (subject.commonName().isEmpty()) {
            return new AuthenticationResult.Absent();
        }
        if (subject.uids().size() > 1 || subject.uids().contains("")) {
            return new AuthenticationResult.Invalid("the client certificate must contain exactly one UID");
        }
        return new AuthenticationResult.Valid(new User(
                subject.commonName(),
                subject.uids().stream().findFirst().orElse(""),
                subject.organisations(),
                Map.of(CREDENTIAL, List.of("X509SHA256=" + fingerprint(certificate)))));
    }

    private static String fingerprint(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256, and a certificate that was read its bytes", e);
        }
    }
}
