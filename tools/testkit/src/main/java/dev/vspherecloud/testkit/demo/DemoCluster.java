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

/// The servers of the demo: an API server with six tainted Nodes, and a vCenter with their VMs in two clusters. It also
/// starts the packaged program.
///
/// Threads: one. Another thread may call [#close], once.
final class DemoCluster implements DemoServers {
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

    /// Starts the servers and creates VMs and Nodes.
    static DemoCluster start() {
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

    /// Returns the names of the VMs by reference, in the order of the Nodes.
    Map<String, String> vms() {
        return vms;
    }

    /// Changes the address of a VM's guest.
    void readdress(String vm, String address) {
        site.vcenter().change(VmSpec.change(vm).address(address + "/16"));
    }

    Program startProgram() {
        return bed.run("--leader-elect=true");
    }

    /// Reads the Nodes until the condition holds.
    ///
    /// @throws IllegalStateException on a timeout; the message has the last Event of each Node that is not ready
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

    /// Returns every call that vCenter received so far.
    Calls vcenterCalls() {
        return site.proxy().calls().all();
    }

    /// Writes a kubeconfig for the user.
    Path kubeconfig() {
        return bed.api().kubeconfig().write(bed.folder().resolve("admin.kubeconfig"));
    }

    /// The file with the program's output.
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
