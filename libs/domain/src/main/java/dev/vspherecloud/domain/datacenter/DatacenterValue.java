package dev.vspherecloud.domain.datacenter;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One value of the key `datacenters`.
public sealed interface DatacenterValue {
    /// The managed object reference of a datacenter, as in `datacenter-42` or `Datacenter:datacenter-42`.
    record Reference(String text, String moref) implements DatacenterValue {}

    /// The name of a datacenter in any folder.
    record Name(String text) implements DatacenterValue {}

    /// An inventory path, as in `/Sites/Berlin`, `Sites/Berlin` or `./Sites/Berlin/`.
    ///
    /// @param names from below the root folder, without `.` and empty names
    record Path(String text, List<String> names) implements DatacenterValue {
        public Path {
            names = List.copyOf(names);
        }
    }

    /// A pattern for the name of a datacenter in any folder, as in `Ber*`.
    record NameGlob(String text) implements DatacenterValue {}

    /// An inventory path with patterns, as in `/Sites/Ber*`. If the last name is `...`, it stands for everything
    /// below.
    ///
    /// @param names as in [Path]
    record PathGlob(String text, List<String> names) implements DatacenterValue {
        public PathGlob {
            names = List.copyOf(names);
        }
    }

    /// Returns the value as it is configured.
    String text();

    /// Returns what the value is read as, for messages.
    default String kind() {
        return switch (this) {
            case Reference _ -> "reference";
            case Name _ -> "name";
            case Path _ -> "path";
            case NameGlob _, PathGlob _ -> "pattern";
        };
    }

    /// Parses a value. Every text is a value: if it is no reference, path or pattern, it is a name.
    ///
    /// Rule from: govmomi, Finder.Datacenter.
    static DatacenterValue parse(String text) {
        Matcher reference = Pattern.compile("Datacenter:(.+)|(datacenter-\\d+)").matcher(text);
        if (reference.matches()) {
            return new Reference(text, reference.group(1) == null ? reference.group(2) : reference.group(1));
        }
        if (!text.contains("/")) {
            return isPattern(List.of(text)) ? new NameGlob(text) : new Name(text);
        }
        List<String> names = names(text);
        boolean isAnyDepth = !names.isEmpty() && names.getLast().equals(DatacenterMatch.ANY_DEPTH);
        return isAnyDepth || isPattern(names) ? new PathGlob(text, names) : new Path(text, names);
    }

    private static boolean isPattern(List<String> names) {
        return names.stream().anyMatch(NamePattern::hasWildcard)
                && names.stream().allMatch(name -> NamePattern.parse(name).isPresent());
    }

    /// Returns the names of a path without `.`, `..` and empty names, as Go's path.Clean does. A `..` at the
    /// beginning of a relative path stays, and names nothing.
    private static List<String> names(String text) {
        var names = new ArrayList<String>();
        for (String name : text.split("/", -1)) {
            boolean isUp = name.equals("..");
            if (isUp && !names.isEmpty() && !names.getLast().equals("..")) {
                names.removeLast();
            } else if (!name.isEmpty() && !name.equals(".") && !(isUp && text.startsWith("/"))) {
                names.add(name);
            }
        }
        return names;
    }
}
