package dev.vspherecloud.config;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Collects the problems that are found while a configuration is read. Each problem is kept once, in the order
/// of discovery.
public final class Problems {
    private final Set<Problem> met = new LinkedHashSet<>();

    public void error(ConfigLocation place, String message) {
        met.add(new Problem(place, Problem.Severity.ERROR, message));
    }

    public void warning(ConfigLocation place, String message) {
        met.add(new Problem(place, Problem.Severity.WARNING, message));
    }

    public boolean hasErrors() {
        return met.stream().anyMatch(Problem::isError);
    }

    public List<Problem> all() {
        return List.copyOf(met);
    }
}
