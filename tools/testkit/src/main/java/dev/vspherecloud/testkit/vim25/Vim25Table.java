package dev.vspherecloud.testkit.vim25;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A table of methods, types and managed objects, read from its file. The head of the file describes the format.
final class Vim25Table {
    private final Map<String, Composite> methods = new HashMap<>();
    private final Map<String, Composite> types = new HashMap<>();
    private final Map<String, Composite> objects = new HashMap<>();
    private final Map<String, Set<String>> enums = new HashMap<>();
    private final Set<String> others = new LinkedHashSet<>();

    private Vim25Table() {}

    static Vim25Table read(String name) {
        var file = Objects.requireNonNull(Vim25Table.class.getResourceAsStream(name), name);
        try (var lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            var table = new Vim25Table();
            table.addAll(lines.lines().filter(line -> !line.startsWith("#")).toList());
            return table;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }

    Optional<Composite> method(String name) {
        return Optional.ofNullable(methods.get(name));
    }

    Optional<Composite> type(String name) {
        return Optional.ofNullable(types.get(name));
    }

    Optional<Composite> object(String name) {
        return Optional.ofNullable(objects.get(name));
    }

    boolean isObject(String name) {
        return objects.containsKey(name) || others.contains(name);
    }

    Optional<Set<String>> enumeration(String name) {
        return Optional.ofNullable(enums.get(name));
    }

    /// Returns all elements of a type or object, those of its bases first, as XML Schema orders an extension.
    List<Member> members(Composite composite) {
        var members = new ArrayList<Member>();
        composite(composite.base()).ifPresent(base -> members.addAll(members(base)));
        members.addAll(composite.own());
        return members;
    }

    /// Returns true if a type or object is the other, or extends it.
    boolean isKindOf(String name, String ancestor) {
        return name.equals(ancestor)
                || composite(name)
                        .filter(composite -> isKindOf(composite.base(), ancestor))
                        .isPresent();
    }

    /// Returns the types that extend this one, directly and indirectly.
    Stream<Composite> subtypes(String name) {
        return types.values().stream().filter(type -> !type.name().equals(name) && isKindOf(type.name(), name));
    }

    private Optional<Composite> composite(String name) {
        return type(name).or(() -> object(name));
    }

    private void addAll(List<String> lines) {
        Map<String, Composite> kind = methods;
        String last = "";
        for (String line : lines) {
            List<String> words = List.of(line.strip().split(" "));
            if (line.startsWith(" ")) {
                kind.computeIfPresent(last, (_, composite) -> composite.with(member(words)));
                continue;
            }
            last = words.get(1);
            kind = add(words);
        }
    }

    /// @return the map for the elements that follow this line
    private Map<String, Composite> add(List<String> words) {
        return switch (words.getFirst()) {
            case "method" -> begin(methods, words);
            case "type" -> begin(types, words);
            case "object" -> begin(objects, words);
            case "enum" -> {
                enums.put(words.get(1), Set.copyOf(words.subList(2, words.size())));
                yield Map.of();
            }
            case "others" -> {
                others.addAll(words.subList(1, words.size()));
                yield Map.of();
            }
            default -> throw new IllegalStateException("not a line of the table: " + words);
        };
    }

    private static Map<String, Composite> begin(Map<String, Composite> kind, List<String> words) {
        kind.put(words.get(1), new Composite(words.get(1), third(words), List.of()));
        return kind;
    }

    private static Member member(List<String> words) {
        return new Member(words.getFirst(), words.get(1), Member.Count.marked(third(words)));
    }

    private static String third(List<String> words) {
        return words.size() > 2 ? words.get(2) : "";
    }
}
