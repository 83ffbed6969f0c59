package dev.vspherecloud.ccm.application.flag;

import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.Suggestion;
import dev.vspherecloud.domain.identity.NodeName;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The command that the command line asks for.
public sealed interface CommandLine {
    /// Run the controllers.
    record Run(Options options) implements CommandLine {}

    /// Check these configuration files.
    ///
    /// @param files at least one file
    /// @param strict true if a warning counts as an error
    record Check(List<Path> files, OutputFormat output, boolean strict) implements CommandLine {
        public Check {
            files = List.copyOf(files);
        }
    }

    /// Print the configuration file in this dialect.
    record Convert(Path file, Dialect to) implements CommandLine {}

    /// Explain the decisions of the provider about a Node.
    ///
    /// @param isWatch true if the command goes on and prints changes
    /// @param hasExitCode true if the exit code says whether a Node has a problem
    record Explain(
            Options options,
            NodeSelection nodes,
            OutputFormat output,
            ColorMode color,
            boolean isWatch,
            boolean hasExitCode)
            implements CommandLine {}

    /// Print what would change if this program replaced the cloud provider that runs now.
    ///
    /// @param isParavirtual true if the paravirtual provider runs now
    record Plan(Options options, OutputFormat output, ColorMode color, boolean isParavirtual) implements CommandLine {}

    /// Print the version, the commit, the Java runtime and the platform.
    record PrintVersion(OutputFormat output) implements CommandLine {}

    /// Examine what the provider needs, and print what is wrong.
    ///
    /// @param isParavirtual true if the flags are those of the paravirtual provider
    record Doctor(Options options, OutputFormat output, ColorMode color, boolean isParavirtual)
            implements CommandLine {}

    /// Print this text on standard output and end with exit code 0.
    record Show(String text) implements CommandLine {}

    /// Print all problems and end with exit code 1.
    ///
    /// @param problems sentences that name their flags, never empty
    record Reject(List<String> problems) implements CommandLine {
        public Reject {
            problems = List.copyOf(problems);
        }
    }

    /// Parses the arguments of the process. A request for help or for the version takes precedence over everything
    /// else, errors included.
    ///
    /// @param environment the environment variables of the process
    /// @param version the version of this program
    static CommandLine parse(List<String> arguments, Map<String, String> environment, String version) {
        Command command = Command.longestPrefixOf(arguments);
        var parsed = Arguments.parse(command, arguments.subList(command.words().size(), arguments.size()));
        if (isOn(Flag.HELP_ALL, parsed)) {
            return new Show(Usage.all(command));
        }
        if (isOn(Flag.HELP, parsed)) {
            return new Show(Usage.text(command));
        }
        if (isOn(Flag.VERSION, parsed)) {
            return new Show(ProgramName.VALUE + " " + version + "\n");
        }
        var problems = new ArrayList<>(parsed.problems());
        CommandLine wanted =
                switch (command) {
                    case RUN -> new Run(Options.from(parsed.given(), environment, problems));
                    case CONFIG, EXPLAIN -> unfinished(command, parsed, problems);
                    case CONFIG_CHECK -> check(parsed, problems);
                    case CONFIG_CONVERT -> convert(parsed, problems);
                    case EXPLAIN_NODE -> explain(parsed, environment, problems);
                    case PLAN -> plan(parsed, environment, problems);
                    case DOCTOR -> doctor(parsed, environment, problems);
                    case COMPLETION -> completion(parsed, problems);
                    case SHOW_VERSION -> new PrintVersion(output(command, parsed));
                    case SHOW_HELP -> help(parsed, problems);
                };
        return problems.isEmpty() ? wanted : new Reject(problems);
    }

    private static CommandLine check(Arguments parsed, List<String> problems) {
        if (parsed.words().isEmpty()) {
            problems.add("config check: found no file, expected at least one; name the configurations to check");
        }
        return new Check(
                paths(parsed, problems), output(Command.CONFIG_CHECK, parsed), isOn(Flag.CONFIG_STRICT, parsed));
    }

    private static OutputFormat output(Command command, Arguments parsed) {
        return parsed.last(Flag.OUTPUT)
                .or(() -> Optional.of(command.defaultOf(Flag.OUTPUT)))
                .flatMap(OutputFormat::of)
                .orElse(OutputFormat.TABLE);
    }

    private static ColorMode color(Arguments parsed) {
        return parsed.last(Flag.COLOR).flatMap(ColorMode::of).orElse(ColorMode.AUTO);
    }

    private static CommandLine explain(Arguments parsed, Map<String, String> environment, List<String> problems) {
        return new Explain(
                Options.from(parsed.given(), environment, problems),
                selection(parsed, problems),
                output(Command.EXPLAIN_NODE, parsed),
                color(parsed),
                isOn(Flag.WATCH, parsed),
                isOn(Flag.EXIT_CODE, parsed));
    }

