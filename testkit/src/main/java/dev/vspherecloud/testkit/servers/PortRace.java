package dev.vspherecloud.testkit.servers;

import java.util.function.Supplier;

/// Starts a server that needs free ports, once more when somebody took one in between.
final class PortRace {
    private static final int ATTEMPTS = 4;

    private PortRace() {}

    static <T> T start(Supplier<T> attempt) {
        for (int i = 1; ; i++) {
            try {
                return attempt.get();
            } catch (ServerException e) {
                if (i == ATTEMPTS || !String.valueOf(e.getMessage()).contains("address already in use")) {
                    throw e;
                }
            }
        }
    }
}
