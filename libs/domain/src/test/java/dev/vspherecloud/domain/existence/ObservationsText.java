package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Observations of one missing VM in words, with commas between them: `0 gone, 11 destroyed lease=8`.
///
/// The first word is the second of the request; the answer comes a second later. Then follows the answer of the
/// vCenters: `gone`, `destroyed`, `there`, `silent`. Then the renew time of the Node's Lease: `lease=` with a
/// time, `none`, or an error after `!`. Then its heartbeat, `beat=`.
final class ObservationsText {
    static final Duration TIMEOUT = Duration.ofMinutes(5);
    static final Reason SILENT = new Reason(VsphereReason.VCENTER_SILENT, "vCenter vc-b could not be asked");

    private ObservationsText() {}

    static List<Observation> observations(String words) {
        return Stream.of(words.split(", ")).map(ObservationsText::observation).toList();
    }

    static AbsenceHistory absenceHistory(String words) {
        return absenceHistory(observations(words));
    }

    static AbsenceHistory absenceHistory(List<Observation> observations) {
        AbsenceHistory absenceHistory = AbsenceHistory.EMPTY;
        for (Observation next : observations) {
            absenceHistory = absenceHistory.with(next, TIMEOUT);
        }
        return absenceHistory;
    }

    /// Returns `destroyed` or `gone`, with the number of observations and their seconds, or `alive`, or the
    /// reason code.
    static String verdict(AbsenceHistory absenceHistory) {
        return switch (ExistencePolicy.evaluate(
                absenceHistory, CheckResultText.VM, List.of("vc-a", "vc-b"), ExistenceRules.DEFAULTS)) {
            case Existence.Alive _ -> "alive";
            case Existence.Unknown(Reason reason) -> reason.code().text();
            case Existence.Gone(Proof proof) ->
                "%s %d in %d"
                        .formatted(
                                proof.isDestroyed() ? "destroyed" : "gone",
                                proof.observations().count(),
                                proof.observations().span().toSeconds());
        };
    }

    private static Observation observation(String words) {
        List<String> parts = Arrays.asList(words.split(" "));
        long begin = Duration.ofSeconds(Long.parseLong(parts.get(0))).toNanos();
        return new Observation(
                begin,
                begin + Duration.ofSeconds(1).toNanos(),
                absence(parts.get(1)),
                kubelet(value(parts, "lease=").orElse("7")),
                value(parts, "beat=")
                        .map(second -> Instant.ofEpochSecond(Long.parseLong(second)))
                        .orElse(Instant.EPOCH));
    }

    private static AbsenceResult absence(String word) {
        return switch (word) {
            case "gone" -> new AbsenceResult.Absent("vc-a", Optional.empty());
            case "destroyed" -> new AbsenceResult.Absent("vc-a", Optional.of(CheckResultText.DESTROYED));
            case "there" -> new AbsenceResult.Refuted("vCenter vc-b has vm-7");
            default -> new AbsenceResult.Inconclusive(SILENT);
        };
    }

    private static Heartbeat kubelet(String word) {
        if (word.startsWith("!")) {
            return new Heartbeat.Unreadable(word.substring(1));
        }
        return word.equals("none") ? new Heartbeat.None() : new Heartbeat.Renewed(word);
    }

    private static Optional<String> value(List<String> parts, String key) {
        return parts.stream()
                .filter(word -> word.startsWith(key))
                .map(word -> word.substring(key.length()))
                .findFirst();
    }
}
