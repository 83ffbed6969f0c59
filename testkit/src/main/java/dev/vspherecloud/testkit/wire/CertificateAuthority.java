package dev.vspherecloud.testkit.wire;

import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;

/// An authority that signs certificates of servers on loopback, made in memory.
public final class CertificateAuthority {
    private final String name;
    private final KeyPair keys;
    private final X509Certificate certificate;

    private CertificateAuthority(String name, KeyPair keys, X509Certificate certificate) {
        this.name = name;
        this.keys = keys;
        this.certificate = certificate;
    }

    /// Makes a new one.
    ///
    /// @param name two authorities of one name differ only in their keys
    public static CertificateAuthority named(String name) {
        KeyPair keys = CertificateDraft.newKeys();
        var draft = new CertificateDraft(
                name, keys.getPublic(), CertificateDraft.FAR_FUTURE, List.of(CertificateDraft.authority()));
        return new CertificateAuthority(name, keys, draft.signedBy(name, keys));
    }

    public X509Certificate certificate() {
        return certificate;
    }

    /// What clients trust.
    public String certificatePem() {
        return ServerIdentity.pem(certificate);
    }

    /// For a client that trusts what this authority signed and nothing else.
    public SSLContext clientContext() {
        return ServerIdentity.trusting(certificate);
    }

    /// A new server on loopback, valid until 2049.
    public ServerIdentity issue() {
        return issue(CertificateDraft.FAR_FUTURE);
    }

    /// A server whose certificate ended with the year 2020.
    public ServerIdentity issueExpired() {
        return issue(CertificateDraft.PAST);
    }

    private ServerIdentity issue(String until) {
        KeyPair serverKeys = CertificateDraft.newKeys();
        var draft = new CertificateDraft(
                ServerIdentity.NAME, serverKeys.getPublic(), until, List.of(CertificateDraft.loopbackNames()));
        return new ServerIdentity(serverKeys, draft.signedBy(name, keys));
    }
}
