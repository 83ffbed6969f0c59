package dev.vspherecloud.json;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which members of a document are kept while it is read. All others are skipped by the parser, which holds nothing of
/// them and does not care what they are.
///
/// The items of a list are read as what stands in place of the list: `status.addresses.type` keeps the `type` of each
/// address.
///
/// @param below by the names of the members that are kept; everything is kept if there are none
public record JsonFields(Map<String, JsonFields> below) {
    public static final JsonFields ALL = new JsonFields(Map.of());

    public JsonFields {
        below = Map.copyOf(below);
    }

    /// @param paths names of members with dots between them; what stands there is kept whole
    public static JsonFields of(String... paths) {
        JsonFields fields = ALL;
        for (String path : paths) {
            fields = fields.and(List.of(path.split("\\.", -1)), ALL);
        }
        return fields;
    }

    /// These, and what is said of a member whose value has fields of its own.
    public JsonFields and(String name, JsonFields fields) {
        return and(List.of(name), fields);
    }

    /// All fields of both.
    public JsonFields and(JsonFields others) {
        JsonFields all = this;
        for (Map.Entry<String, JsonFields> other : others.below.entrySet()) {
            all = all.and(List.of(other.getKey()), other.getValue());
        }
        return all;
    }

    private JsonFields and(List<String> path, JsonFields last) {
        JsonFields present = below.get(path.getFirst());
        List<String> rest = path.subList(1, path.size());
        JsonFields added = rest.isEmpty() ? last : (present == null ? ALL : present).and(rest, last);
        var all = new TreeMap<>(below);
        all.put(path.getFirst(), present == null || !rest.isEmpty() ? added : present.and(added));
        return new JsonFields(all);
    }

    /// What is kept of this member; null if it is skipped.
    @Nullable
    JsonFields ofMember(String name) {
        return below.isEmpty() ? ALL : below.get(name);
    }
}
