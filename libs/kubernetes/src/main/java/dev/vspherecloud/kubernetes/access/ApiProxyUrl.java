package dev.vspherecloud.kubernetes.access;

import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// An HTTP proxy on the way to the API server. For `https` it is asked for a tunnel, and sees nothing of what goes
/// through.
///
/// @param login `user:password` for the proxy itself, empty for none
record ApiProxyUrl(String host, int port, String login) {
    private static final int HTTP = 80;

    /// Empty when the text is no such URL. Java's HTTP client speaks neither TLS nor SOCKS with a proxy.
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

    /// The value of `Proxy-Authorization`. Java's client sends that header to proxies only.
    Optional<String> authorization() {
        return login.isEmpty()
                ? Optional.empty()
                : Optional.of("Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
    }

    /// Without the login.
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
