package dev.vspherecloud.testkit.bed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.inventory.VmSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Runs the program once through its usual work, so that its JVM records the classes that it needs. `make dist` calls
/// this with a command whose JVM writes this record when it ends.
///
/// The program holds the Lease, Nodes become ready, and zones are on. One Node has no VM and gets an Event; one address
/// changes. A kubelet probes the health endpoints, and a client with a token reads the others.
///
/// Threads: one.
public final class Training {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int NODES = 20;

    private Training() {}

    /// @param command starts the program; the flags are appended
    public static void main(String[] command) {
        int code = 1;
        try (TestBed bed = TestBed.startAlone()) {
            train(bed, List.of(command));
            code = 0;
        } catch (RuntimeException e) {
            System.err.println("The training run failed: " + e.getMessage());
        }
        System.exit(code);
    }

    private static void train(TestBed bed, List<String> command) {
        VcenterSite site = bed.addVcenter("training");
        List<String> vms = site.addVms("w", 0, NODES);
        bed.objects().createNodes(site.nodes("w", 0, NODES));
        bed.objects().createNodes(site.nodes("without-vm", 0, 1));
        int port = bed.reservePort();
        try (Program program =
                Program.start(bed.folder().resolve("program.log"), Map.of(), command, flags(bed, port))) {
            live(bed, site, vms.getFirst(), program);
            readPages(bed, port);
            end(program);
        }
    }

    /// The flags of a usual run, plus leader election and the port, which tests usually turn off.
    private static List<String> flags(TestBed bed, int port) {
        List<String> usual = bed.flags(bed.config());
        var kubeconfig = bed.folder().resolve("kubeconfig");
        return Stream.concat(
                        usual.stream(),
                        Stream.of(
                                "--leader-elect=true",
                                "--bind-address=127.0.0.1",
                                "--secure-port=" + port,
                                "--authentication-kubeconfig=" + kubeconfig,
                                "--authorization-kubeconfig=" + kubeconfig))
                .toList();
    }

    private static void live(TestBed bed, VcenterSite site, String firstVm, Program program) {
        await(bed, program, nodes -> nodes.stream().filter(Training::isReady).count() == NODES);
        await(bed, program, _ -> !bed.objects().eventsOf("without-vm-0").isEmpty());
        site.vcenter().change(VmSpec.change(firstVm).address("10.99.0.1/16"));
        await(bed, program, nodes -> nodes.toString().contains("10.99.0.1"));
    }

    /// Reads the endpoints as a kubelet and a monitoring system do. Reads twice, because the second response comes from
    /// caches that the first one filled.
    private static void readPages(TestBed bed, int port) {
        try (var pages = new ServedPages(port)) {
            for (int i = 0; i < 2; i++) {
                if (!pages.isOk("/healthz") || !pages.isOk("/readyz")) {
                    throw new IllegalStateException("the program does not say that it is well");
                }
                pages.text("/metrics/slis", bed.api().admin().token());
            }
        }
    }

    private static void await(TestBed bed, Program program, Predicate<List<JsonNode>> wanted) {
        bed.objects().awaitNodes(TIMEOUT, nodes -> !program.isAlive() || wanted.test(nodes));
        if (!program.isAlive()) {
            throw new IllegalStateException("the program ended:\n" + program.log());
        }
    }

    private static boolean isReady(JsonNode node) {
        return !node.at("/spec/taints").toString().contains("uninitialized");
    }

    /// Stops the program. Its JVM writes the cache when it ends, which takes time.
    private static void end(Program program) {
        ProcessHandle.of(program.pid()).ifPresent(ProcessHandle::destroy);
        int code = program.awaitExit(TIMEOUT);
        if (code != 0) {
            throw new IllegalStateException("the program ended with %d:%n%s".formatted(code, program.log()));
        }
    }
}
