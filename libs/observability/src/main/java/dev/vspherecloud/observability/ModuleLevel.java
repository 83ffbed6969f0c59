package dev.vspherecloud.observability;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A verbosity for some loggers, as an entry of the flag `--vmodule` sets it.
///
/// The pattern names a class, as the log lines do: `NodeController`, `Vcenter*`, `?ode*`. A pattern with a dot
/// or a slash is matched with the whole name of the logger: `dev.vspherecloud.kubernetes.*`. Case, `_`, `-` and
/// the extension of a file are ignored, so `node_controller.go` of cloud-provider-vsphere (Go) matches this
/// project's class.
///
/// Rule from: klog (`--vmodule`), which matches the names of source files.
///
/// @param pattern the pattern, not empty; `*` stands for any characters, `?` for one
/// @param level   the verbosity for these loggers in place of that of the flag `-v`
public record ModuleLevel(String pattern, int level) {
    boolean matches(String loggerName) {
        String wanted = normalized(pattern.replaceFirst("\\.(go|java)$", "").replace('/', '.'));
        return glob(wanted)
                .matcher(normalized(wanted.contains(".") ? loggerName : KlogLogger.source(loggerName)))
                .matches();
    }

    private static String normalized(String name) {
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
