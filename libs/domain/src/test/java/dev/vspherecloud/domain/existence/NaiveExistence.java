package dev.vspherecloud.domain.existence;

import java.util.ArrayList;
import java.util.List;

/// The requirement on a series of observations implemented a second time: from the newest observation back,
/// without stored state.
final class NaiveExistence {
    private final List<Observation> all;

    NaiveExistence(List<Observation> all) {
        this.all = all;
    }

    String verdict() {
        Observation newest = all.getLast();
        if (all.size() > 1 && livesBetween(all.get(all.size() - 2), newest)) {
            return "alive";
        }
        if (newest.absence() instanceof AbsenceResult.Refuted) {
            return "alive";
        }
        if (newest.absence() instanceof AbsenceResult.Inconclusive(var reason)) {
            return reason.code().text();
        }
        if (newest.leaseHeartbeat() instanceof Heartbeat.Unreadable) {
            return "KubeletUnreadable";
        }
        List<Observation> agreeing = agreeing();
        long seconds = (newest.askedAt() - agreeing.getFirst().answeredAt()) / 1_000_000_000;
        boolean isDestroyed = agreeing.stream()
                .anyMatch(
                        each -> each.absence() instanceof AbsenceResult.Absent(var _, var shown) && shown.isPresent());
        boolean isProven = agreeing.size() > 2 && seconds >= (isDestroyed ? 20 : 600);
        return isProven
                ? "%s %d in %d".formatted(isDestroyed ? "destroyed" : "gone", agreeing.size(), seconds)
                : "AbsenceUnproven";
    }

    private List<Observation> agreeing() {
        var agreeing = new ArrayList<Observation>();
        for (Observation each : all.reversed()) {
            if (!agrees(each)) {
                break;
            }
            agreeing.addFirst(each);
            int at = all.indexOf(each);
            if (at > 0 && (isGap(all.get(at - 1), each) || livesBetween(all.get(at - 1), each))) {
                break;
            }
        }
        return agreeing;
    }

    private static boolean agrees(Observation each) {
        return each.absence() instanceof AbsenceResult.Absent
                && !(each.leaseHeartbeat() instanceof Heartbeat.Unreadable);
    }

    private static boolean isGap(Observation one, Observation next) {
        return next.askedAt() - one.answeredAt() > ObservationsText.TIMEOUT.toNanos();
    }

    private static boolean livesBetween(Observation one, Observation next) {
        boolean beats = !one.heartbeat().equals(next.heartbeat());
        boolean renews = !(one.leaseHeartbeat() instanceof Heartbeat.Unreadable)
                && next.leaseHeartbeat() instanceof Heartbeat.Renewed
                && !one.leaseHeartbeat().equals(next.leaseHeartbeat());
        return beats || renews;
    }
}
