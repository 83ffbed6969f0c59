package dev.vspherecloud.testkit.wire;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/// A certificate with its key, generated in memory; each one is different.
///
/// ```java
/// var root = ServerIdentity.certificateAuthority("Test Root").generate();
/// var server = ServerIdentity.forHosts("vc.example.com", "10.0.0.5").signedBy(root).generate();
/// ```
///
/// By default it is self-signed and its own CA certificate, so that a client that trusts [#certificatePem()] accepts
/// it. By default it is valid from 2020 to 2049, so that tests with a simulated clock can use it.
public final class ServerIdentity {
    private static final char[] IN_MEMORY_ONLY = "in-memory".toCharArray();

    private final KeyPair keys;
    private final X509Certificate certificate;
    private final List<X509Certificate> sent;

    private ServerIdentity(KeyPair keys, X509Certificate certificate, List<X509Certificate> sent) {
        this.keys = keys;
        this.certificate = certificate;
        this.sent = sent;
    }

    /// Generates a certificate for `127.0.0.1` and `localhost`.
    public static ServerIdentity generate() {
        return forHosts("localhost", "127.0.0.1").generate();
    }

    /// Starts to build the certificate of a server.
    ///
    /// @param hosts DNS names and IP addresses; if empty, the certificate has no subject alternative names
    public static Builder forHosts(String... hosts) {
        return new Builder("vsphere-cloud testkit", List.of(hosts));
    }

    /// Starts to build a CA certificate.
    public static Builder certificateAuthority(String commonName) {
        return new Builder(commonName, List.of());
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public String certificatePem() {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded());
        return "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
    }

    /// Returns upper case hex with colons, as vCenter's tools print it.
    public String sha1Thumbprint() {
        return thumbprint("SHA-1");
    }

    public String sha256Thumbprint() {
        return thumbprint("SHA-256");
    }

    /// Returns the TLS context of the server.
    public SSLContext serverContext() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(keyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot serve TLS with its own key", e);
        }
    }

    /// Returns the TLS context of a client that shows this certificate, and accepts every server.
    public SSLContext clientCertificateContext() {
        return AnyCertificate.context(keyManagers());
    }

    private KeyManager[] keyManagers() {
        try {
            // A PKCS12 store does not accept a chain with gaps.
            var store = KeyStore.getInstance("JKS");
            store.load(null, null);
            store.setKeyEntry("own", keys.getPrivate(), IN_MEMORY_ONLY, chain());
            var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, IN_MEMORY_ONLY);
            return factory.getKeyManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this JDK cannot keep a key of its own", e);
        }
    }

    /// Returns the TLS context of a client that trusts this certificate only.
    public SSLContext clientContext() {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry("server", certificate);
            var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this JDK cannot trust a certificate", e);
        }
    }

    @Override
    public String toString() {
        return "ServerIdentity[" + sha256Thumbprint() + "]";
    }

    private Certificate[] chain() {
        return Stream.concat(Stream.of(certificate), sent.stream()).toArray(Certificate[]::new);
    }

    private String thumbprint(String algorithm) {
        try {
            byte[] digest = MessageDigest.getInstance(algorithm).digest(encoded());
            return HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + algorithm, e);
        }
    }

    private byte[] encoded() {
        try {
            return certificate.getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate read from its encoding has one", e);
        }
    }

    /// Sets the properties of a certificate.
    ///
    /// Threads: confined to one.
    public static final class Builder {
        private final List<String> hosts;
        private String commonName;
        private List<String> organisations = List.of();
        private Instant from = Instant.parse("2020-01-01T00:00:00Z");
        private Instant until = Instant.parse("2049-12-31T23:59:59Z");
        private boolean isForClientsOnly;
        private @Nullable ServerIdentity signer;
        private @Nullable List<ServerIdentity> sent;

        private Builder(String commonName, List<String> hosts) {
            this.commonName = commonName;
            this.hosts = hosts;
        }

        public Builder commonName(String name) {
            commonName = name;
            return this;
        }

        public Builder organisation(String... names) {
            organisations = List.of(names);
            return this;
        }

        /// @param first in 1950 or later
        /// @param last before 2050
        public Builder valid(Instant first, Instant last) {
            from = first;
            until = last;
            return this;
        }

        /// Signs with this CA, instead of the certificate's own key.
        public Builder signedBy(ServerIdentity ca) {
            signer = ca;
            return this;
        }

        /// Sets the certificates that the server sends after its own. The default is the signer, followed by the
        /// certificates that the signer would send.
        public Builder sending(ServerIdentity... others) {
            sent = List.of(others);
            return this;
        }

        /// Allows use as a client certificate only.
        public Builder forClientsOnly() {
            isForClientsOnly = true;
            return this;
        }

        public ServerIdentity generate() {
            KeyPair keys = newKeys();
            X500Principal name = CertificateForm.name(commonName, organisations);
            var form = new CertificateForm(name, keys.getPublic(), from, until, extensions());
            X509Certificate certificate = signer == null
                    ? form.sign(name, keys.getPrivate())
                    : form.sign(signer.certificate.getSubjectX500Principal(), signer.keys.getPrivate());
            return new ServerIdentity(keys, certificate, followers());
        }

        /// A certificate without hosts can sign others. A certificate without a signer is self-signed, and can sign
        /// others too.
        private List<byte[]> extensions() {
            var extensions = new ArrayList<byte[]>();
            if (!hosts.isEmpty()) {
                extensions.add(CertificateForm.hosts(hosts));
            }
            if (hosts.isEmpty() || signer == null) {
                extensions.add(CertificateForm.caCertificate());
            }
            if (isForClientsOnly) {
                extensions.add(CertificateForm.forClientsOnly());
            }
            return extensions;
        }

        private List<X509Certificate> followers() {
            if (sent != null) {
                return sent.stream().map(ServerIdentity::certificate).toList();
            }
            return signer == null
                    ? List.of()
                    : Stream.concat(Stream.of(signer.certificate), signer.sent.stream())
                            .toList();
        }

        private static KeyPair newKeys() {
            try {
                var generator = KeyPairGenerator.getInstance("EC");
                generator.initialize(new ECGenParameterSpec("secp256r1"));
                return generator.generateKeyPair();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("this JDK cannot make an EC key", e);
            }
        }
    }
}
