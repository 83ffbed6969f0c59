package dev.vspherecloud.kubernetes;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Where the API server is, how we know that it is the right one, and who we are.
///
/// @param url        `http` or `https`, without a slash at the end
/// @param authority  certificates of those who sign the server's; empty for those that the Java runtime trusts
/// @param isInsecure whether any certificate of a server will do
/// @param serverName that the server's certificate must be for; empty for the host of the URL
/// @param certificate our own, with its key
record Access(
        String url,
        Optional<PemSource> authority,
        boolean isInsecure,
        String serverName,
        Optional<ClientPair> certificate,
        RequestIdentity identity,
        Impersonation impersonation,
        Optional<ProxyUrl> proxy) {

    /// A certificate, with the intermediate ones after it, and its key.
    record ClientPair(PemSource certificate, PemSource key) {}

    /// Access without authentication.
    static Access anonymous(String url) {
        return new Access(
                url,
                Optional.empty(),
                false,
                "",
                Optional.empty(),
                new RequestIdentity.Unsaid(),
                Impersonation.NONE,
                Optional.empty());
    }

    boolean isTls() {
        return url.startsWith("https:");
    }

    /// The files that it was made from and that are not read for each request.
    List<Path> files() {
        return Stream.concat(
                        authority.stream(),
                        certificate.stream().flatMap(pair -> Stream.of(pair.certificate(), pair.key())))
                .flatMap(source -> source.file().stream())
                .toList();
    }
}
