package dev.vspherecloud.testkit.servers;

import java.util.function.Supplier;

/// Starts a server that is told its port, once more with another one when it finds the port taken.
///
/// A [dev.vspherecloud.testkit.wire.ReservedPort] is given to nobody who asks for any port. What is left is a program
/// that listens on just this number because somebody wrote it down, and systems on which no port can be reserved.
final class PortRace {
    private static final int ATTEMPTS = 4;

    private PortRace() {}

    static <T> T start(Supplier<T> attempt) {
        for (int i = 1; ; i++) {
            try {
                return attempt.get();
            } catch (ServerException e) {
                if (i == ATTEMPTS || !isLost(e)) {
                    throw e;
                }
            }
        }
    }

    /// Whether a server could not start because its port was taken; nobody wants that one's log.
    static boolean isLost(ServerException e) {
        return String.valueOf(e.getMessage()).contains("address already in use");
    }
}
