package dev.vspherecloud.serving.health;

import dev.vspherecloud.serving.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What came of a look at all checks of a page.
///
/// @param page  its name, such as `healthz`
/// @param lines one for each check, in their order
/// @param flaws by the names of the checks that found one
record Examination(String page, List<String> lines, Map<String, String> flaws) {
    Examination {
        lines = List.copyOf(lines);
        flaws = Map.copyOf(flaws);
    }

    /// Makes the checks that are not excluded, one after the other.
    static Examination of(String page, List<HealthCheck> checks, Set<String> excluded) {
        var lines = new LinkedHashMap<String, String>();
        var flaws = new LinkedHashMap<String, String>();
        for (HealthCheck check : checks) {
            if (excluded.contains(check.name())) {
                lines.put(check.name(), "[+]%s excluded: ok\n".formatted(check.name()));
            } else {
                Optional<String> flaw = check.flaw().get();
                flaw.ifPresent(why -> flaws.put(check.name(), why));
                lines.put(
                        check.name(),
                        (flaw.isEmpty() ? "[+]%s ok\n" : "[-]%s failed: reason withheld\n").formatted(check.name()));
            }
        }
        var unknown = new TreeSet<>(excluded);
        unknown.removeAll(lines.keySet());
        if (!unknown.isEmpty()) {
            lines.put(
                    "", "warn: some health checks cannot be excluded: no matches for %s\n".formatted(quoted(unknown)));
        }
        return new Examination(page, List.copyOf(lines.values()), flaws);
    }

    private static String quoted(Set<String> names) {
        return names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(","));
    }

    /// Says nothing about what is wrong: anybody may see it.
    ///
    /// Rule from: apiserver, healthz.handleRootHealth.
    Reply reply(boolean verbose) {
        String all = String.join("", lines);
        if (!flaws.isEmpty()) {
            return Reply.failure(500, all + page + " check failed");
        }
        return Reply.text(verbose ? all + page + " check passed\n" : "ok");
    }
}
