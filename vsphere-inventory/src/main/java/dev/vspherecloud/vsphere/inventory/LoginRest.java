package dev.vspherecloud.vsphere.inventory;

import java.time.Duration;
import java.time.Instant;

/// How long credentials that failed rest before the same are tried again on that side of that server.
///
/// @param check    of the password
/// @param refusals in a row; 0 when there was no answer
/// @param since    when it failed
/// @param until    when the rest is over
record LoginRest(String server, LoginSide side, int check, int refusals, Instant since, Instant until) {
    static final Duration SHORTEST = Duration.ofMinutes(5);
    static final Duration LONGEST = Duration.ofHours(1);
    static final Duration UNANSWERED = Duration.ofMinutes(1);

    /// More are not counted: the rest is at its longest long before.
    static final int MOST_REFUSALS = 1_000_000;

    /// Up to this part is added to each rest, so that not all clusters of a site try at the same moment.
    static final double JITTER = 0.2;

    /// @param refusals       in a row, 1 or more
    /// @param acceptedBefore then it is the identity source that is out of order, more likely than the password
    /// @param random         0 to 1
    static Duration afterRefusal(int refusals, boolean acceptedBefore, double random) {
        Duration base = acceptedBefore ? SHORTEST : SHORTEST.multipliedBy(1L << Math.min(refusals - 1, 10));
        return jittered(base.compareTo(LONGEST) < 0 ? base : LONGEST, random);
    }

    static Duration jittered(Duration base, double random) {
        return base.plusMillis((long) (base.toMillis() * JITTER * random));
    }

    boolean isAt(String otherServer, LoginSide otherSide) {
        return server.equals(otherServer) && side == otherSide;
    }

    /// The same rest, had it begun then.
    LoginRest begunAt(Instant start) {
        return new LoginRest(server, side, check, refusals, start, start.plus(Duration.between(since, until)));
    }
}
