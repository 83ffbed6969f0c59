package dev.vspherecloud.ccm.application.flag;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The words that can follow on a command line, for the completion scripts of all shells.
final class Completion {
    /// What the arguments of a command are, besides flags.
    enum Operands {
        /// None, or one of [#words].
        WORDS,
        FILES,
        NODES
    }

    private Completion() {}

    /// Returns each command with the words before its last word: ` config` and `config check`, for example. A script
    /// reads the words of a command line with this list, one by one.
    static List<String> steps() {
        return commands()
                .map(Command::words)
                .filter(words -> !words.isEmpty())
                .map(words -> String.join(" ", words.subList(0, words.size() - 1)) + " " + words.getLast())
                .toList();
    }

    static Stream<Command> commands() {
        return Arrays.stream(Command.values());
    }

    static String name(Command command) {
        return String.join(" ", command.words());
    }

    /// Returns the flags to offer: those with an effect on the command.
    static List<Flag> flags(Command command) {
        return Arrays.stream(Flag.values()).filter(command::hasEffect).toList();
    }

    /// Returns the words that can follow the words of the command.
    static List<String> words(Command command) {
        return switch (command) {
            case COMPLETION -> Shell.names();
            case SHOW_HELP -> lastWords(Command.RUN);
            default -> lastWords(command);
        };
    }

    private static List<String> lastWords(Command command) {
        return command.subcommands().stream()
                .map(each -> each.words().getLast())
                .toList();
    }

    static Operands operands(Command command) {
        return switch (command) {
            case CONFIG_CHECK, CONFIG_CONVERT -> Operands.FILES;
            case EXPLAIN_NODE -> Operands.NODES;
            default -> Operands.WORDS;
        };
    }

    /// Returns the forms of a flag, for example `--output` and `-o`.
    static List<String> forms(Flag flag) {
        return Stream.concat(Stream.of(flag.toString()), flag.shorthand().map(letter -> "-" + letter).stream())
                .toList();
    }
}
