package dev.vspherecloud.kubernetes.access;

import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// An HTTP proxy for the API server. For `https` the proxy opens a tunnel, and cannot read the traffic.
///
/// @param login `user:password` for the proxy itself; empty if the proxy needs none
record ApiProxyUrl(String host, int port, String login) {
    private static final int HTTP = 80;

    /// Parses the URL of a proxy; empty if the text is not such a URL. Java's HTTP client supports neither TLS
    /// to a proxy nor SOCKS.
    static Optional<ApiProxyUrl> parse(String text) {
        try {
            var url = new URI(text);
            if (url.getHost() == null || !"http".equalsIgnoreCase(url.getScheme())) {
                return Optional.empty();
            }
            String login = url.getUserInfo() == null ? "" : url.getUserInfo();
            String host = url.getHost().replaceAll("^\\[|]$", "");
            return Optional.of(new ApiProxyUrl(host, url.getPort() < 0 ? HTTP : url.getPort(), login));
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    ProxySelector selector() {
        return ProxySelector.of(InetSocketAddress.createUnresolved(host, port));
    }

    /// Returns the value of `Proxy-Authorization`. Java's client sends that header to proxies only.
    Optional<String> authorization() {
        return login.isEmpty()
                ? Optional.empty()
                : Optional.of("Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
    }

    /// Returns host and port without the login.
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
