package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.Credentials;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The records of all users' logins, and the little that only this process knows: which very password failed
/// last, and which logins it is just trying.
///
/// Threads: any; records are compared and set in the book, the rest is in concurrent maps. The lock only keeps
/// two threads from following the clock at the same time, and nobody waits for it.
final class LoginLedger {
    private static final Logger log = LoggerFactory.getLogger(LoginLedger.class);

    /// Half a SHA-256: enough to tell users apart.
    private static final int KEY_BYTES = 16;

    /// How long another login with the same password is waited for: a vCenter that hangs must not hold up others.
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private final LoginBook book;
    private final Rule rule;
    private final SteadyTime time;
    private final RandomGenerator random;
    private final Map<LoginRequest.Account, Credentials> failed = new ConcurrentHashMap<>();

    /// Recorded by this process, so that it is settled soon wherever it still looks pending.
    private final Set<LoginAttempt> ours = ConcurrentHashMap.newKeySet();

    /// More at a time could not be admitted, and need not write at the same time.
    private final Map<String, Semaphore> turns = new ConcurrentHashMap<>();

    private final Map<LoginRequest.Account, LoginAttempt> begun = new ConcurrentHashMap<>();

    /// Recorded, perhaps, and known to count for nothing although the record could not be corrected.
    private final Set<LoginAttempt> harmless = ConcurrentHashMap.newKeySet();

    /// By user, so that a record that was deleted begins again with the same: another salt would tell more.
    private final Map<String, String> salts = new ConcurrentHashMap<>();

    private final ReentrantLock following = new ReentrantLock();

    /// How it is decided whether a login may be tried, as [LoginRule#judge].
    @FunctionalInterface
    interface Rule {
        LoginVerdict judge(LoginRecord record, LoginQuestion question, Instant now);
    }

    LoginLedger(LoginBook book, Rule rule, SteadyTime time, RandomGenerator random) {
        this.book = book;
        this.rule = rule;
        this.time = time;
        this.random = random;
    }

    /// Whether this login may be tried.
    LoginVerdict judge(LoginRequest request) {
        return ask(request, UnaryOperator.identity());
    }

    /// Records that this login is about to be sent, if it may be tried. [#settle] must follow.
    LoginVerdict begin(LoginRequest request) {
        if (!turns(request).tryAcquire()) {
            return new LoginVerdict.Busy();
        }
        var recorded = new ArrayList<LoginAttempt>();
        LoginVerdict verdict = ask(request, record -> {
            recorded.add(attempt(record, request));
            remember(ours, recorded.getLast());
            return record.attempted(recorded.getLast());
        });
        if (verdict instanceof LoginVerdict.Admitted) {
            harmless.remove(recorded.getLast());
            begun.put(request.account(), recorded.getLast());
        } else {
            turns(request).release();
        }
        if (verdict instanceof LoginVerdict.Unrecorded) {
            recorded.forEach(attempt -> remember(harmless, attempt));
        }
        return verdict;
    }

    private Semaphore turns(LoginRequest request) {
        return turns.computeIfAbsent(request.user(), _ -> new Semaphore(LoginRule.MOST));
    }

    private static void remember(Set<LoginAttempt> attempts, LoginAttempt attempt) {
        attempts.removeIf(old -> old.at().isBefore(attempt.at().minus(LoginRule.WINDOW)));
        attempts.add(attempt);
    }

    private LoginVerdict ask(LoginRequest request, UnaryOperator<LoginRecord> ifAdmitted) {
        if (time.hasStepped()) {
            Optional<LoginVerdict> obstacle = followClock();
            if (obstacle.isPresent()) {
                return obstacle.get();
            }
        }
        LoginBook.Outcome<LoginVerdict> outcome = book.revise(texts -> {
            Instant now = time.now();
            LoginRecord stored = record(texts, request.user());
            LoginRecord record = stored.notAfter(now);
            LoginVerdict verdict = judge(record, request, now);
            boolean isAdmitted = verdict instanceof LoginVerdict.Admitted;
            return new LoginBook.Draft<>(with(texts, stored, isAdmitted ? ifAdmitted.apply(record) : record), verdict);
        });
        return switch (outcome) {
            case LoginBook.Outcome.Kept<LoginVerdict>(LoginVerdict verdict) -> verdict;
            case LoginBook.Outcome.Unkept<LoginVerdict>(String why) -> new LoginVerdict.Unrecorded(why);
        };
    }

    private LoginVerdict judge(LoginRecord record, LoginRequest request, Instant now) {
        if (isSameUnderWay(record, request, now)) {
            return new LoginVerdict.Busy();
        }
        var question = new LoginQuestion(
                request.server(), request.side(), check(record, request), isOther(request), request.isSign());
        LoginVerdict verdict = rule.judge(record, question, now);
        LoginRecord settled = record.without(attempt -> isUnderWay(attempt, request));
        boolean isBusy = !(verdict instanceof LoginVerdict.Admitted)
                && rule.judge(settled, question, now) instanceof LoginVerdict.Admitted;
        return isBusy ? new LoginVerdict.Busy() : verdict;
    }

