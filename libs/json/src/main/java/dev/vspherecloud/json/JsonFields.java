package dev.vspherecloud.json;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Selects the members of a document that the parser keeps. The parser skips all others: it keeps nothing of
/// them and ignores their types.
///
/// The items of a list are selected like a single value in place of the list: `status.addresses.type` keeps the
/// `type` of each address.
///
/// @param isAll true if everything is kept
/// @param below the selected fields of each member that is kept, by the name of the member
public record JsonFields(boolean isAll, Map<String, JsonFields> below) {
    public static final JsonFields ALL = new JsonFields(true, Map.of());
    public static final JsonFields NONE = new JsonFields(false, Map.of());

    public JsonFields {
        below = Map.copyOf(below);
    }

    /// Selects the values at these paths.
    ///
    /// @param paths names of members, separated by dots; the value at each path is kept whole
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

    /// Selects these fields of one member of an object.
    public static JsonFields member(String name, JsonFields fields) {
        return new JsonFields(false, Map.of(name, fields));
    }

    /// Returns the union of these fields and the others.
    public JsonFields and(JsonFields others) {
        if (isAll || others.isAll) {
            return ALL;
        }
        var all = new TreeMap<>(below);
        others.below.forEach((name, fields) -> all.merge(name, fields, JsonFields::and));
        return new JsonFields(false, all);
    }

    /// Returns the selected fields of this member; null if the parser skips it.
    @Nullable
    JsonFields ofMember(String name) {
        return isAll ? ALL : below.get(name);
    }
}
