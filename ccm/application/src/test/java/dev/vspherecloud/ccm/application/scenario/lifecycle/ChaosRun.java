package dev.vspherecloud.ccm.application.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.LeaderLease;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.NodeDeletes;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.testkit.bed.ActiveFault;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.Target;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterFault;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.VcenterBackup;
import dev.vspherecloud.testkit.servers.VcenterOperations;
import dev.vspherecloud.testkit.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A short run with random events on real servers: VMs are destroyed and switched off, kubelets stop and come back,
/// vCenter fails, the API server is slow and refuses writes. The program is paused, killed and replaced.
///
/// The seed decides what happens, and in which order; the duration depends on the servers. At the end everything
/// works again except the destroyed VMs, and the Nodes must show this.
///
/// Threads: one.
final class ChaosRun implements AutoCloseable {
    private static final int NODES = 10;
    private static final int STEPS = 12;
    private static final int MAX_PAUSE_MILLIS = 4000;
    private static final Duration MOMENT = Duration.ofMillis(200);
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration BAR = Duration.ofMinutes(2);
    private static final String PATH = "/api/v1/nodes";

    /// Excludes refused logins: after one, the program waits a quarter of an hour, which is longer than a run.
    private static final List<VcenterFault> FAULTS = List.of(VcenterFault.values()).stream()
            .filter(fault -> fault != VcenterFault.LOGIN_REFUSED)
            .toList();

    private final Random random;
    private final TestBed bed = TestBed.start();
    private final VcenterSite site = bed.addVcenter("vc-a");
    private final NodeDeletes deletes = NodeDeletes.at(bed.apiProxy());
    private final LeaderLease lease = new LeaderLease(bed);
    private final Fleet fleet;
    private final VcenterBackup older;
    private final String start;
    private final Set<Integer> destroyed = new TreeSet<>();
    private final Set<Integer> silent = new TreeSet<>();
    private final Set<Integer> off = new TreeSet<>();
    private final Set<Integer> onceOff = new TreeSet<>();
    private final Set<String> acknowledged = new TreeSet<>();
    private final List<String> trace = new ArrayList<>();
    private Optional<ActiveFault> activeFault = Optional.empty();
    private Program program;

    ChaosRun(long seed) {
        random = new Random(seed);
        if (random.nextBoolean()) {
            bed.addVcenter("vc-b");
        }
        int younger = random.nextInt(NODES / 2);
        fleet = Fleet.create(bed, site, "w", NODES - younger);
        program = launch();
        fleet.awaitRecorded(program);
        older = site.vcenter().backUp();
        fleet.grow(younger);
        fleet.awaitRecorded(program);
        start = bed.objects().version(PATH);
    }

    /// Returns what happened so far, one event a line.
    String trace() {
        return String.join("\n", trace);
    }

    void play() {
        for (int n = 0; n < NODES / 2; n++) {
            fallSilent();
        }
        for (int step = 0; step < STEPS; step++) {
            act();
            elapse(Duration.ofMillis(random.nextInt(MAX_PAUSE_MILLIS)));
        }
        endAllFaults();
        nodesMatchTheVms();
        // A JVM that has just started does not handle SIGTERM yet.
        program.awaitLog("Became leader", TIMEOUT);
        assertThat(program.terminate()).as(program.log()).isZero();
        RunInvariants.logIsFitToRead(program, site.vcenter().password());
        RunInvariants.requestsConform(site);
    }

    private void act() {
        restartIfEnded();
        switch (random.nextInt(12)) {
            case 0, 1 -> destroy();
            case 2, 3 -> fallSilent();
            case 4 -> comeBack();
            case 5 -> switchOff();
            case 6 -> switchOn();
            case 7, 8 -> startVcenterFault();
            case 9 -> startApiFault();
            case 10 -> pauseProgram();
            default -> replace();
        }
    }

    // VMs

    /// Destroys a VM while vCenter works. A later restore would bring the VM back.
    private void destroy() {
        endFault();
        pick(existing()).ifPresent(n -> {
            // Stops the kubelet, too: with a live kubelet the controller checks the VM only once and keeps the
            // Node.
            silence(n);
            note("destroyed " + fleet.name(n));
            site.vcenter().operations().destroy(List.of(fleet.vm(n)));
            destroyed.add(n);
        });
    }

    private void switchOff() {
        endFault();
        pick(existing()).ifPresent(n -> {
            note("switched off " + fleet.name(n));
            off.add(n);
            onceOff.add(n);
            operations().powerOff(fleet.vm(n));
        });
    }

    private void switchOn() {
        endFault();
        pick(existing().stream().filter(off::contains).toList()).ifPresent(n -> {
            note("switched on " + fleet.name(n));
            off.remove(n);
            operations().powerOn(fleet.vm(n));
        });
    }

    // Kubelets

    private void fallSilent() {
        pick(existing()).ifPresent(this::silence);
    }

    private void silence(int n) {
        note("silent " + fleet.name(n));
        silent.add(n);
        fleet.fallsSilent(n);
    }

