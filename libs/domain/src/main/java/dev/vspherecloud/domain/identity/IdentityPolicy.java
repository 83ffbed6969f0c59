package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.identity.VmLookup.Ambiguous;
import dev.vspherecloud.domain.identity.VmLookup.Conflict;
import dev.vspherecloud.domain.identity.VmLookup.Elsewhere;
import dev.vspherecloud.domain.identity.VmLookup.Found;
import dev.vspherecloud.domain.identity.VmLookup.Missing;
import dev.vspherecloud.domain.identity.VmLookup.Pending;
import dev.vspherecloud.domain.identity.VmLookup.Placeholder;
import dev.vspherecloud.domain.identity.VmLookup.Template;
import dev.vspherecloud.domain.identity.VmLookup.Unknown;
import dev.vspherecloud.domain.identity.VmLookup.Unreadable;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmRole;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Decides which VM is a Node's, from the answers of all vCenters. Pure.
///
/// If a Node names a UUID, only that UUID counts: that of the provider ID, else that of the kubelet, in either
/// byte order. The Node's name counts only if the Node names no UUID, or if [NameMatching] allows it.
///
/// 1. If a vCenter is about to answer, the decision waits for that answer.
/// 2. If the system UUID names another machine than the provider ID, that is a conflict, even if the machine of
///    the provider ID is gone. As long as a vCenter may have the machine of the system UUID, neither UUID
///    counts.
/// 3. If there are other VMs, templates, placeholders and VMs in datacenters that are not configured do not
///    count.
/// 4. A single VM with the UUID is accepted even if another vCenter does not answer: a visible VM outweighs one
///    that may be hidden. This does not hold if another VM was found before: the hidden VM may be that one, and
///    the visible VM its copy.
/// 5. If several VMs have the UUID, the one that was found before (instance UUID) is chosen, else the only one
///    that runs. If neither rule applies, none is chosen.
/// 6. By name, every vCenter must answer, and the VM must be the only one. A guest with exactly the Node's name
///    outweighs guests whose name differs from it by the domain.
/// 7. If a Node was never matched to a VM and no VM has its system UUID, rule 6 holds for the VMs that have its
///    name. This requires that matching by name is enabled and that the VM is no other Node's. Otherwise no VM
///    is chosen, and the result only reports the single VM with that name.
///
/// Rule from: cloud-provider-vsphere, DiscoverNode and SearchNode. Differs: cloud-provider-vsphere takes the
/// first VM that it finds, and searches provider IDs of other providers. It never compares provider ID and
/// system UUID. If the UUID of a Node leads to no VM, it searches the name.
public final class IdentityPolicy {
    private IdentityPolicy() {}

    /// Decides which VM is the Node's, from the answers of the vCenters. The answers do not include vCenters
    /// that need not be asked.
    public static VmLookup decide(VmQuery query, List<VcenterAnswer> answers, NameMatching names) {
        var vcenterAnswers = VcenterAnswers.of(answers);
        if (vcenterAnswers.isAwaited()) {
            return new Pending();
        }
        return query.isByName() ? byName(query, vcenterAnswers) : byUuid(query, vcenterAnswers, names);
    }

    private static VmLookup byUuid(VmQuery query, VcenterAnswers vcenterAnswers, NameMatching names) {
        SystemUuid uuid = query.uuids().getFirst();
        if (query.namesTwoUuids()) {
            Optional<VmLookup> obstacle = conflict(query, vcenterAnswers).or(() -> incompleteAnswers(vcenterAnswers));
            if (obstacle.isPresent()) {
                return obstacle.get();
            }
        }
        List<VmCandidate.Known> withUuid = vcenterAnswers.known().stream()
                .filter(one -> hasUuid(uuid, one.vm()))
                .toList();
        List<Vm> eligible = eligible(withUuid);
        if (eligible.isEmpty()) {
            VmLookup none = notFound(withUuid, vcenterAnswers);
            return none instanceof Missing ? byNameWithoutUuid(query, vcenterAnswers, names) : none;
        }
        return isReplacement(query, eligible)
                ? incompleteAnswers(vcenterAnswers).orElseGet(() -> choose(query, eligible, withUuid, vcenterAnswers))
                : choose(query, eligible, withUuid, vcenterAnswers);
    }

    /// Returns true if a VM was found for the Node before, and none of these VMs is that one.
    private static boolean isReplacement(VmQuery query, List<Vm> eligible) {
        return query.recorded().isPresent() && eligible.stream().noneMatch(vm -> isRecorded(query, vm));
    }

    /// Returns a conflict if the system UUID names another machine than the provider ID. A VM in a datacenter
    /// that is not configured proves a conflict too, because the kubelet runs there.
    private static Optional<VmLookup> conflict(VmQuery query, VcenterAnswers vcenterAnswers) {
        SystemUuid named = query.uuids().getFirst();
        SystemUuid reported = query.uuids().getLast();
        List<Vm> running = withUuid(reported, vcenterAnswers.runnableVms());
        return running.isEmpty()
                ? Optional.empty()
                : Optional.of(new Conflict(named, withUuid(named, vcenterAnswers.runnableVms()), reported, running));
    }

