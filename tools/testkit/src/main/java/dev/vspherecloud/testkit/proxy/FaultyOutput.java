package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Workers;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;

/// Writes the response to the client: counts bytes, and sends slowly or breaks off if the fault says so.
///
/// Threads: confined to the one that serves the call.
final class FaultyOutput extends FilterOutputStream {
    private static final int WRITES_PER_SECOND = 20;

    private final Connection client;
    private final CallLog.Entry call;
    private final Workers workers;
    private final Fault fault;
    private long sent;

    FaultyOutput(Connection client, CallLog.Entry call, Workers workers, Fault fault) {
        super(client.output());
        this.client = client;
        this.call = call;
        this.workers = workers;
        this.fault = fault;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
        switch (fault) {
            case Fault.CutAfter cut -> upTo(cut, buffer, offset, length);
            case Fault.Trickle(int bytesPerSecond) -> writeSlowly(bytesPerSecond, buffer, offset, length);
            default -> send(buffer, offset, length);
        }
    }

    private void upTo(Fault.CutAfter cut, byte[] buffer, int offset, int length) throws IOException {
        int allowed = (int) Math.min(length, cut.bytes() - sent);
        send(buffer, offset, allowed);
        if (allowed < length) {
            out.flush();
            throw new ConnectionBrokenException(cut.reset(), "fault: cut after " + sent + " bytes");
        }
    }

    private void writeSlowly(int bytesPerSecond, byte[] buffer, int offset, int length) throws IOException {
        int drop = Math.max(1, bytesPerSecond / WRITES_PER_SECOND);
        for (int done = 0; done < length; done += drop) {
            int size = Math.min(drop, length - done);
            send(buffer, offset + done, size);
            out.flush();
            pause(Duration.ofNanos(size * 1_000_000_000L / bytesPerSecond));
        }
    }

    private void send(byte[] buffer, int offset, int length) throws IOException {
        client.output().write(buffer, offset, length);
        sent += length;
        call.sent(length);
    }

    private void pause(Duration duration) throws InterruptedIOException {
        try {
            workers.pause(duration);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("client left or proxy closed");
        }
    }
}
