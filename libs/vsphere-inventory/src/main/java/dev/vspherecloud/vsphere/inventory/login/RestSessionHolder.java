package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.vsphere.client.TaggingSession;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource.Reading;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Holds the one REST session with a vCenter, opened with the credentials that SOAP accepted last.
///
/// Threads: only the thread of the tag watcher.
public final class RestSessionHolder {
    private static final Logger log = LoggerFactory.getLogger(RestSessionHolder.class);

    private record Held(TaggingSession session, Reading.Ready ready) {}

    private final VcenterClient client;
    private final LoginRateLimiter rateLimiter;
    private final Supplier<Optional<Reading.Ready>> acceptedCredentials;
    private final SessionObserver observer;
    private @Nullable Held held;

    public RestSessionHolder(
            VcenterClient client,
            LoginRateLimiter rateLimiter,
            Supplier<Optional<Reading.Ready>> acceptedCredentials,
            SessionObserver observer) {
        this.client = client;
        this.rateLimiter = rateLimiter;
        this.acceptedCredentials = acceptedCredentials;
        this.observer = observer;
    }

    public String name() {
        return client.endpoint().name();
    }

    /// Returns the current session if it was opened with the current credentials. Otherwise opens a new
    /// session. If that is not possible, returns the current one.
    ///
    /// @throws VcenterException if REST cannot be reached
    public LoginResult<TaggingSession> open() {
        Held current = held;
        Optional<Reading.Ready> ready = acceptedCredentials.get();
        if (ready.isEmpty()) {
            return current == null
                    ? new LoginResult.InProgress<>(LoginRateLimiter.RECHECK_INTERVAL)
                    : new LoginResult.LoggedIn<>(current.session());
        }
        if (current == null) {
            return logIn(ready.get());
        }
        if (!current.ready().credentials().equals(ready.get().credentials())) {
            replace(current, ready.get());
        }
        return new LoginResult.LoggedIn<>(
                Optional.ofNullable(held).orElse(current).session());
    }

    private void replace(Held current, Reading.Ready ready) {
        try {
            if (logIn(ready) instanceof LoginResult.LoggedIn) {
                logOut(current.session());
            }
        } catch (VcenterException e) {
            log.atDebug()
                    .addKeyValue("vcenter", name())
                    .addKeyValue("cause", e.getMessage())
                    .log("Cannot log in with the changed credentials; the REST session with the previous ones"
                            + " continues");
        }
    }

    private LoginResult<TaggingSession> logIn(Reading.Ready ready) {
        var request = new LoginRequest(LoginTarget.of(client.endpoint(), LoginProtocol.REST), ready, false);
        LoginResult<TaggingSession> result =
                rateLimiter.logIn(request, observer, () -> client, to -> to.openTaggingSession(ready.credentials()));
        if (result instanceof LoginResult.LoggedIn<TaggingSession>(TaggingSession newSession)) {
            onLoggedIn(newSession, ready);
        }
        return result;
    }

    private void onLoggedIn(TaggingSession newSession, Reading.Ready ready) {
        held = new Held(newSession, ready);
        observer.onSessionStarted(LoginProtocol.REST);
        log.atInfo()
                .addKeyValue("vcenter", name())
                .addKeyValue("user", ready.credentials().user())
                .addKeyValue("origin", ready.origin())
                .log("Logged in to the REST API of vCenter to read tags");
    }

    /// Starts the logout, if there is a session; the next [#open] logs in. A lost session is logged out, too,
    /// in case vCenter still has it. The closing of the client waits for the end.
    public void close() {
        Optional.ofNullable(held).map(Held::session).ifPresent(this::logOut);
        held = null;
    }

    private void logOut(TaggingSession session) {
        session.logOut();
        observer.onSessionEnded(LoginProtocol.REST);
    }
}