    private void comeBack() {
        pick(existing().stream().filter(silent::contains).toList()).ifPresent(n -> {
            note("back " + fleet.name(n));
            silent.remove(n);
            fleet.comesBack(n);
        });
    }

    // Faults

    private void startVcenterFault() {
        endFault();
        VcenterFault fault = FAULTS.get(random.nextInt(FAULTS.size()));
        List<Integer> hit = new ArrayList<>(existing());
        Collections.shuffle(hit, random);
        List<Integer> few = hit.subList(0, Math.min(hit.size(), 1 + random.nextInt(4)));
        note(fault + " of " + few);
        activeFault = Optional.of(
                fault.apply(new Target(site, few.stream().map(fleet::vm).toList(), older)));
    }

    private void endFault() {
        activeFault.ifPresent(one -> {
            note("vCenter is well");
            one.close();
        });
        activeFault = Optional.empty();
    }

    private void startApiFault() {
        note("API server refuses and is slow");
        String conflict = """
                {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Conflict","code":409,"message":"conflict"}""";
        bed.apiProxy()
                .add(Rule.when("writes", (name, _) -> isWrite(name))
                        .withProbability(0.5)
                        .times(2 + random.nextInt(6))
                        .then(
                                random.nextBoolean()
                                        ? Fault.answer(409, "application/json", conflict)
                                        : Fault.delay(Duration.ofMillis(500))));
    }

    private static boolean isWrite(String name) {
        return name.startsWith("patch ") || name.startsWith("delete ");
    }

    // The program

    private void pauseProgram() {
        note("program held");
        program.pause();
        elapse(Duration.ofMillis(random.nextInt(3000)));
        program.resume();
    }

    /// Restarts the program, as a kubelet does. After a pause or slow requests it may have lost its Lease and
    /// ended.
    private void restartIfEnded() {
        if (!program.isAlive()) {
            program = launch();
        }
    }

    private void replace() {
        boolean isOrderly = random.nextBoolean();
        note(isOrderly ? "program replaced" : "program killed");
        if (isOrderly) {
            program.terminate();
        } else {
            program.kill();
        }
        program = launch();
    }

    /// Starts the program with a short Lease, so that a killed program can be replaced within a run.
    private Program launch() {
        return bed.launch()
                .config(bed.write("vsphere.conf", bed.config()))
                .electing()
                .with(
                        "--node-monitor-period=1s",
                        "--leader-elect-lease-duration=4s",
                        "--leader-elect-renew-deadline=3s",
                        "--leader-elect-retry-period=1s")
                .start();
    }

    // The end

    private void endAllFaults() {
        endFault();
        restartIfEnded();
        elapse(MOMENT);
        note("all is well");
    }

    /// Acknowledges all incidents. A fault that ended may look like a restore, which the program reports seconds
    /// later.
    private void acknowledgeIncidents() {
        Set<String> ids = lease.idsTold();
        if (acknowledged.addAll(ids)) {
            lease.acknowledge(String.join(",", ids));
        }
    }

    private void nodesMatchTheVms() {
        await().atMost(BAR)
                .failFast("the program ended", () -> !program.isAlive())
                .untilAsserted(() -> {
                    acknowledgeIncidents();
                    assertThat(destroyed.stream().filter(n -> !fleet.isGone(n)))
                            .as(this::described)
                            .isEmpty();
                });
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(existing().stream().filter(fleet::isTainted))
                        .as(this::described)
                        .containsExactlyElementsOf(off.stream()
                                .filter(silent::contains)
                                .filter(n -> !destroyed.contains(n))
                                .toList()));
        assertThat(existing()).as(this::described).allMatch(fleet::isKept);
        assertThat(deletes.names())
                .as(this::described)
                .isSubsetOf(destroyed.stream().map(fleet::name).toList());
        // A VM is switched off before it is destroyed.
        assertThat(taintedOnce())
                .as(this::described)
                .isSubsetOf(Stream.concat(onceOff.stream(), destroyed.stream())
                        .map(fleet::name)
                        .toList());
    }

    /// Returns the names of the Nodes that ever had the shutdown taint.
    private Set<String> taintedOnce() {
        var names = new TreeSet<String>();
        for (JsonNode state : bed.objects().statesSince(PATH, start)) {
            if (Fleet.isTainted(state)) {
                names.add(NodeAssertions.name(state));
            }
        }
        return names;
    }

    private String described() {
        return trace() + "\n" + program.log();
    }

    // Helpers

    private List<Integer> existing() {
        return IntStream.range(0, NODES)
                .boxed()
                .filter(n -> !destroyed.contains(n))
                .toList();
    }

    private Optional<Integer> pick(List<Integer> some) {
        return some.isEmpty() ? Optional.empty() : Optional.of(some.get(random.nextInt(some.size())));
    }

    private VcenterOperations operations() {
        return site.vcenter().operations();
    }

    private void note(String what) {
        trace.add(what);
    }

    /// Waits before the next event.
    private static void elapse(Duration time) {
        Stopwatch.start().await(time);
    }

    @Override
    public void close() {
        bed.close();
    }
}
