package dev.vspherecloud.domain.datacenter;

import java.util.List;
import java.util.regex.Pattern;

/// A datacenter and its place in the inventory of one vCenter.
///
/// @param moref the managed object reference, as in `datacenter-42`
/// @param names the names from below the root folder down to the datacenter, never empty. vSphere stores a slash
///     in a name as `%2f`, a backslash as `%5c` and a percent sign as `%25`
/// @param isComplete false if the account may not read a folder above, so that the first names are not known
public record DatacenterPath(String moref, List<String> names, boolean isComplete) {
    /// Paths that no format of the configuration changes, and that are no pattern.
    private static final Pattern PLAIN = Pattern.compile("[^,;#'\"*?\\[\\\\]*[^,;#'\"*?\\[\\\\\\s]");

    public DatacenterPath {
        names = List.copyOf(names);
    }

    String name() {
        return names.getLast();
    }

    boolean isAt(List<String> path) {
        return isComplete && names.equals(path);
    }

    boolean isAtOrBelow(List<String> path) {
        return isComplete
                && names.size() >= path.size()
                && names.subList(0, path.size()).equals(path);
    }

    /// Returns the inventory path, for example `/Sites/Berlin`.
    public String path() {
        return (isComplete ? "/" : ".../") + String.join("/", names);
    }

    /// Returns true if the path has a comma, which separates values in INI and in environment variables.
    public boolean hasComma() {
        return path().contains(",");
    }

    /// Returns a value for the key `datacenters` that names only this datacenter in INI, YAML and environment
    /// variables: the inventory path, or the reference if the path would be read in another way.
    String configurableValue() {
        return isComplete && PLAIN.matcher(path()).matches() ? path() : moref;
    }

    /// Returns path and reference, for example `/Sites/Berlin (datacenter-42)`.
    @Override
    public String toString() {
        return path() + " (" + moref + ")";
    }
}
