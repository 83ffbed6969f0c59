package dev.vspherecloud.json;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Selects the members of a document that the parser keeps. The parser skips all others: it keeps nothing of
/// them and ignores their types.
///
/// The items of a list are selected like a single value in place of the list: `status.addresses.type` keeps the
/// `type` of each address.
///
/// @param isAll true if everything is kept, however long its texts are
/// @param maxLength the maximum length of a text in this place, in characters. Of a longer one the parser keeps the
///     beginning and [#CUT]
/// @param maxItems the maximum number of items of a list, or of members of an object, in this place. The parser skips
///     all further ones
/// @param below the selected fields of each member that is kept, by the name of the member
public record JsonFields(boolean isAll, int maxLength, int maxItems, Map<String, JsonFields> below) {
    /// The end of a text that was too long. With it, the text has no longer the form of a UUID, an address and the
    /// like, so it counts as malformed rather than as another value.
    public static final String CUT = "...(too long)";

    public static final JsonFields ALL = new JsonFields(true, Integer.MAX_VALUE, Integer.MAX_VALUE, Map.of());
    public static final JsonFields NONE = new JsonFields(false, 0, Integer.MAX_VALUE, Map.of());

    public JsonFields {
        below = Map.copyOf(below);
    }

    /// Selects the values at these paths.
    ///
    /// @param paths names of members, separated by dots; the value at each path is kept whole
    public static JsonFields of(String... paths) {
        JsonFields fields = NONE;
        for (String path : paths) {
            fields = fields.and(at(ALL, path.split("\\.", -1)));
        }
        return fields;
    }

    /// Selects a text, a number or a boolean, but no members of an object.
    ///
    /// @param maxLength the maximum length of the text, in characters; see [#CUT]
    public static JsonFields text(int maxLength) {
        return new JsonFields(false, maxLength, Integer.MAX_VALUE, Map.of());
    }

    /// Selects these fields of one member of an object.
    public static JsonFields member(String name, JsonFields fields) {
        return new JsonFields(false, 0, Integer.MAX_VALUE, Map.of(name, fields));
    }

    /// Selects these fields of the member at this path. Unlike in [#of], a name may contain dots.
    public static JsonFields at(JsonFields fields, String... path) {
        JsonFields selected = fields;
        for (String name : List.of(path).reversed()) {
            selected = member(name, selected);
        }
        return selected;
    }

    /// Selects these members of an object, which are texts. The parser skips every other member, so an object with any
    /// number of members needs little memory.
    ///
    /// @param maxLength the maximum length of each text, in characters; see [#CUT]
    public static JsonFields texts(Collection<String> names, int maxLength) {
        return new JsonFields(
                false,
                0,
                Integer.MAX_VALUE,
                names.stream().distinct().collect(Collectors.toMap(name -> name, _ -> text(maxLength))));
    }

    /// Returns the union of these fields and the others.
    public JsonFields and(JsonFields others) {
        if (isAll || others.isAll) {
            return ALL;
        }
        var all = new TreeMap<>(below);
        others.below.forEach((name, fields) -> all.merge(name, fields, JsonFields::and));
        return new JsonFields(false, Math.max(maxLength, others.maxLength), Math.min(maxItems, others.maxItems), all);
    }

    /// Selects at most this number of items of a list, or of members of an object, the first ones in the document.
    public JsonFields withMaxItems(int max) {
        return new JsonFields(isAll, maxLength, max, below);
    }

    /// Returns the part of a text that is kept.
    String kept(String text) {
        return text.length() <= maxLength ? text : text.substring(0, maxLength) + CUT;
    }

    /// Returns the selected fields of this member; null if the parser skips it.
    @Nullable
    JsonFields ofMember(String name) {
        return isAll ? ALL : below.get(name);
    }
}
