package dev.vspherecloud.csi.protocol.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sends frames that break rules and limits.
class Http2ConnectionIT {
    /// Longer than a test may take, so that only the clock of the test ends it.
    private static final Duration WRITE = Duration.ofHours(1);

    private static final Http2Limits LIMITS = new Http2Limits(
            new Http2Limits.Times(Duration.ofSeconds(30), WRITE), 2, 3, 4, 20_000, 1000, 10_000, 45_000);
    private static final byte[] NONE = {};
    private static final List<HeaderField> POST = List.of(
            new HeaderField(":method", "POST"), new HeaderField(":scheme", "http"), new HeaderField(":path", "/"));

    @TempDir
    private Path folder;

    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicLong now = new AtomicLong();
    private UnixSocketServer server;

    @BeforeEach
    void open() {
        server = UnixSocketServer.open(
                socket(), this::answer, LIMITS, now::get, Supervisor.system(SupervisorObserver.NONE));
    }

    @AfterEach
    void stop() {
        released.countDown();
        server.stop(Duration.ofSeconds(5));
    }

    /// Answers with the state and size of the request. A request with the body "wait" waits for the end of
    /// the test. The answer to the body "large" has 10,000 bytes.
    private Http2Response answer(Http2Request request) throws InterruptedException {
        String body =
                StandardCharsets.US_ASCII.decode(request.body().duplicate()).toString();
        if (body.equals("wait")) {
            released.await();
        }
        boolean isLarge = body.equals("large") && request.state() == Http2Request.State.COMPLETE;
        String answer = isLarge ? "x".repeat(10_000) : request.state() + " " + body.length();
        return new Http2Response(
                List.of(new HeaderField(":status", "200")), StandardCharsets.US_ASCII.encode(answer), List.of());
    }

    private Path socket() {
        return folder.resolve("csi.sock");
    }

    @Test
    void aRequestInSmallPiecesIsAnswered() throws IOException {
        try (var client = new Client(socket())) {
            byte[] block = HpackEncoder.encode(POST);
            client.send(Frame.HEADERS, 0, 1, Arrays.copyOf(block, 3));
            client.send(Frame.CONTINUATION, 0, 1, Arrays.copyOfRange(block, 3, 9));
            client.send(Frame.CONTINUATION, Frame.END_HEADERS, 1, Arrays.copyOfRange(block, 9, block.length));
            client.send(Frame.DATA, Frame.PADDED, 1, new byte[] {2, 'a', 'b', 0, 0});
            client.send(77, 0, 1, new byte[5]);
            client.send(Frame.DATA, Frame.END_STREAM, 1, new byte[] {'c'});

            assertThat(client.answer(1)).isEqualTo("COMPLETE 3");
        }
    }

    @Test
    void pingsAreAnswered() throws IOException {
        try (var client = new Client(socket())) {
            client.send(Frame.PING, 0, 0, "12345678".getBytes(StandardCharsets.US_ASCII));

            Sent ping = client.next(Frame.PING);
            assertThat(ping.flags()).isEqualTo(Frame.ACK);
            assertThat(ping.payload()).isEqualTo("12345678");
        }
    }

