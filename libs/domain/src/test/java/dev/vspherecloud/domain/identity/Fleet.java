package dev.vspherecloud.domain.identity;

import static dev.vspherecloud.domain.Fixtures.VCENTER;
import static dev.vspherecloud.domain.Fixtures.guest;
import static dev.vspherecloud.domain.Fixtures.place;

import dev.vspherecloud.domain.Fixtures;
import dev.vspherecloud.domain.datacenter.OtherDatacenter;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.domain.vm.VmRole;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// VMs in words, for tests of the match between Nodes and VMs: `vm-3 A off` has BIOS UUID A and is off.
///
/// Words: `A`, `B`, `C` and `A'`, `B'`, `C'` (the other byte order) for the BIOS UUID; `i7` for the instance
/// UUID (default: the number of the reference); `off`, `template`, `placeholder`, `outside` (of the configured
/// datacenters), `unreadable`. Any other word is the host name of the guest.
final class Fleet {
    private Fleet() {}

    static SystemUuid uuid(String letter) {
        var uuid = new SystemUuid(new UUID(0x4200_1111_2222_3333L, letter.charAt(0)));
        return letter.endsWith("'") ? uuid.byteSwapped() : uuid;
    }

    static UUID instance(int n) {
        return new UUID(0x5000_0000_0000_0000L, n);
    }

    /// @param n number of the reference and of the instance UUID
    static RecordedVm recorded(int n) {
        return new RecordedVm(new VmRef(VCENTER, "vm-" + n), instance(n), Optional.empty(), Optional.empty());
    }

    static VcenterAnswer has(String vcenter, String... vms) {
        return new VcenterAnswer.Answered(
                vcenter, List.of(vms).stream().map(vm -> candidate(vcenter, vm)).toList());
    }

    static VcenterAnswer silent(String vcenter) {
        return new VcenterAnswer.Silent(silence(vcenter));
    }

    static VmLookup.Silence silence(String vcenter) {
        return new VmLookup.Silence(vcenter, "unreachable");
    }

    static VmCandidate candidate(String vcenter, String words) {
        return new Reader(vcenter, List.of(words.split(" "))).candidate();
    }

    private record Reader(String vcenter, List<String> words) {
        VmCandidate candidate() {
            var ref = new VmRef(VCENTER, words.getFirst());
            return words.contains("unreadable")
                    ? new VmCandidate.Unreadable(vcenter, words.getFirst(), ref, ConnectionState.CONNECTED)
                    : words.contains("outside")
                            ? new VmCandidate.Known(
                                    vm(ref), Optional.of(new OtherDatacenter("/dc-9", List.of(), "add it")))
                            : new VmCandidate.Known(vm(ref));
        }

        private Vm vm(VmRef ref) {
            var guest = Fixtures.guest(hostName(), guest("10.1.0.5").nics());
            var identity = new VmIdentity(ref, bios(), instanceUuid());
            var placement = new Placement(
                    List.of(),
                    List.of(),
                    List.of(place("Datacenter", words.contains("outside") ? "dc-9" : "dc-1")),
                    List.of());
            return new Vm(
                    vcenter,
                    ref.moref(),
                    identity,
                    role(),
                    ConnectionState.CONNECTED,
                    words.contains("off") ? PowerState.OFF : PowerState.ON,
                    guest,
                    new Hardware(2, 4096, "ubuntu64Guest", 0),
                    placement,
                    Optional.empty());
        }

        private SystemUuid bios() {
            return words.stream()
                    .filter(word -> word.matches("[A-C]'?"))
                    .findFirst()
                    .map(Fleet::uuid)
                    .orElseGet(() -> uuid("Z"));
        }

        private UUID instanceUuid() {
            String number = words.stream()
                    .filter(word -> word.matches("i\\d+"))
                    .findFirst()
                    .map(word -> word.substring(1))
                    .orElseGet(() -> words.getFirst().substring("vm-".length()));
            return instance(Integer.parseInt(number));
        }

        private VmRole role() {
            if (words.contains("template")) {
                return VmRole.TEMPLATE;
            }
            return words.contains("placeholder") ? VmRole.PLACEHOLDER : VmRole.MACHINE;
        }

        private String hostName() {
            return words.stream()
                    .skip(1)
                    .filter(word -> !word.matches("[A-C]'?|i\\d+|off|template|placeholder|outside"))
                    .findFirst()
                    .orElse("");
        }
    }
}
