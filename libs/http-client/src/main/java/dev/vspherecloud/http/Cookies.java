package dev.vspherecloud.http;

import java.net.http.HttpHeaders;
import java.util.LinkedHashMap;
import java.util.regex.Pattern;

/// The cookies of an answer as the next request sends them back: untouched.
///
/// A vCenter quotes the value of its session cookie and wants the quotes back; Java's own cookie classes drop
/// them. What the server says on path, domain and safety does not matter, since a cookie goes nowhere but to
/// the server it came from.
public final class Cookies {
    private static final Pattern PAIR = Pattern.compile("[!-~&&[^=;,\"]]+=[ -~&&[^;]]*");

    private Cookies() {}

    /// As in `vmware_soap_session="6898e3..."; route=1`; empty when the answer set none.
    public static String from(HttpHeaders headers) {
        var pairs = new LinkedHashMap<String, String>();
        for (String header : headers.allValues("set-cookie")) {
            String pair = header.split(";", 2)[0].strip();
            if (PAIR.matcher(pair).matches()) {
                pairs.put(pair.substring(0, pair.indexOf('=')), pair);
            }
        }
        return String.join("; ", pairs.values());
    }
}
