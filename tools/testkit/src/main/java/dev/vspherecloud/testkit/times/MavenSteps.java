package dev.vspherecloud.testkit.times;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads from Maven's output when each goal of each module began. The goal of a module ends when its next goal begins
/// or Maven ends, so a module that waits for a free thread counts as busy.
///
/// Threads: one.
final class MavenSteps {
    private static final Pattern GOAL =
            Pattern.compile("--- (?:maven-)?(\\S+?)(?:-maven-plugin|-plugin)?:[^:\\s]+:(\\S+) \\(.*\\) @ (\\S+) ---");
    private static final Pattern RESULT = Pattern.compile("BUILD (SUCCESS|FAILURE)|Reactor Summary");

    private final Map<String, Goal> running = new HashMap<>();
    private final Map<Key, Duration> times = new TreeMap<>();

    /// Reads one line of the output.
    void read(String line, Instant now) {
        Matcher goal = GOAL.matcher(line);
        if (goal.find()) {
            String module = goal.group(3);
            finish(module, now);
            running.put(module, new Goal(goal.group(1) + ":" + goal.group(2), now));
        } else if (RESULT.matcher(line).find()) {
            end(now);
        }
    }

    /// Ends all goals that run.
    void end(Instant now) {
        running.keySet().stream().toList().forEach(module -> finish(module, now));
    }

    /// Returns the time of each goal in each module, ordered by goal.
    Map<Key, Duration> times() {
        return times;
    }

    private void finish(String module, Instant now) {
        Goal last = running.remove(module);
        if (last != null) {
            times.merge(new Key(last.name(), module), Duration.between(last.begin(), now), Duration::plus);
        }
    }

    /// One goal of one module.
    record Key(String goal, String module) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byGoal = goal.compareTo(other.goal);
            return byGoal != 0 ? byGoal : module.compareTo(other.module);
        }
    }

    private record Goal(String name, Instant begin) {}
}
