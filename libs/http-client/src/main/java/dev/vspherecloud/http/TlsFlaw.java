package dev.vspherecloud.http;

/// What is wrong with a server's TLS, one word a cause. The words are stable: metrics and reasons are named by
/// them.
public enum TlsFlaw {
    /// The certificate is for other hosts than the one we connect to.
    WRONG_HOST("connect by one of these names, or give the server a certificate for this one, or set thumbprint to its"
            + " SHA-256 once it was compared at the server"),
    /// The certificate, or one that vouches for it, is over. No thumbprint makes up for that.
    EXPIRED("renew the certificate of the server"),
    /// The certificate, or one that vouches for it, is yet to begin. No thumbprint makes up for that.
    NOT_YET_VALID("check the clocks here and where the certificate was made"),
    /// Signed by an authority that is not among those we trust.
    UNKNOWN_AUTHORITY(
            "correct the CA file (caFile), or set thumbprint to its SHA-256 once it was compared at the server"),
    /// The server does not send what lies between its certificate and an authority.
    INCOMPLETE_CHAIN("let the server send all certificates up to its authority, or put the missing one into the CA file"
            + " (caFile)"),
    /// Signed by itself, and not among the authorities we trust.
    SELF_SIGNED("correct the CA file (caFile) by adding this certificate, or set thumbprint to its SHA-256, once it was"
            + " compared at the server"),
    /// Its authority is not trusted or it is for another host, and it is none of those with a configured
    /// thumbprint.
    WRONG_THUMBPRINT("if the certificate was replaced, compare its SHA-256 at the server and set thumbprint to it; two"
            + " may be set at once"),
    /// Made for another purpose, revoked, or with an algorithm that is too weak. No thumbprint makes up for that.
    UNFIT_CERTIFICATE("give the server another certificate"),
    /// The server speaks only TLS 1.1 or older.
    OLD_TLS("let the server speak TLS 1.2 or 1.3"),
    /// The server ended the handshake, or nothing in common was found.
    FAILED_HANDSHAKE("check the TLS settings of the server and what stands between"),
    /// What answered on this port speaks no TLS.
    NO_TLS("check the port: a vCenter speaks HTTPS, usually on 443");

    private final String advice;

    TlsFlaw(String advice) {
        this.advice = advice;
    }

    /// What a person can do about it, as the last part of a message.
    public String advice() {
        return advice;
    }

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
