package dev.vspherecloud.vsphere.inventory.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.inventory.WatchObserver;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SoapSessionHolderTest {
    private static final Duration VERY_LONG = Duration.ofHours(1);

    @Test
    void aChangeOfTheCredentialsEndsTheWaitForThem() throws InterruptedException {
        var endpoint = new VcenterEndpoint("vc-a", "127.0.0.1", 1, new TlsTrust.Insecure(), Optional.empty());
        try (var client = new VcenterClient(endpoint, Timeouts.standard(), "test", VcenterObserver.NONE)) {
            var rateLimiter =
                    new LoginRateLimiter(new MemoryLoginStore(), InstantSource.system(), () -> 0, new Random(1));
            var access = new VcenterAccess(client, CredentialSource.Reading.Awaited::new, rateLimiter);
            var holder = new SoapSessionHolder("vc-a", access, () -> 0, WatchObserver.NONE);
            var waits = new AtomicInteger();

            holder.credentialsChanged();
            holder.awaitCredentialsChange(VERY_LONG);
            waits.incrementAndGet();
            Thread waiting = Thread.ofVirtual().start(() -> {
                try {
                    holder.awaitCredentialsChange(VERY_LONG);
                    waits.incrementAndGet();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            holder.credentialsChanged();
            waiting.join();

            assertThat(waits).hasValue(2);
        }
    }
}
