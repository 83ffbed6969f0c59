package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.inventory.login.LoginPolicy.Decision;
import dev.vspherecloud.vsphere.inventory.login.LoginRecord.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Limits the rate of logins to all vCenters, over SOAP and REST, so that no account is ever locked. Every
/// login goes through this class.
///
/// Each login is recorded in the [LoginStore] before it is sent, and [LoginPolicy] decides on that record.
/// Attempts of other processes count like those of this one, and a process that died during a login has used up
/// a try. If nothing can be recorded, no login is tried. If a person deletes entries from the store, they no
/// longer count.
///
/// Threads: any.
public final class LoginRateLimiter {
    private static final Logger log = LoggerFactory.getLogger(LoginRateLimiter.class);

    /// The interval at which a caller checks whether the record or the credentials changed, while no login may
    /// be tried.
    static final Duration RECHECK_INTERVAL = Duration.ofSeconds(5);

    private static final Duration BUSY_RETRY = Duration.ofMillis(200);

    private final FallbackLoginStore store;
    private final SteadyWallClock steadyClock;
    private final LoginRecords records;

    /// The credentials that vCenter accepted over SOAP in this process, by server.
    private final Map<String, Credentials> accepted = new ConcurrentHashMap<>();

    /// Creates a limiter for a process that records its logins.
    ///
    /// @param clock    the wall clock; it may be set while the program runs
    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    /// @param random   creates salts, so it should not be guessable
    public LoginRateLimiter(LoginStore store, InstantSource clock, LongSupplier nanoTime, RandomGenerator random) {
        this(store, AttemptStore.NONE, LoginPolicy.RECORDING, clock, nanoTime, random);
    }

    private LoginRateLimiter(
            LoginStore store,
            AttemptStore attempts,
            LoginPolicy policy,
            InstantSource clock,
            LongSupplier nanoTime,
            RandomGenerator random) {
        this.store = new FallbackLoginStore(store, policy);
        this.steadyClock = new SteadyWallClock(clock, nanoTime);
        this.records = new LoginRecords(this.store, attempts, policy, steadyClock, random);
    }

    /// Creates a limiter for a process that writes nothing to the store. It tries a login only if no login of
    /// the user has failed lately, and only with the password that was accepted last, if that is known. Its own
    /// attempts are kept in memory, and for the next such process in `attempts`.
    public static LoginRateLimiter readOnly(
            LoginStore store,
            AttemptStore attempts,
            InstantSource clock,
            LongSupplier nanoTime,
            RandomGenerator random) {
        return new LoginRateLimiter(store, attempts, LoginPolicy.READING_ONLY, clock, nanoTime, random);
    }

    /// Logs in, if a login may be tried now. REST may try only credentials that SOAP accepted. Once the attempt
    /// is recorded, an interrupt does not end the login: it lasts until `send` returns.
    ///
    /// @param observer notified of the outcome of the login, if it is tried
    /// @param prepare  does what is possible before user and password are sent; if it fails, nothing is
    ///     recorded
    /// @param send     sends user and password
    /// @throws VcenterException if the server gave no answer about user and password
    <P, S> LoginResult<S> logIn(
            LoginRequest request, SessionObserver observer, Supplier<P> prepare, Function<P, S> send) {
        if (!request.credentials().isComplete()) {
            return closed(
                    VsphereReason.CREDENTIALS_MISSING,
                    "incomplete",
                    "user or password is missing in " + request.ready().origin(),
                    RECHECK_INTERVAL);
        }
        if (request.target().protocol() == LoginProtocol.REST
                && !request.credentials().equals(accepted.get(request.target().server()))) {
            return closed(
                    VsphereReason.LOGIN_REFUSED,
                    "unproven",
                    "no login to the REST API of %s is tried: its SOAP API has not accepted user and password yet"
                            .formatted(request.target().server()),
                    RECHECK_INTERVAL);
        }
        Decision first = records.evaluate(request);
        if (!(first instanceof Decision.Allowed)) {
            return toResult(request, first);
        }
        P prepared = prepare.get();
        // An interrupt in between would leave a try in the record that was never sent, or whose outcome is
        // known.
        return Uninterrupted.callUninterrupted(
                "vcenter-login", () -> recordAndSend(request, observer, () -> send.apply(prepared)));
    }

    private <S> LoginResult<S> recordAndSend(LoginRequest request, SessionObserver observer, Supplier<S> login) {
        Decision decision = records.recordAttempt(request);
        return decision instanceof Decision.Allowed(Attempt attempt)
                ? send(request, attempt, observer, login)
                : toResult(request, decision);
    }

    private <S> LoginResult<S> send(
            LoginRequest request, Attempt attempt, SessionObserver observer, Supplier<S> login) {
        log.atDebug()
                .addKeyValue("server", request.target().server())
                .addKeyValue("side", request.target().protocol())
                .addKeyValue("user", request.user())
                .addKeyValue("origin", request.ready().origin())
                .addKeyValue("revision", request.ready().revision())
                .log("Trying to log in");
        try {
            return new LoginResult.LoggedIn<>(sendAndRecordOutcome(request, attempt, observer, login));
        } catch (VcenterException e) {
            if (LoginOutcome.of(e) != LoginOutcome.REFUSED) {
                throw e;
            }
            return this.<S>afterRefusal(request).withRefusal(String.valueOf(e.getMessage()));
        }
    }

