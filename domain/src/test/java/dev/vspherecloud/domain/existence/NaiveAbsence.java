package dev.vspherecloud.domain.existence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What the requirement says about one report, written down once more: from the words of [Reports], as a list of
/// objections.
final class NaiveAbsence {
    private final Map<String, String> said;

    NaiveAbsence(Map<String, String> said) {
        this.said = said;
    }

    String verdict() {
        if (said.get("vc-a").equals("hit") || said.get("vc-b").equals("hit")) {
            return "alive";
        }
        if (said.get("vc-a").equals("silent") || said.get("vc-b").equals("silent")) {
            return "PermissionMissing";
        }
        return switch (said.get("home")) {
            case "there" -> "alive";
            case "silent" -> "PermissionMissing";
            case "elsewhere" -> said.get("adopted").equals("yes") ? "gone" : "VcenterReplaced";
            default -> ofTheReference();
        };
    }

    private String ofTheReference() {
        List<String> objections = new ArrayList<>();
        if (!said.get("holders").equals("readable")) {
            objections.add("VmHomeUnreadable");
        }
        if (said.get("newest").equals("none") || !isTraced("own") || !isTraced("base")) {
            objections.add("EventsUnreadable");
        } else if ((isLost("own") && !isConfirmed("own")) || (isLost("base") && !isConfirmed("base"))) {
            objections.add("VcenterRestored");
        }
        if (!objections.isEmpty()) {
            return objections.getFirst();
        }
        // A reference of before a restore may be another VM's now; only its own event shows that it is not.
        boolean mayBeAnothers = isConfirmed("own") && !said.get("own").endsWith("THERE");
        return said.get("end").equals("destroyed") && !mayBeAnothers ? "destroyed" : "gone";
    }

    private boolean isTraced(String mark) {
        return said.get(mark).contains("/") && !said.get(mark).endsWith("UNREADABLE");
    }

    private boolean isLost(String mark) {
        return said.get(mark).endsWith("LOST") || day(mark) > day("newest");
    }

    private boolean isConfirmed(String mark) {
        return !said.get("confirmed").equals("none") && day(mark) < day("confirmed");
    }

    private int day(String key) {
        return Integer.parseInt(said.get(key).split("/")[0]);
    }
}
