package dev.vspherecloud.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A JSON value. `toString` returns its JSON without whitespace.
///
/// There are two ways to read values, both by a path of member names from the outside in. [#text], [#list] and
/// the like require a type. A value of another type causes a [MalformedJsonException] that names the place, as
/// in `status.nodeInfo.systemUUID: text expected, found a number`. [#find] and the `as…` methods accept any
/// type and never fail. For both, an absent member and one that is `null` are the same. Reading a member that
/// the reader skipped causes an [IllegalStateException]: add that member to the [JsonFields].
public sealed interface Json {
    /// A JSON object. Its members keep their order; equality ignores the order.
    final class Members implements Json {
        private static final Members NONE = new Members(Map.of());

        private final Map<String, Json> members;
        private final JsonFields fields;

        /// Creates an object from this map without a copy: the caller must not change the map any more.
        Members(Map<String, Json> owned) {
            this(owned, JsonFields.ALL);
        }

        /// Creates an object of which only some members were read.
        ///
        /// @param kept the fields that were read; access to other members is an error
        Members(Map<String, Json> owned, JsonFields kept) {
            this.members = Collections.unmodifiableMap(owned);
            this.fields = kept;
        }

        private Json get(String name) {
            if (fields.ofMember(name) == null) {
                throw new IllegalStateException("\"%s\" is not among the fields that were read".formatted(name));
            }
            return members.getOrDefault(name, nothing());
        }

        @Override
        public Map<String, Json> members() {
            return members;
        }

        /// Returns the same object with this value of a member. If the member exists, its place stays the same;
        /// otherwise it is added at the end.
        public Members with(String name, Json value) {
            var changed = new LinkedHashMap<>(members);
            changed.put(name, value);
            return new Members(changed);
        }

        public Members with(String name, String text) {
            return with(name, new Text(text));
        }

        public Members with(String name, long number) {
            return with(name, Json.of(number));
        }

        public Members with(String name, boolean flag) {
            return with(name, new Flag(flag));
        }

        /// Returns the same object without these members.
        public Members without(Predicate<String> names) {
            var changed = new LinkedHashMap<>(members);
            changed.keySet().removeIf(names);
            return new Members(changed);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Members that && members.equals(that.members);
        }

        @Override
        public int hashCode() {
            return members.hashCode();
        }

        @Override
        public String toString() {
            return JsonWriter.compact(this);
        }
    }

    record Items(List<Json> items) implements Json {
        public Items {
            items = List.copyOf(items);
        }

        @Override
        public String toString() {
            return JsonWriter.compact(this);
        }
    }

    record Text(String value) implements Json {
        @Override
        public String toString() {
            return JsonWriter.compact(this);
        }
    }

    /// A JSON number.
    ///
    /// @param digits the number as the document contains it, so that nothing is lost when it is written back
    record Numeral(String digits) implements Json {
        /// Returns the number rounded towards zero. A number that is out of range becomes the largest or smallest
        /// `long`.
        @Override
        public long asLong() {
            try {
                return Long.parseLong(digits);
            } catch (NumberFormatException _) {
                return (long) Double.parseDouble(digits);
            }
        }

        @Override
        public String toString() {
            return digits;
        }
    }

    record Flag(boolean value) implements Json {
        @Override
        public String toString() {
            return Boolean.toString(value);
        }
    }

    /// The JSON value `null`.
    record Missing() implements Json {
        private static final Missing ONE = new Missing();

        @Override
        public String toString() {
            return "null";
        }
    }

    /// Returns `null`, which also stands for an absent value.
    static Json nothing() {
        return Missing.ONE;
    }

    /// Returns an object without members.
    static Members object() {
        return Members.NONE;
    }

    /// Returns an object with these members, in their order.
    static Members object(Map<String, ? extends Json> members) {
        return new Members(new LinkedHashMap<>(members));
    }

    static Json of(String text) {
        return new Text(text);
    }

    static Json of(long number) {
        return new Numeral(Long.toString(number));
    }

    static Json of(boolean flag) {
        return new Flag(flag);
    }

    /// Returns the number as JSON without an exponent, and without a fraction if it is whole.
    static Json of(double number) {
        return new Numeral(BigDecimal.valueOf(number).stripTrailingZeros().toPlainString());
    }

    static Json items(List<? extends Json> items) {
        return new Items(List.copyOf(items));
    }

    /// Returns a list with one item for each element.
    static <T> Json items(List<T> elements, Function<? super T, ? extends Json> json) {
        var items = new ArrayList<Json>(elements.size());
        elements.forEach(element -> items.add(json.apply(element)));
        return items(items);
    }

