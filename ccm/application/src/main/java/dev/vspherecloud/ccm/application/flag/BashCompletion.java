package dev.vspherecloud.ccm.application.flag;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Creates the completion script for bash. It needs bash 4, and nothing else.
final class BashCompletion {
    private static final String SCRIPT = """
            # Completes the command line of vsphere-cloud-controller-manager in bash. The program printed this script:
            # vsphere-cloud-controller-manager completion bash
            _vsphere_cloud_controller_manager() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} joined="" command="" i
                local flags="" words="" kind="words"
                # bash splits at "=": --flag=value is three words.
                if [[ $word == "=" ]]; then
                    word="" joined=1
                elif [[ $before == "=" ]]; then
                    before=${COMP_WORDS[COMP_CWORD - 2]} joined=1
                fi
                # The words of the command.
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case "$command ${COMP_WORDS[i]}" in
                    {steps}) command="${command:+$command }${COMP_WORDS[i]}" ;;
                    *) break ;;
                    esac
                done
                # The value of a flag.
                case "$command:$before" in
            {values}    *:{files})
                    compopt -o filenames
                    mapfile -t COMPREPLY < <(compgen -f -- "$word")
                    return
                    ;;
                *:{directories})
                    compopt -o filenames
                    mapfile -t COMPREPLY < <(compgen -d -- "$word")
                    return
                    ;;
                *:{others})
                    COMPREPLY=()
                    return
                    ;;
                esac
                # The value of a switch.
                if [[ $joined ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "true false" -- "$word")
                    return
                fi
                # Flags, the next word of the command, and arguments.
                case $command in
            {commands}    esac
                if [[ $word == -* ]]; then
                    words=$flags
                elif [[ $kind == files ]]; then
                    compopt -o filenames
                    mapfile -t COMPREPLY < <(compgen -f -- "$word")
                    return
                elif [[ $kind == nodes ]]; then
                    words=$(kubectl get nodes --output=name --request-timeout=2s 2>/dev/null | sed 's|^node/||')
                elif ((i < COMP_CWORD)); then
                    words=""
                elif [[ -z $words ]]; then
                    words=$flags
                fi
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
            }
            complete -F _vsphere_cloud_controller_manager vsphere-cloud-controller-manager
            """;

    private BashCompletion() {}

    static String script() {
        return SCRIPT.replace("{steps}", quoted(Completion.steps()))
                .replace("{values}", values())
                .replace("*:{files}", patterns(Flag::isFile))
                .replace("*:{directories}", patterns(Flag::isDirectory))
                .replace("*:{others}", patterns(BashCompletion::hasFreeValue))
                .replace("{commands}", commands());
    }

    private static boolean hasFreeValue(Flag flag) {
        return !flag.type().isSwitch()
                && !flag.isFile()
                && !flag.isDirectory()
                && flag.fixedValues().isEmpty();
    }

    private static String quoted(List<String> words) {
        return words.stream().map("\"%s\""::formatted).collect(Collectors.joining(" | "));
    }

    private static String patterns(Predicate<Flag> wanted) {
        return Stream.of(Flag.values())
                .filter(wanted)
                .flatMap(flag -> Completion.forms(flag).stream())
                .map("*:%s"::formatted)
                .collect(Collectors.joining(" | "));
    }

    /// Returns the branches for flags with a few values, which may differ between commands.
    private static String values() {
        return Completion.commands()
                .flatMap(command -> Completion.flags(command).stream()
                        .filter(flag -> !command.values(flag).isEmpty())
                        .map(flag -> branch(command, flag)))
                .collect(Collectors.joining());
    }

    private static String branch(Command command, Flag flag) {
        Function<String, String> pattern = form -> "\"%s:%s\"".formatted(Completion.name(command), form);
        return """
                    %s)
                        mapfile -t COMPREPLY < <(compgen -W "%s" -- "$word")
                        return
                        ;;
                """.formatted(
                        Completion.forms(flag).stream().map(pattern).collect(Collectors.joining(" | ")),
                        String.join(" ", command.values(flag)));
    }

    private static String commands() {
        return Completion.commands()
                .map(command -> """
                            "%s")
                                kind=%s
                                words="%s"
                                flags="%s"
                                ;;
                        """.formatted(
                        Completion.name(command),
                        switch (Completion.operands(command)) {
                            case WORDS -> "words";
                            case FILES -> "files";
                            case NODES -> "nodes";
                        },
                        String.join(" ", Completion.words(command)),
                        Completion.flags(command).stream().map(Flag::toString).collect(Collectors.joining(" "))))
                .collect(Collectors.joining());
    }
}
