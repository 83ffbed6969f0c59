package dev.vspherecloud.ccm.application.loadbalancer;

import dev.vspherecloud.ccm.application.leader.SharedSources;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.kubernetes.event.EventRecorder;
import dev.vspherecloud.kubernetes.event.ObjectReference;
import dev.vspherecloud.kubernetes.watch.Reflector;
import dev.vspherecloud.reconcile.Backoff;
import dev.vspherecloud.reconcile.Controller;
import dev.vspherecloud.reconcile.Listeners;
import dev.vspherecloud.reconcile.Loop;
import dev.vspherecloud.reconcile.LoopController;
import dev.vspherecloud.reconcile.LoopController.Task;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/// Posts an Event on each Service of type LoadBalancer that no load balancer is provided.
///
/// Threads: any. The test sets concurrent sets, a counter and a latch.
final class LoadBalancerController {
    static final String NAME = "service-lb-controller";
    static final String QUEUE = "LoadBalancers";

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofMinutes(1));

    private final Set<ServiceName> reconciled = ConcurrentHashMap.newKeySet();
    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    private final AtomicInteger threads = new AtomicInteger();
    private final CountDownLatch ended = new CountDownLatch(1);

    Controller make(SharedSources sources) {
        var changes = new Listeners<ServiceName>();
        var services = new ServiceStore(changes);
        var events = new EventRecorder(sources.connection(), NAME, ObjectReference::uid, sources.leadership()::isHeld);
        var loop = new Loop<ServiceName>(
                new Loop.Settings("load-balancer", 2, BACKOFF, Duration.ZERO),
                name -> reconcile(name, services.find(name), events),
                () -> 0.5,
                sources.metrics().queues().of(QUEUE),
                sources.supervisor());
        sources.metrics().queues().watch(QUEUE, loop::load);
        var watcher = new Reflector<>(
                sources.connection().server(),
                services,
                Duration.ofSeconds(10),
                Sleeper.system(),
                RandomGenerator.getDefault());
        var controller = new LoopController<>(
                NAME,
                loop,
                services::keys,
                List.of(
                        task("load-balancer-services", watcher),
                        task("load-balancer-events", events),
                        task("load-balancer-ends", this::awaitEnd)),
                sources.supervisor());
        changes.add(controller::enqueue);
        return controller;
    }

    private Task task(String name, Runnable work) {
        return new Task(name, () -> {
            threads.incrementAndGet();
            try {
                work.run();
            } finally {
                threads.decrementAndGet();
            }
        });
    }

    private Outcome reconcile(ServiceName name, Optional<WatchedService> found, EventRecorder events) {
        reconciled.add(name);
        if (failing.remove(name.name())) {
            throw new IllegalStateException("a failure of the test");
        }
        found.filter(WatchedService::wantsLoadBalancer)
                .ifPresent(service -> events.warning(
                        ObjectReference.of("v1", "Service", name.namespace(), name.name(), service.uid()),
                        new Reason(LoadBalancerReason.NOT_PROVIDED, "Service %s waits for ever".formatted(name))));
        return new Outcome.Done();
    }

    private void awaitEnd() {
        try {
            ended.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Makes the next reconcile of the Service of this name throw an unexpected exception.
    void failOnce(String service) {
        failing.add(service);
    }

    /// Ends a thread that must not end.
    void endThread() {
        ended.countDown();
    }

    /// Returns the number of its running threads, without those of the queue.
    int threads() {
        return threads.get();
    }

    boolean hasReconciled(ServiceName name) {
        return reconciled.contains(name);
    }

    void forgetReconciled() {
        reconciled.clear();
    }
}
