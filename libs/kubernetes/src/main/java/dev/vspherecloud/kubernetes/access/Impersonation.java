package dev.vspherecloud.kubernetes.access;

import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// The user that requests impersonate.
///
/// @param user the name of the user; empty for no impersonation
///
/// Source: https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/
record Impersonation(String user, String uid, List<String> groups, Map<String, List<String>> extra) {
    static final Impersonation NONE = new Impersonation("", "", List.of(), Map.of());

    private static final String TOKEN_CHARACTERS = "!#$&'*+-.^_`|~";

    Impersonation {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /// Returns true if a uid, group or extra field is given without a user, which is an error.
    boolean lacksUser() {
        return user.isEmpty() && !equals(NONE);
    }

    /// Returns true if all values can be sent as HTTP headers. The HTTP client would refuse others with a
    /// message that quotes them.
    boolean fitsHeaders() {
        return Stream.of(
                        Stream.of(user, uid),
                        groups.stream(),
                        extra.values().stream().flatMap(List::stream))
                .flatMap(texts -> texts)
                .flatMapToInt(String::chars)
                .allMatch(each -> each >= ' ' && each < 0x7f);
    }

    void addTo(HttpRequest.Builder request) {
        if (user.isEmpty()) {
            return;
        }
        request.header("Impersonate-User", user);
        if (!uid.isEmpty()) {
            request.header("Impersonate-Uid", uid);
        }
        groups.forEach(group -> request.header("Impersonate-Group", group));
        extra.forEach(
                (key, values) -> values.forEach(value -> request.header("Impersonate-Extra-" + escaped(key), value)));
    }

    /// Escapes the key of an extra field for the name of a header. Rule from: client-go,
    /// transport/round_trippers.go (`headerKeyEscape`).
    private static String escaped(String key) {
        var escaped = new StringBuilder();
        for (byte each : key.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8)) {
            if (isTokenCharacter(each)) {
                escaped.append((char) each);
            } else {
                escaped.append('%').append(HexFormat.of().withUpperCase().toHexDigits(each));
            }
        }
        return escaped.toString();
    }

    private static boolean isTokenCharacter(byte each) {
        return (each >= '0' && each <= '9') || (each >= 'a' && each <= 'z') || TOKEN_CHARACTERS.indexOf(each) >= 0;
    }
}
