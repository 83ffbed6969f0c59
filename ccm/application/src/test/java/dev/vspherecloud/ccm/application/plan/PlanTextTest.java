package dev.vspherecloud.ccm.application.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.print.ConfiguredDatacenter;
import dev.vspherecloud.ccm.application.print.PageStyle;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.domain.datacenter.DatacenterMatch;
import dev.vspherecloud.domain.datacenter.DatacenterPath;
import dev.vspherecloud.domain.datacenter.DatacenterValue;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.text.VisibleText;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTextTest {
    @Test
    void visibleChangesComeFirstAndTotalsLast() {
        assertThat(PlanText.of(UpstreamNodes.plan(), PageStyle.PLAIN)).isEqualTo("""
                Plan for 6 Nodes. Nothing was written.

                vCenter vc-b did not answer: VcenterUnreachable
                  nothing listens on vc-b:443

                Changes on Nodes, without the annotations of this provider
                  NODE  CODE          CHANGE
                  off   VmNotRunning  taint node.cloudprovider.kubernetes.io/shutdown: NoSchedule; because its VM
                                      w-1 (vm-62 on vc-a) is off
                  old   AddressGone   addresses: InternalIP=10.1.0.5, ExternalIP=10.1.0.5 instead of
                                      InternalIP=10.1.0.99, ExternalIP=10.1.0.99; because InternalIP=10.1.0.99 is
                                      removed: the guest does not report it; ExternalIP=10.1.0.99 is removed: the
                                      guest does not report it; InternalIP=10.1.0.5 is added: the first that is not
                                      excluded; ExternalIP=10.1.0.5 is added: the first that is not excluded

                Nodes that wait for a cloud provider, and would keep waiting
                  NODE   CODE        WHY
                  waits  VmNotFound  found no VM with system UUID 42000000-0000-0000-0000-0000000000a1 in vCenter
                                     vc-a: the VM is not there, or the vCenter account may not read it; give the
                                     account the role Read-only on the VM

                Problems that this provider would report in Events; it would change nothing because of them
                  NODE  CODE        WHY
                  lost  VmNotFound  found no VM with provider ID vsphere://42000000-0000-0000-0000-0000000000a1 in
                                    vCenter vc-a: the VM is not there, or the vCenter account may not read it; give
                                    the account the role Read-only on the VM; until then the provider does not
                                    update this Node

                Nodes that may be deleted
                  NODE   READY    BY CLOUD-PROVIDER-VSPHERE (GO)   BY THIS PROVIDER
                  cloud  true     onceNotReady: ProviderIdForeign  no: the Node belongs to another provider
                  lost   unknown  now: VmNotFound                  no: this provider has never seen its VM, so it
                                                                   cannot prove that the VM is gone
                  Why cloud-provider-vsphere (Go) may delete them:
                    ProviderIdForeign  The Node has the provider ID of another provider. cloud-provider-vsphere (Go)
                                       searches it as a UUID, which no VM has.
                    VmNotFound         No vCenter shows a VM with its UUID. The VM may be gone or hidden from the
                                       account; the search cannot distinguish the two.

                Nodes that this provider ignores
                  STATE    NODES
                  foreign  The Node has the provider ID of another provider: this provider ignores it. Nodes: cloud

                Annotations vspherecloud.dev/..., which record the VM: 2 Nodes
                  old, w-1

                Summary
                  Nodes                                   6: 2 changes, 1 records, 1 waits, 1 keeps, 1 foreign
                  changes                                 annotations of this provider on 2 Nodes, five Nodes a
                                                          second; other changes on 2 Nodes
                  cloud-provider-vsphere (Go) may delete  1 now, 1 once they are not ready; SKIP_NODE_DELETION is
                                                          not set for this command
                  this provider may delete                0 after proof that the VM is gone
                  to review                               4 Nodes, and the vCenters that did not answer: the plan is
                                                          incomplete
                """);
    }

    @Test
    void noNameControlsTheTerminal() {
        String hostile = "w\u001b[2J\u009b31m\u202e\u2066\u2028\u200b";
        var input = UpstreamNodes.input(UpstreamNodes.named(hostile, UpstreamNodes.newNode()), UpstreamNodes.missing());

        String text = PlanText.of(
                Plan.of(
                        List.of(input),
                        List.of(new VmLookup.Silence(hostile, VsphereReason.VCENTER_UNREACHABLE, hostile)),
                        UpstreamNodes.RULES),
                PageStyle.PLAIN);

        assertThat(text).contains("w?[2J?31m????");
        assertThat(VisibleText.lines(text)).isEqualTo(text);
    }

    @Test
    void aClusterWithoutVisibleChangesIsReportedAsSuch() {
        var input = UpstreamNodes.input(
                UpstreamNodes.recorded(UpstreamNodes.node()), UpstreamNodes.found(UpstreamNodes.vm()));

        assertThat(PlanText.of(Plan.of(List.of(input), List.of(), UpstreamNodes.RULES), PageStyle.PLAIN))
                .isEqualTo("""
                Plan for 1 Node. Nothing was written.

                Summary
                  Nodes                                   1: 1 settled
                  changes                                 annotations of this provider on 0 Nodes, five Nodes a
                                                          second; other changes on 0 Nodes
                  cloud-provider-vsphere (Go) may delete  0 now, 0 once they are not ready; SKIP_NODE_DELETION is
                                                          not set for this command
                  this provider may delete                0 after proof that the VM is gone
                  to review                               nothing: no other program would notice the change
                """);
    }

    @Test
    void theConfiguredDatacentersComeFirst() {
        var match = DatacenterMatch.of(
                DatacenterValue.parse("F0/DC0"),
                List.of(new DatacenterPath("datacenter-2", List.of("F0", "DC0"), true)));
        Plan plan = Plan.of(List.of(), List.of(), UpstreamNodes.RULES)
                .withDatacenters(List.of(new ConfiguredDatacenter("north", match)));

        assertThat(PlanText.of(plan, PageStyle.PLAIN)).startsWith("""
                Plan for 0 Nodes. Nothing was written.

                Configured datacenters
                  vCenter north: F0/DC0 -> /F0/DC0 (datacenter-2)
                """);
    }

    @Test
    void theVariableThatDisablesDeletionIsReported() {
        var keeping = new PlanRules(UpstreamNodes.SETTINGS, LifecycleRules.DEFAULTS, true, true, true);

        assertThat(PlanText.of(
                        Plan.of(
                                UpstreamNodes.plan().nodes().stream()
                                        .map(NodePlan::input)
                                        .toList(),
                                List.of(),
                                keeping),
                        PageStyle.PLAIN))
                .contains("none, if SKIP_NODE_DELETION is set for it as it is", "switchedOff: VmNotFound");
    }
}
