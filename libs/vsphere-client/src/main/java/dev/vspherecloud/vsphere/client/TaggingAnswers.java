package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.MalformedJsonException;
import dev.vspherecloud.vsphere.client.rest.RestJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Reads the values inside the responses of the tagging API.
final class TaggingAnswers {
    private static final Pattern SESSION_ID = Pattern.compile("[!-~]{1,1024}");

    private TaggingAnswers() {}

    static String sessionId(Json json) {
        String id = RestJson.text(json, "session id");
        if (!SESSION_ID.matcher(id).matches()) {
            throw new MalformedJsonException("no session id");
        }
        return id;
    }

    static RestTag tag(Json json) {
        return new RestTag(
                RestJson.field(json, "id"), RestJson.field(json, "name"), RestJson.field(json, "category_id"));
    }

    static TagCategory category(Json json) {
        return new TagCategory(RestJson.field(json, "id"), RestJson.field(json, "name"));
    }

    /// Reads the ids of the attached tags, by object.
    static Map<MoRef, List<String>> attached(Json json) {
        var tags = new HashMap<MoRef, List<String>>();
        for (Json entry : RestJson.list(json)) {
            tags.put(object(entry.find("object_id")), ids(entry.find("tag_ids")));
        }
        return tags;
    }

    private static MoRef object(Json id) {
        try {
            return new MoRef(RestJson.field(id, "type"), RestJson.field(id, "id"));
        } catch (IllegalArgumentException e) {
            throw new MalformedJsonException("no object id", e);
        }
    }

    /// Reads a list of ids of tags or of categories.
    static List<String> ids(Json ids) {
        return RestJson.list(ids).stream().map(id -> RestJson.text(id, "id")).toList();
    }
}
