package dev.vspherecloud.testkit.bed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.inventory.VmSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Runs the program once through its usual day, so that its JVM sees which classes it needs. `make dist` calls this
/// with a command whose JVM writes down at its end what it saw.
///
/// The lease is held, Nodes become ready, zones are on; one Node has no VM and gets its Event, one address changes; a
/// kubelet asks for its health, and somebody with a token for what it serves.
///
/// Threads: one.
public final class Training {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int NODES = 20;

    private Training() {}

    /// @param command that starts the program; the flags are added to it
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

    /// Those of a usual run, and the lease and the port, which a test goes without.
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

    /// As a kubelet and a monitoring system do; twice, since the second answer comes from what the first left.
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

    /// Its JVM writes the cache on its way out, which takes its time.
    private static void end(Program program) {
        ProcessHandle.of(program.pid()).ifPresent(ProcessHandle::destroy);
        int code = program.awaitExit(TIMEOUT);
        if (code != 0) {
            throw new IllegalStateException("the program ended with %d:%n%s".formatted(code, program.log()));
        }
    }
}
