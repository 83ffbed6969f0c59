package dev.vspherecloud.csi.domain.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DiskHoldersTest {
    private static final String VOLUME = "5f1c8a52-9b1d-4a0f-8d2f-2f9f0e6f3c11";
    private static final TestVm ONE = TestVm.of(1);
    private static final TestVm TWO = TestVm.of(2);
    private static final DiskHolders NONE = new DiskHolders.Known(List.of());

    @Test
    void aVmThatHasTheDiskIsNamed() {
        assertThat(of(ONE.machine(), TWO.withVolume(VOLUME).machine()))
                .isEqualTo(new DiskHolders.Known(List.of("VM %s of Node node-2".formatted(TWO.vm()))));
        assertThat(of(ONE.machine(), TWO.withVolume("other").machine())).isEqualTo(NONE);
    }

    @Test
    void theLastKnownDisksCountUntilTheVmIsProvenToBeGone() {
        FollowedVm hidden = TWO.withVolume(VOLUME).machine(new VmLookup.Missing(List.of("vc-a")));

        assertThat(of(hidden)).isInstanceOfSatisfying(DiskHolders.Known.class, known -> assertThat(known.vms())
                .hasSize(1));
        assertThat(DiskHolders.of(
                        VOLUME,
                        "vc-a",
                        FollowedVms.of(List.of(hidden)),
                        Set.of(hidden.key().value())))
                .isEqualTo(NONE);
    }

    @Test
    void disksThatAreNotReportedAreNotKnown() {
        assertThat(of(ONE.withUnknownDisks().machine()))
                .isEqualTo(new DiskHolders.Unknown("vCenter vc-a has not reported the disks of the VM of Node node-1"));
        assertThat(of(ONE.in("vc-b").withUnknownDisks().machine()))
                .as("a disk of vc-a is on no VM of another vCenter")
                .isEqualTo(NONE);
    }

    @Test
    void aVmThatHasTheDiskIsAnAnswerEvenIfAnotherOneIsNotKnown() {
        assertThat(of(ONE.withUnknownDisks().machine(), TWO.withVolume(VOLUME).machine()))
                .isInstanceOf(DiskHolders.Known.class);
    }

    @Test
    void aVmThatIsLookedUpIsNotKnown() {
        assertThat(of(ONE.machine(new VmLookup.Pending())))
                .isEqualTo(new DiskHolders.Unknown("the VM of Node node-1 is not known yet"));
    }

    @Test
    void aSilentVcenterMattersOnlyToItsOwnVolumes() {
        assertThat(of(neverFound("vc-a"))).isInstanceOf(DiskHolders.Unknown.class);
        assertThat(of(neverFound("vc-b"))).isEqualTo(NONE);
    }

    @Test
    void withoutAVcenterAllOfThemMatter() {
        assertThat(everywhere(TWO.in("vc-b").withVolume(VOLUME).machine())).isInstanceOf(DiskHolders.Known.class);
        assertThat(everywhere(ONE.in("vc-b").withUnknownDisks().machine())).isInstanceOf(DiskHolders.Unknown.class);
        assertThat(everywhere(neverFound("vc-b"))).isInstanceOf(DiskHolders.Unknown.class);
        assertThat(everywhere(ONE.machine(), TWO.in("vc-b").machine())).isEqualTo(NONE);
    }

    private static DiskHolders everywhere(FollowedVm... machines) {
        return DiskHolders.of(
                disks -> disks.contains(TestVm.disk(VOLUME)), FollowedVms.of(Arrays.asList(machines)), Set.of());
    }

    private static FollowedVm neverFound(String silent) {
        FollowedVm known = ONE.machine();
        return new FollowedVm(
                known.key(),
                known.node(),
                known.nodeIds(),
                new VmLookup.Unknown(List.of(new VmLookup.Silence(silent, VsphereReason.LOGIN_REFUSED, "no answer"))),
                List.of(),
                Optional.empty());
    }

    private static DiskHolders of(FollowedVm... machines) {
        return DiskHolders.of(VOLUME, "vc-a", FollowedVms.of(Arrays.asList(machines)), Set.of());
    }
}
