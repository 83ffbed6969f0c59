package dev.vspherecloud.domain.existence;

import static dev.vspherecloud.domain.Fixtures.VCENTER;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProofTest {
    private static final List<String> SEARCHED = List.of("vc-a", "vc-b");

    @Test
    void theEvidenceOfADestroyNamesItsEventAndTask() {
        assertThat(proof("vc-a", Optional.of(CheckResultText.DESTROYED)).evidence())
                .isEqualTo(
                        "VM vm-62@b23fb785-e059-5295-b656-1ce619201f0c (instance UUID 50000000-0000-0000-0000-0000000000a1) was destroyed (task-42 VirtualMachine.destroy by CLUSTER\\ops, event 2000 2026-01-21T00:00:00Z): vCenter vc-a answered that there is no such object while Folder:group-v3 and ResourcePool:resgroup-8 could be read, and no VM with its BIOS or instance UUID is in vCenter vc-a, vc-b (3 observations over 21 s)");
    }

    @Test
    void theEvidenceOfADisappearanceSaysThatNoDestroyIsProven() {
        assertThat(proof("vc-a", Optional.empty()).evidence())
                .contains(" disappeared without being destroyed: vCenter vc-a answered ");
    }

    @Test
    void theEvidenceDoesNotClaimAnAnswerOfAVcenterThatIsGivenUp() {
        assertThat(proof(VCENTER.toString(), Optional.empty()).evidence())
                .contains(
                        " disappeared without being destroyed: a person confirmed that its vCenter will not come back, and no VM ");
    }

    @Test
    void allSearchedVcentersProveTheAbsenceIfTheVcenterIsGivenUp() {
        assertThat(proof("vc-a", Optional.empty()).provingVcenters()).containsExactly("vc-a");
        assertThat(proof(VCENTER.toString(), Optional.empty()).provingVcenters())
                .isEqualTo(SEARCHED);
    }

    private static Proof proof(String vcenter, Optional<Destruction> destruction) {
        return new Proof(
                CheckResultText.VM,
                vcenter,
                new Proof.Observations(3, Duration.ofSeconds(21), 0),
                SEARCHED,
                destruction);
    }
}
