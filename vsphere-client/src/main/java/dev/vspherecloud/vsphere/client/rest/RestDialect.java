package dev.vspherecloud.vsphere.client.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// The two forms of the same tagging interface.
///
/// Sources: vSphere Automation API reference 7.0 Update 2 (`/api`) and 6.5 (`/rest`); Broadcom KB 320077 on the
/// end of `/rest`.
public enum RestDialect {
    /// vCenter 7.0 Update 2 and later: plain values, `?action=`.
    API("/api/session", "/api/cis/tagging", "", "?action="),
    /// Every vCenter from 6.5 on, and the simulator: values wrapped in `value`, ids behind `id:`, `?~action=`.
    REST("/rest/com/vmware/cis/session", "/rest/com/vmware/cis/tagging", "id:", "?~action=");

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

    public String session() {
        return session;
    }

    public String tag(String id) {
        return tagging + "/tag/" + idPrefix + escaped(id);
    }

    public String category(String id) {
        return tagging + "/category/" + idPrefix + escaped(id);
    }

    public String categories() {
        return tagging + "/category";
    }

    public String attachedTags() {
        return tagging + "/tag-association" + actionPrefix + "list-attached-tags-on-objects";
    }

    /// The value inside an answer.
    public JsonNode unwrap(JsonNode answer) {
        return switch (this) {
            case API -> answer;
            case REST -> answer.path("value");
        };
    }

    /// Colons may stand in a path, and some servers want ids to come as they are.
    private static String escaped(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20").replace("%3A", ":");
    }
}
