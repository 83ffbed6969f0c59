package dev.vspherecloud.ccm.application.flag;

import static dev.vspherecloud.ccm.application.flag.Flag.ALL;
import static dev.vspherecloud.ccm.application.flag.Flag.COLOR;
import static dev.vspherecloud.ccm.application.flag.Flag.CONFIG_STRICT;
import static dev.vspherecloud.ccm.application.flag.Flag.EXIT_CODE;
import static dev.vspherecloud.ccm.application.flag.Flag.HELP;
import static dev.vspherecloud.ccm.application.flag.Flag.HELP_ALL;
import static dev.vspherecloud.ccm.application.flag.Flag.OUTPUT;
import static dev.vspherecloud.ccm.application.flag.Flag.SELECTOR;
import static dev.vspherecloud.ccm.application.flag.Flag.TO;
import static dev.vspherecloud.ccm.application.flag.Flag.VERSION;
import static dev.vspherecloud.ccm.application.flag.Flag.WATCH;

import dev.vspherecloud.config.Suggestion;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The commands of the program: the words at the beginning of the command line, and what may follow. The command
/// that runs the controllers has no words.
enum Command {
    RUN(
            "",
            "--cloud-config=FILE [flags]",
            "Connects the Nodes of a Kubernetes cluster to their vSphere VMs: initialises, updates and deletes Nodes.",
            Flag.ofRunAnd()),
    CONFIG(
            "config",
            "check|convert",
            "Checks and converts configuration files, without using them.",
            EnumSet.of(HELP, HELP_ALL, VERSION)),
    CONFIG_CHECK(
            "config check",
            "FILE... [-o table|json|yaml] [--config-strict]",
            """
            Checks configuration files, and shows the effective settings of each, with the environment variables of
            this process.

            The command reads only the files and the CA files that they name. It does not connect to the cluster or to
            a vCenter, and never shows a password. Exit code: 0 if every file can be used, even with warnings;
            otherwise 1.""",
            EnumSet.of(OUTPUT, CONFIG_STRICT, HELP, HELP_ALL, VERSION)),
    CONFIG_CONVERT("config convert", "--to yaml|ini FILE", """
            Converts a configuration file to the other format, and prints it with its comments and in its order.

            The command reads the result again, and prints it only if it means the same. The result contains every
            password of the file. Lines that cannot be converted become comments; a warning on standard error names
            each with its line number. Exit code: 0 if the file was converted; otherwise 1, and nothing is printed
            on standard output.""", EnumSet.of(TO, HELP, HELP_ALL, VERSION)),
    EXPLAIN(
            "explain",
            "node",
            "Explains what the provider would do with a Node, and why.",
            EnumSet.of(HELP, HELP_ALL, VERSION)),
    EXPLAIN_NODE(
            "explain node",
            "NAME...|--all|-l SELECTOR --cloud-config=FILE [-o FORMAT] [-w] [flags]",
            """
            Shows which VM belongs to a Node, why each address and tag was used or not, what the Node has and what
            the provider would set, and which problems prevent that.

            The command reads from the API server and the vCenters with the configuration of the provider, and writes
            nothing. It accepts every flag of the provider, so that you can use the command line of the Pod. The flag
            --leader-elect-resource-namespace sets the namespace of the login record.
            Exit code: 0 if the Nodes were explained, even if they have problems; 2 if you set --exit-code and a Node
            of this provider is not ready or has a problem; otherwise 1.""",
            Flag.ofRunAnd(OUTPUT, ALL, SELECTOR, WATCH, EXIT_CODE, COLOR)),
    PLAN("plan", "--cloud-config=FILE [-o table|json|yaml] [flags]", """
            Shows what would change if this provider replaced the running cloud provider: everything that it would
            write on each Node, and why; which Nodes it would not change; and which Nodes either provider may delete.

            The command reads from the API server and the vCenters with the configuration of the provider, and writes
            nothing. It accepts every flag of the provider, so that you can use the command line of the Pod.
            Exit code: 0 if only the annotations of this provider would change; 2 if there is something to review:
            another change, a Node that may be deleted, or a vCenter that does not answer; 1 if there is no plan.""", Flag.ofRunAnd(OUTPUT, COLOR)),
    DOCTOR("doctor", "--cloud-config=FILE [-o table|json|yaml] [flags]", """
            Examines everything that the provider needs, and says what is wrong and what to do.

            It tries configuration, names, connections, certificates, logins and rights in vCenter. It compares clocks,
            tags and the VM of each Node, and looks for missing rights and other cloud providers in the cluster.

            The command sends at most one login for each account and vCenter, and only if the login record permits it.
            It writes nothing but the record of these logins, and ends within 60 seconds. It accepts every flag of the
            provider, so that you can use the command line of the Pod.
            Exit code: 0 if there is no error, even with warnings; 2 if there is an error; 1 if the command line cannot
            be used.""", Flag.ofRunAnd(OUTPUT, COLOR)),
    COMPLETION("completion", "bash|zsh|fish", """
            Prints a script that completes commands, flags and values in a shell.

            bash: source <(vsphere-cloud-controller-manager completion bash)
            zsh: source <(vsphere-cloud-controller-manager completion zsh), after compinit
            fish: vsphere-cloud-controller-manager completion fish | source""", EnumSet.of(HELP, HELP_ALL, VERSION)),
    SHOW_VERSION(
            "version",
            "[-o text|json]",
            "Prints the version and the commit of this program, its Java runtime and its platform.",
            EnumSet.of(OUTPUT, HELP, HELP_ALL, VERSION)),
    SHOW_HELP(
            "help",
            "[COMMAND...]",
            "Prints the help of a command, as --help does after the command.",
            EnumSet.of(HELP, HELP_ALL, VERSION));

