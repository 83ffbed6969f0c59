package dev.vspherecloud.testkit.proxy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// The calls through a proxy since its start. A call is recorded as soon as its request was read, so a long poll counts
/// while it waits.
///
/// Threads: the threads of the proxy write, any may read; guarded by this object's monitor.
public final class CallLog {
    private static final int MAX_SOAP_REQUESTS = 20_000;
    private static final long MAX_SOAP_BYTES = 64L * 1024 * 1024;

    private final List<Entry> entries = new ArrayList<>();
    private final Set<String> soapRequests = new LinkedHashSet<>();
    private long soapBytes;
    private long toServer;
    private long toClient;

    CallLog() {}

    /// Returns every call so far.
    public Calls all() {
        return since(0);
    }

    public long count() {
        return mark();
    }

    public long count(String name) {
        return all().count(name);
    }

    /// Returns the number of calls so far, as a position in the log for [#since(long)].
    public synchronized long mark() {
        return entries.size();
    }

    /// Returns the calls that arrived after the mark.
    public synchronized Calls since(long mark) {
        return new Calls(entries.subList((int) mark, entries.size()).stream()
                .map(Entry::snapshot)
                .toList());
    }

    /// Returns all bytes so far, including those of calls in progress.
    public synchronized Traffic traffic() {
        return new Traffic(toServer, toClient);
    }

    /// Returns every distinct SOAP envelope that clients sent, in order, up to 20,000 of them or 64 MiB.
    ///
    /// They are complete and contain passwords: check them, do not print them.
    public synchronized List<String> soapRequests() {
        return List.copyOf(soapRequests);
    }

    /// Waits until the condition holds for the calls so far.
    ///
    /// @return true if it held in time
    public boolean await(Predicate<Calls> condition, Duration longest) throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        synchronized (this) {
            while (!condition.test(all())) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
            return true;
        }
    }

    /// Returns the table of [Calls#describe()] for every call so far.
    public String describe() {
        return all().describe();
    }

    synchronized Entry begin(Instant at, String name, long requestBytes) {
        var entry = new Entry(entries.size(), at, name, requestBytes);
        entries.add(entry);
        toServer += requestBytes;
        notifyAll();
        return entry;
    }

    synchronized void keepSoap(String envelope) {
        if (soapRequests.size() < MAX_SOAP_REQUESTS
                && soapBytes + envelope.length() <= MAX_SOAP_BYTES
                && soapRequests.add(envelope)) {
            soapBytes += envelope.length();
        }
    }

    /// A call in progress, written by the thread that serves it.
    final class Entry {
        private final long number;
        private final Instant at;
        private final String name;
        private final long requestBytes;
        private long responseBytes;
        private int status;
        private boolean open = true;
        private String ending = "";

        private Entry(long number, Instant at, String name, long requestBytes) {
            this.number = number;
            this.at = at;
            this.name = name;
            this.requestBytes = requestBytes;
        }

        void answered(int answer) {
            synchronized (CallLog.this) {
                status = answer;
                CallLog.this.notifyAll();
            }
        }

        void sent(long bytes) {
            synchronized (CallLog.this) {
                responseBytes += bytes;
                toClient += bytes;
                CallLog.this.notifyAll();
            }
        }

        void received(long bytes) {
            synchronized (CallLog.this) {
                toServer += bytes;
                CallLog.this.notifyAll();
            }
        }

        /// Sets the reason for an early end; the first reason stays.
        void endedBy(String reason) {
            synchronized (CallLog.this) {
                if (open && ending.isEmpty()) {
                    ending = reason;
                }
            }
        }

        void closed() {
            synchronized (CallLog.this) {
                open = false;
                CallLog.this.notifyAll();
            }
        }

        private Call snapshot() {
            return new Call(number, at, name, requestBytes, responseBytes, status, open, ending);
        }
    }
}
