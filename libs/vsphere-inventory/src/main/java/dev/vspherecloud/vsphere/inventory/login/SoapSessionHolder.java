package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource.Reading;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Holds the one SOAP session with a vCenter. The session is opened when needed, kept through network failures,
/// replaced when the credentials change, and logged out at the end.
///
/// Threads: only the watcher's thread, except for [#credentialsChanged] and [#acceptedCredentials].
public final class SoapSessionHolder {
    private static final Logger log = LoggerFactory.getLogger(SoapSessionHolder.class);

    private record Held(VcenterSession session, Reading.Ready ready) {}

    private final String name;
    private final VcenterAccess access;
    private final LoginTarget target;
    private final LongSupplier nanoTime;
    private final SessionObserver observer;
    private final Semaphore credentialChanges = new Semaphore(0);
    private @Nullable Held held;
    private @Nullable VcenterSession replacedSession;
    private volatile Optional<Reading.Ready> acceptedCredentials = Optional.empty();

    /// True if a session was lost and no login was tried since.
    private boolean hasLostSession;

    /// A text that says how vCenter refused the last login; empty if it did not.
    private String lastRefusal = "";

    /// True if vCenter has not accepted the new credentials yet. They are tried again at `renewAt`.
    private boolean isRenewalPending;

    private long renewAt;
    private String lastLoggedTopic = "";

    public SoapSessionHolder(String name, VcenterAccess access, LongSupplier nanoTime, SessionObserver observer) {
        this.name = name;
        this.access = access;
        this.target = LoginTarget.of(access.client().endpoint(), LoginProtocol.SOAP);
        this.nanoTime = nanoTime;
        this.observer = observer;
    }

    /// Called when the source of the credentials may have changed.
    public void credentialsChanged() {
        credentialChanges.release();
    }

    /// Waits until the source of the credentials may have changed, but at most this long.
    public void awaitCredentialsChange(Duration atMost) throws InterruptedException {
        if (credentialChanges.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
            credentialChanges.drainPermits();
        }
    }

    /// Returns the credentials that vCenter accepted last over SOAP.
    public Optional<Reading.Ready> acceptedCredentials() {
        return acceptedCredentials;
    }

    /// Returns the current session, or opens a new one.
    ///
    /// @throws VcenterException if vCenter cannot be reached
    public LoginResult<VcenterSession> open() {
        logOutReplaced();
        Held current = held;
        if (current != null) {
            return new LoginResult.LoggedIn<>(current.session());
        }
        return switch (access.credentials().read()) {
            case Reading.Awaited() -> new LoginResult.InProgress<>(LoginRateLimiter.RECHECK_INTERVAL);
            case Reading.Absent(String why) ->
                new LoginResult.Closed<>(
                        VsphereReason.CREDENTIALS_MISSING, why, "", why, LoginRateLimiter.RECHECK_INTERVAL);
            case Reading.Ready ready -> open(ready);
        };
    }

    /// Logs in. A person has to fix a refusal, so the result contains the refusal as long as no login is tried
    /// because of it.
    private LoginResult<VcenterSession> open(Reading.Ready ready) {
        LoginResult<VcenterSession> result = logIn(ready);
        if (!(result instanceof LoginResult.Closed<VcenterSession> closed)) {
            return result;
        }
        if (!closed.refusal().isEmpty()) {
            lastRefusal = closed.refusal();
        }
        return closed.withRefusal(lastRefusal);
    }

    /// Returns the time until [#renew] has something to do: zero if the source of the credentials may have
    /// changed.
    public Duration timeUntilRenewal() {
        if (credentialChanges.availablePermits() > 0) {
            return Duration.ZERO;
        }
        return isRenewalPending
                ? Duration.ofNanos(Math.max(0, renewAt - nanoTime.getAsLong()))
                : Duration.ofNanos(Long.MAX_VALUE);
    }

