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

/// What happens to two vCenters, to what the configuration says about their common user, and to the processes
/// that log in with it: one seed, one history. The accounts are kept naively, as a vCenter does.
///
/// Time is real time, and what clocks show is that plus whatever they were set to.
final class LoginHistory {
    private static final Duration STEP = Duration.ofSeconds(5);
    private static final Duration STEP_LATER = Duration.ofSeconds(45);

    /// What a look that comes a little late may cost.
    private static final Duration SLACK = Duration.ofMinutes(2);

    private static final Duration MAX_REST = LoginRecord.Cooldown.withJitter(LoginRecord.Cooldown.MAX_LENGTH, 1);
    private static final Duration LOCKING_WINDOW = Duration.ofMinutes(15);
    private static final List<String> SERVERS = List.of("vc-a:443", "vc-b:443");

    /// The process is gone in the middle of a call.
    private static final class Death extends Error {
        private static final long serialVersionUID = 1;
    }

    /// What a vCenter, or all that are linked, know of the user.
    private static final class Account {
        private String password = "p0";
        private boolean isDown;
        private final List<Instant> refusals = new ArrayList<>();

        boolean admits(String tried, Instant now) {
            boolean accepted = !isDown && tried.equals(password);
            if (!accepted) {
                refusals.add(now);
            }
            return accepted;
        }

        /// The most refusals in any window of fifteen minutes.
        int most() {
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
    private final UnsteadyStore store = new UnsteadyStore();
    private final List<String> told = new ArrayList<>();
    private final List<Site> sites;
    private final boolean linked;
    private LoginRateLimiter gate;
    private int passwords;
    private Instant mayRestart = Instant.MIN;

    /// What befalls the next login; nothing when null.
    private Trouble next = Trouble.NONE;

    private enum Trouble {
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
        gate = process();
    }

    private LoginRateLimiter process() {
        Instant born = realTime.instant();
        return new LoginRateLimiter(
                store,
                shownTime,
                () -> Duration.between(born, realTime.instant()).toNanos(),
                new Random(random.nextLong()));
    }

    /// @return what went wrong; empty when nothing did
    String play() {
        int events = 3 + random.nextInt(12);
        for (int i = 0; i < events; i++) {
            event();
            pass(Duration.ofSeconds(random.nextInt(4) == 0 ? 5 + random.nextInt(10) : random.nextInt(600)));
        }
        return mend();
    }

    /// All texts that were recorded so far, one after the other.
    String written() {
        return store.written.toString();
    }

    private void event() {
        Site site = sites.get(random.nextInt(sites.size()));
        switch (random.nextInt(14)) {
            case 0 -> site.account.password = tell("vCenter's password", newPassword());
            case 1 -> site.account.password = tell("vCenter's password as configured", site.configured);
            case 2 -> configure(site, tell("another password", newPassword()));
            case 3 -> configure(site, tell("the right password", site.account.password));
            case 4 -> sites.forEach(each -> configure(each, tell("all right", each.account.password)));
            case 5 -> site.revision++;
            case 6, 7 -> restart();
            case 8 -> next = Trouble.values()[random.nextInt(Trouble.values().length)];
            case 9 -> loseSession(site);
            case 10 -> site.account.isDown = !site.account.isDown;
            case 11 -> setClock();
            case 12 -> store.isAway = !store.isAway;
            case 13 -> configure(site, "");
            default -> throw new IllegalStateException("no such event");
        }
    }

    private String tell(String what, String value) {
        told.add(realTime.instant() + " " + what + " " + value);
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
        tell("session lost at", site.server);
        if (!site.session.isEmpty()) {
            site.session = "";
            site.provenHere = "";
            site.hasSign = true;
            gate.onSessionLost(site.server);
        }
        site.restSession = "";
    }

    /// The clock of the next machine may show something else, but not long after one was set forward: then nothing
    /// tells that a refusal was just now.
    private void restart() {
        if (realTime.instant().isBefore(mayRestart)) {
            return;
        }
        tell("restart, linked", String.valueOf(linked));
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
        gate = process();
    }

    private void setClock() {
        Duration by = Duration.ofSeconds(random.nextInt(7200) - 3600L);
        tell("clock set by", by.toString());
        setShown(by);
        if (by.isPositive()) {
            mayRestart = realTime.instant().plus(Duration.ofMinutes(17));
            sites.forEach(this::logInAnew);
        }
    }

    /// Makes the gate look at the clock.
    private void logInAnew(Site site) {
        loseSession(site);
        visit(site);
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
            sites.forEach(this::visit);
        }
    }

