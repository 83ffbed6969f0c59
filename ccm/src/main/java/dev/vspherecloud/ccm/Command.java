package dev.vspherecloud.ccm;

import static dev.vspherecloud.ccm.Flag.CONFIG_STRICT;
import static dev.vspherecloud.ccm.Flag.HELP;
import static dev.vspherecloud.ccm.Flag.OUTPUT;
import static dev.vspherecloud.ccm.Flag.TO;
import static dev.vspherecloud.ccm.Flag.VERSION;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Everything that the program can be told to do: the words at the beginning of the command line, and what may follow.
///
/// The constant is the words in capitals; running the controllers needs no word.
enum Command {
    RUN(
            "--cloud-config=FILE [flags]",
            "Ties every Node of a Kubernetes cluster to the vSphere VM behind it.",
            EnumSet.complementOf(EnumSet.of(OUTPUT, TO))),
    CONFIG("check|convert", "Looks at configurations without using them.", EnumSet.of(HELP, VERSION)),
    CONFIG_CHECK("FILE... [-o table|json] [--config-strict]", """
            Checks configurations, and shows what each comes to in the environment of this process.

            Nothing but the files and the certificates they name is looked at: no cluster, no vCenter. Secrets are
            never shown. Ends with 0 when every file can be used, warnings or not, else with 1.""", EnumSet.of(OUTPUT, CONFIG_STRICT, HELP, VERSION)),
    CONFIG_CONVERT("--to yaml|ini FILE", """
            Prints a configuration in the other form, with its comments and in its order.

            The result is read back, and only printed if it means the same. It holds every password that the file
            holds. What cannot be carried over is kept as a comment and named on standard error, with its line.
            Ends with 0, or with 1 and nothing printed.""", EnumSet.of(TO, HELP, VERSION));

    private final String arguments;
    private final String meaning;
    private final Set<Flag> flags;

    Command(String arguments, String meaning, Set<Flag> flags) {
        this.arguments = arguments;
        this.meaning = meaning;
        this.flags = flags;
    }

    /// What it is called by, in order: `config`, `check`; none for [#RUN].
    List<String> words() {
        return this == RUN ? List.of() : List.of(name().toLowerCase(Locale.ROOT).split("_"));
    }

    /// What follows the words, for the help.
    String arguments() {
        return arguments;
    }

    String meaning() {
        return meaning;
    }

    Set<Flag> flags() {
        return flags;
    }

    /// True when not everything that follows is a flag.
    boolean takesWords() {
        return this != RUN;
    }

    /// Those that begin with all its words and one more.
    List<Command> below() {
        return Arrays.stream(values())
                .filter(command -> command.words().size() == words().size() + 1 && isBegunBy(command.words()))
                .toList();
    }

    /// The command with the most words that these arguments begin with.
    static Command begunBy(List<String> arguments) {
        return Arrays.stream(values())
                .filter(command -> command.isBegunBy(arguments))
                .max(Comparator.comparingInt(command -> command.words().size()))
                .orElse(RUN);
    }

    private boolean isBegunBy(List<String> arguments) {
        int length = words().size();
        return arguments.size() >= length && arguments.subList(0, length).equals(words());
    }
}
