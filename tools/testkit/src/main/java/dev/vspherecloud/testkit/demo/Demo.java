package dev.vspherecloud.testkit.demo;

import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.proxy.Calls;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/// The demo: six VMs become Nodes, the address of one changes, and everything is stopped again.
///
/// Threads: one. If the process is interrupted, a shutdown hook closes the [ShutdownGuard].
public final class Demo {
    /// The maximum time until a changed address is on the Node.
    private static final Duration FOLLOWS_WITHIN = Duration.ofSeconds(5);

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration FOR_EVER = Duration.ofDays(10_000);
    private static final String NEW_ADDRESS = "10.20.77.7";

    private final Display display;
    private final InstantSource clock;
    private final DemoCluster cluster;
    private final NodeStateTimes nodeStateTimes;

    private Demo(Display display, InstantSource clock, DemoCluster started) {
        this.display = display;
        this.clock = clock;
        this.cluster = started;
        this.nodeStateTimes = new NodeStateTimes(clock, started.vms());
    }

    /// @param arguments `--keep` leaves everything running until the process is interrupted
    public static void main(String[] arguments) {
        var shutdownGuard = new ShutdownGuard();
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("shutdown-guard").unstarted(shutdownGuard::interrupt));
        boolean keep = List.of(arguments).contains("--keep");
        System.exit(run(Terminal.display(System.out), System.err, shutdownGuard, keep));
    }

    /// Runs the demo once, as on a terminal without colours.
    ///
    /// @return the exit code: 0 if every step succeeded; else 1, and `err` has the reason
    public static int run(PrintStream out, PrintStream err) {
        var table = new NodeTable(AnsiColors.PLAIN, ZoneId.systemDefault());
        return run(new LiveTable(out, table), err, new ShutdownGuard(), false);
    }

    private static int run(Display display, PrintStream err, ShutdownGuard shutdownGuard, boolean keep) {
        try (shutdownGuard;
                display) {
            run(display, shutdownGuard, keep);
            return 0;
        } catch (RuntimeException e) {
            if (!shutdownGuard.wasInterrupted()) {
                err.println("The demo failed: " + e.getMessage());
            }
            return 1;
        }
    }

    private static void run(Display display, ShutdownGuard shutdownGuard, boolean keep) {
        InstantSource clock = InstantSource.system();
        Instant begin = clock.instant();
        display.print("Starting etcd, kube-apiserver and the vCenter simulator ...");
        DemoCluster started = shutdownGuard.protect(DemoCluster.start());
        display.print("Started the servers in %s: %d VMs in two vSphere clusters, %d tainted Nodes."
                .formatted(seconds(Duration.between(begin, clock.instant())), DemoCluster.NODES, DemoCluster.NODES));
        new Demo(display, clock, started).run(keep);
        shutdownGuard.close();
        display.print("Stopped all servers and deleted their files.");
    }

    private void run(boolean keep) {
        try (Program program = cluster.startProgram()) {
            try {
                becomeReady(program);
                followTheAddress(program);
                countCalls();
                if (keep) {
                    keepRunning(program);
                }
                stop(program);
            } catch (RuntimeException e) {
                throw new IllegalStateException(
                        e.getMessage() + "\nThe log of the provider ends with:\n" + DemoCluster.tail(program), e);
            }
        }
    }

    private void becomeReady(Program program) {
        Instant begin = clock.instant();
        display.print("Starting the provider. It acquires its Lease first ...");
        show(program, LIMIT, nodes -> nodes.stream().allMatch(NodeView::ready));
        display.print("All Nodes are ready, %s after the start of the provider.".formatted(since(begin)));
    }

    private void followTheAddress(Program program) {
        String vm = cluster.vms().keySet().iterator().next();
        Instant begin = clock.instant();
        display.print("Changing the address of VM %s (%s) to %s ..."
                .formatted(cluster.vms().get(vm), vm, NEW_ADDRESS));
        cluster.readdress(vm, NEW_ADDRESS);
        show(program, LIMIT, nodes -> nodes.stream()
                .anyMatch(node -> node.addresses().equals(NEW_ADDRESS)));
        Duration took = Duration.between(begin, clock.instant());
        display.print("Its Node has the new address after %s.".formatted(seconds(took)));
        if (took.compareTo(FOLLOWS_WITHIN) >= 0) {
            throw new IllegalStateException(
                    "the Node got the address too late, expected less than " + seconds(FOLLOWS_WITHIN));
        }
    }

    private void countCalls() {
        Calls calls = cluster.vcenterCalls();
        long rest = calls.countWhere(call -> call.name().contains(" "));
        display.print("In total, vCenter received %d calls: %d by SOAP, %d by REST."
                .formatted(calls.count(), calls.count() - rest, rest));
    }

    private void keepRunning(Program program) {
        display.print("""

                The servers and the provider keep running. To inspect them:
                  kubectl --kubeconfig %s get nodes -o wide
                  tail -f %s
                Press Ctrl-C to stop all of them.
                """.formatted(cluster.kubeconfig(), cluster.programLog()));
        show(program, FOR_EVER, _ -> false);
    }

    private void stop(Program program) {
        Instant begin = clock.instant();
        int code = program.terminate();
        display.print("On SIGTERM, the provider stopped after %s with exit code %d.".formatted(since(begin), code));
        if (code != 0) {
            throw new IllegalStateException("found another exit code, expected 0");
        }
    }

    /// Shows the Nodes until the condition holds.
    private void show(Program program, Duration limit, Predicate<List<NodeView>> wanted) {
        cluster.await(limit, nodes -> {
            if (!program.isAlive()) {
                throw new IllegalStateException("the provider exited");
            }
            List<ObservedNode> seen = nodeStateTimes.record(nodes);
            display.showNodes(seen);
            return wanted.test(seen.stream().map(ObservedNode::node).toList());
        });
    }

    private String since(Instant begin) {
        return seconds(Duration.between(begin, clock.instant()));
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