    /// Watchers look every five seconds; here, to save time, they do so at first.
    private static Duration step(int number) {
        return number < 6 ? STEP : STEP_LATER;
    }

    private void advance(Duration by) {
        realTime.advance(by);
        shownTime.advance(by);
    }

    private void visit(Site site) {
        try {
            if (!site.isSettled()) {
                site.session = logIn(site, LoginProtocol.SOAP, site.configured, site.session);
            }
            if (!site.session.isEmpty() && !site.restSession.equals(site.session)) {
                site.restSession = logIn(site, LoginProtocol.REST, site.session, site.restSession);
            }
        } catch (Death _) {
            tell("dead at", site.server);
            begin();
        }
    }

    private String logIn(Site site, LoginProtocol side, String password, String otherwise) {
        var ready = new Ready(
                new Credentials("CCM@vsphere.local", new Secret(password)), "the history", "" + site.revision);
        boolean sign = side == LoginProtocol.SOAP && site.hasSign;
        try {
            LoginResult<String> result = gate.logIn(
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
        Trouble trouble = next;
        next = Trouble.NONE;
        switch (trouble) {
            case DIES_BEFORE -> throw death();
            case BUSY -> throw new VcenterException(Kind.BUSY, site.server, "busy");
            case NONE, DIES_AFTER, ANSWER_LOST, RECORD_LOST -> {}
        }
        boolean accepted = site.account.admits(password, realTime.instant());
        tell(side + " at " + site.server + " as " + password + (accepted ? " accepted" : " refused"), trouble.name());
        switch (trouble) {
            case DIES_AFTER -> throw death();
            case ANSWER_LOST -> throw new VcenterException(Kind.TIMEOUT, site.server, "no answer");
            case RECORD_LOST -> store.isAwayOnce = true;
            case NONE, DIES_BEFORE, BUSY -> {}
        }
        if (!accepted) {
            throw new VcenterException(Kind.LOGIN_REFUSED, site.server, "refused");
        }
        site.provenHere = password;
        if (side == LoginProtocol.SOAP && trouble == Trouble.NONE) {
            site.recorded = password;
        }
        return password;
    }

    /// From the moment that a process is dead it records nothing.
    private Death death() {
        store.isAwayOnce = true;
        return new Death();
    }

    /// Makes everything right, in one way or another, and waits until all are logged in.
    private String mend() {
        store.isAway = false;
        next = Trouble.NONE;
        sites.forEach(site -> site.account.isDown = false);
        Duration bound = random.nextBoolean() ? mendBySecret() : mendAtVcenter();
        Instant mended = realTime.instant();
        for (int i = 0; !sites.stream().allMatch(Site::isSettled); i++) {
            advance(step(i));
            sites.forEach(this::visit);
            if (Duration.between(mended, realTime.instant()).compareTo(bound) > 0) {
                return "not logged in after " + bound + story();
            }
        }
        int most = sites.stream().mapToInt(site -> site.account.most()).max().orElse(0);
        return most > 2 ? most + " refusals in fifteen minutes" + story() : "";
    }

    /// Passwords that nobody refused yet: in no more time than it takes for older refusals not to count.
    private Duration mendBySecret() {
        String fresh = newPassword();
        boolean isQuiet = sites.stream().allMatch(site -> site.account.refusals.isEmpty()) && store.isUnwritten();
        sites.forEach(site -> {
            site.account.password = fresh;
            configure(site, tell("mended with", fresh));
        });
        return isQuiet ? STEP : LoginPolicy.WINDOW.plus(SLACK);
    }

    /// What was refused for hours becomes right: after the longest rest, and in turn where two share a user's
    /// name.
    private Duration mendAtVcenter() {
        String first = sites.getFirst().configured;
        sites.forEach(site -> {
            if (site.configured.isEmpty() || linked) {
                configure(site, first.isEmpty() ? "p0" : first);
            }
            site.account.password = tell("mended at vCenter", site.configured);
        });
        boolean proven = sites.stream().allMatch(site -> site.configured.equals(site.recorded));
        return (proven ? Duration.ZERO : MAX_REST)
                .plus(LoginPolicy.WINDOW)
                .plus(LoginPolicy.EXTRA_DELAY)
                .plus(SLACK);
    }

    private String story() {
        return "\n  " + String.join("\n  ", told) + "\n" + store.memory.read();
    }

    /// Loses its connection now and then.
    private static final class UnsteadyStore implements LoginStore {
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