    /// Logs in with the credentials of the source if they differ from those of the session. The old session
    /// stays until that succeeds, and is logged out with the next [#open].
    ///
    /// @return true if there is a new session
    public boolean renew() {
        boolean hasChanged = credentialChanges.drainPermits() > 0;
        boolean isDue = isRenewalPending && nanoTime.getAsLong() - renewAt >= 0;
        Held current = held;
        if (current == null || !(hasChanged || isDue)) {
            return false;
        }
        return switch (access.credentials().read()) {
            case Reading.Ready ready
            when !ready.credentials().equals(current.ready().credentials()) -> renew(current, ready);
            case Reading.Ready _, Reading.Awaited _, Reading.Absent _ -> {
                isRenewalPending = false;
                lastLoggedTopic = "";
                yield false;
            }
        };
    }

    private boolean renew(Held current, Reading.Ready ready) {
        try {
            return switch (logIn(ready)) {
                case LoginResult.LoggedIn<VcenterSession> _ -> {
                    replacedSession = current.session();
                    yield true;
                }
                case LoginResult.InProgress<VcenterSession>(Duration retryAfter) -> retryLater(retryAfter);
                case LoginResult.Closed<VcenterSession> closed -> {
                    logRenewalFailure(closed.topic(), closed.why());
                    yield retryLater(closed.retryAfter());
                }
            };
        } catch (VcenterException e) {
            if (!Thread.currentThread().isInterrupted()) {
                logRenewalFailure(e.kind().toString(), String.valueOf(e.getMessage()));
            }
            return retryLater(LoginRateLimiter.RECHECK_INTERVAL);
        }
    }

    private boolean retryLater(Duration retryAfter) {
        isRenewalPending = true;
        renewAt = nanoTime.getAsLong() + retryAfter.toNanos();
        return false;
    }

    /// Logs that new credentials were not accepted, once for each cause, however often the login is tried.
    private void logRenewalFailure(String topic, String why) {
        if (!topic.equals(lastLoggedTopic)) {
            lastLoggedTopic = topic;
            log.atWarn()
                    .addKeyValue("vcenter", name)
                    .addKeyValue("cause", why)
                    .log("Cannot log in with the changed credentials; the session with the previous ones continues");
        }
    }

    private LoginResult<VcenterSession> logIn(Reading.Ready ready) {
        var request = new LoginRequest(target, ready, hasLostSession);
        LoginResult<VcenterSession> result = access.rateLimiter()
                .logIn(request, observer, access.client()::prepareLogin, prepared -> {
                    hasLostSession = false;
                    return prepared.send(ready.credentials());
                });
        if (result instanceof LoginResult.LoggedIn<VcenterSession>(VcenterSession newSession)) {
            onLoggedIn(newSession, ready);
        }
        return result;
    }

    private void onLoggedIn(VcenterSession newSession, Reading.Ready ready) {
        held = new Held(newSession, ready);
        observer.onSessionStarted(LoginProtocol.SOAP);
        acceptedCredentials = Optional.of(ready);
        lastRefusal = "";
        isRenewalPending = false;
        lastLoggedTopic = "";
        log.atInfo()
                .addKeyValue("vcenter", name)
                .addKeyValue("version", newSession.content().about().version())
                .addKeyValue("instanceUuid", newSession.content().about().instanceUuid())
                .addKeyValue("user", ready.credentials().user())
                .addKeyValue("origin", ready.origin())
                .addKeyValue("revision", ready.revision())
                .log("Logged in to vCenter");
    }

    /// Called when the session is lost; the next [#open] logs in. The session is logged out all the same, in
    /// case vCenter still has it.
    public void onSessionLost() {
        logOutHeld();
        access.rateLimiter().onSessionLost(target.server());
        hasLostSession = true;
    }

    /// Starts the logout, if there is a session. The closing of the client waits for the end.
    public void close() {
        logOutReplaced();
        logOutHeld();
    }

    private void logOutHeld() {
        Optional.ofNullable(held).map(Held::session).ifPresent(this::logOut);
        held = null;
    }

    private void logOutReplaced() {
        Optional.ofNullable(replacedSession).ifPresent(this::logOut);
        replacedSession = null;
    }

    private void logOut(VcenterSession session) {
        session.logOut();
        observer.onSessionEnded(LoginProtocol.SOAP);
    }
}
