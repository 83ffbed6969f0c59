package dev.vspherecloud.ccm.application.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTextTest {
    @Test
    void whatOthersWouldNoticeComesFirstAndTheSumLast() {
        assertThat(PlanText.of(SomeNodes.plan())).isEqualTo("""
                Plan for 6 Nodes. Nothing was written.

                vCenter vc-b did not answer: VcenterUnreachable
                  nothing listens on vc-b:443

                Written on Nodes, beside our annotations
                  NODE  CODE          WOULD BE WRITTEN
                  off   VmNotRunning  taint node.cloudprovider.kubernetes.io/shutdown: NoSchedule; because its VM
                                      w-1 (vm-62 on vc-a) is off
                  old   AddressGone   addresses: InternalIP=10.1.0.5, ExternalIP=10.1.0.5 instead of
                                      InternalIP=10.1.0.99, ExternalIP=10.1.0.99; because InternalIP=10.1.0.99 goes:
                                      the guest does not report it; ExternalIP=10.1.0.99 goes: the guest does not
                                      report it; InternalIP=10.1.0.5 comes: the first that is not excluded;
                                      ExternalIP=10.1.0.5 comes: the first that is not excluded

                Waiting for a cloud provider, and would go on waiting
                  NODE   CODE        WHY
                  waits  VmNotFound  no VM with system UUID 42000000-0000-0000-0000-0000000000a1 in vCenter vc-a;
                                     the account may also lack the right to read it

                Not as it should be; ours says so in an Event, and writes nothing else because of it
                  NODE  CODE        WHY
                  lost  VmNotFound  no VM with provider id vsphere://42000000-0000-0000-0000-0000000000a1 in vCenter
                                    vc-a; the account may also lack the right to read it

                May be deleted
                  NODE   READY    BY THE PRESENT PROGRAM           BY OURS  WHY
                  cloud  true     onceNotReady: ProviderIdForeign  no       The Node has the provider ID of another
                                                                            provider. cloud-provider-vsphere (Go)
                                                                            searches it as a UUID, which no VM has.
                                                                            Ours: another provider's Node is left
                                                                            alone.
                  lost   unknown  now: VmNotFound                  no       No vCenter shows a VM with its UUID. The
                                                                            VM may be gone or hidden from the
                                                                            account; the search cannot distinguish
                                                                            the two. Ours: ours never saw its VM, so
                                                                            nothing proves that it is gone.

                Left alone
                  NODE   STATE    WHY
                  cloud  foreign  The Node has the provider ID of another provider: this provider ignores it.

                Annotations under vspherecloud.dev/, which record the VM: 2 Nodes
                  old w-1

                Summary
                  Nodes                           6: 2 changes, 1 records, 1 waits, 1 keeps, 1 foreign
                  written                         our annotations on 2 Nodes, five a second; anything else on 2
                                                  Nodes
                  the present program may delete  1 now, 1 once they are not ready; SKIP_NODE_DELETION is not set
                                                  here
                  ours may delete                 0 after proof
                  to be looked at                 4 Nodes, and the vCenters that did not answer: the plan is
                                                  incomplete
                """);
    }

    @Test
    void aClusterInWhichNobodyWouldNoticeIsSaidToBeOne() {
        var sight = SomeNodes.sight(SomeNodes.recorded(SomeNodes.node()), SomeNodes.found(SomeNodes.vm()));

        assertThat(PlanText.of(Plan.of(List.of(sight), List.of(), SomeNodes.RULES)))
                .isEqualTo("""
                Plan for 1 Node. Nothing was written.

                Summary
                  Nodes                           1: 1 settled
                  written                         our annotations on 0 Nodes, five a second; anything else on 0
                                                  Nodes
                  the present program may delete  0 now, 0 once they are not ready; SKIP_NODE_DELETION is not set
                                                  here
                  ours may delete                 0 after proof
                  to be looked at                 nothing: nobody but us would notice the change
                """);
    }

    @Test
    void theVariableThatKeepsNodesIsSaid() {
        var keeping = new PlanRules(SomeNodes.SETTINGS, LifecycleRules.STANDARD, true, true, true);

        assertThat(PlanText.of(Plan.of(
                        SomeNodes.plan().nodes().stream().map(NodePlan::sight).toList(), List.of(), keeping)))
                .contains(
                        "none, as long as it has SKIP_NODE_DELETION as this process has it;",
                        "switchedOff: VmNotFound");
    }
}
