package dev.vspherecloud.ccm.application.status;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What the query of a request selects.
///
/// @param reason the code of the only reason to show, for example `VmNotFound`
/// @param node a part of the names of the Nodes to show, in lower case
/// @param page the number of the page of the table of Nodes, from 1
record StatusQuery(Optional<String> reason, Optional<String> node, int page) {
    static final StatusQuery ALL = new StatusQuery(Optional.empty(), Optional.empty(), 1);

    /// Reads the query. An unknown or invalid value of `page` selects the first page.
    static StatusQuery of(Map<String, List<String>> query) {
        return new StatusQuery(
                first(query, "reason"),
                first(query, "node").map(name -> name.toLowerCase(Locale.ROOT)),
                first(query, "page")
                        .filter(text -> text.matches("[1-9][0-9]{0,4}"))
                        .map(Integer::parseInt)
                        .orElse(1));
    }

    private static Optional<String> first(Map<String, List<String>> query, String name) {
        return query.getOrDefault(name, List.of()).stream()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .findFirst();
    }

    boolean selectsAll() {
        return reason.isEmpty() && node.isEmpty();
    }

    boolean selectsNode(String name) {
        return node.map(name::contains).orElse(true);
    }

    boolean selects(String name, String code) {
        return selectsNode(name) && reason.map(code::equalsIgnoreCase).orElse(true);
    }
}
