package dev.vspherecloud.ccm.application.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.NodeName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExplanationTextTest {
    @Test
    void aNodeThatIsAsItShouldBe() {
        assertThat(ExplanationText.of(Situations.healthy())).isEqualTo("""
                Node w-1: ready
                  provider id  vsphere://42000000-0000-0000-0000-0000000000a1
                  system UUID  42000000-0000-0000-0000-0000000000a1
                  taint        no, it is initialised
                  ours         yes

                VM w-1 (vm-62 on vc-a)
                  why this one   the only VM with the UUID
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
                  10.244.0.1/24  -     -           no: its interface is no virtual NIC of the VM
                  10.1.0.7       4000  VM Network  no, though not reported: kept, not reported any more

                Addresses of the Node
                  Hostname    w-1.example  stays
                  InternalIP  10.1.0.5     stays
                  ExternalIP  10.1.0.5     stays

                Zone and region: zone-a, eu
                  PATH    PLACE            TAGS                         VERDICT
                  host    host esx-1       -                            no tag of either category
                          cluster blue     k8s-zone=zone-a              zone zone-a
                  pool    pool Resources   unread: no right to read it  not looked at
                  folder  datacenter dc-1  k8s-region=eu                not looked at

                Labels
                  node.kubernetes.io/instance-type  is vsphere-vm.cpu-4.mem-16gb.os-photon, as the VM says

                What the provider does now
                  Nothing: there is nothing to write.
                """);
    }

    @Test
    void aNodeThatDriftedWhileAnotherVcenterIsSilent() {
        assertThat(ExplanationText.of(Situations.drifted())).isEqualTo("""
                Node w-1: drift: TopologyDrift
                  provider id  vsphere://42000000-0000-0000-0000-0000000000a1
                  system UUID  42000000-0000-0000-0000-0000000000a1
                  taint        no, it is initialised
                  ours         yes

                VM w-1 (vm-62 on vc-a)
                  why this one   the only VM with the UUID
                  BIOS UUID      42000000-0000-0000-0000-0000000000a1
                  instance UUID  50000000-0000-0000-0000-0000000000a1
                  power          on
                  connection     connected
                  VMware Tools   running
                  host name      w-1.example

                vCenters without an answer
                  vc-b  nothing listens on vc-b:443

                Addresses of the guest
                  ADDRESS        NIC   NETWORK     VERDICT
                  10.1.0.5/16    4000  VM Network  InternalIP and ExternalIP: the first that is not excluded
                  10.1.0.100/32  4000  VM Network  no: virtual: /32 beside a wider one
                  10.244.0.1/24  -     -           no: its interface is no virtual NIC of the VM
                  10.1.0.7       4000  VM Network  no, though not reported: kept, not reported any more

                Addresses of the Node
                  Hostname    w-1.example  stays
                  InternalIP  10.1.0.5     stays
                  ExternalIP  10.1.0.5     stays

                Zone and region: zone-b, eu
                  PATH    PLACE            TAGS                         VERDICT
                  host    host esx-1       -                            no tag of either category
                          cluster blue     k8s-zone=zone-b              zone zone-b
                  pool    pool Resources   unread: no right to read it  not looked at
                  folder  datacenter dc-1  k8s-region=eu                not looked at

                Labels
                  node.kubernetes.io/instance-type  is vsphere-vm.cpu-4.mem-16gb.os-photon, as the VM says
                  topology.kubernetes.io/zone       is zone-a, the VM says zone-b

                What is not as it should be
                  TopologyDrift: Zone or region of the VM are not the Node's
                    found    its VM is in zone-b now
                    meaning  The Node has the labels it was given first, and the tags above its VM say otherwise
                             now.
                    cause    The VM was migrated, or something was tagged anew.
                    remedy   Volumes and Pods rely on the labels, so they stay. Drain and delete the Node to have it
                             registered anew, or set `labels.relabel: true`.

                What the provider does now
                  Nothing: there is nothing to write.
                """);
    }

    @Test
    void aNodeThatWaits() {
        assertThat(ExplanationText.of(Situations.waiting())).isEqualTo("""
                Node w-3: waits: GuestHostNameMissing
                  provider id  -
                  system UUID  42000000-0000-0000-0000-0000000000a1
                  taint        node.cloudprovider.kubernetes.io/uninitialized
                  ours         yes

                VM w-1 (vm-62 on vc-a)
                  why this one   the only VM with the UUID
                  BIOS UUID      42000000-0000-0000-0000-0000000000a1
                  instance UUID  50000000-0000-0000-0000-0000000000a1
                  power          on
                  connection     connected
                  VMware Tools   running
                  host name      w-1.example

                Addresses of the guest
                  ADDRESS        NIC   NETWORK     VERDICT
                  10.1.0.5/16    4000  VM Network  no: not looked at, because of GuestHostNameMissing
                  10.1.0.100/32  4000  VM Network  no: not looked at, because of GuestHostNameMissing
                  10.244.0.1/24  -     -           no: its interface is no virtual NIC of the VM

                Addresses of the Node
                  It has none.

                Zone and region: none
                  The configuration names no tag categories (labels.zone, labels.region).

                Labels
                  node.kubernetes.io/instance-type  is not there, the VM says vsphere-vm.cpu-4.mem-16gb.os-photon

                What it waits for
                  GuestHostNameMissing: The guest reports no host name
                    found    the guest reports no host name
                    meaning  VMware Tools report no host name, and a Node is not finished without one.
                    cause    The guest has just booted; else VMware Tools do not run in it, or the guest has no host
                             name.
                    remedy   Wait a minute. If it stays, look at VMware Tools and at `hostnamectl` in the guest.

                What the provider does now
                  Wait: the taint stays. The Node is looked at again as soon as the VM, what is above it, or the
                  configuration changes.
                """);
    }

    @Test
    void aNodeThatOnlyItsNameLeadsToAVm() {
        assertThat(ExplanationText.of(Situations.namesake(Optional.empty())))
                .contains(
                        "This one has the Node's name, but another UUID, and is not taken:",
                        "w-1 (vm-62 on vc-a)  on  BIOS UUID 42000000-0000-0000-0000-0000000000a1",
                        "of no other Node");
        assertThat(ExplanationText.of(Situations.namesake(Optional.of(new NodeName("w-9")))))
                .contains("VM of Node w-9");
    }

    @Test
    void aNodeWithTwoVms() {
        assertThat(ExplanationText.of(Situations.ambiguous())).isEqualTo("""
                Node w-4: waits: VmAmbiguous
                  provider id  -
                  system UUID  42000000-0000-0000-0000-0000000000a1
                  taint        node.cloudprovider.kubernetes.io/uninitialized
                  ours         yes

                VM: none is chosen
                  These answer to the Node's identity:
                  w-1 (vm-62 on vc-a)  on  machine  instance UUID 50000000-0000-0000-0000-0000000000a1
                  w-1 (vm-62 on vc-a)  on  machine  instance UUID 50000000-0000-0000-0000-0000000000a1

                Addresses of the Node
                  It has none.

                What it waits for
                  VmAmbiguous: More than one VM may be the Node's
                    found    2 VMs have it
                    meaning  Several VMs have the Node's UUID, or its name if the Node reports no UUID or
                             `nodes.matchByName` is true. The Event names them. Nothing tells which VM the Node runs
                             on, so none is chosen.
                    cause    A clone, a restored copy or a replica has the UUID of its original and is powered on
                             beside it. Or the VM is searched by the Node's name, and the guests of two VMs have it.
                    remedy   Same UUID: power off or remove the copy, or give it a UUID of its own. One powered-on
                             VM is taken at once. Same name: let the kubelet report the UUID of its VM, or give one
                             of the guests another host name.

                What the provider does now
                  Wait: the taint stays. The Node is looked at again as soon as the VM, what is above it, or the
                  configuration changes.
                """);
    }

    @Test
    void aNodeOfAnotherProvider() {
        assertThat(ExplanationText.of(Situations.foreign())).isEqualTo("""
                Node cloud: foreign
                  provider id  aws:///eu-1/i-1
                  system UUID  42000000-0000-0000-0000-0000000000a1
                  taint        no, it is initialised
                  ours         no: the provider id is another provider's

                Addresses of the Node
                  It has none.

                What the provider does now
                  Nothing: the Node is another provider's, and nothing about it is read or written.
                """);
    }

    @Test
    void whatIsAboutToBeWrittenIsSaid() {
        assertThat(ExplanationText.of(Situations.due()))
                .contains(
                        "Node w-2: due\n",
                        """
                        Addresses of the Node
                          Hostname    w-1.example  is not there, and would be
                          InternalIP  10.1.0.5     is not there, and would be
                          ExternalIP  10.1.0.5     is not there, and would be
                          InternalIP  10.1.0.9     is there, and would not be
                        """,
                        "  team                              is not there, would be blue\n",
                        """
                        What the provider does now
                          Initialise the Node: write its addresses, then the provider id
                          vsphere://42000000-0000-0000-0000-0000000000a1, the labels and the record of its VM, and take the
                          taint away in the same step.
                        """);
    }

    @ParameterizedTest
    @MethodSource("dev.vspherecloud.ccm.application.explain.Situations#all")
    void fitsATerminal(Explanation explained) {
        assertThat(ExplanationText.of(explained).lines()).allMatch(line -> line.length() <= 100);
    }

    /// Whoever names a VM or a network must not move the cursor of whoever reads of it.
    @Test
    void nobodyElseMovesTheCursor() {
        var node = Situations.node("w\u001b[2J", "aws:///\u0007\u009b31m", false, Map.of(), List.of());

        String text = ExplanationText.of(Explanation.withoutAsking(node).orElseThrow());

        assertThat(text).contains("Node w?[2J: foreign", "aws:///??31m");
        assertThat(text.chars().filter(each -> each != '\n')).noneMatch(Character::isISOControl);
    }
}
