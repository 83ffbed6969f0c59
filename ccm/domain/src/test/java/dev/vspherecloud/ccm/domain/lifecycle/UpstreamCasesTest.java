package dev.vspherecloud.ccm.domain.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The test cases of kubernetes/cloud-provider (controllers/nodelifecycle), with the numbers that this project
/// gives them, and the decision of this project. "exists=false" is a proof here, `gone=` of [Situation].
///
/// Other tests have the rest of these cases. ExistencePolicyTest: one empty answer deletes nothing, and three
/// do (J20, J21). BreakerPolicyTest: many at once (J22). The tests of the controller and the adapter:
/// preconditions and failures of the delete (J26, J30).
class UpstreamCasesTest {
    @ParameterizedTest(name = "{0}: {1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "L02, L08 | ready=false vm=silent                   | nothing",
                "L03, L09 | ready=false vm=on                       | nothing",
                "L04, L10 | ready=unknown vm=missing gone=destroyed | delete",
                "L05, L11 | ready=unknown vm=on                     | nothing",
                "L06, L12 | ready=true vm=missing gone=unasked      | nothing",
                "L13      | ready=false vm=off                      | taint",
                "L14      | ready=false vm=off id=none              | taint",
                "L16      | ready=false vm=silent id=none           | nothing",
                "L20      | ready=true vm=off                       | nothing",
                "L21      | ready=unknown vm=missing gone=destroyed | delete",
                "J14      | ready=unknown vm=conflict gone=unasked  | nothing",
                "J23      | vm=silent gone=unclear                  | keep VcenterSilent",
                "J24      | id=aws:///i-0 gone=unasked              | nothing",
                "J25      | id=none uninitialized=yes gone=unseen   | nothing",
                "J27      | deleting=yes gone=unasked               | nothing",
                "J28, off | ready=unknown vm=off                    | taint",
                "J28, up  | ready=true vm=on taint=yes              | untaint",
                "J29      | ready=unknown vm=off connection=disconnected | nothing",
            })
    @Conforms("L02 L03 L04 L05 L06 L08 L09 L10 L11 L12 L13 L14 L16 L20 L21 J14 J23 J24 J25 J27 J28 J29 VN08")
    void likeUpstream(String number, String words, String expected) {
        assertThat(Situation.of(words).inShort()).as(number).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}: {1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                // Deleted upstream. A kubelet that reports that it is not ready is alive.
                "L01, L07 | ready=false vm=missing gone=unasked     | nothing",
                "L18      | ready=false vm=missing gone=unasked     | nothing",
                "L19      | ready=false vm=missing gone=unasked     | nothing",
                // Deleted upstream. If the VM was never seen, the Node may belong to another provider.
                "L15      | ready=unknown vm=missing id=none gone=unseen | nothing",
                "L17      | ready=unknown vm=missing id=none uuid=none gone=unasked | nothing",
                // Upstream, the taint stays until the Node is ready although its VM runs. The scheduler avoids the Node
                // until then without need.
                "the taint of a VM that runs | ready=unknown vm=on taint=yes | untaint",
            })
    @Conforms("L01 L07 L15 L17 L18 L19 LP5")
    void unlikeUpstreamOnPurpose(String number, String words, String expected) {
        assertThat(Situation.of(words).inShort()).as(number).isEqualTo(expected);
    }
}
