package dev.vspherecloud.csi.cluster.simulation;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What a run has shown.
///
/// @param wrong violated invariants; empty if all held
/// @param seen  names of what happened, so that tests can require it
record Verdict(long seed, List<String> wrong, Set<String> seen, int bound, List<String> trace) {
    Verdict {
        wrong = List.copyOf(wrong);
        seen = Set.copyOf(seen);
    }

    @Override
    public String toString() {
        return "seed %d: %s, saw %s".formatted(seed, wrong, new TreeSet<>(seen));
    }
}
