package dev.vspherecloud.kubernetes.access;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// How this process connects to the API server: the URL, the verification of the server, and the credentials.
///
/// @param url `http` or `https`, without a slash at the end
record Access(String url, ApiTrust trust, ApiIdentity identity, Optional<ApiProxyUrl> proxy) {

    /// How the client verifies the API server's certificate.
    ///
    /// @param caCertificate  CA certificates for the server's certificate; empty for those that the Java
    ///     runtime trusts
    /// @param isInsecure true if the client accepts any certificate of a server
    /// @param serverName the name that the server's certificate must be for; empty for the host of the URL
    record ApiTrust(Optional<PemSource> caCertificate, boolean isInsecure, String serverName) {
        static final ApiTrust JVM_DEFAULT = new ApiTrust(Optional.empty(), false, "");

        static ApiTrust in(PemSource caCertificate) {
            return new ApiTrust(Optional.of(caCertificate), false, "");
        }
    }

    /// How this process authenticates to the API server.
    ///
    /// @param certificate the client certificate with its key
    record ApiIdentity(Optional<ClientPair> certificate, RequestIdentity request, Impersonation impersonation) {
        /// Returns an identity without a client certificate and without impersonation.
        static ApiIdentity of(RequestIdentity request) {
            return new ApiIdentity(Optional.empty(), request, Impersonation.NONE);
        }

        boolean isAnonymous() {
            return certificate.isEmpty() && request instanceof RequestIdentity.Anonymous;
        }
    }

    /// A client certificate, followed by its intermediate certificates, and its private key.
    record ClientPair(PemSource certificate, PemSource key) {}

    /// Returns an access to this server without authentication.
    static Access anonymous(String url) {
        return new Access(url, ApiTrust.JVM_DEFAULT, ApiIdentity.of(new RequestIdentity.Anonymous()), Optional.empty());
    }

    boolean isTls() {
        return url.startsWith("https:");
    }

    /// Returns the files from which the access was created, except those that are read for each request.
    List<Path> files() {
        return Stream.concat(
                        trust.caCertificate().stream(),
                        identity.certificate().stream().flatMap(pair -> Stream.of(pair.certificate(), pair.key())))
                .flatMap(source -> source.file().stream())
                .toList();
    }
}
