package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.KeyValueText;
import java.util.ArrayList;
import java.util.List;

/// The requirement on one check result implemented a second time: from the words of [CheckResultText], as a
/// list of objections.
final class NaiveAbsence {
    private final KeyValueText words;

    NaiveAbsence(KeyValueText words) {
        this.words = words;
    }

    String verdict() {
        if (words.is("vc-a", "hit") || words.is("vc-b", "hit")) {
            return "alive";
        }
        if (words.is("vc-a", "silent")) {
            return "PermissionMissing";
        }
        if (words.is("home", "gone") && ofTheReference().equals("destroyed")) {
            return "destroyed";
        }
        if (words.is("vc-b", "silent")) {
            return "PermissionMissing";
        }
        return switch (words.of("home")) {
            case "there" -> "alive";
            case "silent" -> "PermissionMissing";
            case "elsewhere" ->
                words.is("adopted", "yes")
                        ? "gone"
                        : words.is("base", "none") ? "RecordedVcenterUnknown" : "VcenterReplaced";
            default -> ofTheReference();
        };
    }

    private String ofTheReference() {
        List<String> objections = new ArrayList<>();
        if (!words.is("holders", "readable")) {
            objections.add("VmHomeUnreadable");
        }
        if (words.is("newest", "none") || !wasLookedUp("own") || !isBaselineKnown()) {
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
        boolean mayBeAnothers = isConfirmed("own") && !words.of("own").endsWith("THERE");
        return words.is("end", "destroyed") && !mayBeAnothers ? "destroyed" : "gone";
    }

    /// Returns true if it is known whether the vCenter still has the baseline: from its lookup, or because the
    /// newest key is below it.
    private boolean isBaselineKnown() {
        return !words.is("base", "none") && (wasLookedUp("base") || day("base") > day("newest"));
    }

    private boolean wasLookedUp(String mark) {
        return words.of(mark).contains("/") && !words.of(mark).endsWith("UNREADABLE");
    }

    private boolean isLost(String mark) {
        return words.of(mark).endsWith("LOST") || day(mark) > day("newest");
    }

    private boolean isConfirmed(String mark) {
        return !words.is("confirmed", "none") && day(mark) < day("confirmed");
    }

    private int day(String key) {
        return Integer.parseInt(words.of(key).split("/")[0]);
    }
}
