package dev.vspherecloud.ccm.application.scenario.leader;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.exposition.Exposition;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.time.EventTimeout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Of two programs one leads, and the other takes over when the first one ends, without doing anything twice.
class StandbyScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String LEASE =
            "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/cloud-controller-manager";

    private final List<Program> programs = new ArrayList<>();
    private TestBed bed;
    private VcenterSite site;

    @BeforeEach
    void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
    }

    @AfterEach
    void stop() {
        programs.forEach(Program::close);
        bed.close();
    }

    @Test
    @Conforms("J50")
    void theStandbyTakesOverWithoutDoingAnythingTwice() {
        List<String> vms = site.addVms("w", 0, 10);
        bed.objects().createNodes(site.nodes("w", 0, 10));
        List<Integer> ports = List.of(bed.reservePort(), bed.reservePort());
        Program leader = run("one", LiveMetrics.flags(ports.getFirst()));
        leader.awaitLog("Became leader", TIMEOUT);
        Program standby = run("other", LiveMetrics.flags(ports.getLast()));
        standby.awaitLog("Another process leads; waiting for its Lease", TIMEOUT);
        bed.objects().awaitNodes(TIMEOUT, all -> all.stream().allMatch(NodeAssertions::isInitialised));

        assertThat(site.proxy().calls().count("Login")).isEqualTo(1);
        assertThat(site.vcenter().sessions().soap()).hasSize(1);
        leaderAndStandbyCount(ports);

        long calls = site.proxy().calls().mark();
        long writes = bed.apiProxy().calls().mark();
        ends(leader);
        assertThat(site.proxy().calls().since(calls).count("Logout")).isEqualTo(1);
        standby.awaitLog("Logged in to vCenter", EventTimeout.LIMIT);

        // This change comes last, so the new leader has handled all Nodes by then, and has written nothing else.
        site.vcenter().change(VmSpec.change(vms.getFirst()).address("10.9.9.9/16"));
        bed.objects().awaitNode("w-0", TIMEOUT, node -> NodeAssertions.addresses(node)
                .contains("InternalIP=10.9.9.9"));
        assertThat(RunInvariants.nodeWrites(bed.apiProxy().calls(), writes)).isEqualTo(1);
        bed.objects().nodes().stream()
                .filter(node -> !NodeAssertions.name(node).equals("w-0"))
                .forEach(node -> NodeAssertions.isComplete(node, site, "vc-a-region"));

        ends(standby);
        assertThat(holder()).isEmpty();
        assertThat(site.vcenter().sessions().soap()).isEmpty();
        assertThat(site.vcenter().sessions().rest()).isEmpty();
        RunInvariants.requestsConform(site);
        programs.forEach(
                program -> RunInvariants.logIsFitToRead(program, site.vcenter().password()));
    }

    private static void leaderAndStandbyCount(List<Integer> ports) {
        Exposition leader = LiveMetrics.scrape(ports.getFirst(), "/metrics");
        LiveMetrics.requireTable(leader);
        assertThat(leader.value("vspherecloud_leader")).contains(1.0);
        assertThat(leader.value("leader_election_master_status", "name", "cloud-controller-manager"))
                .contains(1.0);
        assertThat(leader.value("vspherecloud_nodes", "state", "initialized")).contains(10.0);
        assertThat(leader.value("node_controller_initial_node_sync_delay_seconds_count"))
                .contains(10.0);
        assertThat(leader.value("vspherecloud_vcenter_sessions", "vcenter", "vc-a", "side", "soap"))
                .contains(1.0);
        assertThat(leader.value("vspherecloud_vcenter_calls_total", "vcenter", "vc-a", "method", "Login"))
                .contains(1.0);
        assertThat(leader.value("vspherecloud_reaction_seconds_count"))
                .hasValueSatisfying(count -> assertThat(count).isPositive());

        Exposition standby = LiveMetrics.scrape(ports.getLast(), "/metrics");
        assertThat(standby.value("vspherecloud_leader")).contains(0.0);
        assertThat(standby.families()).doesNotContainKey("vspherecloud_vcenter_calls_total");
    }

    /// A killed leader does not release its Lease: the standby waits until it expires.
    @Test
    void theStandbyTakesOverFromALeaderThatWasKilled() {
        site.addVms("w", 0, 2);
        Program leader = run("one", Replicas.SHORT.flags());
        leader.awaitLog("Became leader", TIMEOUT);
        Program standby = run("other", Replicas.SHORT.flags());
        standby.awaitLog("Another process leads; waiting for its Lease", TIMEOUT);

        leader.kill();
        standby.awaitLog("Became leader", EventTimeout.LIMIT);

        bed.objects().createNodes(site.nodes("w", 0, 2));
        bed.objects()
                .awaitNodes(TIMEOUT, all -> all.stream().allMatch(NodeAssertions::isInitialised))
                .forEach(node -> NodeAssertions.isComplete(node, site, "vc-a-region"));
    }

    /// `StopPolicyTest` tests after which time.
    private static void ends(Program program) {
        assertThat(program.terminate()).as(program.log()).isZero();
    }

    private String holder() {
        JsonNode lease = bed.objects().get(LEASE);
        return lease.path("spec").path("holderIdentity").asText();
    }

    private Program run(String name, String... moreFlags) {
        var flags = new ArrayList<>(bed.flags(bed.config()));
        flags.add("--leader-elect=true");
        flags.addAll(List.of(moreFlags));
        var program = Program.start(bed.folder().resolve(name + ".log"), flags);
        programs.add(program);
        return program;
    }
}
