package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.Credentials;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one SOAP session with a vCenter: made when needed, kept through network failures, logged out at the end.
///
/// Threads: confined to the watcher.
final class VcenterLink {
    private static final Logger log = LoggerFactory.getLogger(VcenterLink.class);

    /// While no login may be tried, how often it is asked whether the credentials changed.
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(15);

    /// What asking for a session came to.
    sealed interface Attempt {
        record Open(VcenterSession session) implements Attempt {}

        /// No login may be tried now.
        ///
        /// @param why   for people
        /// @param again when to ask again
        record Closed(String why, Duration again) implements Attempt {}
    }

    private final String name;
    private final VcenterClient client;
    private final CredentialSource credentials;
    private final LongSupplier nanoTime;
    private final LoginGate gate = new LoginGate();
    private @Nullable VcenterSession session;

    VcenterLink(String name, VcenterClient client, CredentialSource credentials, LongSupplier nanoTime) {
        this.name = name;
        this.client = client;
        this.credentials = credentials;
        this.nanoTime = nanoTime;
    }

    /// The session that is there, or a new one.
    ///
    /// @throws VcenterException when vCenter can't be reached or refuses
    Attempt open() {
        VcenterSession current = session;
        if (current != null) {
            return new Attempt.Open(current);
        }
        return switch (credentials.read()) {
            case CredentialSource.Reading.Absent(String why) -> new Attempt.Closed(why, LOOK_AGAIN);
            case CredentialSource.Reading.Ready(Credentials ready) -> login(ready);
        };
    }

    private Attempt login(Credentials ready) {
        Duration closed = gate.closedFor(ready, nanoTime.getAsLong());
        if (closed.isPositive()) {
            return new Attempt.Closed(
                    "vCenter %s refused user and password; the next try is in %d s, or as soon as they change"
                            .formatted(name, closed.toSeconds()),
                    closed.compareTo(LOOK_AGAIN) < 0 ? closed : LOOK_AGAIN);
        }
        try {
            VcenterSession fresh = client.login(ready);
            gate.accepted();
            session = fresh;
            log.atInfo()
                    .addKeyValue("vcenter", name)
                    .addKeyValue("version", fresh.content().about().version())
                    .addKeyValue("instanceUuid", fresh.content().about().instanceUuid())
                    .log("Logged in to vCenter");
            return new Attempt.Open(fresh);
        } catch (VcenterException e) {
            if (e.kind() == VcenterException.Kind.LOGIN_REFUSED) {
                gate.refused(ready, nanoTime.getAsLong());
            }
            throw e;
        }
    }

    /// The session is no more; the next [#open] logs in.
    void lost() {
        session = null;
    }

    /// Logs out, if there is a session.
    void close() {
        Optional.ofNullable(session).ifPresent(VcenterSession::close);
        session = null;
    }
}
