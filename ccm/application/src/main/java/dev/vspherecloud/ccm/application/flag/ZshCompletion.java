package dev.vspherecloud.ccm.application.flag;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Creates the completion script for zsh. You can load it with `source`, or put it into a directory of `fpath` as
/// `_vsphere-cloud-controller-manager`.
final class ZshCompletion {
    private static final String SCRIPT = """
            #compdef vsphere-cloud-controller-manager
            # Completes the command line of vsphere-cloud-controller-manager in zsh. The program printed this script:
            # vsphere-cloud-controller-manager completion zsh
            _vsphere-cloud-controller-manager-nodes() {
                local -a nodes
                nodes=(${${(f)"$(kubectl get nodes --output=name --request-timeout=2s 2>/dev/null)"}#node/})
                compadd -a nodes
            }
            _vsphere-cloud-controller-manager() {
                local command=""
                integer i=2
                while ((i < CURRENT)); do
                    case "$command $words[i]" in
                    ({steps}) command="${command:+$command }$words[i]" ;;
                    (*) break ;;
                    esac
                    ((i++))
                done
                words=("$words[1]" "${(@)words[i,-1]}")
                ((CURRENT -= i - 2))
                case $command in
            {commands}    esac
            }
            if [[ $funcstack[1] == _vsphere-cloud-controller-manager ]]; then
                _vsphere-cloud-controller-manager "$@"
            else
                compdef _vsphere-cloud-controller-manager vsphere-cloud-controller-manager
            fi
            """;

    private ZshCompletion() {}

    static String script() {
        return SCRIPT.replace(
                        "{steps}",
                        Completion.steps().stream().map("\"%s\""::formatted).collect(Collectors.joining("|")))
                .replace(
                        "{commands}",
                        Completion.commands().map(ZshCompletion::branch).collect(Collectors.joining()));
    }

    private static String branch(Command command) {
        return """
                    ("%s")
                        _arguments %s
                        ;;
                """.formatted(
                        Completion.name(command),
                        Stream.concat(
                                        Completion.flags(command).stream().flatMap(flag -> flag(command, flag)),
                                        arguments(command))
                                .map(spec -> "'" + spec.replace("'", "'\\''") + "'")
                                .collect(Collectors.joining(" \\\n            ")));
    }

    /// Returns a specification of `_arguments` for each form of the flag.
    private static Stream<String> flag(Command command, Flag flag) {
        String description = "[%s]".formatted(flag.shortDescription().replaceAll("[\\[\\]\\\\]", "\\\\$0"));
        return Completion.forms(flag).stream().map(form -> {
            String exclusive = "(%s)".formatted(String.join(" ", Completion.forms(flag)));
            if (flag.type().isSwitch()) {
                return exclusive + form + description;
            }
            return exclusive + form + (form.startsWith("--") ? "=" : "+") + description + ":value:"
                    + action(command, flag);
        });
    }

    private static String action(Command command, Flag flag) {
        if (flag.isFile()) {
            return "_files";
        }
        if (flag.isDirectory()) {
            return "_files -/";
        }
        return command.values(flag).isEmpty() ? " " : "(%s)".formatted(String.join(" ", command.values(flag)));
    }

    private static Stream<String> arguments(Command command) {
        return switch (Completion.operands(command)) {
            case FILES -> Stream.of("*:file:_files");
            case NODES -> Stream.of("*:node:_vsphere-cloud-controller-manager-nodes");
            case WORDS ->
                Completion.words(command).isEmpty()
                        ? Stream.of()
                        : Stream.of("1:command:(%s)".formatted(String.join(" ", Completion.words(command))));
        };
    }
}
