package dev.vspherecloud.ccm.application.scenario.privilege;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.vspherecloud.testkit.proxy.CallName;
import dev.vspherecloud.testkit.wire.Request;
import java.net.URLDecoder;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The access that a request to an API server needs, as its authorizer sees it.
///
/// @param resource  with its subresource, as in `nodes/status`
/// @param namespace empty for none, and for all
/// @param name      empty for none; of a list or a watch, the name in its field selector
record ApiAccess(String verb, String group, String resource, String namespace, String name) {
    private static final Pattern PATH = Pattern.compile(
            "/(?:api|apis/([^/]+))/v[^/]+(?:/namespaces/([^/]+)(?=/))?/([^/]+)(?:/([^/]+))?(?:/([^/]+))?");
    private static final String BY_NAME = "metadata.name=";

    /// Returns empty for a path that is no resource, such as `/version`.
    static Optional<ApiAccess> of(Request request) {
        Matcher path = PATH.matcher(request.path());
        return path.matches() ? Optional.of(of(request, path)) : Optional.empty();
    }

    private static ApiAccess of(Request request, Matcher path) {
        String[] call = CallName.of(request).split(" ");
        String selected = request.head().query("fieldSelector").stream()
                .map(selector -> URLDecoder.decode(selector, UTF_8))
                .filter(selector -> selector.startsWith(BY_NAME))
                .map(selector -> selector.substring(BY_NAME.length()))
                .findFirst()
                .orElse("");
        return new ApiAccess(
                call[0],
                Optional.ofNullable(path.group(1)).orElse(""),
                call[1],
                Optional.ofNullable(path.group(2)).orElse(""),
                Optional.ofNullable(path.group(4)).orElse(selected));
    }
}
