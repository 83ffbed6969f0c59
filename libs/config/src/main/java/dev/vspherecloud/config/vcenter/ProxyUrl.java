package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.KeyForm;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.text.Secret;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses the URL of a proxy. Pure.
sealed interface ProxyUrl {
    Pattern FORM = Pattern.compile("(?:(?<scheme>[A-Za-z][A-Za-z0-9+.-]*)://)?"
            + "(?:(?<user>[^/?#\\s]*)@)?(?<host>\\[[^\\]/?#@\\s]*\\]|[^:/?#@\\s]+)(?::(?<port>[0-9]+))?/?");

    Set<String> OTHER_SCHEMES = Set.of("https", "socks", "socks4", "socks4a", "socks5", "socks5h");

    record Usable(ProxyConfig proxy) implements ProxyUrl {}

    /// The URL cannot be used.
    ///
    /// @param error a sentence such as `found X, expected Y; do Z`. It never shows the URL, which may contain a
    ///     password
    record Unusable(String error) implements ProxyUrl {}

    /// Parses `http://<user>:<password>@<host>:<port>`. As in the variable `HTTPS_PROXY` of cloud-provider-vsphere
    /// (Go), the scheme and the port (80) are optional, and user and password are percent-encoded.
    static ProxyUrl parse(String text) {
        Matcher parts = FORM.matcher(text.strip());
        if (!parts.matches()) {
            return unusable("a text that is not a URL");
        }
        String scheme =
                Optional.ofNullable(parts.group("scheme")).orElse("http").toLowerCase(Locale.ROOT);
        if (!scheme.equals("http")) {
            return unusable(OTHER_SCHEMES.contains(scheme) ? "the scheme " + scheme : "another scheme than http");
        }
        Optional<String> host = ValueParser.host(parts.group("host"));
        OptionalInt port = port(Optional.ofNullable(parts.group("port")).orElse("80"));
        if (host.isEmpty() || port.isEmpty()) {
            return unusable(host.isEmpty() ? "no usable host" : "no usable port");
        }
        return proxy(host.get(), port.getAsInt(), Optional.ofNullable(parts.group("user")));
    }

    private static ProxyUrl proxy(String host, int port, Optional<String> userInfo) {
        try {
            String[] pair = userInfo.orElse("").split(":", 2);
            return new Usable(new ProxyConfig(
                    host,
                    port,
                    userInfo.map(_ -> decoded(pair[0])),
                    new Secret(pair.length == 2 ? decoded(pair[1]) : "")));
        } catch (IllegalArgumentException e) {
            return unusable(
                    "a user or password with a \"%\" that does not begin a percent-encoded character (write " + "%25)");
        }
    }

    /// Decodes the percent-encoding of a user or password.
    ///
    /// @throws IllegalArgumentException if two hex digits do not follow a `%`
    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static OptionalInt port(String digits) {
        return digits.length() > 5 || Integer.parseInt(digits) > 65535 || Integer.parseInt(digits) == 0
                ? OptionalInt.empty()
                : OptionalInt.of(Integer.parseInt(digits));
    }

    private static ProxyUrl unusable(String found) {
        return new Unusable("found " + found + ", expected " + KeyForm.PROXY.expected()
                + ": this version supports no other proxies; correct it");
    }
}
