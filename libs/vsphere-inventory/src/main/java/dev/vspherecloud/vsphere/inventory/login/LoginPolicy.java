package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.vsphere.inventory.login.LoginPolicy.Decision.Closed;
import dev.vspherecloud.vsphere.inventory.login.LoginRecord.Attempt;
import dev.vspherecloud.vsphere.inventory.login.LoginRecord.Cooldown;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Decides whether a login may be tried, so that no account is ever locked. Pure.
///
/// For one user, vCenters see at most two refusals in any fifteen minutes, whatever the password and whichever
/// the vCenter. Within that limit, credentials that were not refused yet are tried at once, and refused
/// credentials wait.
enum LoginPolicy {
    /// The policy for a process that records every attempt.
    RECORDING,

    /// The policy for a process that records nothing. It may try a login only while no login of the user has
    /// failed lately, and only with the password that was accepted last, if one was. So it adds one refusal at
    /// most, and only if there was none.
    READING_ONLY;

    static final int MAX_FAILURES = 2;

    /// The time for which a failed login counts: fifteen minutes, and one more for clocks that differ and
    /// requests that took long to arrive.
    static final Duration WINDOW = Duration.ofMinutes(16);

    /// The time after which a login has an outcome, if the process that sent it is alive: the limit of one call,
    /// [dev.vspherecloud.vsphere.client.Timeouts#call].
    static final Duration LOGIN_TIME = Duration.ofSeconds(10);

    /// The extra wait for the target that was refused last, so that other logins of the same user go first.
    static final Duration EXTRA_DELAY = Duration.ofSeconds(30);

    /// The decision about a login.
    sealed interface Decision {
        /// The login may be tried.
        ///
        /// @param attempt the attempt as the caller must record it before the login
        record Allowed(Attempt attempt) implements Decision {}

        record Closed(Instant until, Reason reason) implements Decision {}

        /// A login failed lately, and a process that records nothing must not add another failure.
        ///
        /// @param last the login that failed, of any target
        record Failed(Attempt last, Instant until) implements Decision {}

        /// The password differs from the one that was accepted last. A process that records nothing may try
        /// only that one.
        record Unverified() implements Decision {}

        /// The login must wait only because another login of the user is being sent at the moment, by this process
        /// or, for a process that records nothing, by any.
        record Busy() implements Decision {}

        /// The record cannot be read or written, so no login may be tried.
        ///
        /// @param why the cause, for messages
        record Unrecorded(String why) implements Decision {}
    }

    /// The reason why no login is tried.
    enum Reason {
        COOLDOWN("vCenter refused these credentials or did not answer"),
        FAILURE_LIMIT(
                "two logins of this user were refused or not answered within 15 minutes, and a third may lock the account"),
        OTHER_VCENTERS("this user logs in to other vCenters too, perhaps with the same account, so refused credentials"
                + " are tried again only when no login of this user has failed for 15 minutes"),
        RESERVED_FOR_SOAP("a login failed within 15 minutes, and the remaining tries are reserved for the SOAP API");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /// Decides about a login attempt at its time. If several reasons forbid the login, the one that ends last
    /// counts.
    ///
    /// @param record         the record of the user, in which nothing is later than the attempt
    /// @param isOfOtherPassword      returns true if a cooldown is known to be of another password than the
    ///     attempt's, although the checksums are equal
    /// @param hasLostSession true if a lost session shows that something changed at vCenter: then no cooldown
    ///     counts
    Decision evaluate(
            LoginRecord record, Attempt attempt, Predicate<Cooldown> isOfOtherPassword, boolean hasLostSession) {
        Predicate<Cooldown> isOfSamePassword =
                isOfOtherPassword.negate().and(cooldown -> cooldown.checksum() == attempt.checksum());
        boolean isRepeat = !hasLostSession
                && record.cooldown(attempt.target()).filter(isOfSamePassword).isPresent();
        return switch (this) {
            case RECORDING -> evaluateRecorded(record, attempt, isOfSamePassword, isRepeat, hasLostSession);
            case READING_ONLY -> evaluateUnrecorded(record, attempt, isRepeat);
        };
    }

    private static Decision evaluateRecorded(
            LoginRecord record,
            Attempt attempt,
            Predicate<Cooldown> isOfSamePassword,
            boolean isRepeat,
            boolean hasLostSession) {
        return Stream.of(
                        failureLimit(record, attempt.at()),
                        cooldown(record, attempt, isRepeat),
                        sessionLostAfterRefusal(record, attempt, isOfSamePassword, hasLostSession),
                        attempt.target().protocol() == LoginProtocol.REST
                                ? reservedForSoap(record, attempt)
                                : reservedForOtherVcenters(record, attempt, isRepeat))
                .flatMap(Optional::stream)
                .filter(closed -> closed.until().isAfter(attempt.at()))
                .max(Comparator.comparing(Closed::until))
                .<Decision>map(closed -> closed)
                .orElseGet(() -> new Decision.Allowed(attempt));
    }

