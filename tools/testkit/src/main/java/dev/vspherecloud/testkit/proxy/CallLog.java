package dev.vspherecloud.testkit.proxy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// What passed a proxy since it was started. A call is in it from the moment its request has been read, so a long poll
/// counts while it waits.
///
/// Threads: the proxy's write, any may read; guarded by this object's monitor.
public final class CallLog {
    private static final int MAX_SOAP_REQUESTS = 20_000;
    private static final long MAX_SOAP_BYTES = 64L * 1024 * 1024;

    private final List<Entry> entries = new ArrayList<>();
    private final Set<String> soapRequests = new LinkedHashSet<>();
    private long soapBytes;
    private long toServer;
    private long toClient;

    CallLog() {}

    /// Every call so far.
    public Calls all() {
        return since(0);
    }

    public long count() {
        return mark();
    }

    public long count(String name) {
        return all().count(name);
    }

    /// A place in the log, for [#since(long)]: the number of calls so far.
    public synchronized long mark() {
        return entries.size();
    }

    /// The calls that came after the mark was taken.
    public synchronized Calls since(long mark) {
        return new Calls(entries.subList((int) mark, entries.size()).stream()
                .map(Entry::snapshot)
                .toList());
    }

    /// All bytes so far, those of calls under way included.
    public synchronized Traffic traffic() {
        return new Traffic(toServer, toClient);
    }

    /// Every distinct SOAP envelope a client sent, in order, up to 20,000 of them or 64 MiB.
    ///
    /// They are complete, passwords included: check them, do not print them.
    public synchronized List<String> soapRequests() {
        return List.copyOf(soapRequests);
    }

    /// Waits until the calls so far are as wished.
    ///
    /// @return whether they were before the time was over
    public boolean await(Predicate<Calls> wish, Duration longest) throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        synchronized (this) {
            while (!wish.test(all())) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
            return true;
        }
    }

    /// The table of [Calls#describe()] for every call so far.
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

    /// A call under way, written by the thread that serves it.
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

        /// The first reason given stays.
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
