package dev.vspherecloud.vsphere.inventory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// What is known of one user's logins, over all vCenters: linked ones share the account, and which are linked
/// nobody tells us. Each step makes a new value.
///
/// @param user     in lower case
/// @param salt     of the checks; the same as long as the record lives
/// @param attempts those that count, and a little older ones; in the order in which they were made
/// @param accepted the check of the password that SOAP accepted last, by server
record LoginRecord(
        String user, String salt, List<LoginAttempt> attempts, List<LoginRest> rests, Map<String, Integer> accepted) {
    /// Longer than any rule looks back.
    private static final Duration REMEMBERED =
            LoginRule.WINDOW.plus(LoginRule.YIELD).plusMinutes(1);

    /// A rest that ended so long ago says nothing any more.
    private static final Duration REST_REMEMBERED = Duration.ofHours(2);

    LoginRecord {
        attempts = List.copyOf(attempts);
        rests = List.copyOf(rests);
        accepted = Map.copyOf(accepted);
    }

    static LoginRecord fresh(String user, String salt) {
        return new LoginRecord(user, salt, List.of(), List.of(), Map.of());
    }

    Optional<LoginRest> rest(String server, LoginSide side) {
        return rests.stream().filter(rest -> rest.isAt(server, side)).findFirst();
    }

    boolean wasAccepted(String server, int check) {
        return accepted.getOrDefault(server, -1) == check;
    }

    /// Whether the last password that SOAP accepted there is known and was another.
    boolean wasAcceptedWithAnother(String server, int check) {
        return accepted.getOrDefault(server, check) != check;
    }

    /// Whether this user logs in elsewhere too.
    boolean knowsOthersThan(String server) {
        return accepted.keySet().stream().anyMatch(other -> !other.equals(server))
                || attempts.stream().anyMatch(attempt -> !attempt.server().equals(server))
                || rests.stream().anyMatch(rest -> !rest.server().equals(server));
    }

    LoginRecord without(Predicate<LoginAttempt> left) {
        return new LoginRecord(
                user, salt, attempts.stream().filter(left.negate()).toList(), rests, accepted);
    }

    /// A login is about to be sent. What is old is forgotten on this occasion.
    LoginRecord attempted(LoginAttempt attempt) {
        Instant now = attempt.at();
        var kept = new ArrayList<>(attempts.stream()
                .filter(each -> each.at().isAfter(now.minus(REMEMBERED)))
                .toList());
        kept.add(attempt);
        List<LoginRest> resting = rests.stream()
                .filter(rest -> rest.until().isAfter(now.minus(REST_REMEMBERED)))
                .toList();
        return new LoginRecord(user, salt, kept, resting, accepted);
    }

    /// The last login that was sent there is over.
    ///
    /// Nothing but its own attempt is forgotten when it was accepted: a server may begin to count anew then, but
    /// not every one does.
    ///
    /// @param random 0 to 1
    LoginRecord settled(String server, LoginSide side, LoginFate fate, Instant now, double random) {
        int last = lastPending(server, side);
        if (last < 0) {
            return this;
        }
        LoginAttempt attempt = attempts.get(last);
        return switch (fate) {
            case ACCEPTED -> replaced(last, Optional.empty()).opened(server, side, attempt.check());
            case TAKEN_BACK -> replaced(last, Optional.empty());
            case REFUSED ->
                replaced(last, Optional.of(attempt.became(LoginAttempt.State.REFUSED, now)))
                        .resting(afterRefusal(attempt, now, random));
            case UNANSWERED ->
                replaced(last, Optional.of(attempt.became(LoginAttempt.State.UNANSWERED, now)))
                        .resting(afterSilence(attempt, now, random));
        };
    }

    private int lastPending(String server, LoginSide side) {
        for (int i = attempts.size() - 1; i >= 0; i--) {
            LoginAttempt attempt = attempts.get(i);
            if (attempt.isAt(server, side) && attempt.state() == LoginAttempt.State.PENDING) {
                return i;
            }
        }
        return -1;
    }

    private LoginRest afterRefusal(LoginAttempt attempt, Instant now, double random) {
        int refusals = Math.min(refusalsOf(attempt) + 1, LoginRest.MOST_REFUSALS);
        boolean acceptedBefore = attempt.side() == LoginSide.SOAP && wasAccepted(attempt.server(), attempt.check());
        return rest(attempt, refusals, now, LoginRest.afterRefusal(refusals, acceptedBefore, random));
    }

    private LoginRest afterSilence(LoginAttempt attempt, Instant now, double random) {
        return rest(attempt, refusalsOf(attempt), now, LoginRest.jittered(LoginRest.UNANSWERED, random));
    }

    private static LoginRest rest(LoginAttempt attempt, int refusals, Instant now, Duration length) {
        return new LoginRest(attempt.server(), attempt.side(), attempt.check(), refusals, now, now.plus(length));
    }

    private int refusalsOf(LoginAttempt attempt) {
        return rest(attempt.server(), attempt.side())
                .filter(rest -> rest.check() == attempt.check())
                .map(LoginRest::refusals)
                .orElse(0);
    }

    private LoginRecord replaced(int index, Optional<LoginAttempt> attempt) {
        var others = new ArrayList<>(attempts);
        others.remove(index);
        attempt.ifPresent(others::add);
        return new LoginRecord(user, salt, others, rests, accepted);
    }

    private LoginRecord resting(LoginRest rest) {
        var others = new ArrayList<>(rests);
        others.removeIf(each -> each.isAt(rest.server(), rest.side()));
        others.add(rest);
        return new LoginRecord(user, salt, attempts, others, accepted);
    }

    private LoginRecord opened(String server, LoginSide side, int check) {
        List<LoginRest> others =
                rests.stream().filter(rest -> !rest.isAt(server, side)).toList();
        var checks = new HashMap<>(accepted);
        if (side == LoginSide.SOAP) {
            checks.put(server, check);
        }
        return new LoginRecord(user, salt, attempts, others, checks);
    }

    /// The same seen at a moment that nothing in it can be later than: a clock may have been set back.
    LoginRecord notAfter(Instant now) {
        return new LoginRecord(
                user,
                salt,
                attempts.stream()
                        .map(each -> each.at().isAfter(now) ? each.became(each.state(), now) : each)
                        .toList(),
                rests.stream()
                        .map(each -> each.since().isAfter(now) ? each.begunAt(now) : each)
                        .toList(),
                accepted);
    }

    /// The same after the clock was set. What counted counts from now on, which is safe also when it is done
    /// twice.
    LoginRecord afterStep(Instant before, Instant after) {
        Instant oldest = before.minus(LoginRule.WINDOW).minus(LoginRule.YIELD);
        Duration step = Duration.between(before, after);
        return new LoginRecord(
                user,
                salt,
                attempts.stream()
                        .filter(each -> each.at().isAfter(oldest))
                        .map(each -> each.became(each.state(), after))
                        .toList(),
                rests.stream()
                        .map(each -> each.begunAt(each.since().plus(step)))
                        .toList(),
                accepted);
    }
}
