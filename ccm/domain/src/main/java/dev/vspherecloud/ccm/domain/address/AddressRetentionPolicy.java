package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestNic;
import dev.vspherecloud.domain.vm.Hardware;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Adds to a guest's report the addresses of its Node that an incomplete report leaves out. Pure.
///
/// VMware Tools report little or nothing while they start, while the guest boots, and after the VM was reverted to
/// a snapshot. So this policy drops an address of a Node only in two cases:
///
/// - The interface of the address got a new address of the same family, or was removed from the VM. The address is
///   dropped at once.
/// - Another interface has an address of the same family, or the interface has only an address that was beside the
///   lost one before. The address is dropped after a minute in which VMware Tools run.
///
/// Two kinds of addresses replace no other address: those that may be virtual ([VirtualIpHeuristic]), and those
/// that the Node has already. The Node keeps all other addresses and its host name without a time limit. After five
/// minutes the policy adds a remark.
///
/// A kept address gets its last position in the report again. Then the same rules apply to it as to every other
/// address.
public final class AddressRetentionPolicy {
    private static final Duration REPLACEMENT_GRACE = Duration.ofMinutes(1);
    private static final Duration REPORT_AFTER = Duration.ofMinutes(5);

    private final GuestReportEvaluation evaluation;
    private final ReportHistory history;
    private final long now;

    private AddressRetentionPolicy(GuestReportEvaluation review, ReportHistory history, long now) {
        this.evaluation = review;
        this.history = history;
        this.now = now;
    }

    /// The result of completing one report of a guest.
    ///
    /// @param guest the report, with the addresses that the Node keeps although the guest does not report them
    /// @param history the state to pass to the evaluation of the next report
    /// @param revisitAfter the time after which the result may change without a new report; empty if it cannot
    /// @param remark the reason that names addresses that have been missing for more than five minutes; empty if
    ///     there are none
    public record Retained(
            Guest guest, ReportHistory history, Optional<Duration> revisitAfter, Optional<Reason> remark) {}

    /// Adds to a guest's report the addresses that the Node keeps although the guest does not report them.
    ///
    /// @param present the addresses that the Node got from earlier reports. Empty for a Node that is not
    ///     initialised, because its kubelet only assumed its addresses
    /// @param virtualIpHints which other VMs and Services use the addresses of the Node and of the report
    /// @param now nanoseconds of the clock of the times in `history`
    public static Retained retain(
            Guest report,
            Hardware hardware,
            List<NodeAddress> present,
            VirtualIpHints virtualIpHints,
            ReportHistory history,
            long now) {
        var review = new GuestReportEvaluation(report, hardware, CurrentAddresses.of(present), virtualIpHints, history);
        return new AddressRetentionPolicy(review, history, now).retained();
    }

    private Retained retained() {
        Map<InetAddress, Long> moving = moving();
        List<InetAddress> kept = evaluation.current().ips().stream()
                .filter(ip -> isKept(ip, moving))
                .toList();
        var next = new ReportHistory(nics(), moving, missingSince(kept), history.unmatchedSince());
        return new Retained(evaluation.completed(kept), next, revisitAfter(next), remark(kept, next));
    }

    private Map<InetAddress, Long> moving() {
        return evaluation.current().ips().stream()
                .filter(ip -> evaluation.evaluate(ip) == GuestReportEvaluation.Result.REPLACED)
                .collect(Collectors.toMap(ip -> ip, ip -> history.movingSince().getOrDefault(ip, now)));
    }

    private boolean isKept(InetAddress ip, Map<InetAddress, Long> moving) {
        return switch (evaluation.evaluate(ip)) {
            case REPORTED, GONE -> false;
            case REPLACED ->
                timeLeft(REPLACEMENT_GRACE, moving.getOrDefault(ip, now)).isPresent();
            case UNREPORTED -> true;
        };
    }

    private Map<InetAddress, GuestNic> nics() {
        var nics = new HashMap<InetAddress, GuestNic>();
        evaluation.current().ips().forEach(ip -> evaluation
                .nicOf(ip)
                .or(() -> evaluation.lastNic(ip))
                .ifPresent(nic -> nics.put(ip, nic)));
        return nics;
    }

    private OptionalLong missingSince(List<InetAddress> kept) {
        return kept.isEmpty() && evaluation.keptHostName().isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(history.missingSince().orElse(now));
    }

    private Optional<Duration> revisitAfter(ReportHistory next) {
        Stream<Optional<Duration>> moves =
                next.movingSince().values().stream().map(since -> timeLeft(REPLACEMENT_GRACE, since));
        Stream<Optional<Duration>> remark =
                next.missingSince().stream().mapToObj(since -> timeLeft(REPORT_AFTER, since));
        return Stream.concat(moves, remark).flatMap(Optional::stream).min(Duration::compareTo);
    }

    /// Returns the part of a time span that is left, if the span began at `since`. Returns empty if the span is
    /// over.
    private Optional<Duration> timeLeft(Duration time, long since) {
        return Optional.of(time.minusNanos(now - since)).filter(Duration::isPositive);
    }

    private Optional<Reason> remark(List<InetAddress> kept, ReportHistory next) {
        if (next.missingSince().isEmpty()
                || timeLeft(REPORT_AFTER, next.missingSince().getAsLong()).isPresent()) {
            return Optional.empty();
        }
        Stream<String> addresses = kept.stream().map(evaluation.current()::text);
        String missing = Stream.concat(evaluation.keptHostName().map("host name "::concat).stream(), addresses)
                .collect(Collectors.joining(", "));
        return Optional.of(new Reason(
                NodeReason.ADDRESSES_UNREPORTED,
                "the guest has not reported %s for %d minutes, and the Node keeps it; check in the guest that VMware Tools run and that the interfaces are up"
                        .formatted(missing, REPORT_AFTER.toMinutes())));
    }
}
