package dev.vspherecloud.http;

/// What is wrong with a server's TLS, one word a cause. The words are stable: metrics and reasons are named by
/// them. What to do about it is for the caller to say, who knows what is configured where.
public enum TlsFailureReason {
    /// The certificate is for other hosts than the one we connect to.
    WRONG_HOST,
    /// The certificate, or one that vouches for it, is over. No thumbprint makes up for that.
    EXPIRED,
    /// The certificate, or one that vouches for it, is yet to begin. No thumbprint makes up for that.
    NOT_YET_VALID,
    /// Signed by an authority that is not among those we trust.
    UNKNOWN_AUTHORITY,
    /// The server does not send what lies between its certificate and an authority.
    INCOMPLETE_CHAIN,
    /// Signed by itself, and not among the authorities we trust.
    SELF_SIGNED,
    /// Its authority is not trusted or it is for another host, and it is none of those with a configured
    /// thumbprint.
    WRONG_THUMBPRINT,
    /// Made for another purpose, revoked, or with an algorithm that is too weak. No thumbprint makes up for that.
    UNFIT_CERTIFICATE,
    /// The server speaks only TLS 1.1 or older.
    OLD_TLS,
    /// The server ended the handshake, or nothing in common was found.
    FAILED_HANDSHAKE,
    /// What answered on this port speaks no TLS.
    NO_TLS;

    /// Whether being exactly the certificate that was meant is enough.
    ///
    /// Rule from: govmomi `soap.Client.dialTLSContext`, which looks at the thumbprint after an unknown authority
    /// and a wrong host name only.
    boolean isMendedByThumbprint() {
        return switch (this) {
            case WRONG_HOST, UNKNOWN_AUTHORITY, INCOMPLETE_CHAIN, SELF_SIGNED -> true;
            case EXPIRED, NOT_YET_VALID, WRONG_THUMBPRINT, UNFIT_CERTIFICATE, OLD_TLS, FAILED_HANDSHAKE, NO_TLS ->
                false;
        };
    }
}