    static Json texts(List<String> texts) {
        return items(texts, Text::new);
    }

    static Json texts(Map<String, String> texts) {
        var members = new LinkedHashMap<String, Json>();
        texts.forEach((name, text) -> members.put(name, new Text(text)));
        return new Members(members);
    }

    /// Returns the members of an object; empty for any other value.
    default Map<String, Json> members() {
        return Map.of();
    }

    /// Returns the items of a list; empty for any other value.
    default List<Json> items() {
        return List.of();
    }

    /// Returns the value at this path; [#nothing] if there is no such value.
    default Json find(String... path) {
        Json value = this;
        for (String name : path) {
            value = value instanceof Members object ? object.get(name) : nothing();
        }
        return value;
    }

    /// Returns true if the value at this path exists and is not `null`.
    default boolean has(String... path) {
        return !(find(path) instanceof Missing);
    }

    /// Returns this value if it is an object; an object without members for any other value.
    default Members asObject() {
        return this instanceof Members object ? object : Members.NONE;
    }

    /// Returns a text itself, and a number or a boolean as text; the empty text for any other value.
    default String asText() {
        return switch (this) {
            case Text(String value) -> value;
            case Numeral(String digits) -> digits;
            case Flag flag -> flag.toString();
            case Members _, Items _, Missing _ -> "";
        };
    }

    /// Returns true for the value `true` only.
    default boolean asFlag() {
        return this instanceof Flag(boolean value) && value;
    }

    /// Returns a number as `long`; 0 for any other value.
    default long asLong() {
        return 0;
    }

    /// Returns the text at this path; the empty text if there is no value.
    default String text(String... path) {
        return switch (require(path)) {
            case Text(String value) -> value;
            case Missing _ -> "";
            case Json other -> throw unexpected("text", other, path);
        };
    }

    /// Returns the boolean at this path; false if there is no value.
    default boolean flag(String... path) {
        return switch (require(path)) {
            case Flag(boolean value) -> value;
            case Missing _ -> false;
            case Json other -> throw unexpected("true or false", other, path);
        };
    }

    /// Returns the object at this path; an object without members if there is no value.
    default Members objectAt(String... path) {
        return switch (require(path)) {
            case Members object -> object;
            case Missing _ -> Members.NONE;
            case Json other -> throw unexpected("an object", other, path);
        };
    }

    /// Returns the texts of the object at this path by their names, without those that are `null`.
    default Map<String, String> texts(String... path) {
        Map<String, Json> members = objectAt(path).members();
        var texts = LinkedHashMap.<String, String>newLinkedHashMap(members.size());
        members.forEach((name, value) -> {
            if (!(value instanceof Missing)) {
                texts.put(name, read(value, Json::text, MalformedJsonException.join(pathOf(path), name)));
            }
        });
        return texts;
    }

    /// Reads each item of the list at this path, except those that are `null`. If there is no list, the result
    /// is empty.
    default <T> List<T> list(Function<? super Json, ? extends T> reader, String... path) {
        List<Json> items =
                switch (require(path)) {
                    case Items(List<Json> all) -> all;
                    case Missing _ -> List.of();
                    case Json other -> throw unexpected("a list", other, path);
                };
        var read = new ArrayList<T>(items.size());
        for (int i = 0; i < items.size(); i++) {
            if (!(items.get(i) instanceof Missing)) {
                read.add(read(items.get(i), reader, "%s[%d]".formatted(pathOf(path), i)));
            }
        }
        return read;
    }

    private Json require(String... path) {
        Json value = this;
        for (int i = 0; i < path.length && !(value instanceof Missing); i++) {
            if (!(value instanceof Members object)) {
                throw unexpected("an object", value, Arrays.copyOf(path, i));
            }
            value = object.get(path[i]);
        }
        return value;
    }

    private static <T> T read(Json value, Function<? super Json, ? extends T> reader, String place) {
        try {
            return reader.apply(value);
        } catch (MalformedJsonException e) {
            throw e.within(place);
        }
    }

    private static MalformedJsonException unexpected(String wanted, Json found, String... path) {
        return new MalformedJsonException(pathOf(path), wanted + " expected, found " + found.kind(), null);
    }

    private static String pathOf(String... path) {
        return String.join(".", path);
    }

    /// Returns the type of the value for messages, without the value itself.
    private String kind() {
        return switch (this) {
            case Members _ -> "an object";
            case Items _ -> "a list";
            case Text _ -> "text";
            case Numeral _ -> "a number";
            case Flag _ -> "true or false";
            case Missing _ -> "null";
        };
    }
}
