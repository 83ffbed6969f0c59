package dev.vspherecloud.vsphere.client;

import java.time.Duration;

/// The time limits of calls. Every call has a deadline that covers all of it, including the last byte of the
/// response.
///
/// @param connect for a TCP connection and its TLS handshake
/// @param call for one ordinary exchange
/// @param read for a read of properties with all its pages
/// @param logout for the logout at the end of a session
/// @param waitMargin the extra time for a wait for updates beyond the time given to the server. It is generous,
///                   since a response that is cut off may lose the updates in it
public record Timeouts(Duration connect, Duration call, Duration read, Duration logout, Duration waitMargin) {
    public Timeouts {
        for (Duration each : new Duration[] {connect, call, read, logout, waitMargin}) {
            if (each.isNegative() || each.isZero()) {
                throw new IllegalArgumentException("a timeout must be positive: " + each);
            }
        }
    }

    /// 10 s to connect, 30 s for a call, 2 min for a paged read, 4 s to log out, 30 s beyond a wait.
    public static Timeouts standard() {
        return new Timeouts(
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofMinutes(2),
                Duration.ofSeconds(4),
                Duration.ofSeconds(30));
    }

    /// Returns the same limits, but none of a call or a read is longer than this.
    Timeouts limitedTo(Duration limit) {
        return new Timeouts(connect, shorter(call, limit), shorter(read, limit), logout, waitMargin);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
