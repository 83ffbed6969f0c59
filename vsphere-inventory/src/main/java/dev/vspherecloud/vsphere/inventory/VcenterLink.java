package dev.vspherecloud.vsphere.inventory;

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
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

    /// What asking for a session came to.
    sealed interface Attempt {
        record Open(VcenterSession session) implements Attempt {}

        /// No login may be tried now.
        ///
        /// @param topic what it is about, to tell it once however its words vary
        /// @param why   for people
        /// @param again when to ask again
        record Closed(String topic, String why, Duration again) implements Attempt {}
    }

    private final String name;
    private final VcenterClient client;
    private final CredentialSource credentials;
    private final LongSupplier nanoTime;
    private final LoginGate gate;
    private @Nullable VcenterSession session;

    /// How vCenter refused the last login, so that the same is not told anew in other words.
    private String refusal = "";

    VcenterLink(
            String name, VcenterClient client, CredentialSource credentials, LoginGate gate, LongSupplier nanoTime) {
        this.name = name;
        this.client = client;
        this.credentials = credentials;
        this.gate = gate;
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
            case CredentialSource.Reading.Absent(String why) -> new Attempt.Closed(why, why, LOOK_AGAIN);
            case CredentialSource.Reading.Ready ready -> login(ready);
        };
    }

    private Attempt login(CredentialSource.Reading.Ready ready) {
        Duration closed = gate.closedFor(ready.credentials(), nanoTime.getAsLong());
        return closed.isPositive()
                ? new Attempt.Closed(VcenterException.Kind.LOGIN_REFUSED.name(), refusal, shorter(closed, LOOK_AGAIN))
                : tryLogin(ready);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private Attempt tryLogin(CredentialSource.Reading.Ready ready) {
        try {
            VcenterSession fresh = client.login(ready.credentials());
            gate.accepted();
            session = fresh;
            log.atInfo()
                    .addKeyValue("vcenter", name)
                    .addKeyValue("version", fresh.content().about().version())
                    .addKeyValue("instanceUuid", fresh.content().about().instanceUuid())
                    .log("Logged in to vCenter");
            return new Attempt.Open(fresh);
        } catch (VcenterException e) {
            if (e.kind() != VcenterException.Kind.LOGIN_REFUSED) {
                throw e;
            }
            VcenterException told = withAccount(e, ready);
            gate.refused(ready.credentials(), nanoTime.getAsLong());
            refusal = String.valueOf(told.getMessage());
            throw told;
        }
    }

    /// Says also who was refused, and where to correct that.
    private VcenterException withAccount(VcenterException refusal, CredentialSource.Reading.Ready ready) {
        return new VcenterException(
                refusal.kind(),
                name,
                "%s; user %s and the password come from %s"
                        .formatted(refusal.getMessage(), ready.credentials().user(), ready.origin()),
                refusal);
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
