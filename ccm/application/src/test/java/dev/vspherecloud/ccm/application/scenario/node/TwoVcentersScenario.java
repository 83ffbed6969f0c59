package dev.vspherecloud.ccm.application.scenario.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.NodeSpec;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A vCenter that hangs affects only its own Nodes. A Node whose VM is uncertain stays unchanged, with a reason.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoVcentersScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(10);
    private static final int NODES = 15;

    private TestBed bed;
    private VcenterSite healthy;
    private VcenterSite other;
    private Program program;
    private int next;
    private int probes;

    @BeforeAll
    void start() {
        bed = TestBed.start();
        healthy = bed.addVcenter("vc-a");
        other = bed.addVcenter("vc-b");
        healthy.addVms("w", 0, 6 * NODES);
        program = bed.run();
        bothAnswer();
    }

    @AfterAll
    void stop() {
        try {
            ends();
            RunInvariants.requestsConform(healthy);
            RunInvariants.requestsConform(other);
        } finally {
            bed.close();
        }
    }

    @AfterEach
    void cleanUp() {
        bed.apiProxy().clearRules();
        bothAnswer();
        RunInvariants.logIsFitToRead(program, healthy.vcenter().password());
        bed.objects().deleteNodes();
    }

    // A vCenter that hangs

    @Test
    void aVcenterThatHangsFromTheStartDoesNotSlowTheOther() {
        Map<String, Long> without = callsForNew();
        ends();
        other.proxy().add(Rule.onAny().then(Fault.hang()));
        program = bed.run();
        program.awaitLog("Logged in to vCenter", TIMEOUT);

        assertThat(callsForNewWhileTheOtherHangs()).isEqualTo(without);

        ends();
        program = bed.run();
    }

    @Test
    void aVcenterThatStartsToHangDoesNotSlowTheOther() {
        Map<String, Long> without = callsForNew();
        other.proxy().add(Rule.onAny().then(Fault.hang()));

        assertThat(callsForNewWhileTheOtherHangs()).isEqualTo(without);
    }

    @Test
    void aNodeWaitsForAVmThatMayBeOnTheSilentVcenter() {
        other.proxy().add(Rule.onAny().then(Fault.hang()));
        other.addVms("late", 0, 1);
        bed.objects().createNodes(other.nodes("late", 0, 1));

        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(bed.objects().eventsOfLease("kube-system", "cloud-controller-manager"))
                        .anySatisfy(event -> {
                            assertThat(event.path("reason").asText()).isEqualTo("VcenterSilent");
                            assertThat(event.path("message").asText()).startsWith("vCenter vc-b: no answer");
                        }));
        isAsRegistered("late-0");
        assertThat(bed.objects().eventsOf("late-0")).isEmpty();

        other.proxy().clearRules();
        NodeAssertions.isComplete(
                bed.objects().awaitNode("late-0", TIMEOUT, NodeAssertions::isInitialised), other, "vc-b-region");
    }

    // Uncertain VMs and Nodes

    @Test
    void aVmOnBothVcentersIsAmbiguous() {
        VmSpec vm = healthy.vm("twin", 0);
        healthy.vcenter().addVm(vm);
        other.vcenter().addVm(other.vm("twin", 0).uuid(vm.uuid()));
        bed.objects().createNodes(healthy.nodes("twin", 0, 1));

        staysWithReason("twin-0", "VmAmbiguous", "vc-a", "vc-b");
    }

    @Test
    void aVmOnNoVcenterIsReportedAsMissing() {
        bed.objects().createNodes(healthy.nodes("vmless", 0, 1));

        staysWithReason("vmless-0", "VmNotFound", "vc-a", "vc-b", healthy.uuid("vmless", 0, 1));
    }

    @Test
    void aNodeWaitsForAVmWithoutAddress() {
        String vm = healthy.vcenter().addVm(healthy.vm("mute", 0).noNics());
        bed.objects().createNodes(healthy.nodes("mute", 0, 1));

        staysWithReason("mute-0", "GuestNicMissing", "mute-0");

        healthy.vcenter().change(VmSpec.change(vm).address(VcenterSite.address(0) + "/16"));
        NodeAssertions.isComplete(
                bed.objects().awaitNode("mute-0", TIMEOUT, NodeAssertions::isInitialised), healthy, "vc-a-region");
    }

    @Test
    void aNodeWithoutZoneStaysTaintedWithAReason() {
        healthy.vcenter().add(Topology.empty().cluster("vc-a-dc", "vc-a-untagged", List.of("untagged-host")));
        healthy.vcenter()
                .addVm(healthy.vm("zoneless", 0).in("vc-a-dc", "vc-a-untagged").onHost("untagged-host"));
        bed.objects().createNodes(healthy.nodes("zoneless", 0, 1));

        staysWithReason("zoneless-0", "ZoneMissing", TestBed.ZONE);
    }

    @Test
    void aForeignNodeIsNotTouched() {
        NodeSpec foreign = healthy.nodes("foreign", 0, 1).getFirst().providerId("aws:///eu-west-1a/i-0123456789");
        healthy.addVms("foreign", 0, 1);
        bed.objects().createNode(foreign);
        JsonNode before = bed.objects().node("foreign-0");

        // A later Node is initialised, so the program has processed the foreign Node before.
        initialiseNew();

        assertThat(bed.objects().node("foreign-0")).isEqualTo(before);
        assertThat(bed.objects().eventsOf("foreign-0")).isEmpty();
    }

    @Test
    void aNodeWhoseAddressesCannotBeWrittenKeepsItsTaint() {
        String forbidden = """
                {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403,\
                "message":"nodes \\"w\\" is forbidden: cannot patch resource nodes/status"}""";
        bed.apiProxy().add(Rule.on("patch nodes/status").then(Fault.answer(403, "application/json", forbidden)));
        long mark = bed.apiProxy().calls().mark();
        healthy.addVms("stuck", 0, 1);
        bed.objects().createNodes(healthy.nodes("stuck", 0, 1));

        staysWithReason("stuck-0", "WriteRefused", "nodes/status");
        assertThat(bed.apiProxy().calls().since(mark).count("patch nodes/status"))
                .isPositive();
        assertThat(bed.apiProxy().calls().since(mark).count("patch nodes")).isZero();
    }

    // Shared steps

    /// Waits for the Event, and checks that the Node is as its kubelet registered it.
    private void staysWithReason(String name, String reason, String... words) {
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(bed.objects().eventsOf(name))
                .filteredOn(event -> event.path("reason").asText().equals(reason))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.path("message").asText()).contains(words)));
        isAsRegistered(name);
    }

    private void isAsRegistered(String name) {
        JsonNode node = bed.objects().node(name);
        assertThat(NodeAssertions.isInitialised(node)).isFalse();
        assertThat(node.path("spec").path("providerID").asText()).isEmpty();
        assertThat(NodeAssertions.addresses(node)).containsExactly("Hostname=" + name);
        assertThat(NodeAssertions.label(node, "topology.kubernetes.io/zone")).isEmpty();
        // The program records the VM as soon as it knows it.
        assertThat(node.path("metadata").path("annotations").properties())
                .allMatch(each -> each.getKey().startsWith("vspherecloud.dev/v"));
    }

    /// Returns the number of calls to the API server that change Nodes, by name, for Nodes that come one by one.
    private Map<String, Long> callsForNew() {
        long mark = bed.apiProxy().calls().mark();
        for (int i = 0; i < NODES; i++) {
            initialiseNew();
        }
        return writes(mark);
    }

    /// Like [#callsForNew], and checks that the Nodes do not wait for the other vCenter: a call to it that hung
    /// before a Node was created still hangs when the Node is initialised. That may be different for a few Nodes,
    /// because the client gives up such a call after half a minute.
    private Map<String, Long> callsForNewWhileTheOtherHangs() {
        long mark = bed.apiProxy().calls().mark();
        int waited = 0;
        for (int i = 0; i < NODES; i++) {
            await().until(() -> !hanging().isEmpty());
            Set<Long> before = hanging();
            initialiseNew();
            if (Collections.disjoint(before, hanging())) {
                waited++;
            }
        }
        assertThat(waited)
                .as("Nodes that may have waited for the end of a call that hung")
                .isLessThan(NODES / 2);
        return writes(mark);
    }

    /// Returns the numbers of the calls to the other vCenter that have no answer yet.
    private Set<Long> hanging() {
        return other.proxy().calls().all().where(Call::open).list().stream()
                .map(Call::number)
                .collect(Collectors.toSet());
    }

    private Map<String, Long> writes(long mark) {
        Map<String, Long> calls = bed.apiProxy().calls().since(mark).countByName();
        return Map.of("patch nodes/status", calls.getOrDefault("patch nodes/status", 0L));
    }

    private void initialiseNew() {
        int n = next++;
        String name = "w-" + n;
        bed.objects().createNodes(healthy.nodes("w", n, n + 1));
        await().pollDelay(Duration.ZERO)
                .pollInterval(POLL)
                .until(() -> NodeAssertions.isInitialised(bed.objects().node(name)));
        NodeAssertions.isComplete(bed.objects().node(name), healthy, "vc-a-region");
    }

    private void bothAnswer() {
        other.proxy().clearRules();
        int n = probes++;
        other.addVms("probe", n, n + 1);
        bed.objects().createNodes(other.nodes("probe", n, n + 1));
        bed.objects().awaitNode("probe-" + n, TIMEOUT, NodeAssertions::isInitialised);
    }

    /// `StopPolicyTest` tests after which time.
    private void ends() {
        assertThat(program.terminate()).as(program.log()).isZero();
    }
}
