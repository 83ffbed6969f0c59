package dev.vspherecloud.ccm.domain.node;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.Hardware;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
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
        "2, 4096, sles64Guest, vsphere-vm.cpu-2.mem-4gb.os-sles64",
        "2, 1024, otherGuest, vsphere-vm.cpu-2.mem-1gb.os-other",
        "2, 1023, otherGuest64Guest, vsphere-vm.cpu-2.mem-0gb.os-unknown",
        "768, 25165824, ubuntuGuest, vsphere-vm.cpu-768.mem-24576gb.os-ubuntu",
        "2, 4096, UBUNTU64GUEST, vsphere-vm.cpu-2.mem-4gb.os-unknown",
        "2, 4096, ubuntu64, vsphere-vm.cpu-2.mem-4gb.os-unknown",
        "2, 4096, rockylinux_64Guest, vsphere-vm.cpu-2.mem-4gb.os-unknown",
        "2, 4096, '', vsphere-vm.cpu-2.mem-4gb.os-unknown",
    })
    void namesTheHardwareAndTheGuestOfTheVm(int cpus, int memoryMib, String guestId, String expected) {
        assertThat(InstanceTypePolicy.instanceType(new Hardware(cpus, memoryMib, guestId, 0)))
                .isEqualTo(expected);
    }

    /// Every guest id of the vSphere API (8.0.3): the 151 that the table of cloud-provider-vsphere (Go) has,
    /// and the others.
    @ParameterizedTest
    @CsvFileSource(resources = "guest-ids.csv")
    void namesEveryGuestAsCloudProviderVsphereDoes(String guestId, String expected) {
        assertThat(InstanceTypePolicy.instanceType(new Hardware(1, 1024, guestId, 0)))
                .isEqualTo("vsphere-vm.cpu-1.mem-1gb.os-" + expected);
    }

    @Test
    void theTableOfGuestsIsComplete() throws IOException {
        try (InputStream table = requireNonNull(getClass().getResourceAsStream("guest-ids.csv"))) {
            List<String> rows = new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();

            assertThat(rows).doesNotHaveDuplicates().hasSize(210);
            assertThat(rows.stream().filter(row -> row.endsWith(",unknown"))).hasSize(59);
        }
    }
}
