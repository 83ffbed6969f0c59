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

/// A certificate with its key, made in memory when asked for; no two are alike.
///
/// ```java
/// var root = ServerIdentity.authority("Test Root").generate();
/// var server = ServerIdentity.forHosts("vc.example.com", "10.0.0.5").signedBy(root).generate();
/// ```
///
/// Unless its builder is told otherwise it is self-signed and its own authority, so that a client that trusts
/// [#certificatePem()] accepts it, and valid from 2020 to 2049, so that a test with a clock of its own need not
/// care.
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

    /// One for `127.0.0.1` and `localhost`.
    public static ServerIdentity generate() {
        return forHosts("localhost", "127.0.0.1").generate();
    }

    /// Begins the certificate of a server.
    ///
    /// @param hosts DNS names and IP addresses; none leaves out the list of names
    public static Builder forHosts(String... hosts) {
        return new Builder("vsphere-cloud testkit", List.of(hosts));
    }

    /// Begins the certificate of an authority.
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

    /// Upper case hex with colons, as vCenter's tools print it.
    public String sha1Thumbprint() {
        return thumbprint("SHA-1");
    }

    public String sha256Thumbprint() {
        return thumbprint("SHA-256");
    }

    /// For the server's side of a connection.
    public SSLContext serverContext() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(keyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot serve TLS with its own key", e);
        }
    }

    /// For a client that shows this certificate, and believes whoever is there.
    public SSLContext clientCertificateContext() {
        return AnyCertificate.context(keyManagers());
    }

    private KeyManager[] keyManagers() {
        try {
            // A PKCS12 store would not take a chain with gaps.
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

    /// For a client that trusts this certificate and no other.
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

    /// What is special about a certificate.
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

        /// Lets this one sign, in place of the certificate's own key.
        public Builder signedBy(ServerIdentity authority) {
            signer = authority;
            return this;
        }

        /// What the server sends after its own certificate. Else that is what its signer would send, and the
        /// signer.
        public Builder sending(ServerIdentity... others) {
            sent = List.of(others);
            return this;
        }

        /// Makes a certificate that may prove who a client is, and not who a server is.
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

        /// Who has no hosts is there to sign, and who has no signer signed itself.
        private List<byte[]> extensions() {
            var extensions = new ArrayList<byte[]>();
            if (!hosts.isEmpty()) {
                extensions.add(CertificateForm.hosts(hosts));
            }
            if (hosts.isEmpty() || signer == null) {
                extensions.add(CertificateForm.authority());
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