    /// Decides between VMs with the Node's name. The caller makes sure that every vCenter answered and that no
    /// VM has the UUID.
    private static VmLookup byNameWithoutUuid(VmQuery query, VcenterAnswers vcenterAnswers, NameMatching names) {
        List<Vm> namesakes = withExactName(
                query,
                eligible(vcenterAnswers.known()).stream()
                        .filter(vm ->
                                query.isNameOnlyMatch(vm.identity(), vm.guest().hostName()))
                        .toList());
        if (namesakes.size() > 1 && names.isOn()) {
            return new Ambiguous(namesakes);
        }
        if (namesakes.size() != 1) {
            return new Missing(vcenterAnswers.asked());
        }
        Vm vm = namesakes.getFirst();
        Optional<NodeName> owner = names.owner().apply(vm);
        return names.isOn() && owner.isEmpty()
                ? new Found(vm, MatchExplanation.nameOnlyMatch(query, vm), Optional.empty())
                : new Missing(vcenterAnswers.asked(), Optional.of(new Namesake(vm, owner)));
    }

    private static VmLookup byName(VmQuery query, VcenterAnswers vcenterAnswers) {
        Optional<VmLookup> undecided = incompleteAnswers(vcenterAnswers);
        if (undecided.isPresent()) {
            return undecided.get();
        }
        List<Vm> eligible = eligible(vcenterAnswers.known());
        if (eligible.isEmpty()) {
            return notFound(vcenterAnswers.known(), vcenterAnswers);
        }
        List<Vm> ofThatName = withExactName(query, eligible);
        return ofThatName.size() == 1
                ? new Found(ofThatName.getFirst(), MatchExplanation.byName(ofThatName.getFirst()), Optional.empty())
                : new Ambiguous(ofThatName);
    }

    private static List<Vm> withExactName(VmQuery query, List<Vm> vms) {
        return preferring(
                vms, vm -> HostNames.isExactly(query.node(), vm.guest().hostName()));
    }

    private static List<Vm> eligible(List<VmCandidate.Known> candidates) {
        return candidates.stream()
                .filter(candidate -> candidate.vm().role() == VmRole.MACHINE
                        && candidate.otherDatacenter().isEmpty())
                .map(VmCandidate.Known::vm)
                .toList();
    }

    private static VmLookup choose(
            VmQuery query, List<Vm> eligible, List<VmCandidate.Known> withUuid, VcenterAnswers vcenterAnswers) {
        List<Vm> recorded = preferring(eligible, vm -> isRecorded(query, vm));
        List<Vm> running = preferring(recorded, vm -> vm.power() == PowerState.ON);
        // If two vCenters show the same VM equally well, the Node keeps the VM of the vCenter where it was
        // found before.
        List<Vm> last = preferring(
                running,
                vm -> query.recorded().filter(known -> known.refersTo(vm)).isPresent());
        if (last.size() > 1) {
            return new Ambiguous(eligible);
        }
        String choice =
                recorded.size() == 1 || running.size() > 1 ? MatchExplanation.RECORDED : MatchExplanation.RUNNING;
        var why = new MatchExplanation(query, last.getFirst(), choice, eligible, withUuid, vcenterAnswers.silent());
        return new Found(last.getFirst(), why.text(), why.remark());
    }

    private static boolean isRecorded(VmQuery query, Vm vm) {
        return query.recorded()
                .filter(known -> known.instanceUuid().equals(vm.identity().instanceUuid()))
                .isPresent();
    }

    /// Returns the VMs that meet the condition; all VMs if none meets it.
    private static List<Vm> preferring(List<Vm> vms, Predicate<Vm> condition) {
        List<Vm> narrowed = vms.stream().filter(condition).toList();
        return narrowed.isEmpty() ? vms : narrowed;
    }

    /// Returns the result if no VM counts: an undecided result, or the closest match that does not count.
    private static VmLookup notFound(List<VmCandidate.Known> leftOut, VcenterAnswers vcenterAnswers) {
        return incompleteAnswers(vcenterAnswers)
                .or(() -> inOtherDatacenter(leftOut))
                .or(() -> of(VmRole.PLACEHOLDER, leftOut).map(Placeholder::new))
                .or(() -> of(VmRole.TEMPLATE, leftOut).map(Template::new))
                .orElseGet(() -> new Missing(vcenterAnswers.asked()));
    }

    /// Returns why a decision that needs the answers of all vCenters is not possible yet; empty if it is
    /// possible.
    private static Optional<VmLookup> incompleteAnswers(VcenterAnswers vcenterAnswers) {
        if (vcenterAnswers.isSlow()) {
            return Optional.of(new Pending(vcenterAnswers.asked()));
        }
        if (!vcenterAnswers.unreadable().isEmpty()) {
            return Optional.of(new Unreadable(vcenterAnswers.unreadable().getFirst()));
        }
        return vcenterAnswers.silent().isEmpty() ? Optional.empty() : Optional.of(new Unknown(vcenterAnswers.silent()));
    }

    private static Optional<VmLookup> inOtherDatacenter(List<VmCandidate.Known> leftOut) {
        return leftOut.stream()
                .filter(candidate -> candidate.vm().role() == VmRole.MACHINE)
                .flatMap(candidate -> candidate.otherDatacenter().stream()
                        .map(datacenter -> new Elsewhere(candidate.vm(), datacenter)))
                .map(VmLookup.class::cast)
                .findFirst();
    }

    private static Optional<Vm> of(VmRole role, List<VmCandidate.Known> leftOut) {
        return leftOut.stream()
                .map(VmCandidate.Known::vm)
                .filter(vm -> vm.role() == role)
                .findFirst();
    }

    private static List<Vm> withUuid(SystemUuid uuid, List<VmCandidate.Known> candidates) {
        return candidates.stream()
                .map(VmCandidate.Known::vm)
                .filter(vm -> hasUuid(uuid, vm))
                .toList();
    }

    private static boolean hasUuid(SystemUuid uuid, Vm vm) {
        return uuid.isSameMachineAs(vm.identity().biosUuid());
    }
}
