package dev.vspherecloud.kubernetes.access;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Where the API server is, how we know that it is the right one, and who we are.
///
/// @param url `http` or `https`, without a slash at the end
record Access(String url, ApiTrust trust, ApiIdentity identity, Optional<ApiProxyUrl> proxy) {

    /// How we know the API server.
    ///
    /// @param authority  certificates of those who sign the server's; empty for those that the Java runtime trusts
    /// @param isInsecure whether any certificate of a server will do
    /// @param serverName that the server's certificate must be for; empty for the host of the URL
    record ApiTrust(Optional<PemSource> authority, boolean isInsecure, String serverName) {
        static final ApiTrust OF_JAVA = new ApiTrust(Optional.empty(), false, "");

        static ApiTrust in(PemSource authority) {
            return new ApiTrust(Optional.of(authority), false, "");
        }
    }

    /// Who we are.
    ///
    /// @param certificate our own, with its key
    record ApiIdentity(Optional<ClientPair> certificate, RequestIdentity request, Impersonation impersonation) {
        /// Without a certificate, and as nobody else.
        static ApiIdentity of(RequestIdentity request) {
            return new ApiIdentity(Optional.empty(), request, Impersonation.NONE);
        }

        boolean isAnonymous() {
            return certificate.isEmpty() && request instanceof RequestIdentity.Unsaid;
        }
    }

    /// A certificate, with the intermediate ones after it, and its key.
    record ClientPair(PemSource certificate, PemSource key) {}

    /// Access without authentication.
    static Access anonymous(String url) {
        return new Access(url, ApiTrust.OF_JAVA, ApiIdentity.of(new RequestIdentity.Unsaid()), Optional.empty());
    }

    boolean isTls() {
        return url.startsWith("https:");
    }

    /// The files that it was made from and that are not read for each request.
    List<Path> files() {
        return Stream.concat(
                        trust.authority().stream(),
                        identity.certificate().stream().flatMap(pair -> Stream.of(pair.certificate(), pair.key())))
                .flatMap(source -> source.file().stream())
                .toList();
    }
}
