package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Request;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// How often a client asked a vCenter for VMs by their references, whatever was answered.
///
/// A client that decides nothing had a chance to decide wrongly each time: a test that waits for such chances, and not
/// for time to pass, knows that it has seen something.
///
/// Threads: the proxy's write, any may read; guarded by this object's monitor.
public final class ReferenceLookups {
    private static final Pattern VM = Pattern.compile("type=\"VirtualMachine\"[^>]*>([^<]+)<");

    private final Map<String, Integer> counts = new HashMap<>();

    private ReferenceLookups() {}

    /// Listens from now on.
    public static ReferenceLookups at(FaultProxy proxy) {
        var referenceLookups = new ReferenceLookups();
        proxy.listen(referenceLookups::onRequest);
        return referenceLookups;
    }

    public synchronized int count(String ref) {
        return counts.getOrDefault(ref, 0);
    }

    /// Waits until a VM was asked for so often.
    ///
    /// @return whether it was before the time was over
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
