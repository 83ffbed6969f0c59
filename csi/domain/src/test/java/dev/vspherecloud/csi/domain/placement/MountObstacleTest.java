package dev.vspherecloud.csi.domain.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MountObstacleTest {
    private static final String URL = "ds:///vmfs/volumes/local/";
    private static final HostMount READ_ONLY = new HostMount(true, true, true);
    private static final HostMount UNMOUNTED = new HostMount(false, true, false);
    private static final HostMount LOST = new HostMount(true, false, false);

    @Test
    void theHostsThatMountTheDatastoreAreNamed() {
        assertThat(obstacle(Map.of("host-1", HostMount.WRITABLE)))
                .contains("host h0 of VM node-0 does not mount datastore local, which only h1 mounts; move the Pod to a"
                        + " Node there, or set topology-categories");
        assertThat(obstacle(Map.of("host-0", UNMOUNTED, "host-2", HostMount.WRITABLE, "host-1", HostMount.WRITABLE)))
                .contains(
                        "host h0 of VM node-0 does not mount datastore local, which only h1, h2 mount; move the Pod to"
                                + " a Node there, or set topology-categories");
        assertThat(obstacle(Map.of("host-0", READ_ONLY, "host-1", HostMount.WRITABLE, "host-2", READ_ONLY)))
                .contains("host h0 of VM node-0 can only read datastore local, which only h1 mounts; move the Pod to a"
                        + " Node there, or set topology-categories");
    }

    @Test
    void manyHostsAreCounted() {
        var mounts = new HashMap<String, HostMount>();
        for (int i = 1; i <= 5; i++) {
            mounts.put("host-" + i, HostMount.WRITABLE);
        }

        assertThat(obstacle(mounts)).hasValueSatisfying(sentence -> assertThat(sentence)
                .contains("which 5 other hosts mount; move the Pod to a Node on one of them"));
    }

    @Test
    void aDatastoreThatNoHostMountsHasAnotherRemedy() {
        assertThat(obstacle(Map.of()))
                .contains("host h0 of VM node-0 does not mount datastore local, and no other host can use it; mount the"
                        + " datastore on the host");
    }

    @Test
    void aMountedOrUnknownDatastoreIsNoObstacle() {
        assertThat(obstacle(Map.of("host-0", HostMount.WRITABLE))).isEmpty();
        assertThat(obstacle(Map.of("host-0", LOST)))
                .as("a failure of the host or its paths, which the fault names")
                .isEmpty();
        assertThat(MountObstacle.of("node-0", "host-0", "ds:///other/", inventory(Map.of())))
                .isEmpty();
    }

    private static Optional<String> obstacle(Map<String, HostMount> mounts) {
        return MountObstacle.of("node-0", "host-0", URL, inventory(mounts));
    }

    private static StorageInventory inventory(Map<String, HostMount> mounts) {
        var local = new DatastoreState(
                "datastore-1",
                "local",
                URL,
                "VMFS",
                true,
                DatastoreState.NO_MAINTENANCE,
                false,
                1,
                mounts,
                Optional.empty(),
                Set.of());
        return new StorageInventory(
                "vc-a",
                List.of(local),
                Map.of(
                        "host-0", new StorageHost("host-0", "h0", true, false),
                        "host-1", new StorageHost("host-1", "h1", true, false),
                        "host-2", new StorageHost("host-2", "h2", true, false)),
                List.of());
    }
}
