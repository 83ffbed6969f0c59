package dev.vspherecloud.vsphere.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.vsphere.client.rest.Json;
import dev.vspherecloud.vsphere.client.rest.MalformedJsonException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Reads the values inside the answers of the tagging interface.
final class TaggingAnswers {
    private static final Pattern SESSION_ID = Pattern.compile("[!-~]{1,1024}");

    private TaggingAnswers() {}

    static String sessionId(JsonNode value) {
        if (!value.isTextual() || !SESSION_ID.matcher(value.textValue()).matches()) {
            throw new MalformedJsonException("no session id");
        }
        return value.textValue();
    }

    static Tag tag(JsonNode value) {
        return new Tag(Json.text(value, "id"), Json.text(value, "name"), Json.text(value, "category_id"));
    }

    static TagCategory category(JsonNode value) {
        return new TagCategory(Json.text(value, "id"), Json.text(value, "name"));
    }

    /// Tag ids by object.
    static Map<MoRef, List<String>> attached(JsonNode value) {
        var tags = new HashMap<MoRef, List<String>>();
        for (JsonNode entry : Json.array(value)) {
            tags.put(object(entry.path("object_id")), ids(entry.path("tag_ids")));
        }
        return tags;
    }

    private static MoRef object(JsonNode id) {
        try {
            return new MoRef(Json.text(id, "type"), Json.text(id, "id"));
        } catch (IllegalArgumentException e) {
            throw new MalformedJsonException("no object id", e);
        }
    }

    /// Of tags or of categories.
    static List<String> ids(JsonNode ids) {
        var all = new ArrayList<String>();
        for (JsonNode id : Json.array(ids)) {
            if (!id.isTextual()) {
                throw new MalformedJsonException("no id");
            }
            all.add(id.textValue());
        }
        return List.copyOf(all);
    }
}
