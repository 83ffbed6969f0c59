package dev.vspherecloud.csi.application.process;

import dev.vspherecloud.config.Suggestion;
import dev.vspherecloud.csi.application.process.CsiCommandLine.Command;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// Reads the arguments of `explain`. Pure.
///
/// Threads: one.
final class ExplainArguments {
    private static final String HELP = """
            Usage: vsphere-csi explain volume NAME [--kubeconfig FILE] [-o text|json]
                   vsphere-csi explain orphans [--kubeconfig FILE] [-o text|json]

            "volume" shows where a volume is, which operation runs on it, and why it waits. NAME is a PersistentVolume,
            a volume handle, or a claim as NAMESPACE/NAME or pvc-UID. "orphans" lists the volumes that belong to this
            cluster in CNS, and that have neither a PersistentVolume nor a claim, with the commands to keep or delete
            them. The environment variables CSI_NAMESPACE and VSPHERE_CSI_CONFIG apply as for the driver. The commands
            write nothing.

            Exit codes of "volume": 0 the volume was found, 2 it was found and has a problem, 1 otherwise.
            Exit codes of "orphans": 0 there are none, 2 there are some, 1 that is not known.

            Flags:
                  --kubeconfig file       address and credentials of the API server; in a Pod leave it out
              -o, --output text|json      form of the output (default text)
                  --help                  print this text
            """;

    private static final List<String> FLAGS = List.of("kubeconfig", "output", "help");

    private static final List<String> ABOUT = List.of("volume", "orphans");

    private final List<String> words = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private Optional<String> kubeconfig = Optional.empty();
    private boolean isJson;
    private boolean isHelp;

    private ExplainArguments() {}

    /// Reads the arguments after `explain`.
    static Command parse(List<String> arguments) {
        return new ExplainArguments().command(arguments.iterator());
    }

    private Command command(Iterator<String> arguments) {
        while (arguments.hasNext()) {
            String argument = arguments.next();
            if (argument.startsWith("-")) {
                flag(argument.replaceFirst("^--?", ""), arguments);
            } else {
                words.add(argument);
            }
        }
        if (isHelp) {
            return new Command.Show(HELP);
        }
        if (words.equals(List.of("orphans")) && problems.isEmpty()) {
            return new Command.ExplainOrphans(kubeconfig, isJson);
        }
        if (words.size() > 1 && words.getFirst().equals("orphans")) {
            problems.add("found \"%s\" after \"explain orphans\", expected only flags"
                    .formatted(String.join(" ", words.subList(1, words.size()))));
        } else if (words.isEmpty() || !ABOUT.contains(words.getFirst())) {
            problems.add("found %s, expected \"explain volume NAME\" or \"explain orphans\""
                    .formatted(words.isEmpty() ? "only \"explain\"" : "\"explain %s\"".formatted(words.getFirst())));
        } else if (words.getFirst().equals("volume")
                && (words.size() != 2 || words.get(1).isBlank())) {
            problems.add(
                    "found %d names, expected one: a PersistentVolume, a volume handle, or a claim as NAMESPACE/NAME"
                            .formatted(words.size() - 1));
        }
        return problems.isEmpty()
                ? new Command.Explain(words.get(1), kubeconfig, isJson)
                : new Command.Reject(problems);
    }

    private void flag(String body, Iterator<String> arguments) {
        int equals = body.indexOf('=');
        String name = equals < 0 ? body : body.substring(0, equals);
        switch (name) {
            case "help", "h" -> isHelp = true;
            case "kubeconfig" ->
                value(name, body, equals, arguments)
                        .ifPresent(file -> kubeconfig = Optional.of(file).filter(text -> !text.isEmpty()));
            case "o", "output" -> value(name, body, equals, arguments).ifPresent(this::output);
            default ->
                problems.add("unknown flag --%s%s"
                        .formatted(
                                name,
                                Suggestion.nearest(name, FLAGS)
                                        .map("; did you mean --%s?"::formatted)
                                        .orElse("")));
        }
    }

    private Optional<String> value(String name, String body, int equals, Iterator<String> arguments) {
        if (equals >= 0) {
            return Optional.of(body.substring(equals + 1));
        }
        if (!arguments.hasNext()) {
            problems.add("the flag -%s has no value".formatted(name.length() == 1 ? name : "-" + name));
            return Optional.empty();
        }
        return Optional.of(arguments.next());
    }

    private void output(String form) {
        switch (form) {
            case "json" -> isJson = true;
            case "text" -> isJson = false;
            default -> problems.add("found -o %s, expected text or json".formatted(form));
        }
    }
}
