package dev.vspherecloud.ccm.application;

import dev.vspherecloud.http.HttpProxy;
import dev.vspherecloud.reconcile.Utf8Environment;
import dev.vspherecloud.serving.tls.ServerCertificates;
import java.util.List;

/// The entry point of the process.
///
/// Exit codes: 0 after a stop signal, or after a request for help or version. 1 if the command line, the
/// configuration or the kubeconfig cannot be used, and if the leader's Lease is lost. 2 if a plan contains
/// something to review, if `explain node --exit-code` found a problem, or if `doctor` found an error.
/// `docs/reference/command-line.md` lists them by command.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Utf8Environment.ensure();
        HttpProxy.permitLogins();
        ServerCertificates.refuseRenegotiation();
        var runner = new CommandRunner(System.getenv(), System.out, System.err, Terminal::ofProcess);
        int code = runner.run(List.of(arguments));
        // `System.exit` would wait forever for a shutdown hook that waits for this thread, so the process halts.
        Runtime.getRuntime().halt(code);
    }
}
