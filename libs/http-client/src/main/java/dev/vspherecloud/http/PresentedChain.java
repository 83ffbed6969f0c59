package dev.vspherecloud.http;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/// The certificates that a server sent, in the order in which each one signs the one before it.
///
/// @param linked the server's own, then its signer's, and so on; at least one
/// @param hasStrays whether the server sent others, which signed none of these
record PresentedChain(List<X509Certificate> linked, boolean hasStrays) {
    PresentedChain {
        linked = List.copyOf(linked);
    }

    /// @param sent the server's own first, the others in any order
    static PresentedChain of(List<X509Certificate> sent) {
        var linked = new ArrayList<>(List.of(sent.getFirst()));
        var others = new ArrayList<>(sent.subList(1, sent.size()));
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

    X509Certificate own() {
        return linked.getFirst();
    }

    X509Certificate last() {
        return linked.getLast();
    }

    boolean endsInARoot() {
        return isSelfSigned(last());
    }

    static boolean isSignedBy(X509Certificate certificate, X509Certificate authority) {
        if (!certificate.getIssuerX500Principal().equals(authority.getSubjectX500Principal())) {
            return false;
        }
        try {
            certificate.verify(authority.getPublicKey());
            return true;
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private static boolean isSelfSigned(X509Certificate certificate) {
        return isSignedBy(certificate, certificate);
    }
}
