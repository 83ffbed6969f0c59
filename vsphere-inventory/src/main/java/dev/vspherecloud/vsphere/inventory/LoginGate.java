package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.Credentials;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Keeps us from locking an account: credentials that were refused are not tried again for a while.
///
/// Others are tried at once, for somebody just changed them.
/// Threads: confined to one watcher.
final class LoginGate {
    private static final Duration REST = Duration.ofMinutes(5);

    private @Nullable Credentials refused;
    private long openAt;

    /// How long these credentials must not be tried yet; zero when they may be.
    Duration closedFor(Credentials credentials, long now) {
        return credentials.equals(refused) ? Duration.ofNanos(Math.max(0, openAt - now)) : Duration.ZERO;
    }

    void refused(Credentials credentials, long now) {
        refused = credentials;
        openAt = now + REST.toNanos();
    }

    void accepted() {
        refused = null;
    }
}
