package dev.vspherecloud.ccm.application.flag;

import static dev.vspherecloud.ccm.application.flag.Flag.ALL;
import static dev.vspherecloud.ccm.application.flag.Flag.CONFIG_STRICT;
import static dev.vspherecloud.ccm.application.flag.Flag.HELP;
import static dev.vspherecloud.ccm.application.flag.Flag.OUTPUT;
import static dev.vspherecloud.ccm.application.flag.Flag.TO;
import static dev.vspherecloud.ccm.application.flag.Flag.VERSION;

import dev.vspherecloud.config.Suggestion;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The commands of the program: the words at the beginning of the command line, and what may follow. The command
/// that runs the controllers has no words.
enum Command {
    RUN(
            "",
            "--cloud-config=FILE [flags]",
            "Connects the Nodes of a Kubernetes cluster to their vSphere VMs: initialises, updates and deletes Nodes.",
            EnumSet.complementOf(EnumSet.of(OUTPUT, TO, ALL))),
    CONFIG(
            "config",
            "check|convert",
            "Checks and converts configuration files, without using them.",
            EnumSet.of(HELP, VERSION)),
    CONFIG_CHECK(
            "config check",
            "FILE... [-o table|json] [--config-strict]",
            """
            Checks configuration files, and shows the effective settings of each, with the environment variables of
            this process.

            The command reads only the files and the CA files that they name. It does not connect to the cluster or to
            a vCenter, and never shows a password. Exit code: 0 if every file can be used, even with warnings;
            otherwise 1.""",
            EnumSet.of(OUTPUT, CONFIG_STRICT, HELP, VERSION)),
    CONFIG_CONVERT("config convert", "--to yaml|ini FILE", """
            Converts a configuration file to the other format, and prints it with its comments and in its order.

            The command reads the result again, and prints it only if it means the same. The result contains every
            password of the file. Lines that cannot be converted become comments; a warning on standard error names
            each with its line number. Exit code: 0 if the file was converted; otherwise 1, and nothing is printed
            on standard output.""", EnumSet.of(TO, HELP, VERSION)),
    EXPLAIN("explain", "node", "Explains what the provider would do with a Node, and why.", EnumSet.of(HELP, VERSION)),
    EXPLAIN_NODE(
            "explain node",
            "NAME|--all --cloud-config=FILE [-o table|json] [flags]",
            """
            Shows which VM belongs to a Node, why each address and tag was used or not, what the Node has and what
            the provider would set, and which problems prevent that.

            The command reads from the API server and the vCenters with the configuration of the provider, and writes
            nothing. It accepts every flag of the provider, so that you can use the command line of the Pod. Only
            --cloud-config, --config-strict, --kubeconfig, --master, --node-labels, -v and
            --leader-elect-resource-namespace (the namespace of the login record) have an effect.
            Exit code: 0 if the Nodes were explained, even if they have problems; otherwise 1.""",
            EnumSet.complementOf(EnumSet.of(TO))),
    PLAN("plan", "--cloud-config=FILE [-o table|json] [flags]", """
            Shows what would change if this provider replaced the running cloud provider: everything that it would
            write on each Node, and why; which Nodes it would not change; and which Nodes either provider may delete.

            The command reads from the API server and the vCenters with the configuration of the provider, and writes
            nothing. It accepts every flag of the provider, so that you can use the command line of the Pod.
            Exit code: 0 if only the annotations of this provider would change; 2 if there is something to review:
            another change, a Node that may be deleted, or a vCenter that does not answer; 1 if there is no plan.""", EnumSet.complementOf(EnumSet.of(TO, ALL))),
    DOCTOR("doctor", "--cloud-config=FILE [-o table|json] [flags]", """
            Examines everything that the provider needs, and says what is wrong and what to do.

            It tries configuration, names, connections, certificates, logins and rights in vCenter. It compares clocks,
            tags and the VM of each Node, and looks for missing rights and other cloud providers in the cluster.

            The command sends at most one login for each account and vCenter, and only if the login record permits it.
            It writes nothing but the record of these logins, and ends within 60 seconds. It accepts every flag of the
            provider, so that you can use the command line of the Pod.
            Exit code: 0 if there is no error, even with warnings; 2 if there is an error; 1 if the command line cannot
            be used.""", EnumSet.complementOf(EnumSet.of(TO, ALL)));

    private final String text;
    private final String arguments;
    private final String description;
    private final Set<Flag> flags;

    Command(String words, String arguments, String meaning, Set<Flag> flags) {
        this.text = words;
        this.arguments = arguments;
        this.description = meaning;
        this.flags = flags;
    }

    /// Returns the words of the command, in order, for example `config` and `check`. Returns none for [#RUN].
    List<String> words() {
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }

    /// Returns the text for the help that shows which arguments follow the words of the command.
    String arguments() {
        return arguments;
    }

    String description() {
        return description;
    }

    Set<Flag> flags() {
        return flags;
    }

    /// Returns true if arguments that are not flags may follow the command.
    boolean takesArguments() {
        return this != RUN && this != PLAN && this != DOCTOR;
    }

    /// Returns the commands whose words are those of this command and one more.
    List<Command> subcommands() {
        return Arrays.stream(values())
                .filter(command -> command.words().size() == words().size() + 1 && isPrefixOf(command.words()))
                .toList();
    }

    /// Returns the command whose words are the beginning of these arguments. If there are several, it returns the
    /// one with the most words.
    static Command longestPrefixOf(List<String> arguments) {
        return Arrays.stream(values())
                .filter(command -> command.isPrefixOf(arguments))
                .max(Comparator.comparingInt(command -> command.words().size()))
                .orElse(RUN);
    }

    /// Returns the message for an unknown command, with a command that was probably meant.
    ///
    /// @param typed the first argument that is not a flag. If it is a known command after a flag, the message says
    ///     so
    static String unknown(String typed) {
        List<Command> commands = Arrays.stream(values())
                .filter(command -> command != RUN && command.subcommands().isEmpty())
                .toList();
        List<String> names = commands.stream()
                .map(command -> String.join(" ", command.words()))
                .toList();
        List<String> first = commands.stream()
                .map(command -> command.words().getFirst())
                .distinct()
                .toList();
        if (first.contains(typed)) {
            return "found the command \"%s\" after a flag, expected it first; write it before all flags"
                    .formatted(typed);
        }
        String advice = Suggestion.didYouMean(typed, first)
                .or(() -> similarLastWord(typed, commands))
                .or(() -> asFlag(typed))
                .orElseGet(() -> "expected one of: %s; to run the controllers, write only flags"
                        .formatted(String.join(", ", names)));
        return "unknown command \"%s\"; %s".formatted(typed, advice);
    }

    /// Suggests a command whose last word is similar to the typed word: `check` most likely means `config check`.
    private static Optional<String> similarLastWord(String typed, List<Command> commands) {
        return commands.stream()
                .filter(command -> Suggestion.nearest(
                                typed, List.of(command.words().getLast()))
                        .isPresent())
                .map(command -> "did you mean \"%s\"?".formatted(String.join(" ", command.words())))
                .findFirst();
    }

    private static Optional<String> asFlag(String typed) {
        return Stream.of(HELP, VERSION)
                .filter(flag -> flag.flagName().equals(typed))
                .map(flag -> "did you mean \"%s\"?".formatted(flag))
                .findFirst();
    }

    private boolean isPrefixOf(List<String> arguments) {
        int length = words().size();
        return arguments.size() >= length && arguments.subList(0, length).equals(words());
    }
}
