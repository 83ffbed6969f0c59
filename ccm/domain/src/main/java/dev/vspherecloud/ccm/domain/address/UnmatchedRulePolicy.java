package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.ccm.domain.address.AddressChoice.Chosen;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// Decides when a rule that selects no address is reported. Pure.
///
/// While a guest boots, its NICs get their addresses one after the other, and a rule may select one of the next.
/// So the reason is reported at once only if each NIC of the VM has an address of each configured family. Otherwise
/// it is reported after a minute, because a NIC may stay without an address.
public final class UnmatchedRulePolicy {
    static final Duration GRACE = Duration.ofMinutes(1);

    private UnmatchedRulePolicy() {}

    /// The result of one evaluation.
    ///
    /// @param remark the reason to report now; empty if there is none, or if it may pass by itself
    /// @param history the state to pass to the next evaluation
    /// @param revisitAfter the time after which the reason is due without a new report; empty if none is awaited
    public record Result(Optional<Reason> remark, ReportHistory history, Optional<Duration> revisitAfter) {}

    /// Returns what to report about the rules that chose these addresses.
    ///
    /// @param history the state after this report
    /// @param now nanoseconds of the clock of the times in `history`
    public static Result evaluate(
            AddressChoice choice, AddressInput input, Hardware hardware, ReportHistory history, long now) {
        Optional<Reason> reason = choice instanceof Chosen chosen ? chosen.unmatchedRule() : Optional.empty();
        if (reason.isEmpty()) {
            return new Result(reason, history.withUnmatchedSince(OptionalLong.empty()), Optional.empty());
        }
        long since = history.unmatchedSince().orElse(now);
        Duration left = GRACE.minusNanos(now - since);
        ReportHistory next = history.withUnmatchedSince(OptionalLong.of(since));
        return isComplete(input, hardware) || !left.isPositive()
                ? new Result(reason, next, Optional.empty())
                : new Result(Optional.empty(), next, Optional.of(left));
    }

    private static boolean isComplete(AddressInput input, Hardware hardware) {
        long reported = input.guest().virtualNics().stream()
                .map(GuestNic::deviceKey)
                .distinct()
                .count();
        long expected = Math.max(hardware.nics(), reported);
        return input.rules().families().stream().allMatch(family -> nicsWith(family, input) == expected);
    }

    private static long nicsWith(IpFamily family, AddressInput input) {
        return AddressCandidate.ofNics(input.guest().nics()).stream()
                .filter(candidate -> candidate.isUsable() && candidate.isOf(family))
                .map(candidate -> candidate.nic().deviceKey())
                .distinct()
                .count();
    }
}
