package dev.vspherecloud.testkit.servers;

import java.util.function.Supplier;

/// Starts a server that needs a port, once more when somebody took it in between.
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
