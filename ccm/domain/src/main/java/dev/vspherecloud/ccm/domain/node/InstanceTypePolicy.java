package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.domain.vm.Hardware;
import java.util.HashMap;
import java.util.Map;

/// Derives an instance type from the hardware of a VM, since vSphere has no instance types.
///
/// The form is `vsphere-vm.cpu-<n>.mem-<n>gb.os-<short name>`, for example `vsphere-vm.cpu-4.mem-16gb.os-photon`.
/// Memory is rounded down to whole GiB, so 512 MiB is `mem-0gb`.
///
/// Rule from: cloud-provider-vsphere, nodemanager.go and types.go (GuestOSLookup). A guest id that is not in that
/// table is `unknown` there, and so it is here: the labels of existing Nodes must not change when this program
/// replaces cloud-provider-vsphere (Go).
public final class InstanceTypePolicy {
    private static final Map<String, String> SHORT_NAMES = shortNames("""
            asianux3: asianux3 asianux3_64 | asianux4: asianux4 asianux4_64 | asianux5: asianux5_64
            asianux7: asianux7_64 | centos: centos | centos6: centos6 centos6_64 | centos64: centos64
            centos7: centos7 centos7_64 | coreos: coreos64
            darwin: darwin10 darwin10_64 darwin11 darwin11_64 darwin12_64 darwin13_64 darwin14_64 darwin15_64 darwin16_64
            darwin: darwin64 darwin | debian10: debian10 debian10_64 | debian4: debian4 debian4_64
            debian5: debian5 debian5_64 | debian6: debian6 debian6_64 | debian7: debian7 debian7_64
            debian8: debian8 debian8_64 | debian9: debian9 debian9_64 | dos: dos | eComStation: eComStation
            eComStation2: eComStation2 | fedora: fedora64 fedora | freebsd: freebsd64 freebsd
            linux: genericLinux other24xLinux64 other24xLinux other26xLinux64 other26xLinux other3xLinux64 other3xLinux
            linux: otherLinux64 otherLinux | mandrake: mandrake | mandriva: mandriva64 mandriva | netware4: netware4
            netware5: netware5 | netware6: netware6 | nld9: nld9 | oes: oes | openServer5: openServer5
            openServer6: openServer6 | opensuse: opensuse64 opensuse | oracleLinux: oracleLinux64 oracleLinux
            oracleLinux6: oracleLinux6 oracleLinux6_64 | oracleLinux7: oracleLinux7 oracleLinux7_64 | os2: os2
            other: other otherGuest64 | photon: vmwarePhoton64 | rhel: redhat | rhel10: rhel10_64 | rhel2: rhel2
            rhel3: rhel3 rhel3_64 | rhel4: rhel4 rhel4_64 | rhel5: rhel5 rhel5_64 | rhel6: rhel6 rhel6_64
            rhel7: rhel7 rhel7_64 | rhel8: rhel8_64 | rhel9: rhel9_64 | sjds: sjds | sles: sles
            sles10: sles10 sles10_64 | sles11: sles11 sles11_64 | sles12: sles12 sles12_64 | sles64: sles64
            solaris10: solaris10 solaris10_64 | solaris11: solaris11_64 | solaris6: solaris6 | solaris7: solaris7
            solaris8: solaris8 | solaris9: solaris9 | suse: suse64 suse | turbolinux: turboLinux64 turboLinux
            ubuntu: ubuntu64 ubuntu | unixware7: unixWare7 | vmkernel: vmkernel | vmkernel5: vmkernel5
            vmkernel6: vmkernel6 | vmkernel65: vmkernel65 | win10: windows9 windows9_64 | win10server: windows9Server64
            win2000advserv: win2000AdvServ | win2000pro: win2000Pro | win2000serv: win2000Serv | win31: win31
            win7: windows7 windows7_64 | win7server: windows7Server64 | win8: windows8 windows8_64
            win8server: windows8Server64 | win95: win95 | win98: win98 | windowshyperv: windowsHyperV
            winlonghorn: winLonghorn64 winLonghorn | winme: winMe | winnetbusiness: winNetBusiness
            winnetdatacenter: winNetDatacenter64 winNetDatacenter
            winnetenterprise: winNetEnterprise64 winNetEnterprise | winnetstandard: winNetStandard64 winNetStandard
            winnetweb: winNetWeb | winnt: winNT | winvista: winVista64 winVista | winxphome: winXPHome
            winxppro: winXPPro64 winXPPro
            """);

    private InstanceTypePolicy() {}

    /// Returns the instance type of a VM with this hardware.
    public static String instanceType(Hardware hardware) {
        return "vsphere-vm.cpu-%d.mem-%dgb.os-%s"
                .formatted(
                        hardware.cpus(),
                        hardware.memoryMib() / 1024,
                        SHORT_NAMES.getOrDefault(hardware.guestId(), "unknown"));
    }

    private static Map<String, String> shortNames(String table) {
        var names = new HashMap<String, String>();
        for (String row : table.split("[|\\n]")) {
            String[] columns = row.split(":");
            for (String id : columns[1].strip().split(" ")) {
                names.put(id.equals("otherGuest64") ? id : id + "Guest", columns[0].strip());
            }
        }
        return Map.copyOf(names);
    }
}
