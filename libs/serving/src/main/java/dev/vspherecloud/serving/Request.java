package dev.vspherecloud.serving;

import java.util.List;
import java.util.Map;

/// A complete HTTP request.
///
/// @param method  as sent, such as `GET`
/// @param path    decoded, without the query
/// @param query   decoded; a name without a value has the empty value
/// @param headers by their names in lower case
/// @param body    empty if there is none
/// @param keepAlive whether the client may send another request on this connection
public record Request(
        String method,
        String path,
        Map<String, List<String>> query,
        Map<String, List<String>> headers,
        String body,
        boolean keepAlive) {
    public Request {
        query = Map.copyOf(query);
        headers = Map.copyOf(headers);
    }

    /// Returns all values of a header, split at commas.
    ///
    /// @param name in lower case
    public List<String> listed(String name) {
        return headers.getOrDefault(name, List.of()).stream()
                .flatMap(each -> List.of(each.split(",")).stream())
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
    }
}
