package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.vm.EventMark;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmHome;
import dev.vspherecloud.domain.vm.VmRef;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// What we once found out about a Node's VM, kept on the Node so that the next process need not search, and can prove
/// that the VM is gone as well as one that saw it.
///
/// Form: annotations `vspherecloud.dev/vcenter` (instance UUID of the vCenter), `vspherecloud.dev/vm` (the reference,
/// as in `vm-62`), `vspherecloud.dev/vm-instance-uuid`, `vspherecloud.dev/vm-home` (see [VmHome]) and
/// `vspherecloud.dev/vm-seen` (see [EventMark]). A record without one of the first three, or that cannot be read,
/// counts as none: the VM is searched again and the record rewritten.
///
/// @param home what held the VM; empty when that was never complete
/// @param seen an event that the vCenter had when the VM was there; empty when its events can't be read
public record RecordedVm(VmRef ref, UUID instanceUuid, Optional<VmHome> home, Optional<EventMark> seen) {
    public static final String VCENTER = "vspherecloud.dev/vcenter";
    public static final String VM = "vspherecloud.dev/vm";
    public static final String INSTANCE_UUID = "vspherecloud.dev/vm-instance-uuid";
    public static final String HOME = "vspherecloud.dev/vm-home";
    public static final String SEEN = "vspherecloud.dev/vm-seen";

    /// Who it is, and nothing else.
    public RecordedVm(VmRef ref, UUID instanceUuid) {
        this(ref, instanceUuid, Optional.empty(), Optional.empty());
    }

    public static Optional<RecordedVm> from(Map<String, String> annotations) {
        String moref = annotations.getOrDefault(VM, "");
        return uuid(annotations, VCENTER).flatMap(vcenter -> uuid(annotations, INSTANCE_UUID)
                .filter(_ -> !moref.isBlank())
                .map(instance -> new RecordedVm(
                        new VmRef(vcenter, moref),
                        instance,
                        VmHome.parse(annotations.getOrDefault(HOME, "")),
                        EventMark.parse(annotations.getOrDefault(SEEN, "")))));
    }

    /// What is to be recorded of this VM.
    public static RecordedVm of(Vm vm) {
        return new RecordedVm(
                vm.identity().ref(),
                vm.identity().instanceUuid(),
                Optional.of(VmHome.of(vm.placement())).filter(VmHome::isComplete),
                vm.seen());
    }

    /// Whether this is the VM, wherever it is filed by now.
    public boolean names(Vm vm) {
        return ref.equals(vm.identity().ref())
                && instanceUuid.equals(vm.identity().instanceUuid());
    }

    /// Whether there is nothing to add to the record of this VM. A mark stays good, however old it is, unless its
    /// vCenter was restored: it has the VM, and goes on from an older event.
    public boolean isCurrent(Vm vm) {
        RecordedVm now = of(vm);
        boolean isHomeKnown = now.home.isEmpty() || now.home.equals(home);
        boolean isSeenKnown = now.seen.isEmpty()
                || seen.filter(mark -> !mark.contradicts(now.seen.get())).isPresent();
        return names(vm) && isHomeKnown && isSeenKnown;
    }

    /// As they stand on the Node. What is not known is written too, lest it stays from the VM that was recorded before.
    public Map<String, String> annotations() {
        var annotations = new LinkedHashMap<String, String>();
        annotations.put(VCENTER, ref.vcenter().toString());
        annotations.put(VM, ref.moref());
        annotations.put(INSTANCE_UUID, instanceUuid.toString());
        annotations.put(HOME, home.map(VmHome::toString).orElse(""));
        annotations.put(SEEN, seen.map(EventMark::toString).orElse(""));
        return annotations;
    }

    private static Optional<UUID> uuid(Map<String, String> annotations, String key) {
        return SystemUuid.parse(annotations.getOrDefault(key, "")).map(SystemUuid::value);
    }
}
