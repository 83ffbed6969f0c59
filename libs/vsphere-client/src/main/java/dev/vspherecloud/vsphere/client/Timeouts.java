package dev.vspherecloud.vsphere.client;

import java.time.Duration;

/// How long calls may take. Every call has a deadline that covers all of it, the last byte of the answer
/// included.
///
/// @param connect for a TCP connection and its TLS handshake
/// @param call for one ordinary exchange
/// @param read for a read of properties with all its pages
/// @param logout for the good-bye at the end of a session
/// @param waitMargin what a wait for updates may take beyond the time the server was given. Generous: an answer
///     that is cut off may take the updates in it with it
public record Timeouts(Duration connect, Duration call, Duration read, Duration logout, Duration waitMargin) {
    public Timeouts {
        for (Duration each : new Duration[] {connect, call, read, logout, waitMargin}) {
            if (each.isNegative() || each.isZero()) {
                throw new IllegalArgumentException("a timeout must be longer than nothing: " + each);
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

    /// The same, but no call and no read takes longer than this.
    Timeouts atMost(Duration longest) {
        return new Timeouts(connect, shorter(call, longest), shorter(read, longest), logout, waitMargin);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
