package dev.vspherecloud.vsphere.client.rest;

import dev.vspherecloud.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/// The two forms of the tagging REST API.
///
/// Sources: vSphere Automation API reference 7.0 Update 2 (`/api`) and 6.5 (`/rest`); Broadcom KB 320077 on the
/// end of `/rest`.
public enum RestDialect {
    /// The form for vCenter 7.0 Update 2 and later: plain values, `?action=`.
    API("/api/session", "/api/cis/tagging", "", "?action="),
    /// The form for vCenter 6.5 and later, deprecated since 7.0 Update 2, and for the simulator: values wrapped
    /// in `value`, ids after `id:`, `?~action=`.
    REST("/rest/com/vmware/cis/session", "/rest/com/vmware/cis/tagging", "id:", "?~action=");

    private static final List<Integer> FIRST_WITH_API = List.of(7, 0, 2, 0);

    private final String session;
    private final String tagging;
    private final String idPrefix;
    private final String actionPrefix;

    RestDialect(String session, String tagging, String idPrefix, String actionPrefix) {
        this.session = session;
        this.tagging = tagging;
        this.idPrefix = idPrefix;
        this.actionPrefix = actionPrefix;
    }

    /// Returns the dialect to begin with: `/api` from 7.0.2.0 on, or if the version cannot be read.
    ///
    /// @param apiVersion the API version of the server, as in `8.0.3.0`
    public static RestDialect of(String apiVersion) {
        List<Integer> version = numbers(apiVersion);
        for (int i = 0; i < FIRST_WITH_API.size(); i++) {
            int number = i < version.size() ? version.get(i) : 0;
            if (number != FIRST_WITH_API.get(i)) {
                return number > FIRST_WITH_API.get(i) || version.isEmpty() ? API : REST;
            }
        }
        return API;
    }

    /// Parses the parts of a version up to the first part that is not a number.
    private static List<Integer> numbers(String version) {
        return Stream.of(version.split("\\.", -1))
                .takeWhile(part -> part.matches("[0-9]{1,6}"))
                .map(Integer::parseInt)
                .toList();
    }

    public RestDialect other() {
        return this == API ? REST : API;
    }

    public String session() {
        return session;
    }

    public String tag(String id) {
        return tagging + "/tag/" + idPrefix + escape(id);
    }

    public String category(String id) {
        return tagging + "/category/" + idPrefix + escape(id);
    }

    public String categories() {
        return tagging + "/category";
    }

    public String attachedTags() {
        return tagging + "/tag-association" + actionPrefix + "list-attached-tags-on-objects";
    }

    /// Returns the value inside a response in this dialect.
    public Json unwrap(Json response) {
        return switch (this) {
            case API -> response;
            case REST -> response.find("value");
        };
    }

    /// Escapes an id for a path. Colons are allowed in a path and stay, because some servers need ids
    /// unchanged.
    private static String escape(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20").replace("%3A", ":");
    }
}
