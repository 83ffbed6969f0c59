package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.vsphere.inventory.login.LoginPolicy.Decision;
import dev.vspherecloud.vsphere.inventory.login.LoginRecord.Attempt;
import dev.vspherecloud.vsphere.inventory.login.LoginRecord.Cooldown;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The records of all users' logins, with the state that only this process knows: which exact password failed
/// last, and which logins are in progress.
///
/// Threads: any; if a record was replaced meanwhile, the decision on it is repeated; the rest is in concurrent
/// maps. The lock only keeps two threads from following the clock at the same time, and no thread waits for it.
final class LoginRecords {
    private static final Logger log = LoggerFactory.getLogger(LoginRecords.class);

    /// Half a SHA-256: enough to tell users apart.
    private static final int KEY_BYTES = 16;

    /// How long to wait for another login with the same password: a vCenter that hangs must not hold up others.
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private record Account(LoginTarget target, String user) {}

    private final FallbackLoginStore store;
    private final LoginPolicy policy;
    private final SteadyWallClock time;
    private final RandomGenerator random;
    private final Map<Account, Credentials> failed = new ConcurrentHashMap<>();

    /// Attempts recorded by this process: while one of them is pending, its outcome will follow soon.
    private final Set<Attempt> ours = ConcurrentHashMap.newKeySet();

    /// Limits concurrent logins by user: more could not be admitted, and need not write at the same time.
    private final Map<String, Semaphore> turns = new ConcurrentHashMap<>();

    /// Attempts that may be recorded and certainly do not count, although the record could not be corrected.
    private final Set<Attempt> harmless = ConcurrentHashMap.newKeySet();

    /// The salts by user. If a record is deleted, the new one gets the same salt: another salt would reveal more.
    private final Map<String, String> salts = new ConcurrentHashMap<>();

    private final ReentrantLock following = new ReentrantLock();

    LoginRecords(FallbackLoginStore store, LoginPolicy policy, SteadyWallClock time, RandomGenerator random) {
        this.store = store;
        this.policy = policy;
        this.time = time;
        this.random = random;
    }

    /// Decides whether this login may be tried.
    Decision evaluate(LoginRequest request) {
        return decide(request, (record, _) -> record);
    }

    /// Records that this login is about to be sent, if it may be tried. [#settle] must follow.
    Decision begin(LoginRequest request) {
        if (!turns(request).tryAcquire()) {
            return new Decision.Busy();
        }
        var recorded = new ArrayList<Attempt>();
        Decision decision = new Decision.Busy();
        try {
            decision = decide(request, (record, attempt) -> {
                recorded.add(attempt);
                remember(ours, attempt);
                return record.attempted(attempt);
            });
        } finally {
            if (!(decision instanceof Decision.Allowed)) {
                turns(request).release();
            }
        }
        if (decision instanceof Decision.Allowed(Attempt attempt)) {
            harmless.remove(attempt);
        }
        if (decision instanceof Decision.Unrecorded) {
            recorded.forEach(attempt -> remember(harmless, attempt));
        }
        return decision;
    }

    private Semaphore turns(LoginRequest request) {
        return turns.computeIfAbsent(request.user(), _ -> new Semaphore(LoginPolicy.MOST));
    }

    private static void remember(Set<Attempt> attempts, Attempt attempt) {
        attempts.removeIf(old -> old.at().isBefore(attempt.at().minus(LoginPolicy.WINDOW)));
        attempts.add(attempt);
    }

    /// @param ifAllowed changes the record if this attempt may be made
    private Decision decide(LoginRequest request, BiFunction<LoginRecord, Attempt, LoginRecord> ifAllowed) {
        var decided = new AtomicReference<Decision>(new Decision.Busy());
        try {
            if (time.hasStepped() && !followClock()) {
                return decided.get();
            }
            store.revise(texts -> {
                Instant now = time.now();
                LoginRecord stored = record(texts, request.user());
                LoginRecord record = stored.notAfter(now);
                Attempt attempt = attempt(record, request, now);
                Decision decision = evaluate(record, attempt, request);
                decided.set(decision);
                return with(
                        texts,
                        stored,
                        decision instanceof Decision.Allowed ? ifAllowed.apply(record, attempt) : record);
            });
            return decided.get();
        } catch (LoginStore.UnavailableException e) {
            return new Decision.Unrecorded(e.why());
        }
    }

