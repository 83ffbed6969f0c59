package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmParents;
import dev.vspherecloud.domain.vm.VmRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/// What we once found out about a Node's VM, kept on the Node so that the next process need not search, and can prove
/// that the VM is gone as well as one that saw it.
///
/// Form: annotations `vspherecloud.dev/vcenter` (instance UUID of the vCenter), `vspherecloud.dev/vm` (the
/// reference, as in `vm-62`), `vspherecloud.dev/vm-instance-uuid`, `vspherecloud.dev/vm-home` (see [VmParents])
/// and `vspherecloud.dev/vm-seen` (see [EventPosition]). Each value counts only in its documented form, since
/// the kubelet may write annotations on its Node. Without one of the first three there is no record: the VM is
/// searched again and the record rewritten. If only home or mark has another form, the rest counts, and proves
/// less.
///
/// A Node without provider id also carries `vspherecloud.dev/vm-bios-uuid`, see [#machine]: a machine may be rebuilt
/// under the same Node, and the record of the machine before it must not count for it.
///
/// @param home what held the VM; empty when that was never complete
/// @param seen an event that the vCenter had when the VM was there; empty when its events can't be read
public record RecordedVm(VmRef ref, UUID instanceUuid, Optional<VmParents> home, Optional<EventPosition> seen) {
    public static final String VCENTER = "vspherecloud.dev/vcenter";
    public static final String VM = "vspherecloud.dev/vm";
    public static final String INSTANCE_UUID = "vspherecloud.dev/vm-instance-uuid";
    public static final String HOME = "vspherecloud.dev/vm-home";
    public static final String SEEN = "vspherecloud.dev/vm-seen";
    public static final String BIOS_UUID = "vspherecloud.dev/vm-bios-uuid";

    private static final String UUID_FORM = "a UUID in lower case, as in 4237558d-a1b2-c3d4-e5f6-0123456789ab";

    /// At least; vCenter keeps them for 30 days unless it is told otherwise.
    private static final Duration EVENTS_LAST = Duration.ofDays(7);

    public static Optional<RecordedVm> from(Map<String, String> annotations) {
        String moref = annotations.getOrDefault(VM, "");
        return uuid(annotations.getOrDefault(VCENTER, ""))
                .filter(_ -> VmRef.isReference(moref))
                .flatMap(vcenter -> uuid(annotations.getOrDefault(INSTANCE_UUID, ""))
                        .map(instance -> new RecordedVm(
                                new VmRef(vcenter, moref),
                                instance,
                                VmParents.parse(annotations.getOrDefault(HOME, "")),
                                EventPosition.parse(annotations.getOrDefault(SEEN, "")))));
    }

    /// Returns the BIOS UUID of the recorded VM; empty if it is not recorded, or has another form than the documented
    /// one. It is recorded only on Nodes without provider id.
    public static Optional<SystemUuid> machine(Map<String, String> annotations) {
        return uuid(annotations.getOrDefault(BIOS_UUID, "")).map(SystemUuid::new);
    }

    /// Returns the annotations of a record that have another form than the documented one. Empty values are not among
    /// them: they say that something is not known.
    public static List<InvalidAnnotation> invalid(Map<String, String> annotations) {
        var invalid = new ArrayList<InvalidAnnotation>();
        check(annotations, VCENTER, UUID_FORM, text -> uuid(text).isPresent(), invalid);
        check(annotations, VM, VmRef.FORM, VmRef::isReference, invalid);
        check(annotations, INSTANCE_UUID, UUID_FORM, text -> uuid(text).isPresent(), invalid);
        check(annotations, HOME, VmParents.FORM, text -> VmParents.parse(text).isPresent(), invalid);
        check(
                annotations,
                SEEN,
                EventPosition.FORM,
                text -> EventPosition.parse(text).isPresent(),
                invalid);
        check(annotations, BIOS_UUID, UUID_FORM, text -> uuid(text).isPresent(), invalid);
        return List.copyOf(invalid);
    }

    private static void check(
            Map<String, String> annotations,
            String key,
            String form,
            Predicate<String> isValid,
            List<InvalidAnnotation> invalid) {
        String text = annotations.getOrDefault(key, "");
        if (!text.isEmpty() && !isValid.test(text)) {
            invalid.add(new InvalidAnnotation(key, text, form));
        }
    }

    /// What is to be recorded of this VM.
    public static RecordedVm of(Vm vm) {
        return new RecordedVm(
                vm.identity().ref(),
                vm.identity().instanceUuid(),
                Optional.of(VmParents.of(vm.placement())).filter(VmParents::isRecordable),
                vm.seen().filter(EventPosition::isPossible));
    }

    /// Whether this is the VM, wherever it is filed by now.
    public boolean names(Vm vm) {
        return ref.equals(vm.identity().ref())
                && instanceUuid.equals(vm.identity().instanceUuid());
    }

    /// Returns whether this is another VM, by reference and by instance UUID: perhaps a copy of the recorded one.
    public boolean isOtherThan(Vm vm) {
        return !ref.equals(vm.identity().ref())
                && !instanceUuid.equals(vm.identity().instanceUuid());
    }

    /// Whether there is nothing to add to the record of this VM. A mark stays good, however old it is. One that is
    /// beyond what vCenter had when this process saw the VM is replaced: vCenter was restored and goes on from an
    /// older event, or something else than this program wrote the mark.
    public boolean isCurrent(Vm vm) {
        RecordedVm now = of(vm);
        boolean isHomeKnown = now.home.isEmpty() || now.home.equals(home);
        boolean isSeenKnown = now.seen.isEmpty()
                || seen.filter(mark -> !mark.isBeyond(now.seen.get())).isPresent();
        return names(vm) && isHomeKnown && isSeenKnown;
    }

    /// What is known of the VM altogether: this, as a process just saw it, and what stands on the Node, if that is
    /// about the same VM.
    ///
    /// Of two marks the older one counts, as a rule that of the record: the mark of this process is read some time
    /// after the VM was seen, when it may have been destroyed already. Unless the record's is so old that vCenter
    /// may have dropped its event, is of another history, or is beyond what vCenter had when this process saw the
    /// VM.
    public RecordedVm completedBy(RecordedVm recorded) {
        if (!recorded.ref.equals(ref) || !recorded.instanceUuid.equals(instanceUuid)) {
            return this;
        }
        Optional<EventPosition> lasting = recorded.seen.filter(
                mark -> seen.isEmpty() || (!mark.isBeyond(seen.get()) && !isForgotten(mark, seen.get())));
        return new RecordedVm(ref, instanceUuid, home.or(recorded::home), lasting.or(() -> seen));
    }

    private static boolean isForgotten(EventPosition mark, EventPosition later) {
        return Duration.between(mark.time(), later.time()).compareTo(EVENTS_LAST) > 0;
    }

    /// As they stand on the Node. What is not known is written too, lest it stays from the VM that was recorded before.
    public Map<String, String> annotations() {
        var annotations = new LinkedHashMap<String, String>();
        annotations.put(VCENTER, ref.vcenter().toString());
        annotations.put(VM, ref.moref());
        annotations.put(INSTANCE_UUID, instanceUuid.toString());
        annotations.put(HOME, home.map(VmParents::toString).orElse(""));
        annotations.put(SEEN, seen.map(EventPosition::toString).orElse(""));
        return annotations;
    }

    /// As it is written here: in lower case, without blanks.
    private static Optional<UUID> uuid(String text) {
        return SystemUuid.parse(text).map(SystemUuid::value).filter(uuid -> uuid.toString()
                .equals(text));
    }
}
