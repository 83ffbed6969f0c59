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

/// All commands of the program: the words at the beginning of the command line, and what may follow.
///
/// Running the controllers needs no word.
enum Command {
    RUN(
            "",
            "--cloud-config=FILE [flags]",
            "Ties every Node of a Kubernetes cluster to the vSphere VM behind it.",
            EnumSet.complementOf(EnumSet.of(OUTPUT, TO, ALL))),
    CONFIG("config", "check|convert", "Looks at configurations without using them.", EnumSet.of(HELP, VERSION)),
    CONFIG_CHECK(
            "config check",
            "FILE... [-o table|json] [--config-strict]",
            """
            Checks configurations, and shows what each comes to in the environment of this process.

            Nothing but the files and the certificates they name is looked at: no cluster, no vCenter. Secrets are
            never shown. Ends with 0 when every file can be used, warnings or not, else with 1.""",
            EnumSet.of(OUTPUT, CONFIG_STRICT, HELP, VERSION)),
    CONFIG_CONVERT("config convert", "--to yaml|ini FILE", """
            Prints a configuration in the other form, with its comments and in its order.

            The result is read back, and only printed if it means the same. It holds every password that the file
            holds. What cannot be carried over is kept as a comment and named on standard error, with its line.
            Ends with 0, or with 1 and nothing printed.""", EnumSet.of(TO, HELP, VERSION)),
    EXPLAIN("explain", "node", "Says what the provider thinks of Nodes, and why.", EnumSet.of(HELP, VERSION)),
    EXPLAIN_NODE(
            "explain node",
            "NAME|--all --cloud-config=FILE [-o table|json] [flags]",
            """
            Says which VM is a Node's, what became of every address and tag, what the Node has and would get,
            and what stands in the way.

            Asks the API server and the vCenters with the configuration of the provider, and writes nothing. Takes
            every flag of a usual run, so that its command line can be used as it is; those that count are
            --cloud-config, --config-strict, --kubeconfig, --master, --node-labels, -v, and the namespace of the
            lease, in which the record of logins is.
            Ends with 0 when the Nodes are explained, whatever is said of them; else with 1.""",
            EnumSet.complementOf(EnumSet.of(TO))),
    PLAN("plan", "--cloud-config=FILE [-o table|json] [flags]", """
            Says what would change if this program took the place of the cloud provider that runs: everything that
            it would write on each Node, and why; which Nodes it leaves alone; and which Nodes either of them may
            delete.

            Asks the API server and the vCenters with the configuration of the provider, and writes nothing. Takes
            every flag of a usual run, so that its command line can be used as it is.
            Ends with 0 when nobody but us would notice, with 2 when there is something to look at: a change beside our
            annotations, a Node that may be deleted, a vCenter that does not answer; with 1 when there is no plan.""", EnumSet.complementOf(EnumSet.of(TO, ALL)));

    private final String words;
    private final String arguments;
    private final String meaning;
    private final Set<Flag> flags;

    Command(String words, String arguments, String meaning, Set<Flag> flags) {
        this.words = words;
        this.arguments = arguments;
        this.meaning = meaning;
        this.flags = flags;
    }

    /// Returns the words of the command, in order: `config`, `check`; none for [#RUN].
    List<String> words() {
        return words.isEmpty() ? List.of() : List.of(words.split(" "));
    }

    /// Returns what follows the words, for the help.
    String arguments() {
        return arguments;
    }

    String meaning() {
        return meaning;
    }

    Set<Flag> flags() {
        return flags;
    }

    /// Returns true if arguments other than flags may follow.
    boolean takesWords() {
        return this != RUN && this != PLAN;
    }

    /// Returns the commands that begin with all its words and one more.
    List<Command> below() {
        return Arrays.stream(values())
                .filter(command -> command.words().size() == words().size() + 1 && isBegunBy(command.words()))
                .toList();
    }

    /// Returns the command with the most words that these arguments begin with.
    static Command begunBy(List<String> arguments) {
        return Arrays.stream(values())
                .filter(command -> command.isBegunBy(arguments))
                .max(Comparator.comparingInt(command -> command.words().size()))
                .orElse(RUN);
    }

    /// Returns the message that there is no such command, and which one was probably meant.
    ///
    /// @param typed the first argument that is no flag; if it is a command in the wrong place, the message says so
    static String unknown(String typed) {
        List<Command> commands = Arrays.stream(values())
                .filter(command -> command != RUN && command.below().isEmpty())
                .toList();
        List<String> names = commands.stream()
                .map(command -> String.join(" ", command.words()))
                .toList();
        List<String> first = commands.stream()
                .map(command -> command.words().getFirst())
                .distinct()
                .toList();
        if (first.contains(typed)) {
            return "command \"%s\" comes after a flag; write it first, before all flags".formatted(typed);
        }
        String advice = Suggestion.question(typed, first)
                .or(() -> lastWord(typed, commands))
                .or(() -> asFlag(typed))
                .orElseGet(() -> "expected one of %s, or only flags".formatted(String.join(", ", names)));
        return "unknown command \"%s\"; %s".formatted(typed, advice);
    }

    /// `check` most likely means `config check`.
    private static Optional<String> lastWord(String typed, List<Command> commands) {
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

    private boolean isBegunBy(List<String> arguments) {
        int length = words().size();
        return arguments.size() >= length && arguments.subList(0, length).equals(words());
    }
}
