package dev.vspherecloud.csi.vcenter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.DiskPresence;
import dev.vspherecloud.csi.domain.attachment.DiskHolders;
import dev.vspherecloud.csi.domain.deletion.NamingObject;
import dev.vspherecloud.csi.domain.deletion.NamingObjects;
import dev.vspherecloud.csi.reconcile.metadata.MetadataWriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForgottenDisksTest {
    private static final String ID = "6d4aee3b-6c1e-4a1a-9a3c-0d9b4c2f7e11";
    private static final Duration BUDGET = Duration.ofSeconds(10);
    private static final DiskPresence PRESENT = new DiskPresence.Present("datastore ds-1 has its disk");

    private final List<String> calls = new ArrayList<>();
    private DiskPresence catalogue = new DiskPresence.Absent();
    private DiskHolders holders = new DiskHolders.Known(List.of());
    private NamingObjects objects =
            new NamingObjects.Complete(List.of(new NamingObject.PersistentVolume("pvc-1", "uid-1", "Released", false)));
    private MetadataWriteResult registration = new MetadataWriteResult.Done();
    private long now;

    private final ForgottenDisks disks = new ForgottenDisks(
            "vc-a",
            (id, _) -> {
                calls.add("find " + id);
                return catalogue;
            },
            (name, desired, _) -> {
                calls.add("register %s %s".formatted(name, desired.volumeId()));
                return registration;
            },
            new ForgottenDisks.Cluster() {
                @Override
                public NamingObjects objectsOf(String volumeId, Duration budget) {
                    return objects;
                }

                @Override
                public DiskHolders holders(String volumeId, String vcenter) {
                    return holders;
                }

                @Override
                public void reportRegistered(NamingObjects objects, String message) {
                    calls.add(message);
                }
            },
            () -> now);

    @Test
    void aDiskIsAbsentOnlyIfTheCatalogueAndTheVmsSaySo() {
        assertThat(disks.find(ID, BUDGET)).isEqualTo(new DiskPresence.Absent());

        holders = new DiskHolders.Unknown("the VM of node-1 is not known yet");
        assertThat(disks.find(ID, BUDGET)).isEqualTo(new DiskPresence.Unknown("the VM of node-1 is not known yet"));

        catalogue = PRESENT;
        assertThat(disks.find(ID, BUDGET)).isEqualTo(PRESENT);
    }

    /// A catalogue that was restored from a backup lacks disks that VMs have.
    @Test
    void aVmThatHasTheDiskIsProofEnough() {
        holders = new DiskHolders.Known(List.of("VM vm-1 of node-1"));

        assertThat(disks.find(ID, BUDGET)).isEqualTo(new DiskPresence.Present("VM vm-1 of node-1 has its disk"));
        assertThat(calls).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:6d4aee3b-6c1e-4a1a-9a3c-0d9b4c2f7e11", "no-such-volume", "6d4aee3b"})
    void noDiskHasAnotherIdThanAUuid(String id) {
        assertThat(disks.find(id, BUDGET)).isEqualTo(new DiskPresence.Absent());
        assertThat(calls).isEmpty();
    }

    @Test
    void aDiskThatExistsIsRegisteredByTheNameOfItsPersistentVolumeAndReported() {
        catalogue = PRESENT;

        assertThat(disks.reasonToWait(ID, BUDGET))
                .hasValue("CNS does not list volume " + ID
                        + ", and datastore ds-1 has its disk; it was registered again; the call is repeated");
        assertThat(calls)
                .containsExactly(
                        "find " + ID,
                        "register pvc-1 " + ID,
                        "CNS of vCenter vc-a did not list volume " + ID
                                + ", whose disk exists; it was registered again");
    }

    @Test
    void theNameOfTheRequestComesFirstAndTheIdLast() {
        disks.register(ID, Optional.of("pvc-of-request"), BUDGET);
        now += Duration.ofMinutes(1).toNanos();
        objects = new NamingObjects.Unknown("the API server does not answer");
        disks.register(ID, Optional.empty(), BUDGET);

        assertThat(calls).contains("register pvc-of-request " + ID, "register %1$s %1$s".formatted(ID));
    }

    @Test
    void oneOfManyCallsRegistersADisk() {
        disks.register(ID, Optional.empty(), BUDGET);

        assertThat(disks.register(ID, Optional.empty(), BUDGET))
                .isEqualTo("its registration has begun; the call is repeated");
        assertThat(calls).filteredOn(call -> call.startsWith("register")).hasSize(1);
    }

    @Test
    void aRegistrationThatFailsIsSaidAndRepeatedLater() {
        registration = new MetadataWriteResult.Refused("no permission");

        assertThat(disks.register(ID, Optional.empty(), BUDGET))
                .isEqualTo("it is not registered again yet: no permission; the call is repeated");
        now += Duration.ofMinutes(1).toNanos();
        registration = new MetadataWriteResult.Done();
        assertThat(disks.register(ID, Optional.empty(), BUDGET)).startsWith("it was registered again");
    }

    @Test
    void nothingToWaitForIfTheDiskIsAbsent() {
        assertThat(disks.reasonToWait(ID, BUDGET)).isEmpty();
        catalogue = new DiskPresence.Unknown("datastore ds-2 is inaccessible");
        assertThat(disks.reasonToWait(ID, BUDGET)).hasValueSatisfying(why -> assertThat(why)
                .endsWith("whether its disk exists: datastore ds-2 is inaccessible"));
    }
}
