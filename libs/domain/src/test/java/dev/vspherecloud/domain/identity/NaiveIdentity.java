package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmRole;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The match between Nodes and VMs implemented a second time, step by step from the requirement.
final class NaiveIdentity {
    private final VmQuery query;
    private final List<VcenterAnswer> answers;
    private final boolean matchesByName;
    private final List<VmCandidate.Known> all = new ArrayList<>();
    private boolean isAnyAwaited;
    private boolean isAnySlow;
    private boolean isAnySilent;
    private boolean isAnyUnreadable;

    private NaiveIdentity(VmQuery query, List<VcenterAnswer> answers, boolean matchesByName) {
        this.matchesByName = matchesByName;
        this.query = query;
        this.answers = answers;
    }

    /// Returns a verdict as [IdentityPolicyTest#inShort] does.
    static String decide(VmQuery query, List<VcenterAnswer> answers, boolean matchesByName) {
        return new NaiveIdentity(query, answers, matchesByName).decide();
    }

    private String decide() {
        collect();
        if (isAnyAwaited) {
            return "pending";
        }
        if (query.namedUuid().isEmpty() && query.reportedUuid().isEmpty()) {
            return undecidedReason() != null ? String.valueOf(undecidedReason()) : byName();
        }
        if (query.namedUuid().isPresent() && query.reportedUuid().isPresent() && !sameBytes()) {
            for (VmCandidate.Known one : all) {
                if (one.vm().role() == VmRole.MACHINE
                        && isOf(query.reportedUuid().get(), one.vm())) {
                    return "conflict";
                }
            }
            String open = undecidedReason();
            if (open != null) {
                return open;
            }
        }
        SystemUuid wanted = query.namedUuid().isPresent()
                ? query.namedUuid().get()
                : query.reportedUuid().get();
        List<VmCandidate.Known> others = all.stream()
                .filter(one -> !isOf(wanted, one.vm()) && one.otherDatacenter().isEmpty())
                .filter(one -> one.vm().role() == VmRole.MACHINE)
                .filter(one ->
                        HostNames.mayBeSameHost(query.node(), one.vm().guest().hostName()))
                .toList();
        all.removeIf(one -> !isOf(wanted, one.vm()));
        String verdict = byUuid();
        if (!verdict.equals("missing")
                || !matchesByName
                || query.namedUuid().isPresent()
                || query.recorded().isPresent()) {
            return verdict;
        }
        all.addAll(others);
        return byName();
    }

    private void collect() {
        for (VcenterAnswer answer : answers) {
            if (answer instanceof VcenterAnswer.Awaited) {
                isAnyAwaited = true;
            } else if (answer instanceof VcenterAnswer.Slow) {
                isAnySlow = true;
            } else if (answer instanceof VcenterAnswer.Silent) {
                isAnySilent = true;
            } else if (answer instanceof VcenterAnswer.Answered answered) {
                for (VmCandidate candidate : answered.candidates()) {
                    if (candidate instanceof VmCandidate.Known known) {
                        all.add(known);
                    } else {
                        isAnyUnreadable = true;
                    }
                }
            }
        }
    }

    private boolean sameBytes() {
        String named = query.namedUuid().orElseThrow().toString();
        SystemUuid reported = query.reportedUuid().orElseThrow();
        return named.equals(reported.toString())
                || named.equals(reported.byteSwapped().toString());
    }

    private @Nullable String undecidedReason() {
        if (isAnySlow) {
            return "pending";
        }
        if (isAnyUnreadable) {
            return "unreadable";
        }
        return isAnySilent ? "unknown" : null;
    }

    private String byName() {
        List<Vm> possible = possible();
        if (possible.isEmpty()) {
            return bestIneligible();
        }
        var exact = new ArrayList<Vm>();
        for (Vm vm : possible) {
            if (vm.guest().hostName().equalsIgnoreCase(query.node().value())) {
                exact.add(vm);
            }
        }
        List<Vm> last = exact.isEmpty() ? possible : exact;
        return last.size() == 1 ? name(last.getFirst()) : "ambiguous";
    }

    private String byUuid() {
        List<Vm> possible = possible();
        if (possible.isEmpty()) {
            return undecidedReason() != null ? String.valueOf(undecidedReason()) : bestIneligible();
        }
        var known = new ArrayList<Vm>();
        for (Vm vm : possible) {
            if (query.recorded().isPresent()
                    && query.recorded()
                            .get()
                            .instanceUuid()
                            .equals(vm.identity().instanceUuid())) {
                known.add(vm);
            }
        }
        if (query.recorded().isPresent() && known.isEmpty() && undecidedReason() != null) {
            return String.valueOf(undecidedReason());
        }
        if (possible.size() == 1) {
            return name(possible.getFirst());
        }
        if (known.size() == 1) {
            return name(known.getFirst());
        }
        List<Vm> rest = known.isEmpty() ? possible : known;
        var running = new ArrayList<Vm>();
        for (Vm vm : rest) {
            if (vm.power() == PowerState.ON) {
                running.add(vm);
            }
        }
        if (running.size() == 1) {
            return name(running.getFirst());
        }
        for (Vm vm : running.isEmpty() ? rest : running) {
            if (query.recorded().isPresent() && query.recorded().get().equals(RecordedVm.of(vm))) {
                return name(vm);
            }
        }
        return "ambiguous";
    }

    private List<Vm> possible() {
        var possible = new ArrayList<Vm>();
        for (VmCandidate.Known one : all) {
            if (one.otherDatacenter().isEmpty() && one.vm().role() == VmRole.MACHINE) {
                possible.add(one.vm());
            }
        }
        return possible;
    }

    private String bestIneligible() {
        String left = "missing";
        for (VmCandidate.Known one : all) {
            switch (one.vm().role()) {
                case MACHINE -> {
                    return "elsewhere";
                }
                case PLACEHOLDER -> left = "placeholder";
                case TEMPLATE -> left = left.equals("placeholder") ? left : "template";
            }
        }
        return left;
    }

    private static boolean isOf(SystemUuid uuid, Vm vm) {
        String bios = vm.identity().biosUuid().toString();
        return bios.equals(uuid.toString()) || bios.equals(uuid.byteSwapped().toString());
    }

    private static String name(Vm vm) {
        return vm.identity().ref().moref();
    }
}
