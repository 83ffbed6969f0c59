package dev.vspherecloud.ccm.application.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.print.PageStyle;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.text.VisibleText;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExplanationTextTest {
    @Test
    void aHealthyNode() {
        assertThat(ExplanationText.of(Situations.healthy(), PageStyle.PLAIN)).isEqualTo("""
                Node w-1: ready
                  provider ID  vsphere://42000000-0000-0000-0000-0000000000a1
                  system UUID  42000000-0000-0000-0000-0000000000a1
                  taint        none, the Node is initialised
                  managed by   this provider

                VM w-1 (vm-62 on vc-a)
                  why this VM    the only VM with the UUID
                  BIOS UUID      42000000-0000-0000-0000-0000000000a1
                  instance UUID  50000000-0000-0000-0000-0000000000a1
                  power          on
                  connection     connected
                  VMware Tools   running
                  host name      w-1.example

                Addresses of the guest
                  ADDRESS        NIC   NETWORK     VERDICT
                  10.1.0.5/16    4000  VM Network  InternalIP and ExternalIP: the first that is not excluded
                  10.1.0.100/32  4000  VM Network  no: virtual: /32 beside a wider one
                  10.1.0.7       4000  VM Network  no, not reported now: kept, not reported any more
                  Not on a virtual NIC of the VM: 10.244.0.1/24.

                Addresses of the Node
                  Hostname    w-1.example  stays
                  InternalIP  10.1.0.5     stays
                  ExternalIP  10.1.0.5     stays

                Zone and region: zone-a, eu
                  PATH  OBJECT        TAGS             VERDICT
                  host  host esx-1    -                no tag of either category
                        cluster blue  k8s-zone=zone-a  zone zone-a
                  Not evaluated: pool Resources (cannot be read: no right to read it), datacenter dc-1
                  (k8s-region=eu).

                Labels
                  node.kubernetes.io/instance-type  vsphere-vm.cpu-4.mem-16gb.os-photon, as the VM requires

                What the provider does now
                  Nothing: there is nothing to write.
                """);
    }

    @Test
    void aNodeThatDriftedWhileAnotherVcenterIsSilent() {
        assertThat(ExplanationText.of(Situations.drifted(), PageStyle.PLAIN)).isEqualTo("""
                Node w-1: drift: TopologyDrift
                  provider ID  vsphere://42000000-0000-0000-0000-0000000000a1
                  system UUID  42000000-0000-0000-0000-0000000000a1
                  taint        none, the Node is initialised
                  managed by   this provider

                VM w-1 (vm-62 on vc-a)
                  why this VM    the only VM with the UUID
                  BIOS UUID      42000000-0000-0000-0000-0000000000a1
                  instance UUID  50000000-0000-0000-0000-0000000000a1
                  power          on
                  connection     connected
                  VMware Tools   running
                  host name      w-1.example

                vCenters that did not answer
                  vc-b  nothing listens on vc-b:443

                Addresses of the guest
                  ADDRESS        NIC   NETWORK     VERDICT
                  10.1.0.5/16    4000  VM Network  InternalIP and ExternalIP: the first that is not excluded
                  10.1.0.100/32  4000  VM Network  no: virtual: /32 beside a wider one
                  10.1.0.7       4000  VM Network  no, not reported now: kept, not reported any more
                  Not on a virtual NIC of the VM: 10.244.0.1/24.

                Addresses of the Node
                  Hostname    w-1.example  stays
                  InternalIP  10.1.0.5     stays
                  ExternalIP  10.1.0.5     stays

                Zone and region: zone-b, eu
                  PATH  OBJECT        TAGS             VERDICT
                  host  host esx-1    -                no tag of either category
                        cluster blue  k8s-zone=zone-b  zone zone-b
                  Not evaluated: pool Resources (cannot be read: no right to read it), datacenter dc-1
                  (k8s-region=eu).

                Labels
                  node.kubernetes.io/instance-type  vsphere-vm.cpu-4.mem-16gb.os-photon, as the VM requires
                  topology.kubernetes.io/zone       zone-a, the VM requires zone-b

                Problems
                  TopologyDrift: Zone or region of the VM differ from the Node's
                    found    its VM is in zone-b now
                    meaning  The Node keeps the labels that it got first, but the tags above its VM now give other
                             values.
                    cause    The VM was migrated, or its tags were changed.
                    remedy   Volumes and Pods rely on the labels, so the provider does not change them. Drain and
                             delete the Node, so that its kubelet registers it again; or set `labels.relabel: true`.

                What the provider does now
                  Nothing: there is nothing to write.
                """);
    }

    @Test
    void aNodeThatWaits() {
        assertThat(ExplanationText.of(Situations.waiting(), PageStyle.PLAIN)).isEqualTo("""
                Node w-3: waits: GuestHostNameMissing
                  provider ID  -
                  system UUID  42000000-0000-0000-0000-0000000000a1
                  taint        node.cloudprovider.kubernetes.io/uninitialized
                  managed by   this provider

                VM w-1 (vm-62 on vc-a)
                  why this VM    the only VM with the UUID
                  BIOS UUID      42000000-0000-0000-0000-0000000000a1
                  instance UUID  50000000-0000-0000-0000-0000000000a1
                  power          on
                  connection     connected
                  VMware Tools   running
                  host name      w-1.example

                Addresses of the guest
                  Not evaluated, because of GuestHostNameMissing: 10.1.0.5/16 (NIC 4000, VM Network), 10.1.0.100/32
                  (NIC 4000, VM Network).
                  Not on a virtual NIC of the VM: 10.244.0.1/24.

                Addresses of the Node
                  The Node has none.

                Zone and region: none
                  The configuration names no tag categories (labels.zone, labels.region).

                Labels
                  node.kubernetes.io/instance-type  not set, the VM requires vsphere-vm.cpu-4.mem-16gb.os-photon

                What the Node waits for
                  GuestHostNameMissing: The guest reports no host name
                    found    the guest reports no host name
                    meaning  VMware Tools report no host name, and the provider does not initialise a Node without
                             one.
                    cause    The guest has just booted. Otherwise VMware Tools do not run in it, or the guest has no
                             host name.
                    remedy   Wait a minute. If the reason stays, check VMware Tools, and run `hostnamectl` in the
                             guest.

                What the provider does now
                  Wait: the taint stays. The provider evaluates the Node again as soon as the VM, an object above
                  it, or the configuration changes.
                """);
    }

    @Test
    void aNodeWhoseNameAloneMatchesAVm() {
        assertThat(ExplanationText.of(Situations.namesake(Optional.empty()), PageStyle.PLAIN))
                .contains(
                        "This VM has the Node's name but another UUID, so the provider does not use it:",
                        "w-1 (vm-62 on vc-a)  on  BIOS UUID 42000000-0000-0000-0000-0000000000a1",
                        "not the VM of another Node");
        assertThat(ExplanationText.of(Situations.namesake(Optional.of(new NodeName("w-9"))), PageStyle.PLAIN))
                .contains("VM of Node w-9");
    }

    @Test
    void aNodeWithTwoVms() {
        assertThat(ExplanationText.of(Situations.ambiguous(), PageStyle.PLAIN)).isEqualTo("""
                Node w-4: waits: VmAmbiguous
                  provider ID  -
                  system UUID  42000000-0000-0000-0000-0000000000a1
                  taint        node.cloudprovider.kubernetes.io/uninitialized
                  managed by   this provider

                VM: none chosen
                  These VMs match the identity of the Node:
                  w-1 (vm-62 on vc-a)  on  machine  instance UUID 50000000-0000-0000-0000-0000000000a1
                  w-1 (vm-62 on vc-a)  on  machine  instance UUID 50000000-0000-0000-0000-0000000000a1

                Addresses of the Node
                  The Node has none.

                What the Node waits for
                  VmAmbiguous: More than one VM may be the Node's
                    found    2 VMs have it
                    meaning  Several VMs have the Node's UUID, or its name if the Node reports no UUID or
                             `nodes.matchByName` is true. The Event names them. The provider cannot tell which VM
                             the Node runs on, so it chooses none.
                    cause    A clone, a restored copy or a replica has the UUID of its original, and both are
                             powered on. Or the provider searches by the Node's name, and the guests of two VMs have
                             it.
                    remedy   Same UUID: power off or remove the copy, or give it a UUID of its own. If only one of
                             the VMs is powered on, the provider chooses it at once. Same name: let the kubelet
                             report the UUID of its VM, or give one of the guests another host name.

                What the provider does now
                  Wait: the taint stays. The provider evaluates the Node again as soon as the VM, an object above
                  it, or the configuration changes.
                """);
    }

    @Test
    void aNodeOfAnotherProvider() {
        assertThat(ExplanationText.of(Situations.foreign(), PageStyle.PLAIN)).isEqualTo("""
                Node cloud: foreign
                  provider ID  aws:///eu-1/i-1
                  system UUID  42000000-0000-0000-0000-0000000000a1
                  taint        none, the Node is initialised
                  managed by   another provider, by its provider ID

                Addresses of the Node
                  The Node has none.

                What the provider does now
                  Nothing: the Node belongs to another provider. This provider does not look up its VM and writes
                  nothing to it.
                """);
    }

    @Test
    void pendingWritesAreShown() {
        assertThat(ExplanationText.of(Situations.due(), PageStyle.PLAIN))
                .contains(
                        "Node w-2: due\n",
                        """
                        Addresses of the Node
                          Hostname    w-1.example  would be added
                          InternalIP  10.1.0.5     would be added
                          ExternalIP  10.1.0.5     would be added
                          InternalIP  10.1.0.9     would be removed
                        """,
                        "  team                              not set, would become blue\n",
                        """
                        What the provider does now
                          Initialise the Node: write its addresses, then the provider ID
                          vsphere://42000000-0000-0000-0000-0000000000a1, the labels and the annotations that record its VM,
                          and remove the taint in the same step.
                        """);
    }

    @ParameterizedTest
    @MethodSource("dev.vspherecloud.ccm.application.explain.Situations#all")
    void fitsATerminal(Explanation explained) {
        assertThat(ExplanationText.of(explained, PageStyle.PLAIN).lines()).allMatch(line -> line.length() <= 100);
    }

    /// The name of a VM or a network must not move the cursor in the terminal of the reader.
    @Test
    void noNameControlsTheTerminal() {
        String text =
                ExplanationText.of(Situations.hostile("\u001b[2J\u009b31m\u202e\u2066\u2028\u200b"), PageStyle.PLAIN);

        assertThat(text).contains("Node w?[2J?31m????: foreign", "aws:///?[2J?31m????");
        assertThat(VisibleText.lines(text)).isEqualTo(text);
    }
}