    private <S> S sendAndRecordOutcome(
            LoginRequest request, Attempt attempt, SessionObserver observer, Supplier<S> login) {
        LoginOutcome outcome = LoginOutcome.UNANSWERED;
        try {
            S session = login.get();
            outcome = LoginOutcome.ACCEPTED;
            return session;
        } catch (VcenterException e) {
            outcome = LoginOutcome.of(e);
            throw e;
        } finally {
            recordOutcome(request, attempt, outcome);
            observer.onLogin(request.target().protocol(), outcome);
        }
    }

    /// Called when the SOAP session of this server is lost. The server may no longer accept its credentials, so
    /// REST may not use them either.
    void onSessionLost(String server) {
        accepted.remove(server);
    }

    private void recordOutcome(LoginRequest request, Attempt attempt, LoginOutcome outcome) {
        boolean isSoap = request.target().protocol() == LoginProtocol.SOAP;
        if (isSoap && outcome == LoginOutcome.ACCEPTED) {
            accepted.put(request.target().server(), request.credentials());
        }
        if (isSoap && outcome == LoginOutcome.REFUSED) {
            accepted.remove(request.target().server(), request.credentials());
        }
        records.recordOutcome(request, attempt, outcome);
    }

    /// Returns the result for credentials that were just refused, with the time when they may be tried again.
    private <S> LoginResult.Closed<S> afterRefusal(LoginRequest request) {
        Decision decision = records.evaluate(request);
        if (decision instanceof Decision.Failed) {
            return closed(
                    VsphereReason.LOGIN_REFUSED,
                    "refused",
                    records.howToForget(request)
                            .map(reset ->
                                    "so that the account is not locked, the next command tries no login of %s for %d minutes; correct user and password, and, to try at once, %s"
                                            .formatted(
                                                    request.credentials().user(),
                                                    LoginPolicy.WINDOW.toMinutes(),
                                                    reset))
                            .orElse("this command records no logins, so correct user and password before you run it"
                                    + " again: each run adds a refused login"),
                    RECHECK_INTERVAL);
        }
        return this.<S>toResult(request, decision) instanceof LoginResult.Closed<S> closed
                ? closed
                : closed(VsphereReason.LOGIN_REFUSED, "refused", "the provider tries again", RECHECK_INTERVAL);
    }

    private <S> LoginResult<S> toResult(LoginRequest request, Decision decision) {
        return switch (decision) {
            case Decision.Allowed _, Decision.Busy _ -> new LoginResult.InProgress<>(BUSY_RETRY);
            case Decision.Unrecorded(String why) ->
                closed(
                        VsphereReason.LOGIN_UNRECORDED,
                        "unrecorded",
                        "no login is tried, because it cannot be recorded first: " + why,
                        RECHECK_INTERVAL);
            case Decision.Failed(Attempt last, Instant until) ->
                closed(
                        VsphereReason.LOGIN_REFUSED,
                        "failed " + last.at(),
                        explain(request, last, until),
                        recheckDelay(until));
            case Decision.Unverified() ->
                closed(
                        VsphereReason.LOGIN_UNRECORDED,
                        "unproven",
                        "no login of user %s on %s is tried: the last recorded login there was accepted with another password than the one in %s, and this command records no logins"
                                .formatted(
                                        request.credentials().user(),
                                        request.target().server(),
                                        request.ready().origin()),
                        RECHECK_INTERVAL);
            case Decision.Closed(Instant until, LoginPolicy.Reason reason) ->
                closed(
                        VsphereReason.LOGIN_REFUSED,
                        "until " + until,
                        explain(request, until, reason),
                        recheckDelay(until));
        };
    }

    private String explain(LoginRequest request, Instant until, LoginPolicy.Reason reason) {
        return "no login of user %s on %s before %s: %s. User and password come from %s: correct them there, or, to try again at once, %s"
                .formatted(
                        request.credentials().user(),
                        request.target().server(),
                        until.truncatedTo(ChronoUnit.SECONDS),
                        reason.text(),
                        request.ready().origin(),
                        store.howToReset());
    }

    private String explain(LoginRequest request, Attempt last, Instant until) {
        return "no login of user %s on %s before %s: a login on %s was %s at %s, and this command, which records no logins, must not risk another failure; user and password come from %s"
                        .formatted(
                                request.credentials().user(),
                                request.target().server(),
                                until.truncatedTo(ChronoUnit.SECONDS),
                                last.target().server(),
                                last.state() == Attempt.State.REFUSED ? "refused" : "not answered",
                                last.at().truncatedTo(ChronoUnit.SECONDS),
                                request.ready().origin())
                + records.howToForget(request)
                        .filter(_ -> records.isEarlier(request, last))
                        .map(reset -> "; an earlier command sent that login, so, to try at once, " + reset)
                        .orElse("");
    }

    private Duration recheckDelay(Instant until) {
        Duration remaining = Duration.between(steadyClock.now(), until);
        return remaining.compareTo(RECHECK_INTERVAL) < 0 && remaining.isPositive() ? remaining : RECHECK_INTERVAL;
    }

    private static <S> LoginResult.Closed<S> closed(VsphereReason code, String topic, String why, Duration retryAfter) {
        return new LoginResult.Closed<>(code, topic, "", why, retryAfter);
    }
}
