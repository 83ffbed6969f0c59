package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.KeyValueText;
import java.util.ArrayList;
import java.util.List;

/// The requirement on one check result implemented a second time: from the words of [CheckResultText], as a
/// list of objections.
final class NaiveAbsence {
    private final KeyValueText said;

    NaiveAbsence(KeyValueText said) {
        this.said = said;
    }

    String verdict() {
        if (said.is("vc-a", "hit") || said.is("vc-b", "hit")) {
            return "alive";
        }
        if (said.is("vc-a", "silent")) {
            return "PermissionMissing";
        }
        if (said.is("home", "gone") && ofTheReference().equals("destroyed")) {
            return "destroyed";
        }
        if (said.is("vc-b", "silent")) {
            return "PermissionMissing";
        }
        return switch (said.of("home")) {
            case "there" -> "alive";
            case "silent" -> "PermissionMissing";
            case "elsewhere" ->
                said.is("adopted", "yes")
                        ? "gone"
                        : said.is("base", "none") ? "RecordedVcenterUnknown" : "VcenterReplaced";
            default -> ofTheReference();
        };
    }

    private String ofTheReference() {
        List<String> objections = new ArrayList<>();
        if (!said.is("holders", "readable")) {
            objections.add("VmHomeUnreadable");
        }
        if (said.is("newest", "none") || !isTraced("own") || !isBaselineTold()) {
            objections.add("EventsUnreadable");
        } else if (isLost("base") && !isConfirmed("base")) {
            objections.add("VcenterRestored");
        } else if (isLost("own") && !isConfirmed("own")) {
            objections.add("RecordedEventMissing");
        }
        if (!objections.isEmpty()) {
            return objections.getFirst();
        }
        // A reference from before a restore may be another VM's now. Only its own event excludes that.
        boolean mayBeAnothers = isConfirmed("own") && !said.of("own").endsWith("THERE");
        return said.is("end", "destroyed") && !mayBeAnothers ? "destroyed" : "gone";
    }

    /// Returns true if the baseline was found or not, or if the newest key is below it, which also shows a
    /// restore.
    private boolean isBaselineTold() {
        return !said.is("base", "none") && (isTraced("base") || day("base") > day("newest"));
    }

    private boolean isTraced(String mark) {
        return said.of(mark).contains("/") && !said.of(mark).endsWith("UNREADABLE");
    }

    private boolean isLost(String mark) {
        return said.of(mark).endsWith("LOST") || day(mark) > day("newest");
    }

    private boolean isConfirmed(String mark) {
        return !said.is("confirmed", "none") && day(mark) < day("confirmed");
    }

    private int day(String key) {
        return Integer.parseInt(said.of(key).split("/")[0]);
    }
}