    private static Decision evaluateUnrecorded(LoginRecord record, Attempt attempt, boolean isRepeat) {
        Optional<Attempt> failed = lastAttempt(record.without(each -> isBeingSent(each, attempt.at())))
                .filter(last -> last.at().plus(WINDOW).isAfter(attempt.at()));
        if (failed.isPresent()) {
            return new Decision.Failed(failed.get(), failed.get().at().plus(WINDOW));
        }
        if (record.attempts().stream().anyMatch(each -> isBeingSent(each, attempt.at()))) {
            return new Decision.Busy();
        }
        return cooldown(record, attempt, isRepeat)
                .filter(closed -> closed.until().isAfter(attempt.at()))
                .<Decision>map(closed -> closed)
                .orElseGet(() ->
                        record.wasAcceptedWithOtherPassword(attempt.target().server(), attempt.checksum())
                                ? new Decision.Unverified()
                                : new Decision.Allowed(attempt));
    }

    private static boolean isBeingSent(Attempt attempt, Instant now) {
        return attempt.state() == Attempt.State.PENDING
                && attempt.at().plus(LOGIN_TIME).isAfter(now);
    }

    private static Optional<Attempt> lastAttempt(LoginRecord record) {
        return record.attempts().stream().max(Comparator.comparing(Attempt::at));
    }

    /// Forbids the login while two attempts count. It is allowed again when the older of the last two no longer
    /// counts.
    private static Optional<Closed> failureLimit(LoginRecord record, Instant now) {
        List<Instant> countingUntil = record.attempts().stream()
                .map(each -> each.at().plus(WINDOW))
                .filter(end -> end.isAfter(now))
                .sorted(Comparator.reverseOrder())
                .toList();
        return countingUntil.size() < MAX_FAILURES
                ? Optional.empty()
                : closed(countingUntil.get(MAX_FAILURES - 1), Reason.FAILURE_LIMIT);
    }

    private static Optional<Closed> cooldown(LoginRecord record, Attempt attempt, boolean isRepeat) {
        return isRepeat
                ? record.cooldown(attempt.target()).flatMap(cooldown -> closed(cooldown.until(), Reason.COOLDOWN))
                : Optional.empty();
    }

    /// Forbids repeated logins of a user with several vCenters. A vCenter with wrong credentials must not keep
    /// the others from logging in, so the last try is reserved for them.
    private static Optional<Closed> reservedForOtherVcenters(LoginRecord record, Attempt attempt, boolean isRepeat) {
        if (!isRepeat || !record.hasServersOtherThan(attempt.target().server())) {
            return Optional.empty();
        }
        return lastAttempt(record).flatMap(last -> {
            Duration extraDelay = last.target().equals(attempt.target()) ? EXTRA_DELAY : Duration.ZERO;
            return closed(last.at().plus(WINDOW).plus(extraDelay), Reason.OTHER_VCENTERS);
        });
    }

    /// Forbids the SOAP login for a while if SOAP lost its session and the same password was just refused, over
    /// REST or at another vCenter. The sessions most likely ended because the password changed, so SOAP does
    /// not use up a try on it at once.
    private static Optional<Closed> sessionLostAfterRefusal(
            LoginRecord record, Attempt attempt, Predicate<Cooldown> isOfSamePassword, boolean hasLostSession) {
        return attempt.target().protocol() == LoginProtocol.SOAP && hasLostSession
                ? record.cooldowns().stream()
                        .filter(isOfSamePassword.and(cooldown -> cooldown.refusals() > 0))
                        .filter(cooldown -> !cooldown.target().equals(attempt.target()))
                        .map(Cooldown::since)
                        .max(Comparator.naturalOrder())
                        .flatMap(since -> closed(since.plus(Cooldown.MIN_LENGTH), Reason.COOLDOWN))
                : Optional.empty();
    }

    /// Forbids the REST login if SOAP was refused last. REST also never uses up both tries, and lets SOAP go
    /// first.
    private static Optional<Closed> reservedForSoap(LoginRecord record, Attempt attempt) {
        Stream<Instant> tried = record.attempts().stream()
                .filter(each -> each.target().protocol() == LoginProtocol.REST)
                .map(Attempt::at);
        Stream<Instant> refused =
                record.cooldown(new LoginTarget(attempt.target().server(), LoginProtocol.SOAP)).stream()
                        .filter(cooldown -> cooldown.refusals() > 0)
                        .map(Cooldown::since);
        return Stream.concat(tried, refused)
                .max(Comparator.naturalOrder())
                .flatMap(at -> closed(at.plus(WINDOW).plus(EXTRA_DELAY), Reason.RESERVED_FOR_SOAP));
    }

    private static Optional<Closed> closed(Instant until, Reason reason) {
        return Optional.of(new Closed(until, reason));
    }
}
