package dev.vspherecloud.http;

import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/// The HTTP proxy through which a client connects to a server. The proxy only opens a tunnel (`CONNECT`), and
/// cannot read the traffic.
///
/// If the proxy refuses the tunnel, the client does not try a direct connection.
///
/// @param host host name or IP address; an IPv6 address with or without brackets
/// @param port 1 to 65535
/// @param login the login for the proxy itself, sent as `Basic` with each request for a tunnel and nowhere
///     else; the user has no colon; the password may be empty
public record HttpProxy(String host, int port, Optional<Credentials> login) {
    /// The system property with the authentication schemes that Java does not use for tunnels through a proxy.
    private static final String DISABLED_SCHEMES_PROPERTY = "jdk.http.auth.tunneling.disabledSchemes";

    public HttpProxy {
        host = HostAndPort.validate("proxy", host, port);
        login.ifPresent(HttpProxy::checkLogin);
    }

    /// Allows this process to log in to proxies. Call this method before anything uses HTTP: Java reads the
    /// underlying property once, and by default sends no user and password for tunnels.
    ///
    /// Connections whose proxy has no [#login()] do not change.
    public static void permitLogins() {
        System.setProperty(DISABLED_SCHEMES_PROPERTY, "");
    }

    /// Checks that [#permitLogins] was called if there is a login.
    ///
    /// @throws IllegalStateException if there is a login that Java would silently leave out
    void requireLoginsPermitted() {
        String disabledSchemes = System.getProperty(DISABLED_SCHEMES_PROPERTY);
        if (login.isPresent()
                && (disabledSchemes == null
                        || disabledSchemes.toLowerCase(Locale.ROOT).contains("basic"))) {
            throw new IllegalStateException("HttpProxy.permitLogins() was not called");
        }
    }

    /// Returns a selector that uses this proxy for every connection, whatever the proxy properties of the
    /// process are.
    ProxySelector selector() {
        return ProxySelector.of(InetSocketAddress.createUnresolved(host, port));
    }

    /// Returns the value of `Proxy-Authorization`. Java's client sends that header to proxies only, and sends them
    /// no other header of the request.
    Optional<String> authorization() {
        return login.map(HttpProxy::basicToken).map(token -> "Basic " + token);
    }

    /// Returns host and port for messages: `proxy.example.com:3128`.
    public String describe() {
        return HostAndPort.authority(host, port);
    }

    /// Returns the given text without the user and password of the proxy, because a proxy may echo what it
    /// received.
    public String redact(String text) {
        return login.map(
                        credentials -> credentials.password().redact(text.replace(basicToken(credentials), "[hidden]")))
                .orElse(text);
    }

    private static String basicToken(Credentials login) {
        String pair = login.user() + ":" + login.password().reveal();
        return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    /// Checks that the login can be sent in `Basic` authentication. Rule from: RFC 7617, section 2.
    private static void checkLogin(Credentials login) {
        if (login.user().isEmpty() || login.user().contains(":")) {
            throw new IllegalArgumentException("proxy: expected a user name that is not empty and has no colon");
        }
        if (hasControlCharacters(login.user())
                || hasControlCharacters(login.password().reveal())) {
            throw new IllegalArgumentException("proxy: user and password must have no control characters");
        }
    }

    private static boolean hasControlCharacters(String text) {
        return text.chars().anyMatch(Character::isISOControl);
    }
}
