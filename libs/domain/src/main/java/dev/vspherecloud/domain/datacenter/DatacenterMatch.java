package dev.vspherecloud.domain.datacenter;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Which datacenters of one vCenter a value names.
public sealed interface DatacenterMatch {
    /// The last name of a path that stands for everything below.
    String ANY_DEPTH = "...";

    /// The value names these datacenters: one, or several if all of them have exactly this name.
    record Named(DatacenterValue value, List<DatacenterPath> datacenters) implements DatacenterMatch {
        public Named {
            datacenters = List.copyOf(datacenters);
        }
    }

    /// The value fits several datacenters, and therefore names none of them.
    record Several(DatacenterValue value, List<DatacenterPath> datacenters) implements DatacenterMatch {
        public Several {
            datacenters = List.copyOf(datacenters);
        }
    }

    /// The value fits no datacenter.
    record Nothing(DatacenterValue value) implements DatacenterMatch {}

    DatacenterValue value();

    /// Returns what the value names in words, as in `/Sites/Berlin (datacenter-42)`.
    default String result() {
        return switch (this) {
            case Named(var _, var datacenters) -> list(datacenters);
            case Several(var _, var datacenters) -> "several, so none of them: " + list(datacenters);
            case Nothing _ -> "none";
        };
    }

    /// Returns the value and what it names, as in `Ber* -> /Sites/Berlin (datacenter-42)`.
    default String text() {
        return value().text() + " -> " + result();
    }

    private static String list(List<DatacenterPath> datacenters) {
        return datacenters.stream().map(DatacenterPath::toString).collect(Collectors.joining(", "));
    }

    /// Decides which of all datacenters a value names.
    ///
    /// An exact text takes precedence over a pattern, and a pattern over a text with other escapes: the vSphere
    /// Client shows the stored name `EU%2fWest` as `EU/West`. Datacenters with exactly the same name are all named.
    ///
    /// Rule from: govmomi, Finder.Datacenter. Differs: it refuses a name that several datacenters have, does not
    /// know other escapes, and reads a name with brackets only as a pattern.
    ///
    /// @param all the datacenters that the account sees
    static DatacenterMatch of(DatacenterValue value, List<DatacenterPath> all) {
        List<DatacenterPath> exact =
                all.stream().filter(each -> isExactly(value, each)).toList();
        if (!exact.isEmpty()) {
            return new Named(value, exact);
        }
        Predicate<DatacenterPath> pattern = pattern(value);
        List<DatacenterPath> found = all.stream().filter(pattern).toList();
        if (found.isEmpty()) {
            found = all.stream().filter(each -> isUnescaped(value, each)).toList();
        }
        return switch (found.size()) {
            case 0 -> new Nothing(value);
            case 1 -> new Named(value, found);
            default -> new Several(value, found);
        };
    }

    private static boolean isExactly(DatacenterValue value, DatacenterPath datacenter) {
        return switch (value) {
            case DatacenterValue.Reference(var _, String moref) -> moref.equals(datacenter.moref());
            case DatacenterValue.Name(String name) -> name.equals(datacenter.name());
            case DatacenterValue.NameGlob(String name) -> name.equals(datacenter.name());
            case DatacenterValue.Path(var _, List<String> names) -> datacenter.isAt(names);
            case DatacenterValue.PathGlob(var _, List<String> names) -> datacenter.isAt(names);
        };
    }

    private static Predicate<DatacenterPath> pattern(DatacenterValue value) {
        return switch (value) {
            case DatacenterValue.Reference(String text, var _) -> each -> text.equals(each.name());
            case DatacenterValue.Name _, DatacenterValue.Path _ -> _ -> false;
            case DatacenterValue.NameGlob(String name) -> {
                Predicate<String> isName = namePredicate(name);
                yield each -> isName.test(each.name());
            }
            case DatacenterValue.PathGlob(var _, List<String> names)
            when names.getLast().equals(ANY_DEPTH) -> {
                List<String> above = names.subList(0, names.size() - 1);
                yield each -> each.isAtOrBelow(above);
            }
            case DatacenterValue.PathGlob(var _, List<String> names) -> {
                List<Predicate<String>> all =
                        names.stream().map(DatacenterMatch::namePredicate).toList();
                yield each -> each.isComplete() && areAllTrue(all, each.names());
            }
        };
    }

    private static Predicate<String> namePredicate(String pattern) {
        return NamePattern.parse(pattern).map(Pattern::asMatchPredicate).orElse(_ -> false);
    }

    private static boolean areAllTrue(List<Predicate<String>> predicates, List<String> names) {
        if (predicates.size() != names.size()) {
            return false;
        }
        for (int i = 0; i < names.size(); i++) {
            if (!predicates.get(i).test(names.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// Returns true if the value is the name or the path as people see it.
    private static boolean isUnescaped(DatacenterValue value, DatacenterPath datacenter) {
        String path =
                switch (value) {
                    case DatacenterValue.Reference _, DatacenterValue.Name _, DatacenterValue.NameGlob _ -> "";
                    case DatacenterValue.Path(var _, List<String> names) -> "/" + String.join("/", names);
                    case DatacenterValue.PathGlob(var _, List<String> names) -> "/" + String.join("/", names);
                };
        return unescaped(path).equals(unescaped(datacenter.path()))
                || unescaped(value.text()).equals(unescaped(datacenter.name()));
    }

    private static String unescaped(String text) {
        return Pattern.compile("%(2f|5c|25)", Pattern.CASE_INSENSITIVE)
                .matcher(text)
                .replaceAll(escape -> Matcher.quoteReplacement(
                        switch (escape.group(1)) {
                            case "25" -> "%";
                            case "2f", "2F" -> "/";
                            default -> "\\";
                        }));
    }
}