    /// Returns the Nodes to explain: those with these names, all, or those that match a selector.
    private static NodeSelection selection(Arguments parsed, List<String> problems) {
        List<NodeName> names = parsed.words().stream()
                .filter(word -> !word.isBlank())
                .map(NodeName::new)
                .distinct()
                .toList();
        Optional<String> selector = parsed.last(Flag.SELECTOR);
        List<String> collective = Stream.of(Flag.ALL, Flag.SELECTOR)
                .filter(flag -> flag == Flag.ALL ? isOn(flag, parsed) : selector.isPresent())
                .map(Flag::toString)
                .toList();
        if (names.isEmpty() == collective.isEmpty()) {
            problems.add(
                    "explain node: found %s, expected Node names, or %s or %s without a name; correct the arguments"
                            .formatted(
                                    names.isEmpty()
                                            ? "no Node"
                                            : "the name \"%s\" and %s"
                                                    .formatted(names.getFirst(), String.join(" and ", collective)),
                                    Flag.ALL,
                                    Flag.SELECTOR));
        }
        return names.isEmpty() ? new NodeSelection.Matching(selector.orElse("")) : new NodeSelection.Named(names);
    }

    private static CommandLine completion(Arguments parsed, List<String> problems) {
        Optional<Shell> shell =
                parsed.words().size() == 1 ? Shell.of(parsed.words().getFirst()) : Optional.empty();
        if (shell.isEmpty()) {
            problems.add("completion: found \"%s\", expected bash, zsh or fish; name the shell that you use"
                    .formatted(String.join(" ", parsed.words())));
        }
        return shell.<CommandLine>map(each -> new Show(each.script())).orElseGet(() -> new Reject(problems));
    }

    private static CommandLine help(Arguments parsed, List<String> problems) {
        Optional<Command> command = Command.named(parsed.words());
        if (command.isEmpty()) {
            problems.add(Command.unknown(parsed.words().getFirst()));
        }
        return command.<CommandLine>map(each -> new Show(Usage.text(each))).orElseGet(() -> new Reject(problems));
    }

    /// Parses the arguments of `plan`. It also accepts those of the paravirtual provider, in order to report what
    /// this program cannot do.
    private static CommandLine plan(Arguments parsed, Map<String, String> environment, List<String> problems) {
        return new Plan(
                Options.from(withoutParavirtual(parsed), environment, problems),
                output(Command.PLAN, parsed),
                color(parsed),
                isParavirtual(parsed));
    }

    /// Parses the arguments of `doctor`. Those of the paravirtual provider are a finding, not an error.
    private static CommandLine doctor(Arguments parsed, Map<String, String> environment, List<String> problems) {
        return new Doctor(
                Options.from(withoutParavirtual(parsed), environment, problems),
                output(Command.DOCTOR, parsed),
                color(parsed),
                isParavirtual(parsed));
    }

    private static boolean isParavirtual(Arguments parsed) {
        return parsed.last(Flag.CLOUD_PROVIDER).equals(Optional.of(Options.PARAVIRTUAL));
    }

    private static Map<Flag, List<String>> withoutParavirtual(Arguments parsed) {
        var given = new EnumMap<Flag, List<String>>(Flag.class);
        given.putAll(parsed.given());
        if (isParavirtual(parsed)) {
            given.remove(Flag.CLOUD_PROVIDER);
        }
        return given;
    }

    private static CommandLine convert(Arguments parsed, List<String> problems) {
        Optional<Dialect> to = parsed.last(Flag.TO).flatMap(FlagText::dialect);
        if (to.isEmpty()) {
            problems.add("config convert: --to is missing, expected yaml or ini; add --to=yaml or --to=ini");
        }
        List<Path> files = paths(parsed, problems);
        if (files.size() != 1) {
            problems.add("config convert: found %d files, expected one; name exactly one file".formatted(files.size()));
        }
        return problems.isEmpty() ? new Convert(files.getFirst(), to.orElseThrow()) : new Reject(problems);
    }

    private static List<Path> paths(Arguments parsed, List<String> problems) {
        var paths = new ArrayList<Path>();
        for (String file : parsed.words()) {
            try {
                paths.add(Path.of(file));
            } catch (InvalidPathException e) {
                problems.add("found \"%s\", expected the path of a file; correct it".formatted(file));
            }
        }
        return paths;
    }

    private static CommandLine unfinished(Command command, Arguments parsed, List<String> problems) {
        List<String> known = command.subcommands().stream()
                .map(each -> each.words().getLast())
                .toList();
        Optional<String> found = parsed.words().stream().findFirst();
        problems.add("%s: found %s, expected %s; %s"
                .formatted(
                        String.join(" ", command.words()),
                        found.map(word -> '"' + word + '"').orElse("nothing"),
                        String.join(" or ", known),
                        found.flatMap(word -> Suggestion.didYouMean(word, known))
                                .orElse("run it with --help to see " + "its arguments")));
        return new Reject(problems);
    }

    private static boolean isOn(Flag flag, Arguments parsed) {
        String value = parsed.last(flag).orElse("false");
        return value.equals("raw") || FlagText.bool(value).orElse(false);
    }
}
