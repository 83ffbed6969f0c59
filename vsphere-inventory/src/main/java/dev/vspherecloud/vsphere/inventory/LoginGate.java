package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.Credentials;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Keeps us from locking an account: credentials that were refused are not tried again for a while.
///
/// Others are tried at once, for somebody just changed them.
/// Threads: one refuses and accepts, others may ask.
final class LoginGate {
    private static final Duration REST = Duration.ofMinutes(5);

    private record Refusal(Credentials credentials, long openAt) {}

    private volatile @Nullable Refusal refusal;

    /// How long these credentials must not be tried yet; zero when they may be.
    Duration closedFor(Credentials credentials, long now) {
        Refusal last = refusal;
        return last != null && last.credentials().equals(credentials)
                ? Duration.ofNanos(Math.max(0, last.openAt() - now))
                : Duration.ZERO;
    }

    void refused(Credentials credentials, long now) {
        refusal = new Refusal(credentials, now + REST.toNanos());
    }

    void accepted() {
        refusal = null;
    }
}
