package dev.vspherecloud.deploy.tutorial;

import static dev.vspherecloud.testkit.inventory.VmSpec.aVm;

import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The commands of `docs/tutorials/zones.md`.
@Tag("tutorial")
class ZonesTutorialIT {
    private static final List<String> DATACENTERS = List.of("paris-1", "paris-2", "rome-1", "rome-2");

    private TutorialBed bed;

    @BeforeEach
    void twoVcentersWithTwoDatacentersEach() {
        bed = TutorialBed.start();
        for (String city : List.of("paris", "rome")) {
            SimulatedVcenter vcenter = bed.addVcenter(
                    "vcenter." + city + ".example.org",
                    city + "-ca.pem",
                    Topology.empty().cluster(city + "-1", "cluster-1", 1).cluster(city + "-2", "cluster-2", 1));
            DATACENTERS.stream()
                    .filter(datacenter -> datacenter.startsWith(city))
                    .forEach(datacenter -> addVm(vcenter, datacenter));
        }
    }

    private static void addVm(SimulatedVcenter vcenter, String datacenter) {
        int n = DATACENTERS.indexOf(datacenter);
        vcenter.addVm(aVm("worker-" + datacenter)
                .uuid("42000000-0000-4000-8000-00000000001" + n)
                .instanceUuid("50000000-0000-4000-8000-00000000001" + n)
                .in(datacenter, "cluster-" + datacenter.charAt(datacenter.length() - 1))
                .poweredOn()
                .toolsRunning(true)
                .hostName("worker-" + datacenter)
                .guestId("ubuntu64Guest")
                .address("10.30.%d.10/24".formatted(n)));
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void everyStepWorks() {
        tagParis();
        tagRome();
        checkTheTags();
        writeTheValues();
        installTheProvider();
        bed.startPods("vsphere-cpi");
        List.of("paris-1", "rome-1", "rome-2").forEach(this::join);
        theNodesHaveTheirZones();
        join("paris-2");
        bed.awaitEvent("worker-paris-2");
        theForgottenDatacenter();
        attachTheTag();
        cleanUp();
    }

    /// Plays the kubelet of the VM in this datacenter.
    private void join(String datacenter) {
        bed.objects()
                .createNode(NodeSpec.aNode("worker-" + datacenter)
                        .systemUuid("42000000-0000-4000-8000-00000000001" + DATACENTERS.indexOf(datacenter))
                        .uninitialized());
    }

    private void tagParis() {
        bed.run(ZonesTutorialIT.class, "tagParis");
    }

    private void tagRome() {
        bed.run(ZonesTutorialIT.class, "tagRome");
    }

    private void checkTheTags() {
        bed.run(ZonesTutorialIT.class, "checkTheTags");
    }

    private void writeTheValues() {
        bed.run(ZonesTutorialIT.class, "writeTheValues");
    }

    private void installTheProvider() {
        bed.run(ZonesTutorialIT.class, "installTheProvider");
    }

    private void theNodesHaveTheirZones() {
        bed.run(ZonesTutorialIT.class, "theNodesHaveTheirZones");
    }

    private void theForgottenDatacenter() {
        bed.run(ZonesTutorialIT.class, "theForgottenDatacenter");
    }

    private void attachTheTag() {
        bed.run(ZonesTutorialIT.class, "attachTheTag");
    }

    private void cleanUp() {
        bed.run(ZonesTutorialIT.class, "cleanUp");
    }
}
