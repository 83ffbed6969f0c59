package dev.vspherecloud.csi.commands.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What changes if this driver replaces vsphere-csi-driver (Go).
///
/// @param subjects   the kinds of objects that were read, in the order of the output
/// @param volumes    how many PersistentVolumes of each form there are
/// @param unread     sentences about what could not be read, so that the plan is incomplete
/// @param notChecked sentences about what was left out on request
record TakeoverPlan(
        List<SubjectPlan> subjects, Map<HandleForm, Long> volumes, List<String> unread, List<String> notChecked) {
    /// What holds for each plan of this version.
    public static final String REMARK = "This version replaces only the controller. Keep the node plugin of"
            + " vsphere-csi-driver (Go): the DaemonSet vsphere-csi-node.";

    public TakeoverPlan {
        subjects = List.copyOf(subjects);
        volumes = Map.copyOf(volumes);
        unread = List.copyOf(unread);
        notChecked = List.copyOf(notChecked);
    }

    /// Returns how many findings have this effect.
    long count(TakeoverEffect effect) {
        return subjects.stream()
                .flatMap(subject -> subject.counts().entrySet().stream())
                .filter(each -> each.getKey().effect() == effect)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /// Returns how many objects of this kind there are.
    long total(TakeoverSubject wanted) {
        return subjects.stream()
                .filter(subject -> subject.subject() == wanted)
                .mapToLong(SubjectPlan::total)
                .sum();
    }

    Stream<TakeoverRow> rows() {
        return subjects.stream().flatMap(subject -> subject.rows().stream());
    }

    /// Returns the codes of the plan, each once.
    List<TakeoverCode> codes() {
        return subjects.stream()
                .flatMap(subject -> subject.counts().keySet().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /// Returns true if the replacement is possible now, as far as this plan knows.
    public boolean isClear() {
        return unread.isEmpty() && count(TakeoverEffect.STOPS) == 0 && count(TakeoverEffect.WAITS) == 0;
    }

    /// Returns why the replacement is not possible now, as clauses.
    List<String> obstacles() {
        var obstacles = new ArrayList<String>();
        for (TakeoverEffect effect : TakeoverEffect.values()) {
            if (effect.prevents() && count(effect) > 0) {
                obstacles.add("%d %s".formatted(count(effect), effect.text()));
            }
        }
        if (!unread.isEmpty()) {
            obstacles.add("%d not read, so the plan is incomplete".formatted(unread.size()));
        }
        return obstacles;
    }
}