    private Decision evaluate(LoginRecord record, Attempt attempt, LoginRequest request) {
        if (isSameUnderWay(record, attempt)) {
            return new Decision.Busy();
        }
        Decision decision = policy.evaluate(record, attempt, isOfOther(request), request.hasLostSession());
        LoginRecord settled = record.without(each -> isUnderWay(each, attempt));
        boolean isBusy = !(decision instanceof Decision.Allowed)
                && policy.evaluate(settled, attempt, isOfOther(request), request.hasLostSession())
                        instanceof Decision.Allowed;
        return isBusy ? new Decision.Busy() : decision;
    }

    /// Returns true if another login with the same password was just sent. The SOAP and REST sides of a vCenter,
    /// and linked vCenters, notice at the same time that their sessions ended. The outcome of the first login is
    /// worth a short wait: if it is refused, the next must not spend the other try on the same password.
    private boolean isSameUnderWay(LoginRecord record, Attempt attempt) {
        return record.attempts().stream()
                .anyMatch(each -> isUnderWay(each, attempt)
                        && each.check() == attempt.check()
                        && each.at().plus(MOMENT).isAfter(attempt.at()));
    }

    private boolean isUnderWay(Attempt attempt, Attempt next) {
        return attempt.state() == Attempt.State.PENDING
                && !attempt.target().equals(next.target())
                && ours.contains(attempt);
    }

    private Predicate<Cooldown> isOfOther(LoginRequest request) {
        return cooldown -> {
            Credentials last = failed.get(new Account(cooldown.target(), request.user()));
            return last != null && !last.password().equals(request.credentials().password());
        };
    }

    /// Records the outcome of a login that was begun.
    void settle(LoginRequest request, Attempt attempt, LoginOutcome fate) {
        var account = new Account(request.target(), request.user());
        switch (fate) {
            case REFUSED, UNANSWERED -> failed.put(account, request.credentials());
            case ACCEPTED -> failed.remove(account);
            case TAKEN_BACK -> {}
        }
        try {
            record(request, fate);
        } catch (LoginStore.UnavailableException e) {
            unsettled(attempt, fate);
            log.atWarn()
                    .addKeyValue("server", request.target().server())
                    .addKeyValue("user", request.user())
                    .addKeyValue("cause", e.why())
                    .log("Cannot record the result of a login; other processes treat it as not answered");
        } finally {
            turns(request).release();
        }
    }

    private void record(LoginRequest request, LoginOutcome fate) {
        double chance = random.nextDouble();
        store.revise(texts -> {
            LoginRecord stored = record(texts, request.user());
            return with(texts, stored, stored.settled(request.target(), fate, time.now(), chance));
        });
    }

    private void unsettled(Attempt attempt, LoginOutcome fate) {
        ours.remove(attempt);
        if (fate == LoginOutcome.ACCEPTED || fate == LoginOutcome.TAKEN_BACK) {
            remember(harmless, attempt);
        }
    }

    /// Adapts the records after the clock was set: no entry may look older than it is.
    ///
    /// @return false while another thread does so
    private boolean followClock() {
        if (!following.tryLock()) {
            return false;
        }
        try {
            Instant before = time.now();
            Instant after = time.shown();
            store.revise(texts -> {
                var stepped = new HashMap<>(texts);
                stepped.replaceAll((_, text) -> LoginRecord.parse(text, LoginRecord.fresh("", ""))
                        .afterStep(before, after)
                        .text());
                return stepped;
            });
            time.follow();
            return true;
        } finally {
            following.unlock();
        }
    }

    private static Attempt attempt(LoginRecord record, LoginRequest request, Instant now) {
        return new Attempt(
                request.target(),
                now,
                Attempt.State.PENDING,
                LoginRecord.check(request.credentials().password(), record.salt()),
                request.ready().origin(),
                request.ready().revision());
    }

    private LoginRecord record(Map<String, String> texts, String user) {
        var fresh = LoginRecord.fresh(user, salts.computeIfAbsent(user, _ -> salt()));
        String text = texts.get(key(user));
        LoginRecord record = text == null ? fresh : LoginRecord.parse(text, fresh);
        salts.put(user, record.salt());
        return record.without(harmless::contains);
    }

    private String salt() {
        return HexFormat.of().toHexDigits(random.nextLong());
    }

    private static Map<String, String> with(Map<String, String> texts, LoginRecord before, LoginRecord now) {
        return now.equals(before) ? texts : FallbackLoginStore.overlay(texts, Map.of(key(now.user()), now.text()));
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
