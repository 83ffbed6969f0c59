package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmRef;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// What we once found out about a Node's VM, kept on the Node so that the next process need not search.
///
/// Form: three annotations, `vspherecloud.dev/vcenter` (instance UUID of the vCenter), `vspherecloud.dev/vm` (the
/// reference, as in `vm-62`) and `vspherecloud.dev/vm-instance-uuid`. A record that cannot be read counts as none:
/// the VM is searched again and the record rewritten.
public record RecordedVm(VmRef ref, UUID instanceUuid) {
    public static final String VCENTER = "vspherecloud.dev/vcenter";
    public static final String VM = "vspherecloud.dev/vm";
    public static final String INSTANCE_UUID = "vspherecloud.dev/vm-instance-uuid";

    public static Optional<RecordedVm> from(Map<String, String> annotations) {
        String moref = annotations.getOrDefault(VM, "");
        return uuid(annotations, VCENTER).flatMap(vcenter -> uuid(annotations, INSTANCE_UUID)
                .filter(_ -> !moref.isBlank())
                .map(instance -> new RecordedVm(new VmRef(vcenter, moref), instance)));
    }

    /// What is to be recorded of this VM.
    public static RecordedVm of(Vm vm) {
        return new RecordedVm(vm.identity().ref(), vm.identity().instanceUuid());
    }

    /// As they stand on the Node.
    public Map<String, String> annotations() {
        var annotations = new LinkedHashMap<String, String>();
        annotations.put(VCENTER, ref.vcenter().toString());
        annotations.put(VM, ref.moref());
        annotations.put(INSTANCE_UUID, instanceUuid.toString());
        return annotations;
    }

    private static Optional<UUID> uuid(Map<String, String> annotations, String key) {
        return SystemUuid.parse(annotations.getOrDefault(key, "")).map(SystemUuid::value);
    }
}
