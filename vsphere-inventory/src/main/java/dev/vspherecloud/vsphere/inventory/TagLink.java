package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.TaggingSession;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.inventory.CredentialSource.Reading;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one REST session with a vCenter, made with what the SOAP side accepted last.
///
/// Threads: confined to the tag watcher.
final class TagLink {
    private static final Logger log = LoggerFactory.getLogger(TagLink.class);

    /// What asking for a session came to.
    sealed interface Attempt {
        record Open(TaggingSession session) implements Attempt {}

        /// @param why for people
        record Closed(String why) implements Attempt {}

        /// The SOAP side has not logged in yet, or others are just logging in.
        record Soon() implements Attempt {}
    }

    private record Held(TaggingSession session, Reading.Ready ready) {}

    private final VcenterClient client;
    private final LoginGate gate;
    private final Supplier<Optional<Reading.Ready>> accepted;
    private final WatchObserver observer;
    private @Nullable Held held;

    TagLink(VcenterClient client, LoginGate gate, Supplier<Optional<Reading.Ready>> accepted, WatchObserver observer) {
        this.client = client;
        this.gate = gate;
        this.accepted = accepted;
        this.observer = observer;
    }

    String name() {
        return client.endpoint().name();
    }

    /// The session that is there, if it was made with the credentials of today; else a new one; else the old one.
    ///
    /// @throws VcenterException when REST can't be reached
    Attempt open() {
        Held current = held;
        Optional<Reading.Ready> ready = accepted.get();
        if (ready.isEmpty()) {
            return current == null ? new Attempt.Soon() : new Attempt.Open(current.session());
        }
        if (current == null) {
            return logIn(ready.get());
        }
        if (!current.ready().credentials().equals(ready.get().credentials())) {
            replace(current, ready.get());
        }
        return new Attempt.Open(Optional.ofNullable(held).orElse(current).session());
    }

    private void replace(Held current, Reading.Ready ready) {
        try {
            if (logIn(ready) instanceof Attempt.Open) {
                logOut(current.session());
            }
        } catch (VcenterException e) {
            log.atDebug()
                    .addKeyValue("vcenter", name())
                    .addKeyValue("cause", e.getMessage())
                    .log("The REST session made with the credentials before goes on");
        }
    }

    private Attempt logIn(Reading.Ready ready) {
        var request = new LoginRequest(LoginRequest.server(client.endpoint()), LoginSide.REST, ready, false);
        var login = new ObservedLogin(observer, LoginSide.REST);
        return switch (gate.logIn(request, () -> client, to -> login.send(() -> to.tagging(ready.credentials())))) {
            case LoginResult.Entered<TaggingSession>(TaggingSession fresh) -> entered(fresh, ready);
            case LoginResult.Soon<TaggingSession> _ -> new Attempt.Soon();
            case LoginResult.Closed<TaggingSession> closed -> new Attempt.Closed(closed.why());
            case LoginResult.Refused<TaggingSession>(VcenterException failure, var next) ->
                new Attempt.Closed(failure.getMessage() + "; " + next.why());
        };
    }

    private Attempt entered(TaggingSession fresh, Reading.Ready ready) {
        held = new Held(fresh, ready);
        observer.sessionBegan(LoginSide.REST);
        log.atInfo()
                .addKeyValue("vcenter", name())
                .addKeyValue("user", ready.credentials().user())
                .addKeyValue("origin", ready.origin())
                .log("Logged in to vCenter for tags");
        return new Attempt.Open(fresh);
    }

    /// The session is no more; the next [#open] logs in. It is logged out all the same, in case vCenter still has it.
    void lost() {
        Optional.ofNullable(held).map(Held::session).ifPresent(this::logOut);
        held = null;
    }

    /// Begins to log out, if there is a session. Closing the client waits for the end.
    void close() {
        Optional.ofNullable(held).map(Held::session).ifPresent(this::logOut);
        held = null;
    }

    private void logOut(TaggingSession session) {
        session.logOut();
        observer.sessionEnded(LoginSide.REST);
    }
}
