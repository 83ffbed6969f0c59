package dev.vspherecloud.testkit.inventory;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A tag category of a vCenter.
///
/// @param id the category's URN
/// @param tags URNs by tag name
public record TagCategory(String name, String id, Map<String, String> tags) {
    public static TagCategory parse(JsonNode json) {
        var tags = new LinkedHashMap<String, String>();
        json.path("tags")
                .properties()
                .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
        return new TagCategory(json.path("name").asText(), json.path("id").asText(), tags);
    }

    /// The tag's URN.
    public String tag(String tagName) {
        return Optional.ofNullable(tags.get(tagName)).orElseThrow();
    }
}
