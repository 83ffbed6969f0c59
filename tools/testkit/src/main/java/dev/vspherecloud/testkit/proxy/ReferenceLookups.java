package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Request;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// Counts how often clients asked a vCenter for each VM by its reference, with any result.
///
/// Each lookup is an opportunity for a wrong decision. A test that waits for lookups, and not for time to pass, proves
/// that the client had such opportunities.
///
/// Threads: the threads of the proxy write, any may read; guarded by this object's monitor.
public final class ReferenceLookups {
    private static final Pattern VM = Pattern.compile("type=\"VirtualMachine\"[^>]*>([^<]+)<");

    private final Map<String, Integer> counts = new HashMap<>();

    private ReferenceLookups() {}

    /// Starts to count the lookups through this proxy.
    public static ReferenceLookups at(FaultProxy proxy) {
        var referenceLookups = new ReferenceLookups();
        proxy.listen(referenceLookups::onRequest);
        return referenceLookups;
    }

    public synchronized int count(String ref) {
        return counts.getOrDefault(ref, 0);
    }

    /// Waits until clients asked for a VM this number of times.
    ///
    /// @return true if they did in time
    public synchronized boolean await(String ref, int times, Duration longest) throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        while (count(ref) < times) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    private void onRequest(String name, Request request) {
        if (name.startsWith("RetrieveProperties")) {
            var vms = VM.matcher(request.body().text())
                    .results()
                    .map(one -> one.group(1))
                    .distinct()
                    .toList();
            synchronized (this) {
                vms.forEach(vm -> counts.merge(vm, 1, Integer::sum));
                notifyAll();
            }
        }
    }
}
