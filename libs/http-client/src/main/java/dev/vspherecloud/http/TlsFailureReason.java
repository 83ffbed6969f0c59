package dev.vspherecloud.http;

/// What is wrong with a server's TLS, one constant for each cause. The names are stable: metrics and reasons use
/// them. The caller, which knows the configuration, says what to do about it.
public enum TlsFailureReason {
    /// The certificate is for other hosts than the one that the client connects to.
    WRONG_HOST,
    /// The certificate, or one in its chain, has expired. A thumbprint does not help.
    EXPIRED,
    /// The certificate, or one in its chain, is not yet valid. A thumbprint does not help.
    NOT_YET_VALID,
    /// Signed by a CA that is not trusted.
    UNKNOWN_AUTHORITY,
    /// The server does not send the intermediate certificates between its certificate and a CA.
    INCOMPLETE_CHAIN,
    /// Self-signed, and not among the trusted certificates.
    SELF_SIGNED,
    /// Its CA is not trusted or it is for another host, and it has none of the configured thumbprints.
    WRONG_THUMBPRINT,
    /// Made for another purpose, revoked, or with an algorithm that is too weak. A thumbprint does not help.
    UNFIT_CERTIFICATE,
    /// The server speaks only TLS 1.1 or older.
    OLD_TLS,
    /// The server ended the handshake, or client and server have no common TLS parameters.
    FAILED_HANDSHAKE,
    /// The server on this port does not speak TLS.
    NO_TLS;

    /// Returns true if a matching thumbprint is enough to accept the certificate.
    ///
    /// Rule from: govmomi `soap.Client.dialTLSContext`, which checks the thumbprint only after an unknown CA and a
    /// wrong host name.
    boolean isFixableByThumbprint() {
        return switch (this) {
            case WRONG_HOST, UNKNOWN_AUTHORITY, INCOMPLETE_CHAIN, SELF_SIGNED -> true;
            case EXPIRED, NOT_YET_VALID, WRONG_THUMBPRINT, UNFIT_CERTIFICATE, OLD_TLS, FAILED_HANDSHAKE, NO_TLS ->
                false;
        };
    }
}
