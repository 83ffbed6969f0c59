package dev.vspherecloud.csi.commands.arguments;

import dev.vspherecloud.config.Suggestion;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The words and flags after the name of a command that only reads, such as `explain` and `plan`. Pure.
///
/// Threads: one.
final class ReadingArguments {
    private static final List<String> FLAGS = List.of("kubeconfig", "output", "help");

    private final List<String> switches;
    private final List<String> words = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> switchedOn = new ArrayList<>();
    private Optional<String> kubeconfig = Optional.empty();
    private boolean isJson;
    private boolean isHelp;

    private ReadingArguments(List<String> switches) {
        this.switches = switches;
    }

    /// Reads the arguments of a command.
    ///
    /// @param switches the flags, without dashes, that only this command has; each is true or false
    static ReadingArguments parse(List<String> arguments, List<String> switches) {
        var read = new ReadingArguments(switches);
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            String argument = rest.next();
            if (argument.startsWith("-")) {
                read.flag(argument.replaceFirst("^--?", ""), rest);
            } else {
                read.words.add(argument);
            }
        }
        return read;
    }

    /// Returns the arguments that are no flags.
    List<String> words() {
        return words;
    }

    /// Returns what is wrong with the flags.
    List<String> problems() {
        return problems;
    }

    Optional<String> kubeconfig() {
        return kubeconfig;
    }

    boolean isJson() {
        return isJson;
    }

    boolean isHelp() {
        return isHelp;
    }

    boolean isOn(String name) {
        return switchedOn.contains(name);
    }

    private void flag(String body, Iterator<String> rest) {
        int equals = body.indexOf('=');
        String name = equals < 0 ? body : body.substring(0, equals);
        switch (name) {
            case "help", "h" -> isHelp = true;
            case "kubeconfig" ->
                value(name, body, equals, rest)
                        .ifPresent(file -> kubeconfig = Optional.of(file).filter(text -> !text.isEmpty()));
            case "o", "output" -> value(name, body, equals, rest).ifPresent(this::output);
            default -> {
                if (switches.contains(name)) {
                    change(name, equals < 0 ? "true" : body.substring(equals + 1));
                } else {
                    problems.add(unknown(name));
                }
            }
        }
    }

    private String unknown(String name) {
        return "unknown flag --%s%s"
                .formatted(
                        name,
                        Suggestion.nearest(
                                        name,
                                        Stream.concat(FLAGS.stream(), switches.stream())
                                                .toList())
                                .map("; did you mean --%s?"::formatted)
                                .orElse(""));
    }

    private void change(String name, String text) {
        switchedOn.remove(name);
        switch (text) {
            case "true" -> switchedOn.add(name);
            case "false" -> {}
            default -> problems.add("found --%s=%s, expected true or false".formatted(name, text));
        }
    }

    private Optional<String> value(String name, String body, int equals, Iterator<String> rest) {
        if (equals >= 0) {
            return Optional.of(body.substring(equals + 1));
        }
        if (!rest.hasNext()) {
            problems.add("the flag -%s has no value".formatted(name.length() == 1 ? name : "-" + name));
            return Optional.empty();
        }
        return Optional.of(rest.next());
    }

    private void output(String form) {
        switch (form) {
            case "json" -> isJson = true;
            case "text" -> isJson = false;
            default -> problems.add("found -o %s, expected text or json".formatted(form));
        }
    }
}
