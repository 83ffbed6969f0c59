package dev.vspherecloud.serving;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/// Routes requests to handlers by path. A path that ends in `/` matches every path with that prefix that has no
/// handler of its own.
///
/// Rule from: Go, net/http.ServeMux. Differs: an unclean path matches nothing, and is not redirected.
public final class Router {
    private final Map<String, Handler> byPath;

    public Router(Map<String, Handler> byPath) {
        this.byPath = Collections.unmodifiableMap(new LinkedHashMap<>(byPath));
    }

    /// Calls the handler of the path.
    ///
    /// @param mayBeLarge is asked first if the page is not [small][Handler#isSmall]; if false, the page is not
    ///     made
    Response answer(Request request, BooleanSupplier mayBeLarge) {
        return at(request.path())
                .map(handler -> answer(handler, request, mayBeLarge))
                .orElseGet(Response::notFound);
    }

    private Optional<Handler> at(String path) {
        Handler exact = byPath.get(path);
        if (exact != null) {
            return Optional.of(exact);
        }
        return byPath.keySet().stream()
                .filter(each -> each.endsWith("/") && path.startsWith(each))
                .findFirst()
                .map(byPath::get);
    }

    private static Response answer(Handler handler, Request request, BooleanSupplier mayBeLarge) {
        String method = request.method().equals("HEAD") ? "GET" : request.method();
        if (!handler.methods().contains(method)) {
            return notAllowed(handler);
        }
        return handler.isSmall() || mayBeLarge.getAsBoolean()
                ? handler.handle(request)
                : Response.failure(429, "429 too many requests; try again later");
    }

    private static Response notAllowed(Handler handler) {
        var allowed = new TreeSet<>(handler.methods());
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        return new Response(
                405, Response.PLAIN, "405 method not allowed\n", Map.of("Allow", String.join(", ", allowed)));
    }
}