    @Test
    void aClientThatIsNotOfHttp2IsDisconnected() throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
            write(channel, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(new Client(channel).lastError()).isEqualTo(Http2ErrorCode.PROTOCOL_ERROR.number());
        }
    }

    @Test
    void brokenFramesEndTheConnection() throws IOException {
        assertThat(error(Frame.HEADERS, Frame.END_HEADERS, 2, HpackEncoder.encode(POST)))
                .isEqualTo(Http2ErrorCode.PROTOCOL_ERROR);
        assertThat(error(Frame.HEADERS, Frame.END_HEADERS, 0, HpackEncoder.encode(POST)))
                .isEqualTo(Http2ErrorCode.PROTOCOL_ERROR);
        assertThat(error(Frame.HEADERS, Frame.END_HEADERS, 1, new byte[] {(byte) 0xff}))
                .isEqualTo(Http2ErrorCode.COMPRESSION_ERROR);
        assertThat(error(Frame.HEADERS, Frame.PADDED, 1, new byte[] {9, 0})).isEqualTo(Http2ErrorCode.PROTOCOL_ERROR);
        assertThat(error(Frame.DATA, 0, 1, NONE)).isEqualTo(Http2ErrorCode.PROTOCOL_ERROR);
        assertThat(error(Frame.CONTINUATION, 0, 1, NONE)).isEqualTo(Http2ErrorCode.PROTOCOL_ERROR);
        assertThat(error(Frame.PUSH_PROMISE, 0, 1, NONE)).isEqualTo(Http2ErrorCode.PROTOCOL_ERROR);
        assertThat(error(Frame.RST_STREAM, 0, 1, new byte[4])).isEqualTo(Http2ErrorCode.PROTOCOL_ERROR);
        assertThat(error(Frame.PING, 0, 0, NONE)).isEqualTo(Http2ErrorCode.FRAME_SIZE_ERROR);
        assertThat(error(Frame.PRIORITY, 0, 1, NONE)).isEqualTo(Http2ErrorCode.FRAME_SIZE_ERROR);
        assertThat(error(Frame.SETTINGS, 0, 0, new byte[5])).isEqualTo(Http2ErrorCode.FRAME_SIZE_ERROR);
        assertThat(error(Frame.SETTINGS, 0, 0, new byte[] {0, 4, -1, -1, -1, -1}))
                .isEqualTo(Http2ErrorCode.FLOW_CONTROL_ERROR);
        assertThat(error(Frame.WINDOW_UPDATE, 0, 0, new byte[4])).isEqualTo(Http2ErrorCode.PROTOCOL_ERROR);
        assertThat(error(Frame.WINDOW_UPDATE, 0, 0, new byte[] {127, -1, -1, -1}))
                .isEqualTo(Http2ErrorCode.FLOW_CONTROL_ERROR);
        assertThat(error(Frame.DATA, 0, 1, new byte[Frame.MAX_PAYLOAD + 1])).isEqualTo(Http2ErrorCode.FRAME_SIZE_ERROR);
    }

    private Http2ErrorCode error(int type, int flags, int stream, byte[] payload) throws IOException {
        try (var client = new Client(socket())) {
            client.send(type, flags, stream, payload);
            int code = client.lastError();
            return Arrays.stream(Http2ErrorCode.values())
                    .filter(each -> each.number() == code)
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void endlessHeadersEndTheConnection() throws IOException {
        try (var client = new Client(socket())) {
            client.send(Frame.HEADERS, 0, 1, new byte[Frame.MAX_PAYLOAD]);
            client.send(Frame.CONTINUATION, 0, 1, new byte[Frame.MAX_PAYLOAD]);

            assertThat(client.lastError()).isEqualTo(Http2ErrorCode.ENHANCE_YOUR_CALM.number());
        }
    }

    @Test
    void aMalformedRequestEndsOnlyItsCall() throws IOException {
        try (var client = new Client(socket())) {
            client.send(Frame.HEADERS, Frame.END_HEADERS, 1, HpackEncoder.encode(POST.subList(0, 1)));
            client.request(3, "ok");

            assertThat(client.next(Frame.RST_STREAM).number()).isEqualTo(Http2ErrorCode.PROTOCOL_ERROR.number());
            assertThat(client.answer(3)).isEqualTo("COMPLETE 2");
        }
    }

    @Test
    void largeRequestsAreAnsweredWithoutTheirBody() throws IOException {
        try (var client = new Client(socket())) {
            var large = new ArrayList<>(POST);
            large.add(new HeaderField("x", "y".repeat(1000)));
            client.send(Frame.HEADERS, Frame.END_HEADERS | Frame.END_STREAM, 1, HpackEncoder.encode(large));
            assertThat(client.answer(1)).isEqualTo("HEADERS_TOO_LARGE 0");

            client.send(Frame.HEADERS, Frame.END_HEADERS, 3, HpackEncoder.encode(POST));
            client.send(Frame.DATA, 0, 3, new byte[10_000]);
            client.send(Frame.DATA, 0, 3, new byte[1]);
            assertThat(client.answer(3)).isEqualTo("BODY_TOO_LARGE 10000");
            assertThat(client.next(Frame.RST_STREAM).number()).isEqualTo(Http2ErrorCode.NO_ERROR.number());
        }
    }

    @Test
    void aRequestIsRefusedIfTheServerHoldsTooManyBytes() throws IOException {
        try (var client = new Client(socket())) {
            client.send(Frame.HEADERS, Frame.END_HEADERS, 1, HpackEncoder.encode(POST));
            client.send(Frame.DATA, 0, 1, new byte[9000]);
            client.send(Frame.HEADERS, Frame.END_HEADERS, 3, HpackEncoder.encode(POST));
            client.send(Frame.DATA, 0, 3, new byte[9000]);
            assertThat(client.answer(3)).isEqualTo("SERVER_FULL 0");
        }
    }

    /// The client does not take the first response, and the heap has no room for another one.
    @Test
    void aResponseIsRefusedIfTheServerHoldsTooManyBytes() throws IOException {
        try (var client = new Client(socket())) {
            client.send(Frame.SETTINGS, 0, 0, window(20));
            client.request(1, "large");
            assertThat(client.answer(1)).isEqualTo("x".repeat(20));
            client.request(3, "large");

            assertThat(client.answer(3)).isEqualTo("SERVER_FULL 5");
        }
    }

    @Test
    void aClientThatTakesAResponseTooSlowlyGetsNoMore() throws IOException {
        try (var client = new Client(socket())) {
            client.send(Frame.SETTINGS, 0, 0, window(20));
            client.request(1, "large");
            assertThat(client.answer(1)).isEqualTo("x".repeat(20));

            now.addAndGet(WRITE.plusSeconds(1).toNanos());
            client.send(Frame.WINDOW_UPDATE, 0, 1, new byte[] {0, 0, 0, 1});

            assertThat(client.next(Frame.RST_STREAM).number()).isEqualTo(Http2ErrorCode.CANCEL.number());
        }
    }

    private static byte[] window(int size) {
        return new byte[] {0, 4, 0, 0, 0, (byte) size};
    }

    /// Also a call that its client reset counts until its thread has ended.
    @Test
    void tooManyCallsAreRefused() throws IOException {
        try (var client = new Client(socket())) {
            for (int id = 1; id <= 5; id += 2) {
                client.request(id, "wait");
                client.send(Frame.RST_STREAM, 0, id, new byte[] {0, 0, 0, 8});
            }
            client.request(7, "ok");

            Sent reset = client.next(Frame.RST_STREAM);
            assertThat(reset.stream()).isEqualTo(7);
            assertThat(reset.number()).isEqualTo(Http2ErrorCode.REFUSED_STREAM.number());
        }
    }

    @Test
    void theIdleConnectionLeavesForANewOne() throws IOException {
        try (var first = new Client(socket());
                var second = new Client(socket())) {
            first.request(1, "wait");
            first.next(Frame.SETTINGS);
            second.request(1, "ok");
            assertThat(second.answer(1)).isEqualTo("COMPLETE 2");

            try (var third = new Client(socket())) {
                third.request(1, "new");

                assertThat(third.answer(1)).isEqualTo("COMPLETE 3");
                assertThat(second.isClosed()).isTrue();
                released.countDown();
                assertThat(first.answer(1)).isEqualTo("COMPLETE 4");
            }
        }
    }

    @Test
    void aClientThatSendsTooSlowlyIsDisconnected() throws IOException {
        // The server accepts in order: when the second client gets an answer, it has accepted the first.
        try (SocketChannel silent = SocketChannel.open(UnixDomainSocketAddress.of(socket()));
                var slow = new Client(socket())) {
            slow.send(Frame.HEADERS, Frame.END_HEADERS, 1, HpackEncoder.encode(POST));
            slow.send(Frame.PING, 0, 0, new byte[8]);
            slow.next(Frame.PING);

            now.addAndGet(Duration.ofSeconds(31).toNanos());

            assertThat(slow.isClosed()).isTrue();
            assertThat(silent.read(ByteBuffer.allocate(1))).isNegative();
        }
    }

    @Test
    void aServerThatStopsSaysWhichCallsItServes() throws IOException, InterruptedException {
        try (var client = new Client(socket())) {
            client.request(1, "wait");
            client.send(Frame.PING, 0, 0, new byte[8]);
            client.next(Frame.PING);

            Thread stopping = Thread.ofVirtual().start(() -> server.stop(Duration.ofSeconds(20)));
            Sent goAway = client.next(Frame.GOAWAY);
            client.request(3, "late");
            released.countDown();
            stopping.join();

            assertThat(goAway.number()).isEqualTo(1);
            assertThat(client.answer(1)).isEqualTo("COMPLETE 4");
            assertThat(client.isClosed()).isTrue();
        }
    }

    private static void write(SocketChannel channel, byte[] bytes) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            int _ = channel.write(rest);
        }
    }

    /// A frame of the server.
    private record Sent(int type, int flags, int stream, String payload) {
        /// Returns the first number of the payload.
        int number() {
            return ByteBuffer.wrap(payload.getBytes(StandardCharsets.ISO_8859_1))
                    .getInt();
        }
    }

    /// A client that sends what the test says.
    private static final class Client implements AutoCloseable {
        private final SocketChannel channel;
        private final FrameReader reader;

        Client(Path socket) throws IOException {
            this(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
            write(channel, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            send(Frame.SETTINGS, 0, 0, NONE);
        }

        Client(SocketChannel channel) {
            this.channel = channel;
            this.reader = new FrameReader(channel);
        }

        void send(int type, int flags, int stream, byte[] payload) throws IOException {
            write(channel, Frame.bytes(type, flags, stream, payload));
        }

        void request(int stream, String body) throws IOException {
            send(Frame.HEADERS, Frame.END_HEADERS, stream, HpackEncoder.encode(POST));
            send(Frame.DATA, Frame.END_STREAM, stream, body.getBytes(StandardCharsets.US_ASCII));
        }

        /// Skips frames of other types.
        Sent next(int type) throws IOException {
            while (true) {
                Frame frame = reader.next().orElseThrow(() -> new IOException("the server closed the connection"));
                if (frame.type() == type) {
                    return new Sent(
                            type,
                            frame.flags(),
                            frame.stream(),
                            StandardCharsets.ISO_8859_1.decode(frame.payload()).toString());
                }
            }
        }

        String answer(int stream) throws IOException {
            Sent data = next(Frame.DATA);
            assertThat(data.stream()).isEqualTo(stream);
            return data.payload();
        }

        /// Returns the code of the GOAWAY frame after which the server closes the connection.
        int lastError() throws IOException {
            Sent goAway = next(Frame.GOAWAY);
            assertThat(isClosed()).isTrue();
            return ByteBuffer.wrap(goAway.payload().getBytes(StandardCharsets.ISO_8859_1))
                    .getInt(4);
        }

        /// Reads until the server closes the connection.
        boolean isClosed() {
            try {
                while (reader.next().isPresent()) {
                    // Frames that were sent before.
                }
                return true;
            } catch (IOException _) {
                // Closed with frames that the server had not read.
                return true;
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
