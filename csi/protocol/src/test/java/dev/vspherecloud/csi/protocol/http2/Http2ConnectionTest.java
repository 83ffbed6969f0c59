package dev.vspherecloud.csi.protocol.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Sends frames that are cheap for a client and could be expensive for the server.
class Http2ConnectionTest {
    private static final byte[] NONE = {};
    private static final Http2Limits LIMITS = new Http2Limits(
            new Http2Limits.Times(Duration.ofSeconds(30), Duration.ofSeconds(30)),
            1,
            100,
            100,
            20_000,
            16_384,
            10_000,
            120_000);

    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private Runnable atEnd = () -> {};
    private final OpenCalls calls = new OpenCalls(LIMITS);

    /// Such frames add nothing to the block (CVE-2024-27316 and others).
    @Test
    void endlessEmptyPartsOfHeadersEndTheConnection() throws InterruptedException {
        send(Frame.HEADERS, 0, 1, NONE);
        for (int i = 0; i < 10_000; i++) {
            send(Frame.CONTINUATION, 0, 1, NONE);
        }

        byte[] received = received();

        assertThat(received).endsWith(Frame.goAway(0, Http2ErrorCode.ENHANCE_YOUR_CALM));
    }

    /// 400 fields of four bytes on the wire take 129 bytes of heap each, so that two such calls have room.
    @Test
    void callsAreRefusedIfTheirHeadersTakeTheHeap() throws InterruptedException {
        var fields = new ArrayList<>(List.of(
                new HeaderField(":method", "POST"), new HeaderField(":scheme", "http"), new HeaderField(":path", "/")));
        fields.addAll(Collections.nCopies(400, new HeaderField("a", "")));
        for (int id = 1; id <= 5; id += 2) {
            send(Frame.HEADERS, Frame.END_HEADERS, id, HpackEncoder.encode(fields));
        }
        atEnd = () -> assertThat(calls.heap()).isBetween(2 * 400 * 129, LIMITS.heap());

        byte[] received = received();

        assertThat(received).endsWith(Frame.reset(5, Http2ErrorCode.REFUSED_STREAM));
        assertThat(calls.heap()).isZero();
    }

    @Test
    void aResponseTakesHeapForItsFieldsToo() {
        var fields = List.of(new HeaderField("grpc-message", "x".repeat(9000)));

        assertThat(new Http2Response(fields, ByteBuffer.allocate(1000), List.of()).heap())
                .isEqualTo(new Http2Response(List.of(), ByteBuffer.allocate(1000), fields).heap())
                .isGreaterThan(4 * 10_000);
    }

    @Test
    void headersWithoutEndAreOverdue() throws InterruptedException {
        send(Frame.HEADERS, 0, 1, NONE);
        var connection = connection();
        var isOverdue = new AtomicBoolean();
        atEnd = () -> isOverdue.set(connection.isOverdue(Duration.ofSeconds(31).toNanos())
                && !connection.isOverdue(Duration.ofSeconds(29).toNanos()));

        connection.read();

        assertThat(isOverdue).isTrue();
    }

    private void send(int type, int flags, int stream, byte[] payload) {
        sent.writeBytes(Frame.bytes(type, flags, stream, payload));
    }

    private Http2Connection connection() {
        return new Http2Connection(context(), channel());
    }

    private Http2Connection.ServerContext context() {
        return new Http2Connection.ServerContext(
                _ -> new Http2Response(List.of(), ByteBuffer.allocate(0), List.of()),
                LIMITS,
                calls,
                Supervisor.system(SupervisorObserver.NONE),
                () -> 0L);
    }

    private MemoryChannel channel() {
        var all = new ByteArrayOutputStream();
        all.writeBytes(Frame.bytes(Frame.SETTINGS, 0, 0, NONE));
        all.writeBytes(sent.toByteArray());
        return new MemoryChannel(all.toByteArray(), () -> atEnd.run());
    }

    /// Serves everything that was sent, and returns what the server answered.
    private byte[] received() throws InterruptedException {
        MemoryChannel channel = channel();
        var connection = new Http2Connection(context(), channel);
        Thread writing = Thread.ofVirtual().start(connection::write);
        connection.read();
        writing.join();
        return channel.received();
    }
}
