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
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

/// The login records of all users, with the state that only this process knows: which exact password failed
/// last or is held back, and which logins are in progress.
///
/// Threads: any. If a record was replaced meanwhile, the decision about it is repeated; the other state is in
/// concurrent maps. The lock only keeps two threads from adapting to the clock at the same time, and no thread
/// waits for it.
final class LoginRecords {
    private static final Logger log = LoggerFactory.getLogger(LoginRecords.class);

    /// The number of bytes in the key of a record: half a SHA-256 hash of the user, which is enough to tell
    /// users apart.
    private static final int KEY_BYTES = 16;

    /// The longest wait for another login with the same password: a vCenter that hangs must not delay others.
    private static final Duration CONCURRENT_LOGIN_WAIT = Duration.ofSeconds(2);

    private record Account(LoginTarget target, String user) {}

    private final FallbackLoginStore store;
    private final LoginPolicy policy;
    private final SteadyWallClock steadyClock;
    private final RandomGenerator random;
    private final Map<Account, Credentials> failedCredentials = new ConcurrentHashMap<>();

    /// The attempts that this process recorded. While one of them is pending, its outcome will follow soon.
    private final Set<Attempt> ownAttempts = ConcurrentHashMap.newKeySet();

    /// The permits for concurrent logins by user. More logins than permits could not be admitted, and need not
    /// write at the same time.
    private final Map<String, Semaphore> permits = new ConcurrentHashMap<>();

    /// The attempts that may be in the record and certainly do not count, because the record could not be
    /// corrected.
    private final Set<Attempt> ignoredAttempts = ConcurrentHashMap.newKeySet();

    /// The salts by user. If a record is deleted, the new one gets the same salt: another salt would reveal
    /// more about the password.
    private final Map<String, String> salts = new ConcurrentHashMap<>();

    private final ReentrantLock clockLock = new ReentrantLock();
    private final AttemptStore attemptStore;

    /// The attempts of earlier processes that the attempt store had, by user.
    private final Map<String, List<Attempt>> earlier = new ConcurrentHashMap<>();

    /// Creates the records.
    ///
    /// @param attemptStore keeps the attempts of this process, beside the record
    LoginRecords(
            FallbackLoginStore store,
            AttemptStore attemptStore,
            LoginPolicy policy,
            SteadyWallClock steadyClock,
            RandomGenerator random) {
        this.store = store;
        this.attemptStore = attemptStore;
        this.policy = policy;
        this.steadyClock = steadyClock;
        this.random = random;
    }

    /// Decides whether this login may be tried. Nothing is recorded.
    Decision evaluate(LoginRequest request) {
        return decide(request, (record, _) -> record);
    }

    /// Records that this login is about to be sent, if it may be tried. The caller must call [#recordOutcome]
    /// afterwards.
    Decision recordAttempt(LoginRequest request) {
        if (!permits(request).tryAcquire()) {
            return new Decision.Busy();
        }
        var recorded = new ArrayList<Attempt>();
        Decision decision = new Decision.Busy();
        try {
            decision = decide(request, (record, attempt) -> {
                recorded.add(attempt);
                addRecent(ownAttempts, attempt);
                return record.withAttempt(attempt);
            });
        } finally {
            if (!(decision instanceof Decision.Allowed)) {
                permits(request).release();
            }
        }
        if (decision instanceof Decision.Allowed(Attempt attempt)) {
            ignoredAttempts.remove(attempt);
            keep(request, attempt);
        }
        if (decision instanceof Decision.Unrecorded) {
            recorded.forEach(attempt -> addRecent(ignoredAttempts, attempt));
        }
        return decision;
    }

    private void keep(LoginRequest request, Attempt attempt) {
        attemptStore.write(key(request.user()), attempt.withoutChecksum().toLine());
    }

    /// Returns how to delete the attempt of this user that is kept beside the record, see [AttemptStore#howToReset].
    Optional<String> howToForget(LoginRequest request) {
        return attemptStore.howToReset(key(request.user()));
    }

    /// Returns true if an earlier process kept this attempt beside the record.
    boolean isEarlier(LoginRequest request, Attempt attempt) {
        return earlier(request.user()).contains(attempt);
    }

    private Semaphore permits(LoginRequest request) {
        return permits.computeIfAbsent(request.user(), _ -> new Semaphore(LoginPolicy.MAX_FAILURES));
    }

    private static void addRecent(Set<Attempt> attempts, Attempt attempt) {
        attempts.removeIf(old -> old.at().isBefore(attempt.at().minus(LoginPolicy.WINDOW)));
        attempts.add(attempt);
    }

