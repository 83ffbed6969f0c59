package dev.vspherecloud.ccm.domain.lifecycle;

import static dev.vspherecloud.domain.Fixtures.VCENTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.breaker.BreakerRules;
import dev.vspherecloud.domain.existence.ExistenceRules;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LifecyclePolicyTest {
    // Nodes that the policy considers

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "id=aws:///eu-central-1a/i-0123456789abcdef0",
                "id=azure:///subscriptions/1/vm-1",
                "id=gce://project/zone/w-1",
                "id=metal3://ns/w-1/uid",
                "id=k3s://w-1",
                "id=kind://docker/kind/w-1",
                "id=openstack:///0123",
                "id=VSPHERE://42000000-0000-0000-0000-0000000000a1",
                "id=vsphere://not-a-uuid",
                "deleting=yes",
            })
    void aForeignNodeOrOneThatIsBeingDeletedIsIgnored(String words) {
        for (String ready : new String[] {"true", "false", "unknown"}) {
            for (String vm : new String[] {"off", "on", "missing"}) {
                String all = "gone=unasked taint=%s ready=%s vm=%s %s"
                        .formatted(vm.equals("on") || ready.equals("true") ? "yes" : "no", ready, vm, words);

                assertThat(Situation.of(all).inShort()).as(all).isEqualTo("nothing");
            }
        }
    }

    @Test
    void aVmThatMatchesOnlyByNameDoesNotCount() {
        String byName = "id=none uuid=B record=none uninitialized=yes gone=unasked ";

        assertThat(Situation.of(byName + "vm=off").inShort()).isEqualTo("nothing");
        assertThat(Situation.of(byName + "vm=on taint=yes").inShort()).isEqualTo("nothing");
        assertThat(Situation.of(byName + "vm=off id=A").inShort()).isEqualTo("nothing");
        assertThat(Situation.of(byName + "vm=off uuid=A").inShort()).isEqualTo("taint");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "ready=unknown                  | delete",
                // The kubelet itself reports that it is not ready, so it is alive.
                "ready=false gone=unasked       | nothing",
                "ready=true gone=unasked        | nothing",
                // A system UUID identifies one machine, a name does not.
                "id=none                        | delete",
                "id=none uninitialized=yes      | delete",
                "id=none uuid=none gone=unasked | nothing",
                "id=none uuid=none uninitialized=yes gone=unasked | nothing",
                "uuid=A'                        | delete",
                "uuid=none                      | delete",
                // The provider ID and the system UUID identify different machines.
                "uuid=B gone=unasked            | nothing",
                "deleting=yes gone=unasked      | nothing",
                "leaving=yes                    | delete",
                "uninitialized=yes              | delete",
                "taint=yes                      | delete",
            })
    void onlyVsphereNodesWithoutAKubeletAreChecked(String words, String expected) {
        assertThat(Situation.of(words).inShort()).isEqualTo(expected);
        assertThat(LifecyclePolicy.mayBeDeleted(Situation.of(words).node())).isEqualTo(expected.equals("delete"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"id=aws:///i-0", "id=vsphere://not-a-uuid"})
    void aForeignNodeIsNeverChecked(String words) {
        assertThat(LifecyclePolicy.mayBeDeleted(Situation.of(words).node())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "ambiguous", "conflict", "elsewhere", "placeholder", "template", "unreadable"})
    void aLookupThatIsNeitherFoundNorMissingChangesNothing(String lookup) {
        for (String node : new String[] {"taint=no", "taint=yes", "ready=false", "ready=false taint=yes"}) {
            assertThat(Situation.of("gone=unasked vm=%s %s".formatted(lookup, node))
                            .inShort())
                    .as(node)
                    .isEqualTo("nothing");
        }
    }

    // Lookups to which not every vCenter answered

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "vm=silent gone=destroyed      | delete",
                "vm=slow   gone=destroyed      | delete",
                // All other results need the answer of every vCenter.
                "vm=silent gone=disappeared    | keep VcenterSilent",
                "vm=slow   gone=disappeared    | nothing",
                "vm=silent gone=adopted        | keep VcenterSilent",
                "vm=silent gone=unclear        | keep VcenterSilent",
                "vm=slow   gone=unclear        | nothing",
                "vm=silent gone=alive          | nothing",
                "vm=silent gone=unseen         | keep VcenterSilent",
                "vm=silent gone=unseen id=none | nothing",
                // Everything that keeps a Node applies here too.
                "vm=silent keep=yes            | keep NodeKept",
                "vm=silent deletes=no          | keep DeletionOff",
                "vm=silent paused=vc-a         | keep DeletionPaused",
                "vm=silent breaker=open        | delete",
                "vm=silent ready=false gone=unasked | nothing",
                "vm=slow ready=true gone=unasked    | nothing",
                "vm=slow ready=false gone=unasked   | nothing",
                "vm=slow uuid=B gone=unasked        | nothing",
                "vm=pending gone=unasked            | nothing",
                "vm=silent uuid=B gone=unasked      | nothing",
                "vm=silent id=none uuid=none gone=unasked | nothing",
            })
    void onlyForADestroyedVmTheOtherVcentersNeedNotAnswer(String words, String expected) {
        assertThat(Situation.of(words).inShort()).isEqualTo(expected);
    }

    @Test
    void theReasonNamesTheSilentVcenter() {
        assertThat(Situation.of("vm=silent gone=unclear").decision())
                .isInstanceOfSatisfying(
                        LifecycleDecision.Keep.class,
                        keep -> assertThat(keep.reason())
                                .hasToString(
                                        "VcenterSilent: its VM was not found, and these vCenters did not answer: vc-b (no answer for 15 s); the provider keeps the Node unless it is proven that the VM was destroyed"));
    }

    // Deletion

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "gone=destroyed                | delete",
                "gone=disappeared              | delete",
                "gone=adopted                  | delete",
                "gone=alive                    | nothing",
                "gone=unclear                  | keep EventsUnreadable",
                "keep=yes                      | keep NodeKept",
                "deletes=no                    | keep DeletionOff",
                "paused=vc-a                   | keep DeletionPaused",
                "paused=vc-b                   | delete",
                // The VM's own vCenter is given up, so all searched vCenters count.
                "gone=adopted paused=vc-b      | keep DeletionPaused",
                "gone=adopted paused=vc-c      | delete",
                "breaker=open gone=disappeared | keep MassDisappearance",
                "breaker=open gone=adopted     | keep MassDisappearance",
                "breaker=open gone=destroyed   | delete",
                "breaker=open gone=destroyed paused=vc-a | keep DeletionPaused",
                // The settings of the Node come first, then those of the cluster.
                "keep=yes deletes=no paused=vc-a breaker=open gone=disappeared | keep NodeKept",
                "deletes=no paused=vc-a breaker=open gone=disappeared | keep DeletionOff",
                "paused=vc-a breaker=open gone=disappeared | keep DeletionPaused",
                // Without a proof, no other reason is needed.
                "keep=yes gone=unclear         | keep EventsUnreadable",
                "keep=yes gone=alive           | nothing",
                // If the provider ID identifies the Node, its reason is reported. Otherwise there is nothing to report.
                "gone=unseen                   | keep VmNeverSeen",
                "gone=unseen id=none           | nothing",
                "gone=unclear id=none          | keep EventsUnreadable",
                "gone=disappeared id=none uninitialized=yes | delete",
            })
    void aNodeIsDeletedWhenItsVmIsGoneAndNothingPreventsIt(String words, String expected) {
        assertThat(Situation.of(words).inShort()).isEqualTo(expected);
    }

    @Test
    void aDeletionContainsItsProof() {
        var situation = Situation.of("gone=destroyed");

        assertThat(situation.decision()).isEqualTo(new LifecycleDecision.Delete(situation.proof()));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "keep=yes     | NodeKept | the Node has the annotation vspherecloud.dev/keep; remove it, or delete the Node",
                "deletes=no   | DeletionOff | --node-deletion=false or SKIP_NODE_DELETION is set; delete the Node by hand",
                "paused=vc-a  | DeletionPaused | nodeDeletionPaused is set for vCenter vc-a; unset it after the maintenance",
                "gone=adopted paused=vc-b | DeletionPaused | nodeDeletionPaused is set for vCenter vc-b; unset it after the maintenance",
                "gone=disappeared breaker=open | MassDisappearance | 6 of 20 Nodes lost their VMs within 10 min, and incident missing-1 is not acknowledged",
            })
    void theReasonSaysThatTheVmIsGoneAndWhyTheNodeIsKept(String words, String code, String why) {
        assertThat(Situation.of(words).decision())
                .isInstanceOfSatisfying(LifecycleDecision.Keep.class, keep -> assertThat(keep.reason())
                        .hasToString(code + ": its VM vm-62@" + VCENTER + " is gone, but the provider keeps the Node: "
                                + why));
    }

    @Test
    void anUnknownExistenceKeepsItsReason() {
        assertThat(Situation.of("gone=unclear").decision()).isEqualTo(new LifecycleDecision.Keep(Situation.UNCLEAR));
    }

    // Shutdown taint

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "vm=off                             | taint",
                "vm=suspended                       | taint",
                "vm=off ready=false                 | taint",
                "vm=off taint=yes                   | nothing",
                "vm=suspended taint=yes             | nothing",
                "vm=on                              | nothing",
                "vm=on taint=yes                    | untaint",
                "vm=on taint=yes ready=false        | untaint",
                "vm=unknown                         | nothing",
                "vm=unknown taint=yes               | nothing",
                // A ready Node gets no taint, whatever vCenter reports.
                "vm=off ready=true                  | nothing",
                "vm=off ready=true taint=yes        | untaint",
                "vm=silent ready=true taint=yes     | untaint",
                "vm=missing ready=true taint=yes    | untaint",
                "vm=conflict uuid=B ready=true taint=yes | untaint",
                // The state from vCenter is too old.
                "vm=off age=60000                   | taint",
                "vm=off age=60001                   | nothing",
                "vm=off age=none                    | nothing",
                "vm=on taint=yes age=60000          | untaint",
                "vm=on taint=yes age=60001          | nothing",
                "vm=on taint=yes age=none           | nothing",
                // The host that vCenter cannot reach may still run the VM.
                "vm=off connection=disconnected     | nothing",
                "vm=off connection=inaccessible     | nothing",
                "vm=off connection=orphaned         | nothing",
                "vm=off connection=invalid          | nothing",
                "vm=on taint=yes connection=disconnected | nothing",
                // The VM must be the one that runs the Node.
                "vm=off record=none                 | taint",
                "vm=off record=vm-63                | nothing",
                "vm=on taint=yes record=vm-63       | nothing",
                "vm=off uuid=B                      | nothing",
                "vm=off uuid=A'                     | taint",
                "vm=off id=none                     | taint",
                "vm=off id=none uuid=none           | nothing",
                // Settings that prevent the deletion do not prevent the taint.
                "vm=off keep=yes deletes=no paused=vc-a breaker=open | taint",
                "vm=off leaving=yes                 | taint",
                "vm=off deleting=yes                | nothing",
                "vm=on taint=yes deleting=yes       | nothing",
            })
    void theTaintFollowsReliableStateOnly(String words, String expected) {
        assertThat(Situation.of("gone=unasked " + words).inShort()).isEqualTo(expected);
    }

    @Test
    void aTaintNamesTheVmAndItsRemovalTheCause() {
        assertThat(Situation.of("vm=off").decision())
                .isInstanceOfSatisfying(LifecycleDecision.Taint.class, taint -> assertThat(taint.vm())
                        .hasToString("w-1 (vm-62 on vc-a)"));
        assertThat(Situation.of("vm=on taint=yes").decision())
                .isEqualTo(new LifecycleDecision.Untaint("its VM runs again"));
        assertThat(Situation.of("ready=true taint=yes").decision())
                .isEqualTo(new LifecycleDecision.Untaint("the Node is ready"));
    }

    // Rules

    @Test
    void theDefaultsAreAsDocumented() {
        assertThat(LifecycleRules.DEFAULTS)
                .isEqualTo(new LifecycleRules(
                        true, Duration.ofMinutes(10), new BreakerRules(5, 10, Duration.ofMinutes(10)), Set.of()));
        assertThat(new LifecycleRules(true, Duration.ofMinutes(7), BreakerRules.DEFAULTS, Set.of()).existence())
                .isEqualTo(new ExistenceRules(Duration.ofMinutes(7)));
    }
}
