package dev.vspherecloud.ccm.application.flag;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Creates the text of `--help` from the tables of commands and flags.
final class Usage {
    static final String PROGRAM = "vsphere-cloud-controller-manager";

    private static final String INDENT = " ".repeat(10);
    private static final int WIDTH = 100;

    private Usage() {}

    static String text(Command command) {
        return command.description() + "\n\nUsage:\n"
                + Stream.concat(Stream.of(command), command.subcommands().stream())
                        .map(Usage::line)
                        .collect(Collectors.joining())
                + Arrays.stream(Flag.Group.values())
                        .map(group -> group(group, command))
                        .collect(Collectors.joining());
    }

    private static String line(Command command) {
        var words = new ArrayList<>(List.of(PROGRAM));
        words.addAll(command.words());
        words.add(command.arguments());
        return "  " + String.join(" ", words) + "\n";
    }

    private static String group(Flag.Group group, Command command) {
        List<Flag> flags =
                group.flags().stream().filter(command.flags()::contains).toList();
        return flags.isEmpty()
                ? ""
                : "\n" + group.title() + " flags:\n\n"
                        + flags.stream().map(Usage::flag).collect(Collectors.joining());
    }

    private static String flag(Flag flag) {
        String letter = flag.shorthand().map(c -> "-" + c + ", ").orElse("    ");
        String type = flag.type().text().isEmpty() ? "" : " " + flag.type().text();
        String meaning = flag.description()
                + defaultText(flag)
                + flag.noEffectReason().map(reason -> " " + reason.sentence()).orElse("");
        return "  " + letter + flag + type + "\n" + wrapped(meaning);
    }

    /// Breaks a text into indented lines that fit a terminal.
    private static String wrapped(String text) {
        var lines = new StringBuilder();
        var line = new StringBuilder();
        for (String word : text.split(" ")) {
            if (!line.isEmpty() && line.length() + word.length() >= WIDTH) {
                lines.append(INDENT).append(line).append('\n');
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        return lines.append(INDENT).append(line).append('\n').toString();
    }

    /// Returns the default of a flag for the help; empty for a flag without effect.
    private static String defaultText(Flag flag) {
        String text = flag.effectiveDefault();
        return flag.noEffectReason().isPresent() || text.isEmpty() || text.equals("false")
                ? ""
                : " (default " + text + ")";
    }
}
