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
/// Of one user, vCenters see at most two refusals in any fifteen minutes, whatever the password and whichever the
/// vCenter. Within that limit, credentials that were not refused yet are tried at once, and refused credentials
/// wait.
enum LoginPolicy {
    /// For a process that records every attempt.
    RECORDING,

    /// For a process that records nothing. It may try a login only while no login of the user has failed lately,
    /// and only with the password that was accepted last, if one was. So it adds one refusal at most, and only if
    /// there was none.
    READING_ONLY;

    static final int MOST = 2;

    /// Fifteen minutes, and one more for clocks that differ and requests that took long to arrive.
    static final Duration WINDOW = Duration.ofMinutes(16);

    /// How much longer the target that was refused last waits, so that other logins of the same user go first.
    static final Duration YIELD = Duration.ofSeconds(30);

    /// The decision about a login.
    sealed interface Decision {
        /// @param attempt as it is to be recorded before it is made
        record Allowed(Attempt attempt) implements Decision {}

        record Closed(Instant until, Reason reason) implements Decision {}

        /// A login failed lately, and a process that records nothing must not add another failure.
        ///
        /// @param last which login it was, of any target
        record Failed(Attempt last, Instant until) implements Decision {}

        /// A process that records nothing tries only the password that was accepted last, and that was a different
        /// one.
        record Unproven() implements Decision {}

        /// The only obstacle is a login that this process is sending at the moment.
        record Busy() implements Decision {}

        /// The record cannot be read or written, so no login may be tried.
        ///
        /// @param why for people
        record Unrecorded(String why) implements Decision {}
    }

    /// The reason why no login is tried.
    enum Reason {
        RESTING("vCenter refused these credentials, or did not answer"),
        SPENT(
                "two logins of this user were refused or not answered within 15 minutes, and a third may lock the account"),
        SHARED("this user logs in to other vCenters too, perhaps with the same account, so the provider tries refused"
                + " credentials again only if no login of this user has failed for 15 minutes"),
        SPARED("a login failed within 15 minutes, and the provider keeps the remaining try for the SOAP interface");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /// Decides about an attempt at its time. If several reasons close the login, the one that ends last counts.
    ///
    /// @param record         in which nothing is later than the attempt
    /// @param isOfOther      whether a cooldown is known to be of another password than the attempt's, although
    ///                       the checks are equal
    /// @param hasLostSession whether a lost session shows that something changed at vCenter: then no cooldown
    ///                       holds
    Decision evaluate(LoginRecord record, Attempt attempt, Predicate<Cooldown> isOfOther, boolean hasLostSession) {
        Predicate<Cooldown> isOfSame = isOfOther.negate().and(cooldown -> cooldown.check() == attempt.check());
        boolean isRepeat = !hasLostSession
                && record.cooldown(attempt.target()).filter(isOfSame).isPresent();
        return switch (this) {
            case RECORDING -> evaluateRecorded(record, attempt, isOfSame, isRepeat, hasLostSession);
            case READING_ONLY -> evaluateUnrecorded(record, attempt, isRepeat);
        };
    }

    private static Decision evaluateRecorded(
            LoginRecord record,
            Attempt attempt,
            Predicate<Cooldown> isOfSame,
            boolean isRepeat,
            boolean hasLostSession) {
        return Stream.of(
                        spent(record, attempt.at()),
                        resting(record, attempt, isRepeat),
                        doubted(record, attempt, isOfSame, hasLostSession),
                        attempt.target().side() == LoginProtocol.REST
                                ? spared(record, attempt)
                                : shared(record, attempt, isRepeat))
                .flatMap(Optional::stream)
                .filter(closed -> closed.until().isAfter(attempt.at()))
                .max(Comparator.comparing(Closed::until))
                .<Decision>map(closed -> closed)
                .orElseGet(() -> new Decision.Allowed(attempt));
    }

