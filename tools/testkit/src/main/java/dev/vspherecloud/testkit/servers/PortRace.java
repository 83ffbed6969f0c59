package dev.vspherecloud.testkit.servers;

import java.util.function.Supplier;

/// Starts a server that gets its port as a flag. If the port is in use, tries again with another port.
///
/// The kernel never assigns a [dev.vspherecloud.testkit.wire.ReservedPort] to a process that asks for any free port.
/// Two cases remain: a program with exactly this number in its configuration, and systems on which a port cannot be
/// reserved.
final class PortRace {
    private static final int ATTEMPTS = 4;

    private PortRace() {}

    static <T> T start(Supplier<T> attempt) {
        for (int i = 1; ; i++) {
            try {
                return attempt.get();
            } catch (ServerException e) {
                if (i == ATTEMPTS || !isPortTaken(e)) {
                    throw e;
                }
            }
        }
    }

    /// Returns true if a server could not start because its port was in use. The log of that server is not interesting.
    static boolean isPortTaken(ServerException e) {
        return String.valueOf(e.getMessage()).contains("address already in use");
    }
}