    /// The flags of a run that have an effect on the commands that query the cluster and the vCenters.
    private static final Set<Flag> SHARED_WITH_RUN = EnumSet.of(
            Flag.CLOUD_CONFIG,
            CONFIG_STRICT,
            Flag.KUBECONFIG,
            Flag.MASTER,
            Flag.NODE_LABELS,
            Flag.NODE_STATUS_UPDATE_FREQUENCY,
            Flag.LEADER_ELECT_RESOURCE_NAMESPACE,
            Flag.V,
            Flag.VMODULE,
            Flag.LOGGING_FORMAT,
            Flag.LOG_TEXT_SPLIT_STREAM,
            Flag.LOG_JSON_SPLIT_STREAM);

    private static final Set<Flag> OF_PLAN = EnumSet.of(Flag.CLOUD_PROVIDER, Flag.CONTROLLERS, Flag.NODE_DELETION);

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

    /// Returns true if the flag changes what the command does.
    boolean hasEffect(Flag flag) {
        return flags.contains(flag)
                && flag.noEffectReason().isEmpty()
                && switch (this) {
                    case EXPLAIN_NODE -> isOwn(flag) || SHARED_WITH_RUN.contains(flag);
                    case PLAN -> isOwn(flag) || SHARED_WITH_RUN.contains(flag) || OF_PLAN.contains(flag);
                    default -> true;
                };
    }

    private static boolean isOwn(Flag flag) {
        return flag.group() == Flag.Group.COMMAND || flag.group() == Flag.Group.HELP;
    }

    /// Returns the output formats of the command; the first is the default.
    private List<OutputFormat> outputs() {
        return switch (this) {
            case EXPLAIN_NODE ->
                List.of(OutputFormat.TABLE, OutputFormat.WIDE, OutputFormat.JSON, OutputFormat.YAML, OutputFormat.NAME);
            case SHOW_VERSION -> List.of(OutputFormat.TEXT, OutputFormat.JSON);
            default -> List.of(OutputFormat.TABLE, OutputFormat.JSON, OutputFormat.YAML);
        };
    }

    /// Returns the valid values of a flag of this command, if there are only a few; otherwise an empty list.
    List<String> values(Flag flag) {
        return flag == OUTPUT ? OutputFormat.texts(outputs()) : flag.fixedValues();
    }

    /// Returns the value that applies if the flag is not on the command line; empty if none applies.
    String defaultOf(Flag flag) {
        return flag == OUTPUT ? values(OUTPUT).getFirst() : flag.effectiveDefault();
    }

    boolean isValid(Flag flag, String value) {
        return flag == OUTPUT ? values(OUTPUT).contains(value) : flag.type().isValid(value);
    }

    /// Returns a description of the valid values of a flag of this command.
    String expected(Flag flag) {
        if (flag != OUTPUT) {
            return flag.type().expected();
        }
        List<String> values = values(OUTPUT);
        return String.join(", ", values.subList(0, values.size() - 1)) + " or " + values.getLast();
    }

    /// Returns true if arguments that are not flags may follow the command.
    boolean takesArguments() {
        return this != RUN && this != PLAN && this != DOCTOR && this != SHOW_VERSION;
    }

    /// Returns the command with exactly these words.
    static Optional<Command> named(List<String> words) {
        return Arrays.stream(values())
                .filter(command -> command.words().equals(words))
                .findFirst();
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

    private boolean isPrefixOf(List<String> arguments) {
        int length = words().size();
        return arguments.size() >= length && arguments.subList(0, length).equals(words());
    }
}
