package dev.vspherecloud.ccm.application.flag;

import dev.vspherecloud.config.Suggestion;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Splits a command line into flags and their values, as pflag does: `--f=v`, `--f v`, `--switch`,
/// `--switch=false`, `-v 2`, `-v=2`, `-v2`, `--` before arguments that are no flags, and `_` for `-` in names.
///
/// This class does not use picocli. With picocli, pflag's rules must be set up one by one against picocli's
/// defaults: a switch never takes the next argument, every other flag always does, `_` is `-`. That is as much code
/// as this class. picocli also costs 160 ms and 17 MB at start without an AOT cache. Differs from pflag: this class
/// continues after an error, so that all errors are reported together.
///
/// Threads: one, once.
final class Arguments {
    /// Matches an argument that may be meant as a command: letters and dashes, and so no path, value or address.
    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z-]*");

    private final Command command;
    private final List<String> words = new ArrayList<>();
    private final Map<Flag, List<String>> values = new EnumMap<>(Flag.class);
    private final List<String> problems = new ArrayList<>();
    private final List<String> passedThrough;
    private boolean isWordSeen;

    private Arguments(Command command, List<String> arguments) {
        this.command = command;
        this.passedThrough = new ArrayList<>(arguments);
    }

    /// Splits the command line.
    ///
    /// @param commandLine the arguments after the words of the command
    static Arguments parse(Command command, List<String> commandLine) {
        var arguments = new Arguments(command, commandLine);
        while (!arguments.passedThrough.isEmpty()) {
            arguments.next(arguments.passedThrough.removeFirst());
        }
        return arguments;
    }

    /// Returns the arguments that are not flags, in order.
    List<String> words() {
        return words;
    }

    /// Returns the values of each flag on the command line, in order.
    Map<Flag, List<String>> given() {
        return values;
    }

    /// Returns the last value of a flag, which is the one that applies. Returns empty if the flag is not on the
    /// command line.
    Optional<String> last(Flag flag) {
        return values.containsKey(flag) ? Optional.of(values.get(flag).getLast()) : Optional.empty();
    }

    List<String> problems() {
        return problems;
    }

    private void next(String argument) {
        if (argument.equals("--")) {
            passedThrough.forEach(this::positional);
            passedThrough.clear();
        } else if (argument.startsWith("--")) {
            longFlag(argument.substring(2));
        } else if (argument.startsWith("-") && argument.length() > 1) {
            shortFlags(argument.substring(1));
        } else {
            positional(argument);
        }
    }

    private void longFlag(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        Optional<String> value = equals < 0 ? Optional.empty() : Optional.of(text.substring(equals + 1));
        named(name).ifPresentOrElse(flag -> addValue(flag, value), () -> unknown(name, value));
    }

    /// Returns the flag with this name. Underscores count as dashes, as everywhere in Kubernetes.
    private Optional<Flag> named(String name) {
        return known(flag -> flag.flagName().equals(name.replace('_', '-')));
    }

    private Optional<Flag> known(Predicate<Flag> wanted) {
        return command.flags().stream().filter(wanted).findFirst();
    }

    /// Parses the letters after a single dash: any number of switches, then at most one flag with a value.
    private void shortFlags(String letters) {
        Optional<Flag> flag = known(each -> each.shorthand().equals(Optional.of(letters.charAt(0))));
        String after = letters.substring(1);
        if (flag.isEmpty()) {
            problems.add("unknown flag -%s; flags of more than one letter begin with two dashes"
                    .formatted(letters.replaceFirst("(?s)=.*", "")));
        } else if (after.startsWith("=")) {
            addValue(flag.get(), Optional.of(after.substring(1)));
        } else if (flag.get().type().isSwitch()) {
            addValue(flag.get(), Optional.empty());
            if (!after.isEmpty()) {
                shortFlags(after);
            }
        } else {
            addValue(flag.get(), after.isEmpty() ? Optional.empty() : Optional.of(after));
        }
    }

    /// Adds a flag with the value that is joined to it. Without one, a switch gets `true`, and every other flag
    /// takes the next argument.
    private void addValue(Flag flag, Optional<String> joined) {
        if (joined.isPresent()) {
            add(flag, joined.get());
        } else if (flag.type().isSwitch()) {
            add(flag, "true");
        } else if (passedThrough.isEmpty()) {
            problems.add("%s has no value, expected %s; write %s=value".formatted(flag, command.expected(flag), flag));
        } else {
            add(flag, passedThrough.removeFirst());
        }
    }

    private void add(Flag flag, String value) {
        if (command.isValid(flag, value)) {
            values.computeIfAbsent(flag, _ -> new ArrayList<>()).add(value);
        } else {
            problems.add("%s: found \"%s\", expected %s; correct the value, for example %s=%s"
                    .formatted(
                            flag,
                            value,
                            command.expected(flag),
                            flag,
                            flag.type().example()));
        }
    }

    /// Reports an unknown flag. The next argument is most likely its value, so it is skipped and not reported as
    /// well.
    private void unknown(String name, Optional<String> value) {
        String advice = Suggestion.nearest(
                        name, command.flags().stream().map(Flag::flagName).toList())
                .map(known -> "did you mean --" + known + "?")
                .orElse("--help-all lists all flags");
        problems.add("unknown flag --" + name + "; " + advice);
        if (value.isEmpty()
                && !passedThrough.isEmpty()
                && !passedThrough.getFirst().startsWith("-")) {
            passedThrough.removeFirst();
        }
    }

    private void positional(String argument) {
        if (command.takesArguments()) {
            words.add(argument);
        } else if (isUnknownCommand(argument)) {
            problems.add(Command.unknown(argument));
        } else if (!argument.isEmpty()) {
            String advice = FlagText.bool(argument).isPresent()
                    ? "; write the value of a switch after \"=\", as in --leader-elect=false"
                    : "; remove it: only flags are expected here, and they begin with --";
            problems.add("unexpected argument \"" + argument + "\"" + advice);
        }
    }

    /// Returns true if this argument is the first that is not a flag, and looks like a command. Its position among
    /// the flags does not matter.
    private boolean isUnknownCommand(String argument) {
        boolean isFirst = !isWordSeen;
        isWordSeen |= !argument.isEmpty();
        return command == Command.RUN
                && isFirst
                && WORD.matcher(argument).matches()
                && FlagText.bool(argument).isEmpty();
    }
}
