package dev.vspherecloud.vsphere.client;

import java.time.Duration;

/// The time limits of calls. Every call has a deadline that covers all of it, including the last byte of the
/// response.
///
/// @param connect the time for a TCP connection and its TLS handshake
/// @param call the time for one ordinary exchange
/// @param read the time for a read of properties with all its pages
/// @param logout the time for the logout at the end of a session
/// @param waitMargin the extra time for a wait for updates beyond the time that the server gets. It is
///     generous, since a response that is cut off may lose the updates in it
public record Timeouts(Duration connect, Duration call, Duration read, Duration logout, Duration waitMargin) {
    public Timeouts {
        for (Duration each : new Duration[] {connect, call, read, logout, waitMargin}) {
            if (each.isNegative() || each.isZero()) {
                throw new IllegalArgumentException("a timeout must be positive: " + each);
            }
        }
    }

    /// Returns the standard limits: 10 s to connect, 30 s for a call, 2 min for a paged read, 4 s to log out,
    /// 30 s beyond a wait.
    public static Timeouts standard() {
        return new Timeouts(
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofMinutes(2),
                Duration.ofSeconds(4),
                Duration.ofSeconds(30));
    }

    /// Returns the same limits, but with no time for a call or a read longer than this limit.
    Timeouts limitedTo(Duration limit) {
        return new Timeouts(connect, shorter(call, limit), shorter(read, limit), logout, waitMargin);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
