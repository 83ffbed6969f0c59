package dev.vspherecloud.serving;

import java.util.List;
import java.util.Map;

/// A complete HTTP request.
///
/// @param method  the method as sent, such as `GET`
/// @param path    the decoded path, without the query
/// @param query   the decoded values of the query; a name without a value has the empty value
/// @param headers the values of the headers, by their names in lower case
/// @param body    the body; empty if there is none
/// @param keepAlive true if the client may send another request on this connection
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
    /// @param name the name of the header in lower case
    public List<String> listed(String name) {
        return headers.getOrDefault(name, List.of()).stream()
                .flatMap(each -> List.of(each.split(",")).stream())
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
    }
}
