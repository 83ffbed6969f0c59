package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Head;
import dev.vspherecloud.testkit.wire.Header;
import dev.vspherecloud.testkit.wire.Request;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Rewrites the simulator's session cookie to the form of vCenter's: quoted, with `Path`, `HttpOnly` and `Secure`, and
/// with a value that is not the session's key.
///
/// Rule from: a trace of vCenter 8.0.3 in vmware/govmomi, pull request 3655.
///
/// Threads: any; the map of values is concurrent.
final class VcenterCookies implements Rewrite {
    private static final Pattern SESSION = Pattern.compile("vmware_soap_session=\"?([^\";]+)\"?");

    private final Map<String, String> keyByValue = new ConcurrentHashMap<>();

    @Override
    public Request outbound(Request request) {
        return request.withHead(rewritten(request.head(), "Cookie", this::decode));
    }

    @Override
    public Head inbound(Head head) {
        return rewritten(head, "Set-Cookie", this::encode);
    }

    private String encode(String cookie) {
        Matcher session = SESSION.matcher(cookie);
        if (!session.lookingAt()) {
            return cookie;
        }
        String key = session.group(1);
        String value = new StringBuilder(key.replace("-", "")).reverse().toString();
        keyByValue.put(value, key);
        return "vmware_soap_session=\"" + value + "\"; Path=/; HttpOnly; Secure; ";
    }

    /// Decodes the cookie. A value that this class did not encode goes to the server unchanged, which does not know it
    /// either.
    private String decode(String cookies) {
        return SESSION.matcher(cookies)
                .replaceAll(session -> Matcher.quoteReplacement(
                        "vmware_soap_session=" + keyByValue.getOrDefault(session.group(1), "not-given-out")));
    }

    private static Head rewritten(Head head, String name, UnaryOperator<String> change) {
        return new Head(
                head.startLine(),
                head.headers().stream()
                        .map(header -> header.name().equalsIgnoreCase(name)
                                ? new Header(header.name(), change.apply(header.value()))
                                : header)
                        .toList());
    }
}
