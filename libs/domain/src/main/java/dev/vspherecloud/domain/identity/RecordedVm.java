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
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/// The VM that was found for a Node, recorded in annotations of the Node. With this record, a restarted process
/// need not search the VM. If the VM disappears, that process can prove this as well as a process that saw the
/// VM.
///
/// Form: annotations `vspherecloud.dev/vcenter` (instance UUID of the vCenter), `vspherecloud.dev/vm` (the
/// reference, as in `vm-62`), `vspherecloud.dev/vm-instance-uuid`, `vspherecloud.dev/vm-home` (see [VmParents])
/// and `vspherecloud.dev/vm-seen` (see [EventPosition]). Each value counts only in its documented form, since
/// the kubelet may write annotations on its Node. If one of the first three is missing, there is no record: the
/// VM is searched again and the record rewritten. If only one of the last two has another form, the other
/// values count, but they prove less.
///
/// If the Node has no provider ID, it also has the annotation `vspherecloud.dev/vm-bios-uuid`, see [#biosUuid].
/// A machine may be rebuilt under the same Node, and the record of the previous machine must not count for the
/// new one.
///
/// @param parents the folder, pool and host of the VM; empty if these were never complete
/// @param seenAt an event that the vCenter had when the VM existed; empty if its events cannot be read
public record RecordedVm(VmRef ref, UUID instanceUuid, Optional<VmParents> parents, Optional<EventPosition> seenAt) {
    public static final String VCENTER = "vspherecloud.dev/vcenter";
    public static final String VM = "vspherecloud.dev/vm";
    public static final String INSTANCE_UUID = "vspherecloud.dev/vm-instance-uuid";
    public static final String HOME = "vspherecloud.dev/vm-home";
    public static final String SEEN = "vspherecloud.dev/vm-seen";
    public static final String BIOS_UUID = "vspherecloud.dev/vm-bios-uuid";

    /// The keys of all annotations of a record.
    public static final Set<String> KEYS = Set.of(VCENTER, VM, INSTANCE_UUID, HOME, SEEN, BIOS_UUID);

    private static final String UUID_FORMAT = "a UUID in lower case, as in 4237558d-a1b2-c3d4-e5f6-0123456789ab";

    /// The least time for which vCenter is assumed to keep events. By default it keeps them for 30 days.
    private static final Duration EVENT_RETENTION = Duration.ofDays(7);

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

    /// Returns the BIOS UUID of the recorded VM; empty if it is not recorded, or does not have the documented
    /// form. The program records it only on Nodes without provider ID.
    public static Optional<SystemUuid> biosUuid(Map<String, String> annotations) {
        return uuid(annotations.getOrDefault(BIOS_UUID, "")).map(SystemUuid::new);
    }

    /// Returns the annotations of a record that do not have the documented form. Empty values are valid: they
    /// mean that something is not known.
    public static List<InvalidAnnotation> invalid(Map<String, String> annotations) {
        var invalid = new ArrayList<InvalidAnnotation>();
        check(annotations, VCENTER, UUID_FORMAT, text -> uuid(text).isPresent(), invalid);
        check(annotations, VM, VmRef.FORMAT, VmRef::isReference, invalid);
        check(annotations, INSTANCE_UUID, UUID_FORMAT, text -> uuid(text).isPresent(), invalid);
        check(annotations, HOME, VmParents.FORMAT, text -> VmParents.parse(text).isPresent(), invalid);
        check(
                annotations,
                SEEN,
                EventPosition.FORMAT,
                text -> EventPosition.parse(text).isPresent(),
                invalid);
        check(annotations, BIOS_UUID, UUID_FORMAT, text -> uuid(text).isPresent(), invalid);
        return List.copyOf(invalid);
    }

    private static void check(
            Map<String, String> annotations,
            String key,
            String format,
            Predicate<String> isValid,
            List<InvalidAnnotation> invalid) {
        String text = annotations.getOrDefault(key, "");
        if (!text.isEmpty() && !isValid.test(text)) {
            invalid.add(new InvalidAnnotation(key, text, format));
        }
    }

    /// Creates the record of this VM.
    public static RecordedVm of(Vm vm) {
        return new RecordedVm(
                vm.identity().ref(),
                vm.identity().instanceUuid(),
                Optional.of(VmParents.of(vm.placement())).filter(VmParents::isRecordable),
                vm.seenAt().filter(EventPosition::isPlausible));
    }

    /// Returns true if this record is about the given VM, even if its folder, pool or host changed.
    public boolean refersTo(Vm vm) {
        return ref.equals(vm.identity().ref())
                && instanceUuid.equals(vm.identity().instanceUuid());
    }

    /// Returns true if the given VM differs from the recorded one in both reference and instance UUID. It may
    /// be a copy of the recorded VM.
    public boolean isOther(Vm vm) {
        return !ref.equals(vm.identity().ref())
                && !instanceUuid.equals(vm.identity().instanceUuid());
    }

    /// Returns true if this record of the given VM needs no update. An event in the record stays valid, however
    /// old it is. If it is beyond the events that vCenter had when this process saw the VM, it must be
    /// replaced: either vCenter was restored and continued from an older event, or another program wrote the
    /// annotation.
    public boolean isCurrent(Vm vm) {
        RecordedVm now = of(vm);
        boolean isHomeKnown = now.parents.isEmpty() || now.parents.equals(parents);
        boolean isSeenKnown = now.seenAt.isEmpty()
                || seenAt.filter(event -> !event.isBeyond(now.seenAt.get())).isPresent();
        return refersTo(vm) && isHomeKnown && isSeenKnown;
    }

    /// Combines this record, which this process just created, with the record on the Node. If that is about
    /// another VM, this record is returned unchanged.
    ///
    /// If both records have an event, the older event counts, usually that of the record on the Node. This
    /// process reads its event some time after it saw the VM, when the VM may have been destroyed already. The
    /// event on the Node does not count in these cases:
    ///
    /// - It is so old that vCenter may have deleted it.
    /// - It belongs to another history.
    /// - It is beyond the events that vCenter had when this process saw the VM.
    public RecordedVm completedBy(RecordedVm recorded) {
        if (!recorded.ref.equals(ref) || !recorded.instanceUuid.equals(instanceUuid)) {
            return this;
        }
        Optional<EventPosition> lasting = recorded.seenAt.filter(
                event -> seenAt.isEmpty() || (!event.isBeyond(seenAt.get()) && !isExpired(event, seenAt.get())));
        return new RecordedVm(ref, instanceUuid, parents.or(recorded::parents), lasting.or(() -> seenAt));
    }

    private static boolean isExpired(EventPosition event, EventPosition later) {
        return Duration.between(event.time(), later.time()).compareTo(EVENT_RETENTION) > 0;
    }

    /// Returns the record as annotations of the Node. Values that are not known become empty annotations, so
    /// that no value of a previously recorded VM remains.
    public Map<String, String> annotations() {
        var annotations = new LinkedHashMap<String, String>();
        annotations.put(VCENTER, ref.vcenter().toString());
        annotations.put(VM, ref.moref());
        annotations.put(INSTANCE_UUID, instanceUuid.toString());
        annotations.put(HOME, parents.map(VmParents::toString).orElse(""));
        annotations.put(SEEN, seenAt.map(EventPosition::toString).orElse(""));
        return annotations;
    }

    /// Parses a UUID only in the form in which this class writes it: in lower case, without blanks.
    private static Optional<UUID> uuid(String text) {
        return SystemUuid.parse(text).map(SystemUuid::value).filter(uuid -> uuid.toString()
                .equals(text));
    }
}
