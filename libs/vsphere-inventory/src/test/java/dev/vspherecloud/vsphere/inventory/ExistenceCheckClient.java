package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.ExistenceCheckResult;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.testkit.time.EventTimeout;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Sends existence checks and waits until the Node is announced.
///
/// Threads: a test's thread calls; the watchers' threads announce.
final class ExistenceCheckClient {
    private final LinkedBlockingQueue<NodeName> announced = new LinkedBlockingQueue<>();
    private final VsphereExistenceChecker checker;

    ExistenceCheckClient(VsphereInstances instances) {
        checker = new VsphereExistenceChecker(instances, announced::add, System::nanoTime);
    }

    ExistenceCheckClient(RunningWatcher... watchers) {
        this(new VsphereInstances(
                List.of(watchers).stream().map(RunningWatcher::watcher).toList()));
    }

    VsphereExistenceChecker checker() {
        return checker;
    }

    /// Returns the request that a Node with this VM would send.
    static ExistenceCheckRequest about(String node, Vm vm) {
        return about(node, vm, RecordedVm.of(vm), vm.seenAt());
    }

    static ExistenceCheckRequest about(String node, Vm vm, RecordedVm recorded, Optional<EventPosition> baseline) {
        var uuid = Optional.of(vm.identity().biosUuid());
        return new ExistenceCheckRequest(
                new VmQuery(new NodeName(node), uuid, uuid, Optional.of(recorded)),
                recorded,
                baseline,
                baseline.isPresent(),
                false,
                List.of());
    }

    ExistenceCheckResult ask(ExistenceCheckRequest request) throws InterruptedException {
        checker.submit(request);
        return await(request.node());
    }

    ExistenceCheckResult await(NodeName node) throws InterruptedException {
        assertThat(announced.poll(EventTimeout.LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                .isEqualTo(node);
        return checker.result(node).orElseThrow();
    }
}
