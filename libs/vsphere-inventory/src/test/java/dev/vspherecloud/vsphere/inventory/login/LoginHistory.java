package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.testkit.time.ManualClock;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.inventory.WatchObserver;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource.Reading.Ready;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A random history of two vCenters, of the configured credentials of their common user, and of the processes that
/// log in with them. Each seed gives one history. The accounts count refusals as a vCenter does.
///
/// `realTime` is the true time; `shownTime` is the time of the program's clock, which the history sets forward and
/// back.
final class LoginHistory {
    private static final Duration STEP = Duration.ofSeconds(5);
    private static final Duration STEP_LATER = Duration.ofSeconds(45);

    /// Extra time, because watchers run only at each step.
    private static final Duration SLACK = Duration.ofMinutes(2);

    private static final Duration MAX_REST = LoginRecord.Cooldown.withJitter(LoginRecord.Cooldown.MAX_LENGTH, 1);
    private static final Duration LOCKING_WINDOW = Duration.ofMinutes(15);
    private static final List<String> SERVERS = List.of("vc-a:443", "vc-b:443");

    /// Thrown when the process stops during a call.
    private static final class ProcessStoppedError extends Error {
        private static final long serialVersionUID = 1;
    }

    /// The user's account on a vCenter, or on all linked ones.
    private static final class Account {
        private String password = "p0";
        private boolean isDown;
        private final List<Instant> refusals = new ArrayList<>();

        boolean accepts(String tried, Instant now) {
            boolean accepted = !isDown && tried.equals(password);
            if (!accepted) {
                refusals.add(now);
            }
            return accepted;
        }

        /// Returns the highest number of refusals in any window of fifteen minutes.
        int mostRefusals() {
            int most = 0;
            for (Instant start : refusals) {
                most = Math.max(most, (int) refusals.stream()
                        .filter(each -> !each.isBefore(start) && each.isBefore(start.plus(LOCKING_WINDOW)))
                        .count());
            }
            return most;
        }
    }

    /// One vCenter as a watcher sees it.
    private static final class Site {
        private final String server;
        private final Account account;
        private String configured = "p0";
        private int revision;
        private String session = "";
        private String restSession = "";
        private boolean hasSign;
        private String provenHere = "";
        private String recorded = "";

        Site(String server, Account account) {
            this.server = server;
            this.account = account;
        }

        boolean isSettled() {
            return session.equals(configured) && !session.isEmpty();
        }
    }

    private final Random random;
    private final ManualClock realTime = ManualClock.started();
    private final ManualClock shownTime = ManualClock.started();
    private final FlakyStore store = new FlakyStore();
    private final List<String> notes = new ArrayList<>();
    private final List<Site> sites;
    private final boolean linked;
    private LoginRateLimiter rateLimiter;
    private int passwords;
    private Instant mayRestart = Instant.MIN;

    /// The fault of the next login.
    private LoginFault next = LoginFault.NONE;

    private enum LoginFault {
        NONE,
        DIES_BEFORE,
        DIES_AFTER,
        ANSWER_LOST,
        BUSY,
        RECORD_LOST
    }

    LoginHistory(long seed) {
        random = new Random(seed);
        linked = random.nextBoolean();
        var shared = new Account();
        sites = SERVERS.stream()
                .map(server -> new Site(server, linked ? shared : new Account()))
                .toList();
        rateLimiter = process();
    }

    private LoginRateLimiter process() {
        Instant born = realTime.instant();
        return new LoginRateLimiter(
                store,
                shownTime,
                () -> Duration.between(born, realTime.instant()).toNanos(),
                new Random(random.nextLong()));
    }

    /// Runs the history.
    ///
    /// @return the violation of an invariant; empty if there is none
    String run() {
        int events = 3 + random.nextInt(12);
        for (int i = 0; i < events; i++) {
            event();
            pass(Duration.ofSeconds(random.nextInt(4) == 0 ? 5 + random.nextInt(10) : random.nextInt(600)));
        }
        return repair();
    }

    /// Returns all recorded texts so far, concatenated.
    String written() {
        return store.written.toString();
    }

