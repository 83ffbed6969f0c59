package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.volume.SimulatedVmDisk;
import dev.vspherecloud.testkit.volume.VmDisks;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/// Reads the disks of all VMs again and again, and notes each one that is on two VMs.
///
/// Threads: one of its own, which ends with [#stop] and [#close].
final class DiskWatch implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final VmDisks disks;
    private final Set<String> wrong = new ConcurrentSkipListSet<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread;
    private final AtomicLong looks = new AtomicLong();

    DiskWatch(VmDisks disks) {
        this.disks = disks;
        this.thread = Thread.ofVirtual().name("disk-watch").start(this::watch);
    }

    private void watch() {
        try {
            do {
                look();
            } while (!stopped.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            wrong.add("the watch ended: " + e);
        }
    }

    private void look() {
        Map<String, Set<String>> vms = disks.list().stream()
                .filter(disk -> !disk.volume().isEmpty())
                .collect(Collectors.groupingBy(
                        SimulatedVmDisk::volume,
                        Collectors.mapping(SimulatedVmDisk::vm, Collectors.toCollection(TreeSet::new))));
        vms.forEach((volume, holders) -> {
            if (holders.size() > 1) {
                wrong.add("volume %s is on the VMs %s".formatted(volume, holders));
            }
        });
        looks.incrementAndGet();
    }

    /// Ends the watch, and fails if a disk was on two VMs.
    ///
    /// @return the number of looks
    long stop() {
        close();
        assertThat(wrong).isEmpty();
        return looks.get();
    }

    @Override
    public void close() {
        stopped.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
