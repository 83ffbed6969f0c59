package dev.vspherecloud.http;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/// The certificates that a server sent, in the order in which each one signs the one before it.
///
/// @param linked the server's own certificate, then its signer's, and so on; at least one
/// @param hasUnlinked true if the server sent other certificates, which signed none of these
record PresentedChain(List<X509Certificate> linked, boolean hasUnlinked) {
    PresentedChain {
        linked = List.copyOf(linked);
    }

    /// Sorts the certificates that a server sent.
    ///
    /// @param presented the server's own certificate first, the others in any order
    static PresentedChain of(List<X509Certificate> presented) {
        var linked = new ArrayList<>(List.of(presented.getFirst()));
        var others = new ArrayList<>(presented.subList(1, presented.size()));
        while (!isSelfSigned(linked.getLast())) {
            var signer = others.stream()
                    .filter(other -> isSignedBy(linked.getLast(), other))
                    .findFirst();
            if (signer.isEmpty()) {
                break;
            }
            linked.add(signer.get());
            others.remove(signer.get());
        }
        return new PresentedChain(linked, !others.isEmpty());
    }

    X509Certificate serverCertificate() {
        return linked.getFirst();
    }

    X509Certificate last() {
        return linked.getLast();
    }

    boolean endsInRoot() {
        return isSelfSigned(last());
    }

    static boolean isSignedBy(X509Certificate certificate, X509Certificate issuer) {
        if (!certificate.getIssuerX500Principal().equals(issuer.getSubjectX500Principal())) {
            return false;
        }
        try {
            certificate.verify(issuer.getPublicKey());
            return true;
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private static boolean isSelfSigned(X509Certificate certificate) {
        return isSignedBy(certificate, certificate);
    }
}
