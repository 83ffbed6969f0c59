package dev.vspherecloud.http;

/// The cause of a TLS failure. The names are stable: metrics and reasons use them. The caller, which knows the
/// configuration, says what to do about it.
public enum TlsFailureReason {
    /// The certificate is for other hosts than the one that the client connects to.
    WRONG_HOST,
    /// The certificate, or one in its chain, has expired. A thumbprint does not help.
    EXPIRED,
    /// The certificate, or one in its chain, is not yet valid. A thumbprint does not help.
    NOT_YET_VALID,
    /// A CA that is not trusted signed the certificate.
    UNKNOWN_AUTHORITY,
    /// The server does not send the intermediate certificates between its certificate and a CA.
    INCOMPLETE_CHAIN,
    /// The certificate is self-signed, and not among the trusted certificates.
    SELF_SIGNED,
    /// The certificate has none of the configured thumbprints, and its CA is not trusted or it is for another
    /// host.
    WRONG_THUMBPRINT,
    /// The certificate is made for another purpose, is revoked, or uses an algorithm that is too weak. A
    /// thumbprint does not help.
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
