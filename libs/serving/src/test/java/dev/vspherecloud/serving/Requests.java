package dev.vspherecloud.serving;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Creates requests as a [RequestReader] would read them.
public final class Requests {
    private Requests() {}

    /// @param target path, and query if any: `name` or `name=value` between `&`
    public static Request get(String target) {
        return of("GET", target, "");
    }

    public static Request of(String method, String target, String body) {
        int mark = target.indexOf('?');
        Map<String, List<String>> query = new LinkedHashMap<>();
        if (mark >= 0) {
            for (String each : target.substring(mark + 1).split("&")) {
                String[] pair = each.split("=", 2);
                query.merge(pair[0], List.of(pair.length == 1 ? "" : pair[1]), Requests::joined);
            }
        }
        return new Request(method, mark < 0 ? target : target.substring(0, mark), query, Map.of(), body, true);
    }

    private static List<String> joined(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}
