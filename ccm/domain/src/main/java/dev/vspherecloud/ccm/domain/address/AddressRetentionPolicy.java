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
    private static final Duration MOVE = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final GuestReportEvaluation review;
    private final ReportHistory memory;
    private final long now;

    private AddressRetentionPolicy(GuestReportEvaluation review, ReportHistory memory, long now) {
        this.review = review;
        this.memory = memory;
        this.now = now;
    }

    /// The result of completing one report.
    ///
    /// @param guest     the report with the addresses that are kept although it leaves them out
    /// @param memory    what to remember for the next report
    /// @param lookAgain when time alone may change the result
    /// @param remark    what has been missing for too long
    public record Retained(Guest guest, ReportHistory memory, Optional<Duration> lookAgain, Optional<Reason> remark) {}

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
            ReportHistory memory,
            long now) {
        var review = new GuestReportEvaluation(report, hardware, CurrentAddresses.of(present), virtualIpHints, memory);
        return new AddressRetentionPolicy(review, memory, now).retained();
    }

    private Retained retained() {
        Map<InetAddress, Long> moving = moving();
        List<InetAddress> kept =
                review.held().ips().stream().filter(ip -> isKept(ip, moving)).toList();
        var next = new ReportHistory(nics(), moving, missingSince(kept));
        return new Retained(review.completed(kept), next, lookAgain(next), remark(kept, next));
    }

    private Map<InetAddress, Long> moving() {
        return review.held().ips().stream()
                .filter(ip -> review.on(ip) == GuestReportEvaluation.Finding.CONTESTED)
                .collect(Collectors.toMap(ip -> ip, ip -> memory.movingSince().getOrDefault(ip, now)));
    }

    private boolean isKept(InetAddress ip, Map<InetAddress, Long> moving) {
        return switch (review.on(ip)) {
            case REPORTED, GONE -> false;
            case CONTESTED -> left(MOVE, moving.getOrDefault(ip, now)).isPresent();
            case LEFT_OUT -> true;
        };
    }

    private Map<InetAddress, GuestNic> nics() {
        var nics = new HashMap<InetAddress, GuestNic>();
        review.held()
                .ips()
                .forEach(ip -> review.nicOf(ip).or(() -> review.lastNic(ip)).ifPresent(nic -> nics.put(ip, nic)));
        return nics;
    }

    private OptionalLong missingSince(List<InetAddress> kept) {
        return kept.isEmpty() && review.keptHostName().isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(memory.missingSince().orElse(now));
    }

    private Optional<Duration> lookAgain(ReportHistory next) {
        Stream<Optional<Duration>> moves = next.movingSince().values().stream().map(since -> left(MOVE, since));
        Stream<Optional<Duration>> remark = next.missingSince().stream().mapToObj(since -> left(PATIENCE, since));
        return Stream.concat(moves, remark).flatMap(Optional::stream).min(Duration::compareTo);
    }

    /// Returns the rest of a time span that began then; empty if it is over.
    private Optional<Duration> left(Duration time, long since) {
        return Optional.of(time.minusNanos(now - since)).filter(Duration::isPositive);
    }

    private Optional<Reason> remark(List<InetAddress> kept, ReportHistory next) {
        if (next.missingSince().isEmpty()
                || left(PATIENCE, next.missingSince().getAsLong()).isPresent()) {
            return Optional.empty();
        }
        Stream<String> addresses = kept.stream().map(review.held()::text);
        String missing = Stream.concat(review.keptHostName().map("host name "::concat).stream(), addresses)
                .collect(Collectors.joining(", "));
        return Optional.of(new Reason(
                NodeReason.ADDRESSES_UNREPORTED,
                "the guest has not reported %s for %d minutes, and the Node keeps it; check in the guest that VMware Tools run and that the interfaces are up"
                        .formatted(missing, PATIENCE.toMinutes())));
    }
}
