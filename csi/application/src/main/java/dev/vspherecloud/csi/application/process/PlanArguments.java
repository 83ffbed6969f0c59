package dev.vspherecloud.csi.application.process;

import dev.vspherecloud.config.Suggestion;
import dev.vspherecloud.csi.application.process.CsiCommandLine.Command;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// Reads the arguments of `plan`. Pure.
///
/// Threads: one.
final class PlanArguments {
    private static final String HELP = """
            Usage: vsphere-csi plan [--kubeconfig FILE] [--without-vcenter] [-o text|json]

            Shows what changes for which volume, attachment, snapshot and Node if this driver replaces
            vsphere-csi-driver (Go). The environment variables CSI_NAMESPACE and VSPHERE_CSI_CONFIG apply as for the
            driver. The command writes nothing, and logs in to each vCenter at most once.

            Exit codes: 0 nothing would stop working, 2 something would stop, must wait or was not read, 1 there is
            no plan.

            Flags:
                  --kubeconfig file       address and credentials of the API server; in a Pod leave it out
                  --without-vcenter       do not log in to a vCenter
              -o, --output text|json      form of the output (default text)
                  --help                  print this text
            """;

    private static final List<String> FLAGS = List.of("kubeconfig", "output", "without-vcenter", "help");

    private final List<String> problems = new ArrayList<>();
    private Optional<String> kubeconfig = Optional.empty();
    private boolean withoutVcenter;
    private boolean isJson;
    private boolean isHelp;

    private PlanArguments() {}

    /// Reads the arguments after `plan`.
    static Command parse(List<String> arguments) {
        return new PlanArguments().command(arguments.iterator());
    }

    private Command command(Iterator<String> arguments) {
        while (arguments.hasNext()) {
            String argument = arguments.next();
            if (argument.startsWith("-")) {
                flag(argument.replaceFirst("^--?", ""), arguments);
            } else {
                problems.add("found the argument \"%s\", expected only flags".formatted(argument));
            }
        }
        if (isHelp) {
            return new Command.Show(HELP);
        }
        return problems.isEmpty() ? new Command.Plan(kubeconfig, withoutVcenter, isJson) : new Command.Reject(problems);
    }

    private void flag(String body, Iterator<String> arguments) {
        int equals = body.indexOf('=');
        String name = equals < 0 ? body : body.substring(0, equals);
        switch (name) {
            case "help", "h" -> isHelp = true;
            case "without-vcenter" -> withoutVcenter(equals < 0 ? "true" : body.substring(equals + 1));
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

    private void withoutVcenter(String text) {
        switch (text) {
            case "true" -> withoutVcenter = true;
            case "false" -> withoutVcenter = false;
            default -> problems.add("found --without-vcenter=%s, expected true or false".formatted(text));
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
