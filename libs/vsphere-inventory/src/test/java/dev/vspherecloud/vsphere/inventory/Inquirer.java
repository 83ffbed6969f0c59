package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.existence.AbsenceQuestion;
import dev.vspherecloud.domain.existence.AbsenceReport;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.EventMark;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Asks witnesses about VMs and waits until the Node is announced.
///
/// Threads: a test's own thread calls; the watchers announce.
final class Inquirer {
    private static final Duration SOON = Duration.ofSeconds(40);

    private final LinkedBlockingQueue<NodeName> announced = new LinkedBlockingQueue<>();
    private final VsphereWitnesses witnesses;

    Inquirer(VsphereInstances instances) {
        witnesses = new VsphereWitnesses(instances, announced::add, System::nanoTime);
    }

    Inquirer(RunningWatcher... watchers) {
        this(new VsphereInstances(
                List.of(watchers).stream().map(RunningWatcher::watcher).toList()));
    }

    VsphereWitnesses witnesses() {
        return witnesses;
    }

    /// About a VM that was seen, as its Node would ask.
    static AbsenceQuestion about(String node, Vm vm) {
        return about(node, vm, RecordedVm.of(vm), vm.seen());
    }

    static AbsenceQuestion about(String node, Vm vm, RecordedVm recorded, Optional<EventMark> baseline) {
        var uuid = Optional.of(vm.identity().biosUuid());
        return new AbsenceQuestion(
                new VmQuery(new NodeName(node), uuid, uuid, Optional.of(recorded)),
                recorded,
                baseline,
                baseline.isPresent(),
                false,
                List.of());
    }

    AbsenceReport ask(AbsenceQuestion question) throws InterruptedException {
        witnesses.ask(question);
        return await(question.node());
    }

    AbsenceReport await(NodeName node) throws InterruptedException {
        assertThat(announced.poll(SOON.toMillis(), TimeUnit.MILLISECONDS)).isEqualTo(node);
        return witnesses.report(node).orElseThrow();
    }
}