    private static Decision evaluateUnrecorded(LoginRecord record, Attempt attempt, boolean isRepeat) {
        Optional<Attempt> failed =
                last(record).filter(last -> last.at().plus(WINDOW).isAfter(attempt.at()));
        if (failed.isPresent()) {
            return new Decision.Failed(failed.get(), failed.get().at().plus(WINDOW));
        }
        return resting(record, attempt, isRepeat)
                .filter(closed -> closed.until().isAfter(attempt.at()))
                .<Decision>map(closed -> closed)
                .orElseGet(() -> record.wasAcceptedWithAnother(attempt.target().server(), attempt.check())
                        ? new Decision.Unproven()
                        : new Decision.Allowed(attempt));
    }

    private static Optional<Attempt> last(LoginRecord record) {
        return record.attempts().stream().max(Comparator.comparing(Attempt::at));
    }

    /// Closes the login while two attempts count. It opens when the older of the last two no longer counts.
    private static Optional<Closed> spent(LoginRecord record, Instant now) {
        List<Instant> counting = record.attempts().stream()
                .map(each -> each.at().plus(WINDOW))
                .filter(end -> end.isAfter(now))
                .sorted(Comparator.reverseOrder())
                .toList();
        return counting.size() < MOST ? Optional.empty() : closed(counting.get(MOST - 1), Reason.SPENT);
    }

    private static Optional<Closed> resting(LoginRecord record, Attempt attempt, boolean isRepeat) {
        return isRepeat
                ? record.cooldown(attempt.target()).flatMap(cooldown -> closed(cooldown.until(), Reason.RESTING))
                : Optional.empty();
    }

    /// Closes repeated logins of a user with several vCenters: a vCenter with wrong credentials must not keep the
    /// others from logging in, so the last try is left to them.
    private static Optional<Closed> shared(LoginRecord record, Attempt attempt, boolean isRepeat) {
        if (!isRepeat || !record.knowsOthersThan(attempt.target().server())) {
            return Optional.empty();
        }
        return last(record).flatMap(last -> {
            Duration yield = last.target().equals(attempt.target()) ? YIELD : Duration.ZERO;
            return closed(last.at().plus(WINDOW).plus(yield), Reason.SHARED);
        });
    }

    /// Closes the SOAP login for a while if SOAP lost its session and the same password was just refused, on the
    /// REST side or at another vCenter. The sessions most likely ended because the password changed, so SOAP does
    /// not spend a try on it at once.
    private static Optional<Closed> doubted(
            LoginRecord record, Attempt attempt, Predicate<Cooldown> isOfSame, boolean hasLostSession) {
        return attempt.target().side() == LoginProtocol.SOAP && hasLostSession
                ? record.cooldowns().stream()
                        .filter(isOfSame.and(cooldown -> cooldown.refusals() > 0))
                        .filter(cooldown -> !cooldown.target().equals(attempt.target()))
                        .map(Cooldown::since)
                        .max(Comparator.naturalOrder())
                        .flatMap(since -> closed(since.plus(Cooldown.SHORTEST), Reason.RESTING))
                : Optional.empty();
    }

    /// Closes the REST login where SOAP was refused last. REST also never uses up both tries, and lets SOAP go
    /// first.
    private static Optional<Closed> spared(LoginRecord record, Attempt attempt) {
        Stream<Instant> tried = record.attempts().stream()
                .filter(each -> each.target().side() == LoginProtocol.REST)
                .map(Attempt::at);
        Stream<Instant> refused =
                record.cooldown(new LoginTarget(attempt.target().server(), LoginProtocol.SOAP)).stream()
                        .filter(cooldown -> cooldown.refusals() > 0)
                        .map(Cooldown::since);
        return Stream.concat(tried, refused)
                .max(Comparator.naturalOrder())
                .flatMap(at -> closed(at.plus(WINDOW).plus(YIELD), Reason.SPARED));
    }

    private static Optional<Closed> closed(Instant until, Reason reason) {
        return Optional.of(new Closed(until, reason));
    }
}
