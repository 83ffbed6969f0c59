package dev.vspherecloud.csi.commands.arguments;

import dev.vspherecloud.csi.commands.arguments.CsiCommandLine.Command;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads the arguments of `explain`. Pure.
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

    private static final List<String> ABOUT = List.of("volume", "orphans");

    private ExplainArguments() {}

    /// Reads the arguments after `explain`.
    static Command parse(List<String> arguments) {
        var read = ReadingArguments.parse(arguments, List.of());
        if (read.isHelp()) {
            return new Command.Show(HELP);
        }
        List<String> words = read.words();
        List<String> problems = Stream.concat(read.problems().stream(), wordsProblem(words).stream())
                .toList();
        if (!problems.isEmpty()) {
            return new Command.Reject(problems);
        }
        return words.getFirst().equals("orphans")
                ? new Command.ExplainOrphans(read.kubeconfig(), read.isJson())
                : new Command.Explain(words.get(1), read.kubeconfig(), read.isJson());
    }

    private static Optional<String> wordsProblem(List<String> words) {
        if (words.isEmpty() || !ABOUT.contains(words.getFirst())) {
            return Optional.of("found %s, expected \"explain volume NAME\" or \"explain orphans\""
                    .formatted(words.isEmpty() ? "only \"explain\"" : "\"explain %s\"".formatted(words.getFirst())));
        }
        List<String> names = words.subList(1, words.size());
        if (words.getFirst().equals("orphans")) {
            return names.isEmpty()
                    ? Optional.empty()
                    : Optional.of("found \"%s\" after \"explain orphans\", expected only flags"
                            .formatted(String.join(" ", names)));
        }
        return names.size() == 1 && !names.getFirst().isBlank()
                ? Optional.empty()
                : Optional.of(
                        "found %d names, expected one: a PersistentVolume, a volume handle, or a claim as NAMESPACE/NAME"
                                .formatted(names.size()));
    }
}
