package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.VmSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.awaitility.Awaitility;

/// Some VMs of one vCenter and their Nodes, to test whether a change of a VM still reaches its Node.
///
/// Tests change the first VM.
public final class NodesUnderTest {
    private static final Duration POLL = Duration.ofMillis(50);

    private final TestBed bed;
    private final VcenterSite site;
    private final String prefix;
    private final List<String> vms;
    private int changes;

    private NodesUnderTest(TestBed bed, VcenterSite site, String prefix, List<String> vms) {
        this.bed = bed;
        this.site = site;
        this.prefix = prefix;
        this.vms = vms;
    }

    public static NodesUnderTest create(TestBed bed, VcenterSite site, String prefix, int count) {
        List<String> vms = site.addVms(prefix, 0, count);
        bed.objects().createNodes(site.nodes(prefix, 0, count));
        return new NodesUnderTest(bed, site, prefix, vms);
    }

    String vm(int n) {
        return vms.get(n);
    }

    public String name(int n) {
        return prefix + "-" + n;
    }

    public void awaitInitialised(Program program) {
        for (int n = 0; n < vms.size(); n++) {
            await(program, name(n), node -> assertThat(NodeAssertions.isInitialised(node))
                    .as(program.log())
                    .isTrue());
        }
    }

    /// Changes the address of the first VM, and waits until its Node shows the new one.
    public void areServed(Program program) {
        changes++;
        // No two VMs of a test bed may report the same address, because it would look like a virtual IP.
        int network = 100 + Math.floorMod(prefix.hashCode(), 100);
        String address = "10.%d.%d.%d".formatted(network, changes / 250, 1 + changes % 250);
        site.vcenter().change(VmSpec.change(vms.getFirst()).address(address + "/16"));
        await(program, name(0), node -> assertThat(NodeAssertions.addresses(node))
                .as(program.log())
                .contains("InternalIP=" + address));
    }

    /// Fails if the program ends before.
    private void await(Program program, String name, Consumer<JsonNode> wanted) {
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(POLL)
                .failFast("the program ended", () -> !program.isAlive())
                .untilAsserted(() -> wanted.accept(bed.objects().node(name)));
    }

    /// Returns the resourceVersion of all Nodes except the first, by name.
    public Map<String, String> versions() {
        var versions = new HashMap<String, String>();
        for (int n = 1; n < vms.size(); n++) {
            versions.put(
                    name(n),
                    bed.objects().node(name(n)).at("/metadata/resourceVersion").asText());
        }
        return versions;
    }
}
