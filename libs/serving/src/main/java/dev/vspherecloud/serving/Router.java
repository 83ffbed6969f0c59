package dev.vspherecloud.serving;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Routes requests to handlers by path. A path that ends in `/` matches every path with that prefix that has no
/// handler of its own.
///
/// Rule from: Go, net/http.ServeMux. Differs: an unclean path matches nothing, and is not redirected.
public final class Router {
    private final Map<String, Handler> byPath;

    public Router(Map<String, Handler> byPath) {
        this.byPath = Collections.unmodifiableMap(new LinkedHashMap<>(byPath));
    }

    Response answer(Request request) {
        return at(request.path()).map(handler -> answer(handler, request)).orElseGet(Response::notFound);
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

    private static Response answer(Handler handler, Request request) {
        String method = request.method().equals("HEAD") ? "GET" : request.method();
        return handler.methods().contains(method) ? handler.handle(request) : notAllowed(handler);
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
