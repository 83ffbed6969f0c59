package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.json.Json;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The Lease of the leader, at one moment.
///
/// @param name as in `kube-system/cloud-controller-manager`
/// @param state what it says
/// @param holder the identity of the holder; empty if nothing holds it
/// @param renewed when the holder renewed it last
public record LeaderFacts(String name, State state, String holder, Instant renewed) {
    /// The state of a Lease.
    public enum State {
        /// A process holds the Lease and renews it.
        HELD,
        /// Nothing renews the Lease any more, or its holder released it.
        EXPIRED,
        /// There is no such Lease.
        ABSENT,
        /// The Lease cannot be read, or leader election is off.
        UNKNOWN
    }

    /// The time that clocks of two machines may differ, and that a renewal may take.
    private static final Duration MARGIN = Duration.ofSeconds(5);

    /// Returns the facts for a Lease that cannot be read.
    public static LeaderFacts unknown(String name) {
        return new LeaderFacts(name, State.UNKNOWN, "", Instant.EPOCH);
    }

    /// Reads a Lease.
    ///
    /// @param lease the object; empty if there is none
    /// @param now the time of the machine that renews it, as well as it is known
    public static LeaderFacts of(String name, Optional<Json.Members> lease, Instant now) {
        if (lease.isEmpty()) {
            return new LeaderFacts(name, State.ABSENT, "", Instant.EPOCH);
        }
        Json spec = lease.get().find("spec");
        String holder = spec.find("holderIdentity").asText();
        Instant renewed = instant(spec.find("renewTime").asText());
        Duration duration =
                Duration.ofSeconds(Math.clamp(spec.find("leaseDurationSeconds").asLong(), 0, 86_400));
        boolean isHeld =
                !holder.isEmpty() && renewed.plus(duration).plus(MARGIN).isAfter(now);
        return new LeaderFacts(name, isHeld ? State.HELD : State.EXPIRED, holder, renewed);
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException _) {
            return Instant.EPOCH;
        }
    }

    boolean isLeading() {
        return state == State.HELD || state == State.UNKNOWN;
    }

    /// Returns a clause about the Lease, for messages.
    String text() {
        return switch (state) {
            case HELD -> "%s holds the Lease %s".formatted(holder, name);
            case EXPIRED -> "the Lease %s has expired: %s".formatted(name, since());
            case ABSENT -> "there is no Lease %s: no cloud controller manager has ever led".formatted(name);
            case UNKNOWN -> "the Lease %s could not be read".formatted(name);
        };
    }

    private String since() {
        String last = renewed.equals(Instant.EPOCH) ? "nothing has renewed it" : "the last renewal was at " + renewed;
        return holder.isEmpty() ? "its holder released it, " + last : "%s held it, %s".formatted(holder, last);
    }

    /// Returns the finding that nothing leads; none if a Node waits, since that finding names the Lease too.
    public List<Finding> findings(boolean hasWaitingNodes) {
        return state == State.EXPIRED && !hasWaitingNodes
                ? List.of(Finding.of(FindingCode.LEADER_MISSING, "Lease " + name, text()))
                : List.of();
    }
}
