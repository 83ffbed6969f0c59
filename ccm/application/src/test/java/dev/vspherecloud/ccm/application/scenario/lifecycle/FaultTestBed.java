package dev.vspherecloud.ccm.application.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.LeaderLease;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.NodeDeletes;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.Target;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.CallLog;
import dev.vspherecloud.testkit.proxy.ReferenceLookups;
import dev.vspherecloud.testkit.servers.Deadline;
import dev.vspherecloud.testkit.servers.VcenterBackup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/// Two vCenters, a cluster whose Nodes are all not ready while their VMs run, and the operations of each
/// [ExistenceFault].
///
/// Faults affect the last VM. The older half of the VMs is in the usual folder, the newer half in a separate
/// folder. The last VM is alone on its host.
///
/// Threads: one.
final class FaultTestBed implements AutoCloseable {
    static final int COUNT = 8;
    static final int LAST = COUNT - 1;

    /// The second password of the first vCenter.
    static final String ROTATED = "Rotated-1!";

    /// The number of searches in one existence check.
    private static final int SEARCHES = 3;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /// The program reads the Lease every ten seconds while an acknowledgement is possible.
    private static final Duration ACKNOWLEDGED = Duration.ofSeconds(15);

    private final TestBed bed = TestBed.start();
    private final VcenterSite site = bed.addVcenter("vc-a");
    private final VcenterSite other = bed.addVcenter("vc-b");
    private final NodeDeletes deletes = NodeDeletes.at(bed.apiProxy());
    private final ReferenceLookups referenceLookups = ReferenceLookups.at(site.proxy());
    private final LeaderLease lease = new LeaderLease(bed);
    private final String folder;
    private final Path config;
    private final Fleet fleet;
    private final VcenterBackup backup;
    private Program program;
    private VcenterSite owner = site;
    private int changes;

    /// @param younger number of VMs that are newer than the backup of the vCenter
    FaultTestBed(int younger) {
        folder = site.vcenter().addFolders("vc-a-dc", List.of("younger-half")).getFirst();
        config = bed.write("vsphere-live.conf", config(site.vcenter().password()));
        fleet = Fleet.create(bed, site, "w", COUNT - younger, this::vm);
        program = launch();
        fleet.awaitRecorded(program);
        backup = site.vcenter().backUp();
        fleet.grow(younger);
        fleet.awaitRecorded(program);
        fleet.allFallSilent();
    }

    private VmSpec vm(int n) {
        String cluster = "vc-a-cluster-" + (n % 2 == 0 ? "a" : "b");
        VmSpec vm = site.vm("w", n).onHost(cluster + "-host-" + (n == LAST ? 2 : 1));
        return n < COUNT / 2 ? vm : vm.inFolder(folder);
    }

    private String config(String password) {
        String entry = site.entry(
                "user: \"" + site.vcenter().username() + "\"",
                "password: \"" + password + "\"",
                site.trust(),
                "datacenters: [\"vc-a-dc\"]");
        return "vcenter:\n" + entry + other.config() + TestBed.labels();
    }

    private Program launch() {
        return bed.launch()
                .config(config)
                .electing()
                .with("--node-monitor-period=1s")
                .start();
    }

    // Operations of the faults

    VcenterSite site() {
        return site;
    }

    VcenterSite other() {
        return other;
    }

    Fleet fleet() {
        return fleet;
    }

    LeaderLease lease() {
        return lease;
    }

    Program program() {
        return program;
    }

    NodeDeletes deletes() {
        return deletes;
    }

    /// Returns the reference of the last VM.
    String last() {
        return fleet.vm(LAST);
    }

    /// @param vms numbers of the affected VMs
    Target target(IntStream vms) {
        return new Target(site, vms.mapToObj(fleet::vm).toList(), backup);
    }

    /// Sets the new reference of the last VM.
    void setLastReference(String ref) {
        fleet.isNow(LAST, ref);
    }

