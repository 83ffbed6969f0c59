package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Parses URLs of API servers.
final class ApiUrl {
    private ApiUrl() {}

    /// Returns the URL without query, fragment and trailing slashes. It is empty if the text is not a URL, or
    /// if the URL contains a user, since the URL is logged.
    ///
    /// @param text a URL, or `host:port`, which means `https`
    static Optional<String> parse(String text) {
        try {
            var url = new URI(text.contains("://") ? text : "https://" + text);
            if (url.getHost() == null || url.getRawUserInfo() != null) {
                return Optional.empty();
            }
            String scheme = url.getScheme().toLowerCase(Locale.ROOT);
            String path = url.getRawPath().replaceAll("/+$", "");
            return Set.of("http", "https").contains(scheme)
                    ? Optional.of(scheme + "://" + url.getRawAuthority() + path)
                    : Optional.empty();
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    static KubeException invalidMaster(String master) {
        return new KubeException(
                Kind.CONFIG_INVALID,
                "--master: found \"%s\", expected the URL of an API server, such as https://10.0.0.1:6443"
                        .formatted(master.replaceAll("//[^/]*@", "//…@")));
    }
}
