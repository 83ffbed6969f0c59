package dev.vspherecloud.ccm.application.flag;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Creates the completion script for fish.
final class FishCompletion {
    private static final String SCRIPT = """
            # Completes the command line of vsphere-cloud-controller-manager in fish. The program printed this script:
            # vsphere-cloud-controller-manager completion fish
            function __vsphere_cloud_controller_manager_is
                set -l command ""
                for word in (commandline -opc)[2..-1]
                    switch "$command $word"
                        case {steps}
                            set command (string trim -- "$command $word")
                        case '*'
                            break
                    end
                end
                test "$command" = "$argv"
            end
            function __vsphere_cloud_controller_manager_nodes
                kubectl get nodes --output=name --request-timeout=2s 2>/dev/null | string replace node/ ''
            end
            complete -c vsphere-cloud-controller-manager -f
            """;

    private FishCompletion() {}

    static String script() {
        return SCRIPT.replace(
                        "{steps}",
                        Completion.steps().stream().map(FishCompletion::quoted).collect(Collectors.joining(" ")))
                + Completion.commands().flatMap(FishCompletion::lines).collect(Collectors.joining());
    }

    private static Stream<String> lines(Command command) {
        String head = "complete -c vsphere-cloud-controller-manager -n '%s'"
                .formatted(("__vsphere_cloud_controller_manager_is " + Completion.name(command)).strip());
        return Stream.concat(
                        arguments(command), Completion.flags(command).stream().map(flag -> flag(command, flag)))
                .map(rest -> head + " " + rest + "\n");
    }

    private static Stream<String> arguments(Command command) {
        return switch (Completion.operands(command)) {
            case FILES -> Stream.of("-F");
            case NODES -> Stream.of("-a '(__vsphere_cloud_controller_manager_nodes)'");
            case WORDS -> Completion.words(command).stream().map("-a %s"::formatted);
        };
    }

    private static String flag(Command command, Flag flag) {
        return "-l %s%s%s -d %s"
                .formatted(
                        flag.flagName(),
                        flag.shorthand().map(" -s %s"::formatted).orElse(""),
                        value(command, flag),
                        quoted(flag.shortDescription()));
    }

    private static String value(Command command, Flag flag) {
        if (flag.type().isSwitch()) {
            return "";
        }
        if (flag.isFile() || flag.isDirectory()) {
            return " -r -F";
        }
        String values = String.join(" ", command.values(flag));
        return values.isEmpty() ? " -x" : " -x -a " + quoted(values);
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