    private void event() {
        Site site = sites.get(random.nextInt(sites.size()));
        switch (random.nextInt(14)) {
            case 0 -> site.account.password = note("vCenter's password", newPassword());
            case 1 -> site.account.password = note("vCenter's password as configured", site.configured);
            case 2 -> configure(site, note("another password", newPassword()));
            case 3 -> configure(site, note("the right password", site.account.password));
            case 4 -> sites.forEach(each -> configure(each, note("all right", each.account.password)));
            case 5 -> site.revision++;
            case 6, 7 -> restart();
            case 8 -> next = LoginFault.values()[random.nextInt(LoginFault.values().length)];
            case 9 -> loseSession(site);
            case 10 -> site.account.isDown = !site.account.isDown;
            case 11 -> setClock();
            case 12 -> store.isAway = !store.isAway;
            case 13 -> configure(site, "");
            default -> throw new IllegalStateException("no such event");
        }
    }

    private String note(String what, String value) {
        notes.add(realTime.instant() + " " + what + " " + value);
        return value;
    }

    private String newPassword() {
        return "p" + ++passwords;
    }

    private void configure(Site site, String password) {
        site.configured = password;
        site.revision++;
    }

    private void loseSession(Site site) {
        note("session lost at", site.server);
        if (!site.session.isEmpty()) {
            site.session = "";
            site.provenHere = "";
            site.hasSign = true;
            rateLimiter.onSessionLost(site.server);
        }
        site.restSession = "";
    }

    /// Starts a new process, on a machine whose clock may show another time. Does nothing shortly after a clock was
    /// set forward: the record would not show then that a refusal was recent.
    private void restart() {
        if (realTime.instant().isBefore(mayRestart)) {
            return;
        }
        note("restart, linked", String.valueOf(linked));
        if (random.nextInt(4) == 0) {
            setShown(Duration.ofSeconds(random.nextInt(3600) - 3590L));
        }
        begin();
    }

    private void begin() {
        sites.forEach(site -> {
            site.session = "";
            site.restSession = "";
            site.hasSign = false;
        });
        rateLimiter = process();
    }

    private void setClock() {
        Duration by = Duration.ofSeconds(random.nextInt(7200) - 3600L);
        note("clock set by", by.toString());
        setShown(by);
        if (by.isPositive()) {
            mayRestart = realTime.instant().plus(Duration.ofMinutes(17));
            sites.forEach(this::logInAnew);
        }
    }

    /// Logs in again, so that the rate limiter reads the clock.
    private void logInAnew(Site site) {
        loseSession(site);
        runWatcher(site);
    }

    private void setShown(Duration by) {
        shownTime.advance(by);
    }

    private void pass(Duration time) {
        Instant end = realTime.instant().plus(time);
        for (int i = 0; realTime.instant().isBefore(end); i++) {
            boolean settled = sites.stream().allMatch(Site::isSettled);
            Duration left = Duration.between(realTime.instant(), end);
            advance(settled || left.compareTo(step(i)) < 0 ? left : step(i));
            sites.forEach(this::runWatcher);
        }
    }

    /// Watchers run every five seconds; to save time, this history does so only at first.
    private static Duration step(int number) {
        return number < 6 ? STEP : STEP_LATER;
    }

    private void advance(Duration by) {
        realTime.advance(by);
        shownTime.advance(by);
    }

    private void runWatcher(Site site) {
        try {
            if (!site.isSettled()) {
                site.session = logIn(site, LoginProtocol.SOAP, site.configured, site.session);
            }
            if (!site.session.isEmpty() && !site.restSession.equals(site.session)) {
                site.restSession = logIn(site, LoginProtocol.REST, site.session, site.restSession);
            }
        } catch (ProcessStoppedError _) {
            note("dead at", site.server);
            begin();
        }
    }

    private String logIn(Site site, LoginProtocol side, String password, String otherwise) {
        var ready = new Ready(
                new Credentials("CCM@vsphere.local", new Secret(password)), "the history", "" + site.revision);
        boolean sign = side == LoginProtocol.SOAP && site.hasSign;
        try {
            LoginResult<String> result = rateLimiter.logIn(
                    new LoginRequest(new LoginTarget(site.server, side), ready, sign),
                    WatchObserver.NONE,
                    () -> site,
                    to -> send(to, side, password));
            return result instanceof LoginResult.LoggedIn<String>(String session) ? session : otherwise;
        } catch (VcenterException _) {
            return otherwise;
        } finally {
            store.isAwayOnce = false;
        }
    }

