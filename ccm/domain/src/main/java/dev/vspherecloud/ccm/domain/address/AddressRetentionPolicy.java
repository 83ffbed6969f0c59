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

/// Completes a guest's report with addresses of its Node that an incomplete report leaves out. Pure.
///
/// VMware Tools report little or nothing while they start, while the guest boots, and after the VM was reverted to
/// a snapshot. So an address of a Node is dropped only
///
/// - at once, if its interface has a new address of the family, or was removed from the VM;
/// - after a minute of reports with Tools running, if there is another address of the family elsewhere: on another
///   interface, or on the same one where it was beside the lost one before.
///
/// An address that may be virtual ([VirtualIpHeuristic]), or that the Node has already, replaces no other address.
/// All other addresses are kept, without a time limit, with a remark after five minutes. So is the host name.
///
/// A kept address is put back at its last position. The same rules as for every address decide whether it is
/// chosen.
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

    /// The result of completing one report.
    ///
    /// @param guest     the report with the addresses that are kept although it leaves them out
    /// @param history    what to remember for the next report
    /// @param revisitAfter when time alone may change the result
    /// @param remark    what has been missing for too long
    public record Retained(
            Guest guest, ReportHistory history, Optional<Duration> revisitAfter, Optional<Reason> remark) {}

    /// Completes a report.
    ///
    /// @param present        the Node's addresses from earlier reports. Empty for a Node that is not initialised:
    ///                       addresses that its kubelet assumed were not reported
    /// @param virtualIpHints hints about other users of these addresses and those of the report
    /// @param now            nanoseconds of the clock of the memory
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
        var next = new ReportHistory(nics(), moving, missingSince(kept));
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

    /// Returns the rest of a time span that began then; empty if it is over.
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
