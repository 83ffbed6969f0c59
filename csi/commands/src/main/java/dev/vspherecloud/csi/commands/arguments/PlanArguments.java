package dev.vspherecloud.csi.commands.arguments;

import dev.vspherecloud.csi.commands.arguments.CsiCommandLine.Command;
import java.util.List;
import java.util.stream.Stream;

/// Reads the arguments of `plan`. Pure.
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

    private static final String WITHOUT_VCENTER = "without-vcenter";

    private PlanArguments() {}

    /// Reads the arguments after `plan`.
    static Command parse(List<String> arguments) {
        var read = ReadingArguments.parse(arguments, List.of(WITHOUT_VCENTER));
        if (read.isHelp()) {
            return new Command.Show(HELP);
        }
        List<String> problems = Stream.concat(
                        read.words().stream().map("found the argument \"%s\", expected only flags"::formatted),
                        read.problems().stream())
                .toList();
        return problems.isEmpty()
                ? new Command.Plan(read.kubeconfig(), read.isOn(WITHOUT_VCENTER), read.isJson())
                : new Command.Reject(problems);
    }
}
