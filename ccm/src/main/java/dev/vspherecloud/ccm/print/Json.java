package dev.vspherecloud.ccm.print;

import dev.vspherecloud.serving.JsonText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A JSON value, for what the program prints; its text is `toString`.
public sealed interface Json {
    String INDENT = "  ";
    int WIDTH = 90;

    /// @param members in the order in which they are printed
    record Members(Map<String, Json> members) implements Json {
        public Members {
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }

        @Override
        public String toString() {
            return block(
                    "{",
                    members.entrySet().stream()
                            .map(member -> JsonText.quoted(member.getKey()) + ": " + member.getValue())
                            .toList(),
                    "}");
        }
    }

    record Items(List<Json> items) implements Json {
        public Items {
            items = List.copyOf(items);
        }

        @Override
        public String toString() {
            return block("[", items.stream().map(Json::toString).toList(), "]");
        }
    }

    record Text(String text) implements Json {
        @Override
        public String toString() {
            return JsonText.quoted(text);
        }
    }

    record Whole(int number) implements Json {
        @Override
        public String toString() {
            return Integer.toString(number);
        }
    }

    record Decimal(double number) implements Json {
        @Override
        public String toString() {
            return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
        }
    }

    record Flag(boolean flag) implements Json {
        @Override
        public String toString() {
            return Boolean.toString(flag);
        }
    }

    record Nothing() implements Json {
        @Override
        public String toString() {
            return "null";
        }
    }

    Json NULL = new Nothing();

    static Json text(Object value) {
        return new Text(value.toString());
    }

    /// Null when it is empty.
    static Json textOrNull(String value) {
        return value.isEmpty() ? NULL : text(value);
    }

    static <T> Json items(List<T> items, Function<? super T, ? extends Json> json) {
        var all = new ArrayList<Json>();
        items.forEach(item -> all.add(json.apply(item)));
        return new Items(all);
    }

    /// Null when there is no value.
    static <T> Json optional(Optional<T> value, Function<? super T, ? extends Json> json) {
        return value.<Json>map(json).orElse(NULL);
    }

    /// On one line if it fits there.
    private static String block(String open, List<String> parts, String close) {
        String line = open + String.join(", ", parts) + close;
        return line.length() <= WIDTH && !line.contains("\n")
                ? line
                : parts.stream()
                        .map(part -> INDENT + part.replace("\n", "\n" + INDENT))
                        .collect(Collectors.joining(",\n", open + "\n", "\n" + close));
    }
}
