package dev.vspherecloud.observability;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A number of its own for some loggers, as `--vmodule` gives it.
///
/// The pattern names a class, as the log lines do: `NodeController`, `Vcenter*`, `?ode*`. With a dot or a slash in it,
/// it is matched with the whole name of the logger: `dev.vspherecloud.kubernetes.*`. Capitals, `_`, `-` and the ending
/// of a file do not count, so that the Go program's `node_controller.go` finds ours.
///
/// Rule from: klog (`--vmodule`), which matches the names of source files.
///
/// @param pattern not empty; `*` stands for any characters, `?` for one
/// @param level   the number that counts in place of `-v`'s
public record ModuleLevel(String pattern, int level) {
    boolean matches(String loggerName) {
        String wanted = bare(pattern.replaceFirst("\\.(go|java)$", "").replace('/', '.'));
        return glob(wanted)
                .matcher(bare(wanted.contains(".") ? loggerName : KlogLogger.source(loggerName)))
                .matches();
    }

    private static String bare(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[_-]", "");
    }

    private static Pattern glob(String pattern) {
        return Pattern.compile(pattern.chars()
                .mapToObj(c -> switch (c) {
                    case '*' -> ".*";
                    case '?' -> ".";
                    default -> Pattern.quote(Character.toString(c));
                })
                .collect(Collectors.joining()));
    }
}