    private String send(Site site, LoginProtocol side, String password) {
        if (password.isEmpty()) {
            throw new AssertionError("a login without a password");
        }
        if (side == LoginProtocol.REST && !site.provenHere.equals(password)) {
            throw new AssertionError("REST before SOAP");
        }
        site.hasSign = false;
        LoginFault fault = next;
        next = LoginFault.NONE;
        switch (fault) {
            case DIES_BEFORE -> throw stopProcess();
            case BUSY -> throw new VcenterException(Kind.BUSY, site.server, "busy");
            case NONE, DIES_AFTER, ANSWER_LOST, RECORD_LOST -> {}
        }
        boolean accepted = site.account.accepts(password, realTime.instant());
        note(side + " at " + site.server + " as " + password + (accepted ? " accepted" : " refused"), fault.name());
        switch (fault) {
            case DIES_AFTER -> throw stopProcess();
            case ANSWER_LOST -> throw new VcenterException(Kind.TIMEOUT, site.server, "no answer");
            case RECORD_LOST -> store.isAwayOnce = true;
            case NONE, DIES_BEFORE, BUSY -> {}
        }
        if (!accepted) {
            throw new VcenterException(Kind.LOGIN_REFUSED, site.server, "refused");
        }
        site.provenHere = password;
        if (side == LoginProtocol.SOAP && fault == LoginFault.NONE) {
            site.recorded = password;
        }
        return password;
    }

    /// Blocks the store, because a stopped process records nothing.
    private ProcessStoppedError stopProcess() {
        store.isAwayOnce = true;
        return new ProcessStoppedError();
    }

    /// Repairs all faults in one of two ways, and waits until all watchers are logged in.
    private String repair() {
        store.isAway = false;
        next = LoginFault.NONE;
        sites.forEach(site -> site.account.isDown = false);
        Duration bound = random.nextBoolean() ? repairBySecret() : repairAtVcenter();
        Instant repaired = realTime.instant();
        for (int i = 0; !sites.stream().allMatch(Site::isSettled); i++) {
            advance(step(i));
            sites.forEach(this::runWatcher);
            if (Duration.between(repaired, realTime.instant()).compareTo(bound) > 0) {
                return "not logged in after " + bound + describe();
            }
        }
        int most = sites.stream()
                .mapToInt(site -> site.account.mostRefusals())
                .max()
                .orElse(0);
        return most > 2 ? most + " refusals in fifteen minutes" + describe() : "";
    }

    /// Sets a new password everywhere.
    ///
    /// @return the longest time until all are logged in: until older refusals no longer count
    private Duration repairBySecret() {
        String fresh = newPassword();
        boolean isQuiet = sites.stream().allMatch(site -> site.account.refusals.isEmpty()) && store.isUnwritten();
        sites.forEach(site -> {
            site.account.password = fresh;
            configure(site, note("repaired with", fresh));
        });
        return isQuiet ? STEP : LoginPolicy.WINDOW.plus(SLACK);
    }

    /// Makes vCenter accept the configured passwords. Two vCenters with one user name log in one after the other.
    ///
    /// @return the longest time until all are logged in: the longest cooldown and these logins
    private Duration repairAtVcenter() {
        String first = sites.getFirst().configured;
        sites.forEach(site -> {
            if (site.configured.isEmpty() || linked) {
                configure(site, first.isEmpty() ? "p0" : first);
            }
            site.account.password = note("repaired at vCenter", site.configured);
        });
        boolean proven = sites.stream().allMatch(site -> site.configured.equals(site.recorded));
        return (proven ? Duration.ZERO : MAX_REST)
                .plus(LoginPolicy.WINDOW)
                .plus(LoginPolicy.EXTRA_DELAY)
                .plus(SLACK);
    }

    private String describe() {
        return "\n  " + String.join("\n  ", notes) + "\n" + store.memory.read();
    }

    /// A store that is unavailable from time to time.
    private static final class FlakyStore implements LoginStore {
        private final MemoryLoginStore memory = new MemoryLoginStore();
        private boolean isAway;
        private boolean isAwayOnce;
        private final StringBuilder written = new StringBuilder();

        boolean isUnwritten() {
            return memory.read().texts().values().stream().noneMatch(text -> text.contains("attempt"));
        }

        @Override
        public Entries read() {
            requireThere();
            return memory.read();
        }

        @Override
        public boolean write(Entries entries) {
            requireThere();
            entries.texts().values().forEach(written::append);
            return memory.write(entries);
        }

        private void requireThere() {
            if (isAway || isAwayOnce) {
                throw new UnavailableException("away", false);
            }
        }

        @Override
        public String howToReset() {
            return "delete the record";
        }
    }
}
