package dev.vspherecloud.testkit.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.servers.ServerException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// All that runs during the demo: an API server with six tainted Nodes, a vCenter with their VMs in two clusters, and
/// the packaged program once it is started.
///
/// Threads: one; [#close] may come from another, once.
final class DemoCluster implements AutoCloseable {
    static final int NODES = 6;

    private static final String NODE = "node";
    private static final int TAIL_LINES = 25;

    private final TestBed bed;
    private final VcenterSite site;
    private final Map<String, String> vms;

    private DemoCluster(TestBed bed, VcenterSite site, Map<String, String> vms) {
        this.bed = bed;
        this.site = site;
        this.vms = vms;
    }

    /// Starts the servers and fills them.
    static DemoCluster set() {
        TestBed bed = TestBed.startAlone();
        try {
            VcenterSite site = bed.addVcenter("demo");
            Map<String, String> vms = addVms(site);
            bed.objects().createNodes(site.nodes(NODE, 0, NODES));
            return new DemoCluster(bed, site, vms);
        } catch (RuntimeException e) {
            bed.close();
            throw e;
        }
    }

    private static Map<String, String> addVms(VcenterSite site) {
        List<VmSpec> specs = IntStream.range(0, NODES)
                .mapToObj(n -> site.vm(NODE, n).name("demo-vm-" + n))
                .toList();
        List<String> references = site.vcenter().addVms(specs);
        var names = new LinkedHashMap<String, String>();
        for (int n = 0; n < NODES; n++) {
            names.put(references.get(n), specs.get(n).name());
        }
        return names;
    }

    /// The names of the VMs by their references, in the order of the Nodes.
    Map<String, String> vms() {
        return vms;
    }

    /// Gives a VM's guest another address.
    void readdress(String vm, String address) {
        site.vcenter().change(VmSpec.change(vm).address(address + "/16"));
    }

    Program startProgram() {
        return bed.run("--leader-elect=true");
    }

    /// Reads the Nodes until they are as wanted.
    ///
    /// @throws IllegalStateException when they are not in time; it names what Events say on each that is not ready
    void await(Duration limit, Predicate<List<JsonNode>> wanted) {
        try {
            bed.objects().awaitNodes(limit, wanted);
        } catch (ServerException e) {
            throw new IllegalStateException(
                    "the Nodes are not in the expected state after %d s%s"
                            .formatted(limit.toSeconds(), eventMessages()),
                    e);
        }
    }

    private String eventMessages() {
        return bed.objects().nodes().stream()
                .map(NodeView::of)
                .filter(node -> !node.ready())
                .map(node -> "\n  " + node.name() + ": " + lastEvent(node))
                .collect(Collectors.joining());
    }

    private String lastEvent(NodeView node) {
        List<JsonNode> events = bed.objects().eventsOf(node.name());
        return events.isEmpty()
                ? "no Event"
                : events.getLast().path("reason").asText() + ", "
                        + events.getLast().path("message").asText();
    }

    /// Every call that vCenter got so far.
    Calls vcenterCalls() {
        return site.proxy().calls().all();
    }

    /// Writes a kubeconfig for a person.
    Path kubeconfig() {
        return bed.api().kubeconfig().write(bed.folder().resolve("admin.kubeconfig"));
    }

    /// Where the program's output goes.
    Path programLog() {
        return bed.folder().resolve(TestBed.PROGRAM_LOG);
    }

    /// The last lines of a log.
    static String tail(Program program) {
        List<String> lines = program.log().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }

    @Override
    public void close() {
        bed.close();
    }
}
