package dev.vspherecloud.domain.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.Hardware;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstanceTypePolicyTest {
    @ParameterizedTest
    @CsvSource({
        "4, 16384, vmwarePhoton64Guest, vsphere-vm.cpu-4.mem-16gb.os-photon",
        "1, 512, otherGuest64, vsphere-vm.cpu-1.mem-0gb.os-other",
        "2, 4095, ubuntu64Guest, vsphere-vm.cpu-2.mem-3gb.os-ubuntu",
        "2, 4096, centos64Guest, vsphere-vm.cpu-2.mem-4gb.os-centos64",
        "2, 4096, windows9Server64Guest, vsphere-vm.cpu-2.mem-4gb.os-win10server",
        "2, 4096, darwinGuest, vsphere-vm.cpu-2.mem-4gb.os-darwin",
        "2, 4096, rockylinux_64Guest, vsphere-vm.cpu-2.mem-4gb.os-unknown",
        "2, 4096, '', vsphere-vm.cpu-2.mem-4gb.os-unknown",
    })
    void namesWhatTheVmIsMadeOf(int cpus, int memoryMib, String guestId, String expected) {
        assertThat(InstanceTypePolicy.instanceType(new Hardware(cpus, memoryMib, guestId)))
                .isEqualTo(expected);
    }
}
