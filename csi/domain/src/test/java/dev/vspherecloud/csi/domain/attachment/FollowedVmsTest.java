package dev.vspherecloud.csi.domain.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.NodeName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FollowedVmsTest {
    private static final String VOLUME = "5f1c8a52-9b1d-4a0f-8d2f-2f9f0e6f3c11";
    private static final TestVm ONE = TestVm.of(1);
    private static final TestVm TWO = TestVm.of(2);

    private final FollowedVm withVolume = ONE.withVolume(VOLUME).machine();
    private final FollowedVm withoutNode = TWO.withoutNode().withVolume(VOLUME).machine();
    private final FollowedVm unknown = TestVm.of(3).withUnknownDisks().machine();
    private final FollowedVms all = FollowedVms.of(List.of(withVolume, withoutNode, unknown));

    @Test
    void aMachineIsNamedByTheIdAndTheNameOfItsNode() {
        assertThat(all.named(ONE.id())).containsExactly(withVolume);
        assertThat(all.named("node-1")).containsExactly(withVolume);
        assertThat(all.named(TWO.id())).containsExactly(withoutNode);
        assertThat(all.named("node-2")).isEmpty();
    }

    @Test
    void severalMachinesMayHaveOneId() {
        FollowedVm same = new FollowedVm(
                new NodeName("node-9"),
                Optional.of(new NodeName("node-9")),
                withVolume.nodeIds(),
                withVolume.lookup(),
                withVolume.vms(),
                Optional.empty());

        assertThat(FollowedVms.of(List.of(withVolume, same)).named(ONE.id())).containsExactly(withVolume, same);
    }

    @Test
    void findsTheMachinesWithAVolume() {
        assertThat(all.holding(VOLUME)).containsExactly(withVolume, withoutNode);
        assertThat(all.holding("other")).isEmpty();
    }

    @Test
    void aMachineOfSeveralVmsHoldsTheVolumesOfEach() {
        FollowedVm twin = ONE.twin(TWO.withVolume(VOLUME), false);

        assertThat(FollowedVms.of(List.of(twin)).holding(VOLUME)).containsExactly(twin);
    }

    @Test
    void findsAMachineByItsKey() {
        assertThat(all.find(withoutNode.key().value())).contains(withoutNode);
        assertThat(all.find("node-2")).isEmpty();
    }
}
