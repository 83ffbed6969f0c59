package dev.vspherecloud.http;

import java.net.http.HttpRequest;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The credentials that one client has sent to its server: passwords, `Authorization` headers, session ids and
/// cookies. A server, or a gateway before it, may repeat in the error of any later call what it once received, so
/// no message of a failure contains them.
///
/// Threads: safe for all. Guarded by this object's monitor.
public final class SentCredentials {
    /// The largest number of texts that are remembered. A client has two sessions at a time, and the ids of ended
    /// sessions are worth nothing.
    private static final int MAX_REMEMBERED = 64;

    /// The shortest text that is hidden. Cookies have values such as `1` as well, which are no secret.
    private static final int MIN_LENGTH = 8;

    private static final String HIDDEN = "[hidden]";
    private static final Pattern COOKIE_SEPARATOR = Pattern.compile("; ?");

    private final Set<String> sent = new LinkedHashSet<>();

    private final String sessionHeader;

    /// Creates an object for one client.
    ///
    /// @param sessionHeader the header in which this client sends the ids of sessions
    public SentCredentials(String sessionHeader) {
        this.sessionHeader = sessionHeader;
    }

    /// Remembers the credentials in the headers of this request.
    public synchronized void add(HttpRequest request) {
        headers(request, "Authorization").forEach(value -> add(value.substring(value.indexOf(' ') + 1)));
        headers(request, sessionHeader).forEach(this::add);
        headers(request, "Cookie").flatMap(COOKIE_SEPARATOR::splitAsStream).forEach(pair -> {
            String value = pair.substring(pair.indexOf('=') + 1);
            add(value.replace("\"", ""));
        });
    }

    private static Stream<String> headers(HttpRequest request, String name) {
        return request.headers().allValues(name).stream();
    }

    /// Remembers a credential that is sent elsewhere in a request.
    public synchronized void add(String text) {
        if (text.length() < MIN_LENGTH) {
            return;
        }
        sent.remove(text);
        sent.add(text);
        if (sent.size() > MAX_REMEMBERED) {
            Iterator<String> oldest = sent.iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /// Returns the text without these credentials.
    public synchronized String redact(String text) {
        String redacted = text;
        for (String secret : sent) {
            redacted = redacted.replace(secret, HIDDEN);
        }
        return redacted;
    }
}
