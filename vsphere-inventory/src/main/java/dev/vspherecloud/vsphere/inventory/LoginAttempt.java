package dev.vspherecloud.vsphere.inventory;

import java.time.Instant;

/// A login that was tried and not accepted, or not yet.
///
/// @param server   host and port in lower case, as in `vc-a.example.com:443`
/// @param at       when it was recorded, or refused
/// @param check    of the password, see [PasswordCheck]
/// @param origin   where the credentials come from, for people
/// @param revision of that place, as the `resourceVersion` of a Secret; may be empty
record LoginAttempt(String server, LoginSide side, Instant at, State state, int check, String origin, String revision) {
    enum State {
        /// Recorded before it was sent. Stays so when the process dies, and then counts like a refusal.
        PENDING,
        REFUSED,
        UNANSWERED
    }

    LoginAttempt {
        origin = origin.replaceAll("\\s+", " ").strip();
        revision = revision.replaceAll("\\s+", "_");
    }

    LoginAttempt became(State now, Instant when) {
        return new LoginAttempt(server, side, when, now, check, origin, revision);
    }

    boolean isAt(String otherServer, LoginSide otherSide) {
        return server.equals(otherServer) && side == otherSide;
    }
}
