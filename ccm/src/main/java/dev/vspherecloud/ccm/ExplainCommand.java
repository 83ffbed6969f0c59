package dev.vspherecloud.ccm;

import dev.vspherecloud.ccm.explain.Explanation;
import dev.vspherecloud.ccm.explain.ExplanationJson;
import dev.vspherecloud.ccm.explain.ExplanationTable;
import dev.vspherecloud.ccm.explain.ExplanationText;
import dev.vspherecloud.config.CloudConfig;
import dev.vspherecloud.config.ConfigResult;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.kubernetes.KubeAddressClaims;
import dev.vspherecloud.kubernetes.KubeConnection;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.NodeReader;
import dev.vspherecloud.kubernetes.SecretReader;
import dev.vspherecloud.observability.LogConfig;
import dev.vspherecloud.vsphere.inventory.LoginGate;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// `explain node`: reads one Node or all, asks the vCenters as the provider does, and prints what comes of it. Writes
/// nothing, neither to the cluster nor to a vCenter, and takes part in no election.
///
/// Exit codes: 0 when every Node asked for is explained, though a vCenter be silent: that is part of what is
/// explained. 1 when the configuration is refused, the API server does not answer or refuses, or there is no such Node.
///
/// Threads: the main thread; a signal's thread waits until it has logged out.
final class ExplainCommand {
    private static final Duration END_AT_LATEST = Duration.ofMillis(4700);

    private final PrintStream out;
    private final PrintStream err;

    ExplainCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    int run(CommandLine.Explain wanted) {
        Options options = wanted.options();
        if (options.log().verbosity() > 0) {
            LogConfig.active().verbosity(options.log().verbosity());
        } else {
            LogConfig.active().errorsOnly();
        }
        return switch (Main.read(options.config()).result()) {
            case ConfigResult.Accepted(CloudConfig config, var _) -> run(wanted, config);
            case ConfigResult.Rejected(List<Problem> problems) -> {
                problems.forEach(problem -> print(CheckText.problem(problem), err));
                yield failed("the configuration cannot be used");
            }
        };
    }

    private int run(CommandLine.Explain wanted, CloudConfig config) {
        Options.ApiServerOptions api = wanted.options().apiServer();
        try (KubeConnection connection = KubeConnection.open(
                api.kubeconfig().map(Path::toString).orElse(""), api.master().orElse(""))) {
            Optional<List<NodeView>> nodes = nodes(wanted, new NodeReader(connection));
            return nodes.isEmpty()
                    ? failed("there is no Node \"%s\" on the API server %s"
                            .formatted(wanted.node().map(NodeName::toString).orElse(""), connection.url()))
                    : explain(wanted, config, connection, nodes.get());
        } catch (KubeException e) {
            return failed(e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }

    /// Empty when there is none of the name.
    private static Optional<List<NodeView>> nodes(CommandLine.Explain wanted, NodeReader reader) {
        return wanted.node().isPresent() ? reader.read(wanted.node().get()).map(List::of) : Optional.of(reader.list());
    }

    private int explain(CommandLine.Explain wanted, CloudConfig config, KubeConnection connection, List<NodeView> nodes)
            throws InterruptedException {
        var ended = new CountDownLatch(1);
        try (var inquiry = inquiry(wanted.options(), config, connection)) {
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("stop").unstarted(() -> stop(inquiry, ended)));
            return inquiry.ask(config, nodes)
                    .map(explained -> {
                        print(text(wanted, explained), out);
                        return 0;
                    })
                    .orElse(1);
        } finally {
            ended.countDown();
        }
    }

    /// Who may not read Services learns the rest.
    private KubeAddressClaims claims(KubeConnection connection) {
        var claims = new KubeAddressClaims(connection);
        try {
            claims.read();
        } catch (KubeException e) {
            print("Warning: no address is known as that of a Service: " + e.getMessage() + "\n", err);
        }
        return claims;
    }

    private Inquiry inquiry(Options options, CloudConfig config, KubeConnection connection) {
        var look = new CredentialLook(new SecretReader(connection));
        var logins = new LoginsOnlyRead(
                LeaseLogins.toBeRead(connection, options.leaderElection().namespace()));
        return new Inquiry(
                SettingsRule.settings(options, config),
                claims(connection),
                new CredentialFeeds((source, told) -> () -> told.accept(look.at(source))),
                LoginGate.leavingNoRecord(logins, InstantSource.system(), System::nanoTime, new SecureRandom()),
                System::nanoTime);
    }

    private static String text(CommandLine.Explain wanted, List<Explanation> explained) {
        if (wanted.node().isEmpty()) {
            return wanted.asJson() ? ExplanationJson.of(explained) : ExplanationTable.of(explained);
        }
        return wanted.asJson() ? ExplanationJson.of(explained.getFirst()) : ExplanationText.of(explained.getFirst());
    }

    private int failed(String why) {
        print("Error: " + why + "\n", err);
        return 1;
    }

    /// In UTF-8, whatever the locale says: that is what JSON has to be in.
    private static void print(String text, PrintStream stream) {
        stream.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        stream.flush();
    }

    /// Runs on Ctrl-C: no session is left behind.
    private static void stop(Inquiry inquiry, CountDownLatch ended) {
        inquiry.stop();
        try {
            boolean _ = ended.await(END_AT_LATEST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
