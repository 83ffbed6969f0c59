package dev.vspherecloud.testkit.times;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Writes the tables of a run of tests from what was observed.
final class TimesTable {
    private static final String FORK = "surefirebooter";
    private static final String GUARD = " guard ";
    private static final Set<String> SERVERS = Set.of(
            "kube-apiserver",
            "etcd",
            "vcsim",
            "kube-controller-manager",
            "kube-scheduler",
            "csi-provisioner",
            "csi-attacher",
            "csi-resizer",
            "csi-snapshotter",
            "snapshot-controller");
    private static final Set<String> JVMS = Set.of("java", "vsphere-cloud-controller-manager", "vsphere-csi");

    private TimesTable() {}

    static List<String> lines(
            Instant start, Instant end, List<ObservedProcess> processes, MavenSteps steps, List<ClassRun> classes) {
        var lines = new ArrayList<String>();
        lines.add("time:    %s s, CPU time %s s"
                .formatted(seconds(Duration.between(start, end)), seconds(cpu(processes))));
        lines.add("");
        addPrograms(lines, processes);
        addModules(lines, classes);
        addSteps(lines, steps);
        addClasses(lines, processes, classes);
        return lines;
    }

    private static void addPrograms(List<String> lines, List<ObservedProcess> processes) {
        Map<String, List<ObservedProcess>> byName = processes.stream().collect(Collectors.groupingBy(TimesTable::name));
        lines.add("program                              started      CPU s");
        byName.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, List<ObservedProcess>> entry) -> cpu(entry.getValue()))
                        .reversed())
                .forEach(entry -> lines.add("%-36s %7d %10s"
                        .formatted(entry.getKey(), entry.getValue().size(), seconds(cpu(entry.getValue())))));
        lines.add("");
    }

    private static Duration cpu(List<ObservedProcess> processes) {
        return processes.stream().map(ObservedProcess::cpu).reduce(Duration.ZERO, Duration::plus);
    }

    private static void addModules(List<String> lines, List<ClassRun> classes) {
        Map<String, int[]> counts = new TreeMap<>();
        Map<String, Duration[]> times = new TreeMap<>();
        for (ClassRun run : classes) {
            int kind = run.isUnit() ? 0 : 1;
            counts.computeIfAbsent(run.module(), _ -> new int[2])[kind] += run.cases();
            Duration[] sums = times.computeIfAbsent(run.module(), _ -> new Duration[] {Duration.ZERO, Duration.ZERO});
            sums[kind] = sums[kind].plus(run.time());
        }
        lines.add("module                     unit: cases          s   servers: cases          s");
        counts.forEach((module, count) -> {
            Duration[] sums = times.getOrDefault(module, new Duration[] {Duration.ZERO, Duration.ZERO});
            lines.add("%-26s %11d %10s %16d %10s"
                    .formatted(module, count[0], seconds(sums[0]), count[1], seconds(sums[1])));
        });
        lines.add("");
    }

    private static void addSteps(List<String> lines, MavenSteps steps) {
        Map<String, Duration> goals = new TreeMap<>();
        steps.times().forEach((key, time) -> goals.merge(key.goal(), time, Duration::plus));
        lines.add("goal of Maven, all modules                       s");
        goals.entrySet().stream()
                .sorted(Map.Entry.<String, Duration>comparingByValue().reversed())
                .forEach(entry -> lines.add("%-40s %9s".formatted(entry.getKey(), seconds(entry.getValue()))));
        lines.add("");
    }

    private static void addClasses(List<String> lines, List<ObservedProcess> processes, List<ClassRun> classes) {
        List<ObservedProcess> forks = processes.stream()
                .filter(process -> process.commandLine().contains(FORK)
                        && process.program().equals("java"))
                .toList();
        lines.add(
                "class                                              module              cases          s      CPU s servers  JVMs");
        for (ClassRun run : classes) {
            List<ObservedProcess> own = processes.stream()
                    .filter(process -> forks.stream().anyMatch(fork -> isTheForkOf(run, fork) && process.isBelow(fork)))
                    .toList();
            Duration cpu = own.stream()
                    .map(process -> process.cpu(run.begin(), run.end()))
                    .reduce(Duration.ZERO, Duration::plus);
            List<ObservedProcess> started = own.stream()
                    .filter(process -> process.start().isAfter(run.begin())
                            && !process.start().isAfter(run.end()))
                    .toList();
            lines.add("%-50s %-18s %6d %10s %10s %7d %5d"
                    .formatted(
                            run.name(),
                            run.module(),
                            run.cases(),
                            seconds(run.time()),
                            seconds(cpu),
                            started.stream().filter(TimesTable::isServer).count(),
                            started.stream()
                                    .filter(process -> JVMS.contains(process.program()))
                                    .count()));
        }
    }

    private static boolean isTheForkOf(ClassRun run, ObservedProcess fork) {
        return !run.commandLine().isEmpty() && fork.commandLine().contains(run.commandLine());
    }

    private static boolean isServer(ObservedProcess process) {
        return SERVERS.contains(process.program()) && !process.commandLine().contains(GUARD);
    }

    private static String name(ObservedProcess process) {
        if (!process.program().equals("java")) {
            return process.program();
        }
        return process.commandLine().contains(FORK)
                ? "java: tests"
                : process.commandLine().contains("plexus") ? "java: Maven" : "java: other";
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f", time.toMillis() / 1_000.0);
    }
}
