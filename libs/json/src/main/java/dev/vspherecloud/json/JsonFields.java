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
/// @param isAll true if everything is kept
/// @param below by the names of the members that are kept
public record JsonFields(boolean isAll, Map<String, JsonFields> below) {
    public static final JsonFields ALL = new JsonFields(true, Map.of());
    public static final JsonFields NONE = new JsonFields(false, Map.of());

    public JsonFields {
        below = Map.copyOf(below);
    }

    /// @param paths names of members with dots between them; what stands there is kept whole
    public static JsonFields of(String... paths) {
        JsonFields fields = NONE;
        for (String path : paths) {
            JsonFields one = ALL;
            for (String name : List.of(path.split("\\.", -1)).reversed()) {
                one = member(name, one);
            }
            fields = fields.and(one);
        }
        return fields;
    }

    /// Of one member, these.
    public static JsonFields member(String name, JsonFields fields) {
        return new JsonFields(false, Map.of(name, fields));
    }

    /// All fields of both.
    public JsonFields and(JsonFields others) {
        if (isAll || others.isAll) {
            return ALL;
        }
        var all = new TreeMap<>(below);
        others.below.forEach((name, fields) -> all.merge(name, fields, JsonFields::and));
        return new JsonFields(false, all);
    }

    /// What is kept of this member; null if it is skipped.
    @Nullable
    JsonFields ofMember(String name) {
        return isAll ? ALL : below.get(name);
    }
}
