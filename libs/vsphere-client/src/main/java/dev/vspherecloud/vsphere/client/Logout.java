package dev.vspherecloud.vsphere.client;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends a session at the server if possible, and never fails.
final class Logout {
    private static final Logger log = LoggerFactory.getLogger(Logout.class);

    private Logout() {}

    /// Logs out. An interrupt would end the call, so run this on a thread that is never interrupted.
    static void run(Runnable logOut) {
        try {
            runWithRetry(logOut);
        } catch (VcenterException e) {
            log.atDebug()
                    .addKeyValue("cause", e.getMessage())
                    .log("Cannot log out of vCenter; the session ends when it times out there");
        }
    }

    /// Tries to log out twice: a kept connection may have died unnoticed, and the second attempt uses a new
    /// one. Logging out twice does no harm.
    private static void runWithRetry(Runnable logOut) {
        try {
            logOut.run();
        } catch (VcenterException e) {
            if (e.kind() != VcenterException.Kind.UNREACHABLE) {
                throw e;
            }
            logOut.run();
        }
    }
}
