package dev.vspherecloud.serving;

import java.util.List;
import java.util.Map;

/// A request for a page, read to its end.
///
/// @param method   as sent, such as `GET`
/// @param path     decoded, without the query
/// @param query    decoded; a name without a value has the empty one
/// @param headers  by their names in lower case
/// @param body     empty when there was none
/// @param staysOn  whether the visitor may have another request
public record Request(
        String method,
        String path,
        Map<String, List<String>> query,
        Map<String, List<String>> headers,
        String body,
        boolean staysOn) {
    public Request {
        query = Map.copyOf(query);
        headers = Map.copyOf(headers);
    }

    /// The values of a header, all that were sent, split at commas.
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
