package dev.vspherecloud.ccm.application.scenario.node;

import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.CompatibilityPage;
import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.KubeRelease;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The program on API servers of several minor versions. It does all its work there. It calls and writes only what
/// `docs/reference/compatibility.md` lists, and the server offers all of that.
class SkewScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int NODES = 5;
    private static final int MOVED = 0;
    private static final int OFF = 1;
    private static final int DESTROYED = 2;
    private static final String PROGRAM = "vsphere-cloud-controller-manager";
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";

    private final CompatibilityPage page = CompatibilityPage.read();

    @Test
    void worksOnTheMinorOfAllOtherTests() {
        worksOn(KubeRelease.PINNED, SkewScenario::changeMachines);
    }

    /// The test first builds the API server, which takes minutes.
    @Test
    @Tag("soak")
    void worksOnAnOlderMinor() {
        worksOn(KubeRelease.OLDER, (fleet, program, bed) -> {
            changeMachines(fleet, program, bed);
            fleet.site().vcenter().operations().destroy(List.of(fleet.vm(DESTROYED)));
            fleet.awaitGone(DESTROYED, DESTROYED + 1, TIMEOUT, program);
        });
    }

    /// Changes machines, and waits for the effects on Nodes.
    private interface Changes {
        void of(Fleet fleet, Program program, TestBed bed);
    }

    /// Changes one address, and powers off one machine. One Node has no machine and gets an Event.
    private static void changeMachines(Fleet fleet, Program program, TestBed bed) {
        VcenterSite site = fleet.site();
        fleet.awaitRecorded(program);
        site.vcenter().change(change(fleet.vm(MOVED)).address("10.99.0.1/16"));
        site.vcenter().operations().powerOff(fleet.vm(OFF));
        fleet.allFallSilent();
        bed.objects().awaitNode(fleet.name(MOVED), TIMEOUT, node -> NodeAssertions.addresses(node)
                .contains("InternalIP=10.99.0.1"));
        bed.objects().awaitNode(fleet.name(OFF), TIMEOUT, Fleet::isTainted);
        bed.objects()
                .awaitNodes(
                        TIMEOUT, _ -> !bed.objects().eventsOf("without-vm-0").isEmpty());
    }

    private void worksOn(KubeRelease release, Changes changes) {
        try (var bed = TestBed.start(release)) {
            assertThat(page.isShown(minor(bed))).as(minor(bed)).isTrue();
            offersWhatIsOnThePage(bed);
            Fleet fleet = Fleet.create(bed, bed.addVcenter("vc-a"), "w", NODES);
            bed.objects().createNodes(fleet.site().nodes("without-vm", 0, 1));

            Program program = bed.run("--leader-elect=true", "--node-monitor-period=1s");
            changes.of(fleet, program, bed);

            assertThat(calls(bed)).isSubsetOf(listedCalls());
            assertThat(written(bed, "/api/v1/nodes"))
                    .contains("spec.providerID", "status.addresses")
                    .isSubsetOf(page.fields("Node"));
            assertThat(written(bed, LEASES)).contains("spec.renewTime").isSubsetOf(page.fields("Lease"));
            assertThat(written(bed, "/api/v1/events")).contains("reason").isSubsetOf(page.fields("Event"));
            assertThat(program.terminate()).as(program.log()).isZero();
        }
    }

    private void offersWhatIsOnThePage(TestBed bed) {
        for (CompatibilityPage.Resource resource : page.resources()) {
            Set<String> offered = bed.objects()
                    .get(resource.discovery())
                    .path("resources")
                    .valueStream()
                    .filter(found -> found.path("name").asText().equals(resource.name()))
                    .flatMap(found -> found.path("verbs").valueStream())
                    .map(JsonNode::asText)
                    .collect(Collectors.toSet());
            assertThat(offered).as(resource.toString()).containsAll(resource.verbs());
        }
    }

    private static String minor(TestBed bed) {
        JsonNode version = bed.objects().get("/version");
        return version.path("major").asText() + "." + version.path("minor").asText();
    }

    private static Set<String> calls(TestBed bed) {
        return bed.apiProxy().calls().all().countByName().keySet();
    }

    private Set<String> listedCalls() {
        return page.resources().stream()
                .flatMap(CompatibilityPage.Resource::calls)
                .collect(Collectors.toSet());
    }

    /// Returns the fields that the program wrote. Tests write under another name.
    private static Set<String> written(TestBed bed, String path) {
        var fields = new TreeSet<String>();
        bed.objects()
                .get(path)
                .path("items")
                .forEach(object -> fields.addAll(ManagedFields.of(object, PROGRAM::equals)));
        return fields;
    }
}