    /// Moves the last VM to the other vCenter, where it has the same UUIDs.
    void moveLastToTheOther() {
        site.vcenter().operations().unregister(List.of(last()));
        VmSpec vm = other.vm("moved", LAST).uuid(site.uuid("w", LAST, 1)).instanceUuid(site.uuid("w", LAST, 2));
        setLastReference(other.vcenter().addVm(vm));
        owner = other;
    }

    /// Writes another password for the first vCenter into the configuration.
    void configure(String password) {
        bed.write("vsphere-live.conf", config(password));
    }

    /// Acknowledges all reasons on the Lease, and waits until the program has applied this. If a reason ends by
    /// itself meanwhile, its acknowledgement stays on the Lease.
    void acknowledgeAll() {
        if (!lease.acknowledgeAll().isEmpty()) {
            Deadline end = Deadline.in(ACKNOWLEDGED);
            await().until(() -> lease.note("acknowledge").isEmpty() || end.isOver());
        }
    }

    // Operations of the tests

    /// Lets another program take over, which knows only what is recorded.
    void handOver() {
        Program next = launch();
        next.awaitLog("Another process leads; waiting for its Lease", TIMEOUT);
        assertThat(program.terminate()).as(program.log()).isZero();
        next.awaitLog("Became leader", TIMEOUT);
        program = next;
    }

    /// Changes the address of the first VM, and waits until its Node has it: the program sees the present state of
    /// the vCenter.
    void changeAndAwait() {
        changeAndAwaitAddress(site, 0);
    }

    /// Does the same with the last VM, in the vCenter that has it now: the program has found it again.
    void changeAndAwaitLast() {
        changeAndAwaitAddress(owner, LAST);
    }

    private void changeAndAwaitAddress(VcenterSite where, int n) {
        changes++;
        String address = "10.99.9." + changes;
        long mark = where.proxy().calls().mark();
        where.vcenter().change(VmSpec.change(fleet.vm(n)).address(address + "/16"));
        await().atMost(Duration.ofMinutes(2))
                .failFast("the program ended", () -> !program.isAlive())
                .untilAsserted(() -> assertThat(NodeAssertions.addresses(fleet.node(n)))
                        .as(() -> where.proxy().calls().since(mark).describe() + program.log())
                        .contains("InternalIP=" + address));
    }

    /// Waits until the program has checked the last VM, by its reference or its UUIDs, after it was missing.
    void awaitCheck() {
        CallLog calls = site.proxy().calls();
        long mark = calls.mark();
        int asked = referenceLookups.count(last());
        await().atMost(Duration.ofMinutes(2))
                .failFast("the program ended", () -> !program.isAlive())
                .untilAsserted(() -> assertThat(referenceLookups.count(last()) > asked
                                || calls.since(mark).count("FindAllByUuid") >= SEARCHES)
                        .as(() -> calls.since(mark).describe() + program.log())
                        .isTrue());
    }

    /// Waits until the running program has logged that it cannot read the first vCenter.
    void awaitSilentVcenterLogged() {
        program.awaitLog("Cannot read vCenter", Duration.ofMinutes(2));
    }

    /// Waits until the program has found the affected VM at its present place, and has recorded it.
    void awaitLastRecorded() {
        await().atMost(Duration.ofMinutes(2))
                .failFast("the program ended", () -> !program.isAlive())
                .untilAsserted(() -> assertThat(fleet.node(LAST)
                                .path("metadata")
                                .path("annotations")
                                .path("vspherecloud.dev/vm")
                                .asText())
                        .as(program.log())
                        .isEqualTo(last()));
    }

    void destroyLast() {
        owner.vcenter().operations().destroy(List.of(last()));
    }

    void nothingWasDeleted() {
        assertThat(deletes.all()).as(program.log()).isEmpty();
        fleet.areKept(0, COUNT);
    }

    void end() {
        assertThat(program.terminate()).isZero();
        RunInvariants.logIsFitToRead(program, site.vcenter().password(), ROTATED);
    }

    @Override
    public void close() {
        bed.close();
    }
}
