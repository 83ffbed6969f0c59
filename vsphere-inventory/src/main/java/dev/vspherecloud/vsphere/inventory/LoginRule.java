package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.inventory.LoginVerdict.Closed;
import dev.vspherecloud.vsphere.inventory.LoginVerdict.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// When a login may be tried, so that no account is ever locked. Pure.
///
/// Never more than two refusals of a user in any fifteen minutes, whatever the password and whichever the vCenter.
/// Within that, credentials that were not refused yet are tried at once, and those that were rest.
final class LoginRule {
    static final int MOST = 2;

    /// Fifteen minutes, and one for clocks that differ and requests that were long on their way.
    static final Duration WINDOW = Duration.ofMinutes(16);

    /// Who was refused last lets others of the same user go first.
    static final Duration YIELD = Duration.ofSeconds(30);

    private LoginRule() {}

    /// Closed until the last of all reasons against it is gone.
    ///
    /// @param record in which nothing is later than now
    static LoginVerdict judge(LoginRecord record, LoginQuestion question, Instant now) {
        return Stream.of(
                        spent(record, now),
                        resting(record, question),
                        doubted(record, question),
                        question.side() == LoginSide.REST ? spared(record, question) : shared(record, question))
                .flatMap(Optional::stream)
                .filter(closed -> closed.until().isAfter(now))
                .max(Comparator.comparing(Closed::until))
                .<LoginVerdict>map(closed -> closed)
                .orElseGet(LoginVerdict.Admitted::new);
    }

    /// The same for a process that keeps no record: it may try only while no login of the user has failed lately,
    /// and only the password that was accepted last, if one was. So it adds one refusal at most, and only where
    /// there was none.
    static LoginVerdict judgeUnrecorded(LoginRecord record, LoginQuestion question, Instant now) {
        Optional<LoginAttempt> failed = record.attempts().stream()
                .filter(attempt -> attempt.at().plus(WINDOW).isAfter(now))
                .max(Comparator.comparing(LoginAttempt::at));
        if (failed.isPresent()) {
            return new LoginVerdict.Failed(failed.get(), failed.get().at().plus(WINDOW));
        }
        Optional<Closed> resting =
                resting(record, question).filter(closed -> closed.until().isAfter(now));
        if (resting.isPresent()) {
            return resting.get();
        }
        return record.wasAcceptedWithAnother(question.server(), question.check())
                ? new LoginVerdict.Unproven()
                : new LoginVerdict.Admitted();
    }

    /// The second-last of those that count decides when there is room for one more.
    private static Optional<Closed> spent(LoginRecord record, Instant now) {
        List<Instant> counting = record.attempts().stream()
                .map(attempt -> attempt.at().plus(WINDOW))
                .filter(end -> end.isAfter(now))
                .sorted(Comparator.reverseOrder())
                .toList();
        return counting.size() < MOST ? Optional.empty() : closed(counting.get(MOST - 1), Reason.SPENT);
    }

    private static Optional<Closed> resting(LoginRecord record, LoginQuestion question) {
        return isRepeat(record, question)
                ? record.rest(question.server(), question.side()).flatMap(rest -> closed(rest.until(), Reason.RESTING))
                : Optional.empty();
    }

    private static boolean isRepeat(LoginRecord record, LoginQuestion question) {
        return !question.isSign()
                && !question.isOther()
                && record.rest(question.server(), question.side())
                        .filter(rest -> rest.check() == question.check())
                        .isPresent();
    }

    /// A vCenter with wrong credentials must not keep others of the same user from logging in: the last try is
    /// left to them.
    private static Optional<Closed> shared(LoginRecord record, LoginQuestion question) {
        if (!isRepeat(record, question) || !record.knowsOthersThan(question.server())) {
            return Optional.empty();
        }
        return record.attempts().stream()
                .max(Comparator.comparing(LoginAttempt::at))
                .flatMap(last -> {
                    Duration yield = last.isAt(question.server(), question.side()) ? YIELD : Duration.ZERO;
                    return closed(last.at().plus(WINDOW).plus(yield), Reason.SHARED);
                });
    }

    /// Where SOAP lost its session and the same password was just refused, on the REST side or at another vCenter, the
    /// sessions most likely ended because the password changed, so SOAP does not lose a try on it at once.
    private static Optional<Closed> doubted(LoginRecord record, LoginQuestion question) {
        return question.side() == LoginSide.SOAP && question.isSign()
                ? record.rests().stream()
                        .filter(rest -> rest.check() == question.check() && rest.refusals() > 0)
                        .filter(rest -> !rest.isAt(question.server(), question.side()))
                        .map(LoginRest::since)
                        .max(Comparator.naturalOrder())
                        .flatMap(since -> closed(since.plus(LoginRest.SHORTEST), Reason.RESTING))
                : Optional.empty();
    }

    /// REST never logs in where SOAP was refused last, never uses up both tries, and lets SOAP go first.
    private static Optional<Closed> spared(LoginRecord record, LoginQuestion question) {
        Stream<Instant> tried = record.attempts().stream()
                .filter(attempt -> attempt.side() == LoginSide.REST)
                .map(LoginAttempt::at);
        Stream<Instant> refused = record.rest(question.server(), LoginSide.SOAP).stream()
                .filter(rest -> rest.refusals() > 0)
                .map(LoginRest::since);
        return Stream.concat(tried, refused)
                .max(Comparator.naturalOrder())
                .flatMap(at -> closed(at.plus(WINDOW).plus(YIELD), Reason.SPARED));
    }

    private static Optional<Closed> closed(Instant until, Reason reason) {
        return Optional.of(new Closed(until, reason));
    }
}
