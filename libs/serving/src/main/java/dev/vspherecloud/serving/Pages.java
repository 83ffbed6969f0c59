package dev.vspherecloud.serving;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Which page is where. A path that ends in `/` stands for all that begin so and have no page of their own.
///
/// Rule from: Go, net/http.ServeMux; differs: an unclean path is nowhere, and not sent elsewhere.
public final class Pages {
    private final Map<String, Page> byPath;

    public Pages(Map<String, Page> byPath) {
        this.byPath = Collections.unmodifiableMap(new LinkedHashMap<>(byPath));
    }

    Reply answer(Request request) {
        return at(request.path()).map(page -> answer(page, request)).orElseGet(Reply::notFound);
    }

    private Optional<Page> at(String path) {
        Page exact = byPath.get(path);
        if (exact != null) {
            return Optional.of(exact);
        }
        return byPath.keySet().stream()
                .filter(each -> each.endsWith("/") && path.startsWith(each))
                .findFirst()
                .map(byPath::get);
    }

    private static Reply answer(Page page, Request request) {
        String method = request.method().equals("HEAD") ? "GET" : request.method();
        return page.methods().contains(method) ? page.answer(request) : notAllowed(page);
    }

    private static Reply notAllowed(Page page) {
        var allowed = new TreeSet<>(page.methods());
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        return new Reply(405, Reply.PLAIN, "405 method not allowed\n", Map.of("Allow", String.join(", ", allowed)));
    }
}
