package dev.vspherecloud.testkit.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;

/// The demo of storage: a claim becomes a disk, grows, and is attached to the VM of its Pod; the Pod moves; a snapshot
/// is restored; and all of it is deleted.
///
/// Threads: one. If the process is interrupted, a shutdown hook closes the [ShutdownGuard].
public final class StorageDemo {
    private static final Duration FOR_EVER = Duration.ofDays(10_000);

    private final PrintStream out;
    private final InstantSource clock;
    private final StorageDemoServers servers;

    private StorageDemo(PrintStream out, InstantSource clock, StorageDemoServers servers) {
        this.out = out;
        this.clock = clock;
        this.servers = servers;
    }

    /// @param arguments `--keep` leaves everything running until the process is interrupted
    public static void main(String[] arguments) {
        var shutdownGuard = new ShutdownGuard();
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("shutdown-guard").unstarted(shutdownGuard::interrupt));
        System.exit(
                run(System.out, System.err, shutdownGuard, List.of(arguments).contains("--keep")));
    }

    /// Runs the demo once.
    ///
    /// @return the exit code: 0 if every step succeeded; else 1, and `err` has the reason
    public static int run(PrintStream out, PrintStream err) {
        return run(out, err, new ShutdownGuard(), false);
    }

    private static int run(PrintStream out, PrintStream err, ShutdownGuard shutdownGuard, boolean keep) {
        try (shutdownGuard) {
            InstantSource clock = InstantSource.system();
            Instant begin = clock.instant();
            out.println(
                    "Starting etcd, kube-apiserver, kube-controller-manager, kube-scheduler, the sidecars of CSI, two"
                            + " Nodes, the driver and the vCenter simulator ...");
            StorageDemoServers started = shutdownGuard.protect(StorageDemoServers.start());
            out.printf("Started the servers in %s.%n", seconds(Duration.between(begin, clock.instant())));
            new StorageDemo(out, clock, started).run(keep);
            shutdownGuard.close();
            out.println("Stopped all servers and deleted their files.");
            return 0;
        } catch (RuntimeException e) {
            if (!shutdownGuard.wasInterrupted()) {
                err.println("The demo failed: " + e.getMessage());
            }
            return 1;
        }
    }

    private void run(boolean keep) {
        try {
            bind();
            grow();
            runPod();
            movePod();
            restore();
            if (keep) {
                keepRunning();
            } else {
                delete();
            }
            stop();
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    e.getMessage() + "\nThe log of the driver ends with:\n" + servers.tail(), e);
        }
    }

    private void bind() {
        Instant begin = clock.instant();
        out.println("Creating the PersistentVolumeClaim data with 1 GiB. Each task of vCenter takes 1 s ...");
        JsonNode claim = servers.bindClaim("1Gi");
        SimulatedVolume disk = servers.diskOf(StorageDemoServers.CLAIM);
        String volume = claim.at("/spec/volumeName").asText();
        out.printf("The claim is bound to PersistentVolume %s after %s.%n", volume, since(begin));
        out.printf("vCenter has the disk %s with %,d MB on %s.%n", disk.id(), disk.capacityMb(), disk.datastoreUrl());
    }

    private void grow() {
        Instant begin = clock.instant();
        out.println("Requesting 2 GiB ...");
        servers.growClaim("2Gi");
        out.printf(
                "The disk has %,d MB after %s. Its file system grows when a Pod mounts it.%n",
                servers.diskOf(StorageDemoServers.CLAIM).capacityMb(), since(begin));
    }

    private void runPod() {
        Instant begin = clock.instant();
        out.println("Creating the Pod data, which uses the claim ...");
        String node = servers.runPod(StorageDemoServers.CLAIM, "");
        out.printf("kube-scheduler chose Node %s, and the Pod is running after %s.%n", node, since(begin));
        showAttachment(StorageDemoServers.CLAIM, node);
    }

    private void movePod() {
        Instant begin = clock.instant();
        String from = servers.nodeOf(StorageDemoServers.CLAIM);
        out.printf("Deleting the Pod, and creating it again where it cannot use Node %s ...%n", from);
        servers.deletePod(StorageDemoServers.CLAIM);
        String node = servers.runPod(StorageDemoServers.CLAIM, from);
        out.printf("The Pod is running on Node %s after %s.%n", node, since(begin));
        showAttachment(StorageDemoServers.CLAIM, node);
    }

    private void showAttachment(String claim, String node) {
        SimulatedVolume disk = servers.diskOf(claim);
        List<String> vms =
                disk.attachments().stream().map(SimulatedVolume.Attachment::vm).toList();
        if (!vms.equals(List.of(servers.vmOf(node)))) {
            throw new IllegalStateException(
                    "found the disk on the VMs %s, expected %s".formatted(vms, servers.vmOf(node)));
        }
        out.printf(
                "The disk is attached to %s, the VM of this Node, and to no other. The guest sees UUID %s.%n",
                vms.getFirst(), disk.attachments().getFirst().diskUuid());
    }

    private void restore() {
        Instant begin = clock.instant();
        out.println("Creating a VolumeSnapshot of the claim, while the Pod runs ...");
        String handle = servers.takeSnapshot();
        out.printf("The snapshot %s is ready after %s.%n", handle, since(begin));
        begin = clock.instant();
        out.println("Creating the PersistentVolumeClaim copy from the snapshot, and a Pod that uses it ...");
        servers.restoreSnapshot();
        String node = servers.runPod(StorageDemoServers.COPY, "");
        out.printf("The Pod is running on Node %s after %s.%n", node, since(begin));
        showAttachment(StorageDemoServers.COPY, node);
    }

    private void delete() {
        Instant begin = clock.instant();
        out.println("Deleting the Pods, the snapshot and the claims ...");
        servers.deleteAll();
        out.printf(
                "All of their objects are gone after %s: vCenter has %d volumes.%n",
                since(begin), servers.volumes().size());
        if (!servers.volumes().isEmpty()) {
            throw new IllegalStateException("found volumes in vCenter, expected none");
        }
        out.printf("In total, vCenter received %d calls.%n", servers.vcenterCalls());
    }

    private void keepRunning() {
        out.printf("""

                The servers and the driver keep running. To inspect them:
                  kubectl --kubeconfig %s get pods,pvc,pv,volumeattachments,volumesnapshots
                  tail -f %s
                Press Ctrl-C to stop all of them.
                """, servers.kubeconfig(), servers.driverLog());
        servers.awaitDriver(FOR_EVER);
    }

    private void stop() {
        Instant begin = clock.instant();
        int code = servers.stopDriver();
        out.printf("On SIGTERM, the driver stopped after %s with exit code %d.%n", since(begin), code);
        if (code != 0) {
            throw new IllegalStateException("found another exit code, expected 0");
        }
    }

    private String since(Instant begin) {
        return seconds(Duration.between(begin, clock.instant()));
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