    /// Both sides of a vCenter, and linked vCenters, learn at the same time that their sessions ended. What the first
    /// hears of its login is worth a moment: if it is refused, the next must not spend the other try on the same.
    private boolean isSameUnderWay(LoginRecord record, LoginRequest request, Instant now) {
        int check = check(record, request);
        return record.attempts().stream()
                .anyMatch(attempt -> isUnderWay(attempt, request)
                        && attempt.check() == check
                        && attempt.at().plus(MOMENT).isAfter(now));
    }

    private boolean isUnderWay(LoginAttempt attempt, LoginRequest request) {
        return attempt.state() == LoginAttempt.State.PENDING
                && !attempt.isAt(request.server(), request.side())
                && ours.contains(attempt);
    }

    private boolean isOther(LoginRequest request) {
        Credentials last = failed.get(request.account());
        return last != null && !last.password().equals(request.credentials().password());
    }

    /// What became of a login that was begun.
    void settle(LoginRequest request, LoginFate fate) {
        switch (fate) {
            case REFUSED, UNANSWERED -> failed.put(request.account(), request.credentials());
            case ACCEPTED -> failed.remove(request.account());
            case TAKEN_BACK -> {}
        }
        try {
            record(request, fate);
        } finally {
            turns(request).release();
        }
    }

    private void record(LoginRequest request, LoginFate fate) {
        double chance = random.nextDouble();
        LoginBook.Outcome<Boolean> outcome = book.revise(texts -> {
            LoginRecord stored = record(texts, request.user());
            LoginRecord settled = stored.settled(request.server(), request.side(), fate, time.now(), chance);
            return new LoginBook.Draft<>(with(texts, stored, settled), true);
        });
        LoginAttempt attempt = begun.remove(request.account());
        if (outcome instanceof LoginBook.Outcome.Unkept<Boolean>(String why)) {
            if (attempt != null) {
                unsettled(attempt, fate);
            }
            log.atWarn()
                    .addKeyValue("server", request.server())
                    .addKeyValue("user", request.user())
                    .addKeyValue("cause", why)
                    .log("Cannot record what became of a login, so for other processes it was not answered");
        }
    }

    private void unsettled(LoginAttempt attempt, LoginFate fate) {
        ours.remove(attempt);
        if (fate == LoginFate.ACCEPTED || fate == LoginFate.TAKEN_BACK) {
            remember(harmless, attempt);
        }
    }

    /// Sets the records to the clock, which was set itself: none may look older than it is.
    ///
    /// @return why that can't be done now
    private Optional<LoginVerdict> followClock() {
        if (!following.tryLock()) {
            return Optional.of(new LoginVerdict.Busy());
        }
        try {
            Instant before = time.now();
            Instant after = time.shown();
            LoginBook.Outcome<Boolean> outcome = book.revise(texts -> {
                var stepped = new HashMap<>(texts);
                stepped.replaceAll((_, text) -> LoginText.of(
                        LoginText.read(text, LoginRecord.fresh("", "")).afterStep(before, after)));
                return new LoginBook.Draft<>(stepped, true);
            });
            if (outcome instanceof LoginBook.Outcome.Unkept<Boolean>(String why)) {
                return Optional.of(new LoginVerdict.Unrecorded(why));
            }
            time.follow();
            return Optional.empty();
        } finally {
            following.unlock();
        }
    }

    private LoginAttempt attempt(LoginRecord record, LoginRequest request) {
        return new LoginAttempt(
                request.server(),
                request.side(),
                time.now(),
                LoginAttempt.State.PENDING,
                check(record, request),
                request.ready().origin(),
                request.ready().revision());
    }

    private static int check(LoginRecord record, LoginRequest request) {
        return PasswordCheck.of(request.credentials().password(), record.salt());
    }

    private LoginRecord record(Map<String, String> texts, String user) {
        var fresh = LoginRecord.fresh(user, salts.computeIfAbsent(user, _ -> salt()));
        String text = texts.get(key(user));
        LoginRecord record = text == null ? fresh : LoginText.read(text, fresh);
        salts.put(user, record.salt());
        return record.without(harmless::contains);
    }

    private String salt() {
        return HexFormat.of().toHexDigits(random.nextLong());
    }

    private static Map<String, String> with(Map<String, String> texts, LoginRecord before, LoginRecord now) {
        return now.equals(before) ? texts : LoginStore.overlay(texts, Map.of(key(now.user()), LoginText.of(now)));
    }

    private static String key(String user) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(user.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, KEY_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