    /// Decides whether this login may be tried, and changes the record.
    ///
    /// @param ifAllowed returns the changed record; called if the login may be tried
    private Decision decide(LoginRequest request, BiFunction<LoginRecord, Attempt, LoginRecord> ifAllowed) {
        var decided = new AtomicReference<Decision>(new Decision.Busy());
        try {
            if (steadyClock.hasStepped() && !adaptToClockStep()) {
                return decided.get();
            }
            store.update(texts -> {
                Instant now = steadyClock.now();
                LoginRecord stored = record(texts, request.user());
                LoginRecord record = stored.withoutFutureTimes(now);
                Attempt attempt = attempt(record, request, now);
                Decision decision = evaluate(record, attempt, request);
                decided.set(decision);
                return withRecord(
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
        if (isSamePasswordInProgress(record, attempt)) {
            return new Decision.Busy();
        }
        rememberPasswordInCooldown(record, attempt, request);
        Decision decision = policy.evaluate(record, attempt, isOfOtherPassword(request), request.hasLostSession());
        LoginRecord withoutInProgress = record.without(each -> isInProgress(each, attempt));
        boolean isBusy = !(decision instanceof Decision.Allowed)
                && policy.evaluate(withoutInProgress, attempt, isOfOtherPassword(request), request.hasLostSession())
                        instanceof Decision.Allowed;
        return isBusy ? new Decision.Busy() : decision;
    }

    /// Remembers the first password that a cooldown of an earlier process holds back as the one that failed. A
    /// corrected password that has the same checksum by chance is then tried at once.
    private void rememberPasswordInCooldown(LoginRecord record, Attempt attempt, LoginRequest request) {
        if (record.cooldown(attempt.target()).stream().anyMatch(each -> each.checksum() == attempt.checksum())) {
            failedCredentials.putIfAbsent(new Account(attempt.target(), request.user()), request.credentials());
        }
    }

    /// Returns true if another login with the same password was just sent. The SOAP and REST sessions of a
    /// vCenter, and those of linked vCenters, often end at the same time. It is worth a short wait for the
    /// outcome of the first login: if it is refused, the next login must not use up the other try on the same
    /// password.
    private boolean isSamePasswordInProgress(LoginRecord record, Attempt attempt) {
        return record.attempts().stream()
                .anyMatch(each -> isInProgress(each, attempt)
                        && each.checksum() == attempt.checksum()
                        && each.at().plus(CONCURRENT_LOGIN_WAIT).isAfter(attempt.at()));
    }

    private boolean isInProgress(Attempt attempt, Attempt next) {
        return attempt.state() == Attempt.State.PENDING
                && !attempt.target().equals(next.target())
                && ownAttempts.contains(attempt);
    }

    private Predicate<Cooldown> isOfOtherPassword(LoginRequest request) {
        return cooldown -> {
            Credentials last = failedCredentials.get(new Account(cooldown.target(), request.user()));
            return last != null && !last.password().equals(request.credentials().password());
        };
    }

    /// Records the outcome of a login that [#recordAttempt] recorded.
    void recordOutcome(LoginRequest request, Attempt attempt, LoginOutcome outcome) {
        var account = new Account(request.target(), request.user());
        switch (outcome) {
            case REFUSED, UNANSWERED -> {
                failedCredentials.put(account, request.credentials());
                Attempt.State state =
                        outcome == LoginOutcome.REFUSED ? Attempt.State.REFUSED : Attempt.State.UNANSWERED;
                keep(request, attempt.withState(state, steadyClock.now()));
            }
            case ACCEPTED -> {
                failedCredentials.remove(account);
                attemptStore.delete(key(request.user()));
            }
            case NOT_CHECKED -> attemptStore.delete(key(request.user()));
        }
        try {
            record(request, outcome);
        } catch (LoginStore.UnavailableException e) {
            onOutcomeNotRecorded(attempt, outcome);
            log.atWarn()
                    .addKeyValue("server", request.target().server())
                    .addKeyValue("user", request.user())
                    .addKeyValue("cause", e.why())
                    .log("Cannot record the result of a login; other processes treat it as not answered");
        } finally {
            permits(request).release();
        }
    }

    private void record(LoginRequest request, LoginOutcome outcome) {
        double jitter = random.nextDouble();
        store.update(texts -> {
            LoginRecord stored = record(texts, request.user());
            return withRecord(texts, stored, stored.withOutcome(request.target(), outcome, steadyClock.now(), jitter));
        });
    }

    private void onOutcomeNotRecorded(Attempt attempt, LoginOutcome outcome) {
        ownAttempts.remove(attempt);
        if (outcome == LoginOutcome.ACCEPTED || outcome == LoginOutcome.NOT_CHECKED) {
            addRecent(ignoredAttempts, attempt);
        }
    }

    /// Adapts the records after the clock was set: no entry may look older than it is.
    ///
    /// @return false if another thread is doing this
    private boolean adaptToClockStep() {
        if (!clockLock.tryLock()) {
            return false;
        }
        try {
            Instant before = steadyClock.now();
            Instant after = steadyClock.clockTime();
            store.update(texts -> {
                var stepped = new HashMap<>(texts);
                stepped.replaceAll((_, text) -> LoginRecord.parse(text, LoginRecord.empty("", ""))
                        .afterClockStep(before, after)
                        .text());
                return stepped;
            });
            steadyClock.resync();
            return true;
        } finally {
            clockLock.unlock();
        }
    }

    private static Attempt attempt(LoginRecord record, LoginRequest request, Instant now) {
        return new Attempt(
                request.target(),
                now,
                Attempt.State.PENDING,
                LoginRecord.checksum(request.credentials().password(), record.salt()),
                request.ready().origin(),
                request.ready().revision());
    }

    private LoginRecord record(Map<String, String> texts, String user) {
        var fresh = LoginRecord.empty(user, salts.computeIfAbsent(user, _ -> newSalt()));
        String text = texts.get(key(user));
        LoginRecord record = text == null ? fresh : LoginRecord.parse(text, fresh);
        salts.put(user, record.salt());
        return record.withEarlier(earlier(user)).without(ignoredAttempts::contains);
    }

    private List<Attempt> earlier(String user) {
        return earlier.computeIfAbsent(user, _ -> attemptStore
                .read(key(user))
                .map(text ->
                        LoginRecord.parse(text, LoginRecord.empty(user, "")).attempts())
                .orElse(List.of()));
    }

    private String newSalt() {
        return HexFormat.of().toHexDigits(random.nextLong());
    }

    private static Map<String, String> withRecord(Map<String, String> texts, LoginRecord before, LoginRecord now) {
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
