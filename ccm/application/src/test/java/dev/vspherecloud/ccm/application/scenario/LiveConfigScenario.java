package dev.vspherecloud.ccm.application.scenario;

import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.ConfigFile;
import dev.vspherecloud.testkit.bed.FileChange;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.servers.VcenterSessions;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A changed configuration applies within five seconds, without a restart. vCenters whose settings did not change
/// keep their sessions, and the program keeps its Lease. An invalid change is rejected as a whole and reported
/// once.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LiveConfigScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    /// Long enough for several reads of the file.
    private static final Duration QUIET = Duration.ofSeconds(3);

    private TestBed bed;
    private VcenterSite changed;
    private VcenterSite untouched;
    private ServerIdentity identity;
    private NodesUnderTest nodes;
    private NodesUnderTest otherNodes;
    private int folders;

    private final List<Run> runs = new ArrayList<>();

    /// The running program, and the state before the change.
    ///
    /// @param begin mark of the calls of the changed vCenter
    /// @param mark  mark of the calls of the untouched vCenter
    private record Run(ConfigFile file, Program program, LeaseHolder holder, long begin, long mark) {}

    @BeforeAll
    void start() {
        bed = TestBed.start();
        changed = bed.addVcenter("vc-a");
        untouched = bed.addVcenter("vc-b");
        identity = changed.proxy().identity();
        nodes = NodesUnderTest.create(bed, changed, "a", 2);
        otherNodes = NodesUnderTest.create(bed, untouched, "b", 2);
    }

    @AfterAll
    void stop() {
        bed.close();
    }

    @AfterEach
    void theOtherKeptItsSessionAndTheProgramItsLease() {
        try {
            otherNodes.areServed(program());
            Calls calls = untouched.proxy().calls().since(runs.getLast().mark());
            assertThat(calls.count("Login")).as(calls.describe()).isZero();
            assertThat(LeaseHolder.of(bed)).isEqualTo(runs.getLast().holder());
            RunInvariants.logIsFitToRead(program(), changed.vcenter().password());
        } finally {
            assertThat(program().terminate()).isZero();
            changed.proxy().useIdentity(identity);
        }
        RunInvariants.nothingIsLeft(bed);
    }

    // Trust in vCenter

    @Test
    void anotherCa() {
        ConfigFile bundle = FileChange.MOUNTED.in(newFolder(), "ca.pem", identity.certificatePem());
        run(FileChange.MOUNTED, both(trusting(bundle.path())));

        RunInvariants.awaitBothSides(changed, runs.getLast().begin());
        VcenterSessions before = changed.vcenter().sessions();
        changed.proxy().useIdentity(ServerIdentity.generate());
        bundle.write(changed.proxy().identity().certificatePem());

        nodes.areServed(program());
        // The program does not log out of a server that it does not trust.
        before.soap().forEach(changed.vcenter()::terminateSession);
        before.rest().forEach(changed.vcenter()::terminateRestSession);
    }

    @Test
    void anotherThumbprintAfterBothWereTrusted() {
        var next = ServerIdentity.generate();
        run(FileChange.MOUNTED, both(pinning(identity.sha256Thumbprint())));

        RunInvariants.awaitBothSides(
                changed, writeAndAwaitLogin(both(pinning(identity.sha256Thumbprint() + ", " + next.sha1Thumbprint()))));
        changed.proxy().useIdentity(next);
        nodes.areServed(program());
        writeAndAwaitLogin(both(pinning(next.sha1Thumbprint())));

        nodes.areServed(program());
    }

    // The list of vCenters

    @ParameterizedTest
    @EnumSource
    void anAddedVcenter(FileChange change) {
        run(change, vcenters(untouched.config()));

        file().write(both(changed.config()));

        nodes.areServed(program());
    }

    @Test
    void aRemovedVcenter() {
        run(FileChange.MOUNTED, both(changed.config()));
        JsonNode before = bed.objects().node(nodes.name(0));

        file().write(vcenters(untouched.config()));

        await().until(() -> changed.vcenter().sessions().soap().isEmpty()
                && changed.vcenter().sessions().rest().isEmpty());
        changed.vcenter().change(change(nodes.vm(0)).address("10.8.8.8/16"));
        otherNodes.areServed(program());
        assertThat(bed.objects().node(nodes.name(0))).isEqualTo(before);
    }

    // Other settings

    @Test
    void anAddedDatacenter() {
        changed.vcenter().add(Topology.empty().cluster("elsewhere", "cluster", List.of("host")));
        changed.vcenter()
                .addVm(changed.vm("elsewhere", 0).in("elsewhere", "cluster").onHost("host"));
        run(FileChange.MOUNTED, withoutLabels("datacenters: [vc-a-dc]"));
        bed.objects().createNodes(changed.nodes("elsewhere", 0, 1));
        await().atMost(TIMEOUT)
                .until(() -> !bed.objects().eventsOf("elsewhere-0").isEmpty());

        file().write(withoutLabels("datacenters: [vc-a-dc, elsewhere]"));

        bed.objects().awaitNode("elsewhere-0", EventTimeout.LIMIT, NodeAssertions::isInitialised);
    }

    @Test
    void aRemovedDatacenter() {
        changed.vcenter().add(Topology.empty().cluster("leaving", "leaving-cluster", List.of("leaving-host")));
        changed.vcenter()
                .addVm(changed.vm("leaving", 0).in("leaving", "leaving-cluster").onHost("leaving-host"));
        bed.objects().createNodes(changed.nodes("leaving", 0, 1));
        run(FileChange.MOUNTED, withoutLabels("datacenters: [vc-a-dc, leaving]"));
        bed.objects().awaitNode("leaving-0", TIMEOUT, NodeAssertions::isInitialised);

        file().write(withoutLabels("datacenters: [vc-a-dc]"));

        await().until(() -> hasEvent("leaving-0", "VmInOtherDatacenter"));
    }

    @Test
    void anotherAddressRule() {
        run(FileChange.MOUNTED, both(changed.config()));
        changed.vcenter().change(change(nodes.vm(0)).address("10.9.0.1/16", "172.30.0.1/16"));
        bed.objects().awaitNode(nodes.name(0), TIMEOUT, node -> NodeAssertions.addresses(node)
                .contains("InternalIP=10.9.0.1"));

        file().write(both(changed.config()) + "nodes:\n  internalNetworkSubnetCidr: 172.30.0.0/16\n");

        bed.objects().awaitNode(nodes.name(0), EventTimeout.LIMIT, node -> NodeAssertions.addresses(node)
                .contains("InternalIP=172.30.0.1"));
        // A Node that has no address by the new rule keeps its addresses, and an Event names the rule.
        await().until(() -> hasEvent(nodes.name(1), "AddressRuleUnmatched"));
        assertThat(NodeAssertions.addresses(bed.objects().node(nodes.name(1))))
                .contains("InternalIP=" + VcenterSite.address(1));
    }

    @Test
    void zonesSwitchedOn() {
        run(FileChange.MOUNTED, withoutLabels(""));

        long before = changed.proxy().calls().mark();
        file().write(both(changed.config()));
        await().until(() -> RunInvariants.restLogins(changed.proxy().calls().since(before)) > 0);
        changed.addVms("zoned", 0, 1);
        bed.objects().createNodes(changed.nodes("zoned", 0, 1));

        NodeAssertions.isComplete(
                bed.objects().awaitNode("zoned-0", TIMEOUT, NodeAssertions::isInitialised), changed, "vc-a-region");
    }

    // Invalid changes

    @ParameterizedTest
    @EnumSource
    void anInvalidFileIsRejectedAndReportedOnce(FileChange change) {
        run(change, both(changed.config()));

        file().write(both(changed.config()).replaceFirst("port: [0-9]+", "port: abc"));

        isReportedOnce("port", "abc");
        nodes.areServed(program());
        file().write(vcenters(untouched.config()));
        await().until(() -> changed.vcenter().sessions().soap().isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void theConfigurationOfARemovedFileStaysActive(FileChange change) {
        run(change, both(changed.config()));

        file().remove();

        isReportedOnce("no such file");
        nodes.areServed(program());
        file().write(vcenters(untouched.config()));
        await().until(() -> changed.vcenter().sessions().soap().isEmpty());
    }

    // Shared steps

    private void run(FileChange change, String config) {
        ConfigFile file = change.in(newFolder(), "vsphere.conf", config);
        long begin = changed.proxy().calls().mark();
        Program program = bed.launch().config(file.path()).electing().start();
        otherNodes.areServed(program);
        if (config.contains("vc-a:")) {
            nodes.areServed(program);
        }
        runs.add(new Run(
                file,
                program,
                LeaseHolder.of(bed),
                begin,
                untouched.proxy().calls().mark()));
    }

    private boolean hasEvent(String node, String reason) {
        return bed.objects().eventsOf(node).stream()
                .anyMatch(event -> event.path("reason").asText().equals(reason));
    }

    private Program program() {
        return runs.getLast().program();
    }

    private ConfigFile file() {
        return runs.getLast().file();
    }

    private Path newFolder() {
        return bed.folder().resolve("live-" + folders++);
    }

    /// Writes a configuration that makes the program connect again to the changed vCenter, and waits for the login.
    ///
    /// @return mark of the calls before
    private long writeAndAwaitLogin(String config) {
        long before = changed.proxy().calls().mark();
        file().write(config);
        await().until(() -> changed.proxy().calls().since(before).count("Login") > 0);
        return before;
    }

    /// Checks that one warning names the file and contains the words, and that no second one follows.
    private void isReportedOnce(String... words) {
        await().untilAsserted(() -> assertThat(problems()).hasSize(1));
        assertThat(problems().getFirst()).contains(words);
        await().during(QUIET).untilAsserted(() -> assertThat(problems()).hasSize(1));
    }

    private List<String> problems() {
        return program()
                .log()
                .lines()
                .filter(line -> line.matches("[WE][0-9]{4} .*"))
                .filter(line -> line.contains(file().path().toString()))
                .toList();
    }

    private String both(String entry) {
        return vcenters(entry + untouched.config());
    }

    private static String vcenters(String entries) {
        return "vcenter:\n" + entries + TestBed.labels();
    }

    private String withoutLabels(String line) {
        return "vcenter:\n" + entry(changed.trust(), line) + untouched.config();
    }

    private String trusting(Path bundle) {
        return entry("caFile: \"" + bundle + "\"");
    }

    private String pinning(String thumbprints) {
        return entry("thumbprint: \"" + thumbprints + "\"");
    }

    private String entry(String... lines) {
        var own = new ArrayList<>(List.of(
                "user: \"" + changed.vcenter().username() + "\"",
                "password: \"" + changed.vcenter().password() + "\""));
        own.addAll(List.of(lines));
        return changed.entry(own.toArray(String[]::new));
    }
}
