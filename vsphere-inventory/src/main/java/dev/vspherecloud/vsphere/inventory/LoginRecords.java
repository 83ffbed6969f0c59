package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.Credentials;
import dev.vspherecloud.vsphere.inventory.LoginPolicy.Decision;
import dev.vspherecloud.vsphere.inventory.LoginRecord.Attempt;
import dev.vspherecloud.vsphere.inventory.LoginRecord.Cooldown;
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
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The records of all users' logins, and the little that only this process knows: which very password failed
/// last, and which logins it is just trying.
///
/// Threads: any; what was decided on a record that was replaced meanwhile is decided again, the rest is in
/// concurrent maps. The lock only keeps two threads from following the clock at the same time, and nobody waits for it.
final class LoginRecords {
    private static final Logger log = LoggerFactory.getLogger(LoginRecords.class);

    /// Each round one writer succeeds, so this many may write at the same time.
    private static final int ROUNDS = 50;

    /// Half a SHA-256: enough to tell users apart.
    private static final int KEY_BYTES = 16;

    /// How long another login with the same password is waited for: a vCenter that hangs must not hold up others.
    private static final Duration MOMENT = Duration.ofSeconds(2);

    /// New texts, and what is decided if they are kept.
    private record Draft(Map<String, String> texts, Decision decision) {}

    private final LoginStore store;
    private final LoginPolicy policy;
    private final SteadyTime time;
    private final RandomGenerator random;
    private final Map<LoginRequest.Account, Credentials> failed = new ConcurrentHashMap<>();

    /// Recorded by this process, so that it is settled soon wherever it still looks pending.
    private final Set<Attempt> ours = ConcurrentHashMap.newKeySet();

    /// More at a time could not be admitted, and need not write at the same time.
    private final Map<String, Semaphore> turns = new ConcurrentHashMap<>();

    private final Map<LoginRequest.Account, Attempt> begun = new ConcurrentHashMap<>();

    /// Recorded, perhaps, and known to count for nothing although the record could not be corrected.
    private final Set<Attempt> harmless = ConcurrentHashMap.newKeySet();

    /// By user, so that a record that was deleted begins again with the same: another salt would tell more.
    private final Map<String, String> salts = new ConcurrentHashMap<>();

    private final ReentrantLock following = new ReentrantLock();

    LoginRecords(LoginStore store, LoginPolicy policy, SteadyTime time, RandomGenerator random) {
        this.store = store;
        this.policy = policy;
        this.time = time;
        this.random = random;
    }

    /// Whether this login may be tried.
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
        if (decision instanceof Decision.Allowed) {
            harmless.remove(recorded.getLast());
            begun.put(request.account(), recorded.getLast());
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

    /// @param ifAllowed what becomes of the record if this attempt may be made
    private Decision decide(LoginRequest request, BiFunction<LoginRecord, Attempt, LoginRecord> ifAllowed) {
        if (time.hasStepped()) {
            Decision followed = followClock();
            if (!(followed instanceof Decision.Allowed)) {
                return followed;
            }
        }
        return revise(texts -> {
            Instant now = time.now();
            LoginRecord stored = record(texts, request.user());
            LoginRecord record = stored.notAfter(now);
            Attempt attempt = attempt(record, request, now);
            Decision decision = evaluate(record, attempt, request);
            LoginRecord after = decision instanceof Decision.Allowed ? ifAllowed.apply(record, attempt) : record;
            return new Draft(with(texts, stored, after), decision);
        });
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

    /// Both sides of a vCenter, and linked vCenters, learn at the same time that their sessions ended. What the first
    /// hears of its login is worth a moment: if it is refused, the next must not spend the other try on the same.
    private boolean isSameUnderWay(LoginRecord record, Attempt attempt) {
        return record.attempts().stream()
                .anyMatch(each -> isUnderWay(each, attempt)
                        && each.check() == attempt.check()
                        && each.at().plus(MOMENT).isAfter(attempt.at()));
    }

    private boolean isUnderWay(Attempt attempt, Attempt next) {
        return attempt.state() == Attempt.State.PENDING
                && !attempt.isAt(next.server(), next.side())
                && ours.contains(attempt);
    }

    private Predicate<Cooldown> isOfOther(LoginRequest request) {
        return cooldown -> {
            Credentials last = failed.get(new LoginRequest.Account(cooldown.server(), cooldown.side(), request.user()));
            return last != null && !last.password().equals(request.credentials().password());
        };
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
        Decision decision = revise(texts -> {
            LoginRecord stored = record(texts, request.user());
            LoginRecord settled = stored.settled(request.server(), request.side(), fate, time.now(), chance);
            return new Draft(with(texts, stored, settled), new Decision.Allowed());
        });
        Attempt attempt = begun.remove(request.account());
        if (decision instanceof Decision.Unrecorded(String why)) {
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

    private void unsettled(Attempt attempt, LoginFate fate) {
        ours.remove(attempt);
        if (fate == LoginFate.ACCEPTED || fate == LoginFate.TAKEN_BACK) {
            remember(harmless, attempt);
        }
    }

    /// Sets the records to the clock, which was set itself: none may look older than it is.
    private Decision followClock() {
        if (!following.tryLock()) {
            return new Decision.Busy();
        }
        try {
            Instant before = time.now();
            Instant after = time.shown();
            Decision decision = revise(texts -> {
                var stepped = new HashMap<>(texts);
                stepped.replaceAll((_, text) -> LoginText.of(
                        LoginText.read(text, LoginRecord.fresh("", "")).afterStep(before, after)));
                return new Draft(stepped, new Decision.Allowed());
            });
            if (decision instanceof Decision.Allowed) {
                time.follow();
            }
            return decision;
        } finally {
            following.unlock();
        }
    }

    /// Makes something of the texts as they are now. Nothing is written when they stay as they are.
    ///
    /// @param change may be asked several times
    /// @return what it decided last, once that is recorded
    private Decision revise(Function<Map<String, String>, Draft> change) {
        for (int round = 0; round < ROUNDS; round++) {
            Optional<Decision> decision =
                    switch (store.read()) {
                        case LoginStore.Entries entries -> revise(entries, change.apply(entries.texts()));
                        case LoginStore.Forbidden(String why) -> Optional.of(new Decision.Unrecorded(why));
                        case LoginStore.Unavailable(String why) -> Optional.of(new Decision.Unrecorded(why));
                    };
            if (decision.isPresent()) {
                return decision.get();
            }
        }
        return new Decision.Unrecorded("others write all the time");
    }

    /// @return empty when another process wrote meanwhile
    private Optional<Decision> revise(LoginStore.Entries entries, Draft draft) {
        if (draft.texts().equals(entries.texts())) {
            return Optional.of(draft.decision());
        }
        return switch (store.write(entries.with(draft.texts()))) {
            case LoginStore.Written _ -> Optional.of(draft.decision());
            case LoginStore.Conflict _ -> Optional.empty();
            case LoginStore.Forbidden(String why) -> Optional.of(new Decision.Unrecorded(why));
            case LoginStore.Unavailable(String why) -> Optional.of(new Decision.Unrecorded(why));
        };
    }

    private static Attempt attempt(LoginRecord record, LoginRequest request, Instant now) {
        return new Attempt(
                request.server(),
                request.side(),
                now,
                Attempt.State.PENDING,
                LoginRecord.check(request.credentials().password(), record.salt()),
                request.ready().origin(),
                request.ready().revision());
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
