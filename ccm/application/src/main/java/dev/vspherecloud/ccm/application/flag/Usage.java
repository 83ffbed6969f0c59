package dev.vspherecloud.ccm.application.flag;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Creates the texts of `--help` and `--help-all` from the tables of commands and flags.
final class Usage {
    private static final String INDENT = " ".repeat(10);
    private static final int WIDTH = 100;

    private Usage() {}

    /// Returns the help with the flags that have an effect on the command, and the first sentence of each.
    static String text(Command command) {
        long hidden = command.flags().stream()
                .filter(flag -> !command.hasEffect(flag))
                .count();
        return head(command)
                + groups(command, command::hasEffect, flag -> flag.shortDescription() + defaultText(flag, command))
                + (hidden == 0
                        ? "\nThe flag --help-all shows the full descriptions.\n"
                        : "\n%d more flags are accepted and have no effect. The flag --help-all shows them, and the full descriptions.\n"
                                .formatted(hidden));
    }

    /// Returns the help with all flags that the command accepts.
    static String all(Command command) {
        return head(command) + groups(command, command.flags()::contains, flag -> fullDescription(flag, command));
    }

    private static String head(Command command) {
        return command.description() + "\n\nUsage:\n"
                + Stream.concat(Stream.of(command), subcommands(command))
                        .map(Usage::line)
                        .collect(Collectors.joining());
    }

    /// Returns the commands that can follow. The command without words lists those of each group, not the group.
    private static Stream<Command> subcommands(Command command) {
        return command.subcommands().stream()
                .flatMap(each -> each.subcommands().isEmpty() ? Stream.of(each) : subcommands(each));
    }

    private static String line(Command command) {
        var words = new ArrayList<>(List.of(ProgramName.VALUE));
        words.addAll(command.words());
        words.add(command.arguments());
        return "  " + String.join(" ", words) + "\n";
    }

    private static String groups(Command command, Predicate<Flag> isShown, Function<Flag, String> meaning) {
        return Arrays.stream(Flag.Group.values())
                .map(group -> group(group, command, isShown, meaning))
                .collect(Collectors.joining());
    }

    private static String group(
            Flag.Group group, Command command, Predicate<Flag> isShown, Function<Flag, String> meaning) {
        List<Flag> flags = group.flags().stream().filter(isShown).toList();
        return flags.isEmpty()
                ? ""
                : "\n" + group.title() + ":\n\n"
                        + flags.stream()
                                .map(flag -> flag(flag, command) + wrapped(meaning.apply(flag)))
                                .collect(Collectors.joining());
    }

    private static String flag(Flag flag, Command command) {
        String letter = flag.shorthand().map(c -> "-" + c + ", ").orElse("    ");
        String type = flag == Flag.OUTPUT
                ? String.join("|", command.values(flag))
                : flag.type().text();
        return "  " + letter + flag + (type.isEmpty() ? "" : " " + type) + "\n";
    }

    private static String fullDescription(Flag flag, Command command) {
        String noEffect = flag.noEffectReason()
                .map(NoEffectReason::sentence)
                .orElse(command.hasEffect(flag) ? "" : "Has no effect on this command.");
        return (flag.description() + defaultText(flag, command) + " " + noEffect).strip();
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
    private static String defaultText(Flag flag, Command command) {
        String text = command.defaultOf(flag);
        return flag.noEffectReason().isPresent() || text.isEmpty() || text.equals("false")
                ? ""
                : " (default " + text + ")";
    }
}
