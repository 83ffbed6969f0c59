package dev.vspherecloud.csi.protocol.http2;

import dev.vspherecloud.reconcile.Supervisor;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The connection of one client.
///
/// A rule that a client breaks in one call resets this call. A rule that concerns the connection closes it.
///
/// Threads: one thread runs [#read], another one [#write], and each call has one. The other methods may be
/// called from anywhere.
final class Http2Connection {
    private static final Logger log = LoggerFactory.getLogger(Http2Connection.class);

    /// How long frames about the connection wait for a client that does not read. Then the connection is closed.
    private static final Duration CONTROL = Duration.ofSeconds(10);

    /// The heap that a request takes for each byte of its body: a buffer that grows to twice the size, and a copy.
    private static final int REQUEST_COPIES = 3;

    private static final int SETTING_PUSH = 2;
    private static final int SETTING_STREAMS = 3;
    private static final int SETTING_WINDOW = 4;
    private static final int SETTING_FRAME = 5;
    private static final int SETTING_HEADER_LIST = 6;
    private static final int SETTING_BYTES = 6;

    /// What the connections of one server share.
    record ServerContext(
            Http2Handler handler, Http2Limits limits, OpenCalls calls, Supervisor supervisor, LongSupplier nanoTime) {}

    private final ServerContext context;
    private final ByteChannel channel;
    private final FrameReader reader;
    private final FrameWriter writer;
    private final HpackDecoder decoder;
    private final SendWindows windows = new SendWindows();
    private final Map<Integer, Http2Stream> streams = new ConcurrentHashMap<>();
    private final CountDownLatch written = new CountDownLatch(1);
    private final ReentrantLock opening = new ReentrantLock();
    private final long openedAt;
    private int receiveWindow = SendWindows.DEFAULT;
    private volatile boolean hasPreface;
    private volatile boolean isInHeaders;
    private volatile long headersBeganAt;
    private volatile boolean goingAway;
    private volatile int lastStream;
    private volatile long lastUsed;
    private volatile boolean isEnding;
    private volatile long endedAt;

    Http2Connection(ServerContext context, ByteChannel channel) {
        this.context = context;
        this.channel = channel;
        this.reader = new FrameReader(channel);
        this.writer = new FrameWriter(channel);
        this.decoder = new HpackDecoder(context.limits().headerList());
        this.openedAt = context.nanoTime().getAsLong();
        this.lastUsed = openedAt;
    }

    // --- Reading

    /// Reads until the client closes the connection or breaks a rule of it.
    void read() {
        try {
            readFrames();
            log.atDebug().log("A client closed its connection");
        } catch (Http2Exception e) {
            log.atDebug()
                    .addKeyValue("code", e.code())
                    .addKeyValue("cause", e.getMessage())
                    .log("A client broke a rule of HTTP/2, its connection is closed");
            sendLast(Frame.goAway(lastStream, e.code()));
        } catch (ClosedChannelException | EOFException e) {
            log.atDebug().addKeyValue("cause", e.getMessage()).log("A connection was closed");
        } catch (IOException e) {
            log.atDebug().addKeyValue("cause", e.getMessage()).log("A connection failed");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            cancelAll();
            closeAfterWriting();
        }
    }

    private void readFrames() throws IOException, InterruptedException {
        reader.readPreface();
        hasPreface = true;
        sendControl(settings());
        Optional<Frame> first = reader.next();
        if (first.isPresent()
                && (first.get().type() != Frame.SETTINGS || first.get().has(Frame.ACK))) {
            throw protocolError("the first frame has the type %d, expected SETTINGS"
                    .formatted(first.get().type()));
        }
        for (Optional<Frame> next = first; next.isPresent(); next = reader.next()) {
            receive(next.get());
        }
    }

    private byte[] settings() {
        ByteBuffer settings = ByteBuffer.allocate(2 * SETTING_BYTES);
        settings.putShort((short) SETTING_STREAMS).putInt(context.limits().streams());
        settings.putShort((short) SETTING_HEADER_LIST).putInt(context.limits().headerList());
        return Frame.bytes(Frame.SETTINGS, 0, 0, settings.array());
    }

    private void receive(Frame frame) throws IOException, InterruptedException {
        switch (frame.type()) {
            case Frame.DATA -> receiveData(frame);
            case Frame.HEADERS -> receiveHeaders(frame);
            case Frame.RST_STREAM -> receiveReset(frame);
            case Frame.SETTINGS -> receiveSettings(frame);
            case Frame.PING -> receivePing(frame);
            case Frame.WINDOW_UPDATE -> receiveWindowUpdate(frame);
            case Frame.PRIORITY -> {
                frame.requireStream();
                frame.requireLength(5);
            }
            case Frame.GOAWAY -> frame.requireConnection();
            case Frame.PUSH_PROMISE, Frame.CONTINUATION ->
                throw protocolError("a frame of type %d is not expected here".formatted(frame.type()));
            default -> log.atTrace().addKeyValue("type", frame.type()).log("Ignoring a frame of unknown type");
        }
    }

    private void receiveHeaders(Frame frame) throws IOException, InterruptedException {
        frame.requireStream();
        if (frame.stream() % 2 == 0) {
            throw protocolError("a call has the number %d, expected an odd one".formatted(frame.stream()));
        }
        boolean isEnd = frame.has(Frame.END_STREAM);
        HpackDecoder.HeaderBlock block = decoder.decode(headerBlock(frame));
        Http2Stream known = streams.get(frame.stream());
        if (known != null) {
            receiveTrailers(known, isEnd);
        } else if (isNewStream(frame.stream())) {
            openStream(frame.stream(), block, isEnd);
        }
        // Otherwise the call has ended before its last frames arrived, or comes too late.
    }

    /// Under a lock, so that [#goAway] never tells the client that a call was not accepted which is served.
    private boolean isNewStream(int id) {
        opening.lock();
        try {
            if (id <= lastStream || goingAway) {
                return false;
            }
            lastStream = id;
            return true;
        } finally {
            opening.unlock();
        }
    }

    /// Reads the frames that continue a header block.
    private ByteBuffer headerBlock(Frame frame) throws IOException {
        if (frame.has(Frame.END_HEADERS)) {
            return frame.content();
        }
        headersBeganAt = context.nanoTime().getAsLong();
        isInHeaders = true;
        var block = new ByteArrayOutputStream();
        append(frame.content(), block);
        int size = block.size();
        while (true) {
            Frame next = reader.next()
                    .orElseThrow(() -> new EOFException("the client closed the connection inside headers"));
            if (next.type() != Frame.CONTINUATION || next.stream() != frame.stream()) {
                throw protocolError("a frame of type %d inside of header fields".formatted(next.type()));
            }
            // Counts what frames take beside their payload, so that endless empty ones reach the limit too.
            size += Frame.HEAD + next.length();
            if (size > context.limits().headerBlock()) {
                throw new Http2Exception(
                        Http2ErrorCode.ENHANCE_YOUR_CALM,
                        "the header fields of a call have more than %d bytes"
                                .formatted(context.limits().headerBlock()));
            }
            append(next.payload(), block);
            if (next.has(Frame.END_HEADERS)) {
                isInHeaders = false;
                return ByteBuffer.wrap(block.toByteArray());
            }
        }
    }

    private static void append(ByteBuffer content, ByteArrayOutputStream block) {
        block.write(content.array(), content.arrayOffset() + content.position(), content.remaining());
    }

    private void receiveTrailers(Http2Stream stream, boolean isEnd) throws InterruptedException {
        if (!isEnd || stream.hasWholeRequest()) {
            reset(stream.id(), Http2ErrorCode.PROTOCOL_ERROR);
        } else {
            endRequest(stream);
        }
    }

    private void openStream(int id, HpackDecoder.HeaderBlock block, boolean isEnd) throws InterruptedException {
        if (!block.isTooLarge() && RequestRules.problem(block.fields()).isPresent()) {
            sendControl(Frame.reset(id, Http2ErrorCode.PROTOCOL_ERROR));
            return;
        }
        // A reset call counts until its thread has ended, so that a client cannot start more by resetting them.
        int heap = block.fields().stream().mapToInt(HeaderField::heap).sum();
        if (streams.size() >= context.limits().streams() || !context.calls().open(heap)) {
            sendControl(Frame.reset(id, Http2ErrorCode.REFUSED_STREAM));
            return;
        }
        var stream =
                new Http2Stream(id, block.fields(), heap, context.nanoTime().getAsLong());
        streams.put(id, stream);
        windows.open(id);
        lastUsed = context.nanoTime().getAsLong();
        if (isEnd) {
            stream.end();
        }
        if (block.isTooLarge()) {
            dispatch(stream, Http2Request.State.HEADERS_TOO_LARGE);
        } else if (isEnd) {
            dispatch(stream, Http2Request.State.COMPLETE);
        }
    }

    private void receiveData(Frame frame) throws IOException, InterruptedException {
        frame.requireStream();
        returnConnectionWindow(frame.length());
        Http2Stream stream = streams.get(frame.stream());
        if (stream == null) {
            if (frame.stream() > lastStream && !goingAway) {
                throw protocolError("data of call %d, which was not opened".formatted(frame.stream()));
            }
        } else if (stream.hasWholeRequest()) {
            reset(stream.id(), Http2ErrorCode.STREAM_CLOSED);
        } else if (!stream.receive(frame.length())) {
            reset(stream.id(), Http2ErrorCode.FLOW_CONTROL_ERROR);
        } else {
            if (!stream.isDispatched()) {
                append(frame, stream);
            }
            if (frame.has(Frame.END_STREAM)) {
                endRequest(stream);
            } else if (!stream.isDispatched()) {
                int increment = stream.windowToReturn();
                if (increment > 0) {
                    sendControl(Frame.windowUpdate(stream.id(), increment));
                }
            }
        }
    }

    private void append(Frame frame, Http2Stream stream) throws Http2Exception {
        ByteBuffer content = frame.content();
        if (stream.bodySize() + content.remaining() > context.limits().message()) {
            dispatch(stream, Http2Request.State.BODY_TOO_LARGE);
        } else if (!reserve(stream, REQUEST_COPIES * content.remaining())) {
            dispatch(stream, Http2Request.State.SERVER_FULL);
        } else {
            stream.append(content);
        }
    }

    private boolean reserve(Http2Stream stream, int bytes) {
        boolean isGranted = context.calls().reserve(bytes);
        if (isGranted) {
            stream.onReserved(bytes);
        }
        return isGranted;
    }

    private void endRequest(Http2Stream stream) {
        stream.end();
        if (!stream.isDispatched()) {
            dispatch(stream, Http2Request.State.COMPLETE);
        }
    }

    private void returnConnectionWindow(int length) throws Http2Exception, InterruptedException {
        receiveWindow -= length;
        if (receiveWindow < 0) {
            throw new Http2Exception(
                    Http2ErrorCode.FLOW_CONTROL_ERROR, "the client sent more than the window of the connection");
        }
        int used = SendWindows.DEFAULT - receiveWindow;
        if (used >= SendWindows.DEFAULT / 2) {
            receiveWindow += used;
            sendControl(Frame.windowUpdate(0, used));
        }
    }

    private void receiveReset(Frame frame) throws Http2Exception {
        frame.requireStream();
        frame.requireLength(4);
        requireOpened(frame);
        Http2Stream stream = streams.get(frame.stream());
        if (stream != null) {
            cancel(stream);
        }
    }

    private void requireOpened(Frame frame) throws Http2Exception {
        if (frame.stream() > lastStream && !goingAway) {
            throw protocolError(
                    "a frame of type %d for call %d, which was not opened".formatted(frame.type(), frame.stream()));
        }
    }

    private void receivePing(Frame frame) throws Http2Exception, InterruptedException {
        frame.requireConnection();
        frame.requireLength(8);
        if (!frame.has(Frame.ACK)) {
            sendControl(Frame.bytes(Frame.PING, Frame.ACK, 0, frame.payload()));
        }
    }

    private void receiveSettings(Frame frame) throws Http2Exception, InterruptedException {
        frame.requireConnection();
        if (frame.has(Frame.ACK)) {
            frame.requireLength(0);
            return;
        }
        ByteBuffer settings = frame.payload();
        if (settings.remaining() % SETTING_BYTES != 0) {
            throw new Http2Exception(
                    Http2ErrorCode.FRAME_SIZE_ERROR,
                    "settings of %d bytes, expected a multiple of 6".formatted(frame.length()));
        }
        while (settings.hasRemaining()) {
            apply(settings.getShort() & 0xffff, settings.getInt() & 0xffff_ffffL);
        }
        sendControl(Frame.bytes(Frame.SETTINGS, Frame.ACK, 0, new byte[0]));
    }

    private void apply(int setting, long value) throws Http2Exception {
        switch (setting) {
            case SETTING_PUSH -> {
                if (value > 1) {
                    throw protocolError("the setting for push is %d, expected 0 or 1".formatted(value));
                }
            }
            case SETTING_WINDOW -> {
                if (value > Integer.MAX_VALUE || !windows.changeInitial((int) value)) {
                    throw new Http2Exception(
                            Http2ErrorCode.FLOW_CONTROL_ERROR, "the initial window is %d, too large".formatted(value));
                }
            }
            case SETTING_FRAME -> {
                // This server never sends larger frames than every client accepts.
                if (value < Frame.MAX_PAYLOAD || value > 0xff_ffff) {
                    throw protocolError("the frame size is %d, expected 16384 to 16777215".formatted(value));
                }
            }
            default -> log.atTrace().addKeyValue("setting", setting).log("A setting has no effect here");
        }
    }

    private void receiveWindowUpdate(Frame frame) throws Http2Exception, InterruptedException {
        frame.requireLength(4);
        int increment = frame.payload().getInt() & Integer.MAX_VALUE;
        int stream = frame.stream();
        if (stream == 0) {
            if (increment == 0 || !windows.add(0, increment)) {
                throw new Http2Exception(
                        increment == 0 ? Http2ErrorCode.PROTOCOL_ERROR : Http2ErrorCode.FLOW_CONTROL_ERROR,
                        "the window of the connection cannot grow by %d".formatted(increment));
            }
            return;
        }
        requireOpened(frame);
        if (windows.isOpen(stream) && (increment == 0 || !windows.add(stream, increment))) {
            reset(stream, increment == 0 ? Http2ErrorCode.PROTOCOL_ERROR : Http2ErrorCode.FLOW_CONTROL_ERROR);
        }
    }

    private static Http2Exception protocolError(String message) {
        return new Http2Exception(Http2ErrorCode.PROTOCOL_ERROR, message);
    }

    // --- Calls

    private void dispatch(Http2Stream stream, Http2Request.State state) {
        Http2Request request = stream.dispatch(state);
        Thread thread = Thread.ofVirtual().name("csi-call").unstarted(() -> serve(stream, request));
        context.calls().onStarted(thread);
        thread.start();
    }

    private void serve(Http2Stream stream, Http2Request request) {
        try {
            if (!context.supervisor().attempt("csi-call", "call", () -> stream.serve(() -> respond(stream, request)))) {
                enqueueReset(stream, Http2ErrorCode.INTERNAL_ERROR);
            }
        } finally {
            context.calls().onEnded(Thread.currentThread());
            close(stream);
        }
    }

    private void respond(Http2Stream stream, Http2Request request) {
        try {
            Http2Response response = context.handler().handle(request);
            if (!reserve(stream, response.heap())) {
                var refused = new Http2Request(request.headers(), request.body(), Http2Request.State.SERVER_FULL);
                response = context.handler().handle(refused);
            }
            if (!stream.isCancelled()) {
                send(stream, response);
            }
        } catch (InterruptedException _) {
            enqueueReset(stream, Http2ErrorCode.CANCEL);
        }
    }

    private void send(Http2Stream stream, Http2Response response) throws InterruptedException {
        long deadline = context.nanoTime().getAsLong()
                + context.limits().times().write().toNanos();
        var frames = new ByteArrayOutputStream();
        int end = response.hasOnlyHeaders() ? Frame.END_STREAM : 0;
        frames.writeBytes(Frame.bytes(
                Frame.HEADERS, Frame.END_HEADERS | end, stream.id(), HpackEncoder.encode(response.headers())));
        ByteBuffer body = response.body().duplicate();
        while (body.hasRemaining()) {
            int size = windows.acquire(stream.id(), Math.min(body.remaining(), Frame.MAX_PAYLOAD), left(deadline));
            if (size == 0) {
                enqueueReset(stream, Http2ErrorCode.CANCEL);
                return;
            }
            frames.writeBytes(Frame.bytes(Frame.DATA, 0, stream.id(), body.slice(body.position(), size)));
            body.position(body.position() + size);
            if (body.hasRemaining()) {
                enqueue(frames, deadline);
            }
        }
        if (end == 0) {
            frames.writeBytes(Frame.bytes(
                    Frame.HEADERS,
                    Frame.END_HEADERS | Frame.END_STREAM,
                    stream.id(),
                    HpackEncoder.encode(response.trailers())));
        }
        if (!stream.hasWholeRequest()) {
            // The client need not send the rest. Rule from: RFC 9113, section 8.1.
            frames.writeBytes(Frame.reset(stream.id(), Http2ErrorCode.NO_ERROR));
        }
        enqueue(frames, deadline);
    }

    private Duration left(long deadline) {
        return Duration.ofNanos(deadline - context.nanoTime().getAsLong());
    }

    private void enqueue(ByteArrayOutputStream frames, long deadline) throws InterruptedException {
        enqueue(frames.toByteArray(), left(deadline));
        frames.reset();
    }

    private void enqueueReset(Http2Stream stream, Http2ErrorCode code) {
        try {
            enqueue(Frame.reset(stream.id(), code), CONTROL);
        } catch (InterruptedException _) {
            abort();
        }
    }

    private void reset(int id, Http2ErrorCode code) throws InterruptedException {
        sendControl(Frame.reset(id, code));
        Http2Stream stream = streams.get(id);
        if (stream != null) {
            cancel(stream);
        }
    }

    private void cancel(Http2Stream stream) {
        stream.cancel();
        stream.end();
        windows.close(stream.id());
        if (!stream.isDispatched()) {
            close(stream);
        }
    }

    private void cancelAll() {
        streams.values().forEach(this::cancel);
        windows.closeAll();
    }

    private void close(Http2Stream stream) {
        if (streams.remove(stream.id(), stream)) {
            windows.close(stream.id());
            lastUsed = context.nanoTime().getAsLong();
            context.calls().close(stream.reserved());
        }
    }

    // --- Writing

    /// Writes until [#read] has ended and everything is written.
    void write() {
        try {
            writer.writeAll();
        } catch (IOException e) {
            log.atDebug().addKeyValue("cause", e.getMessage()).log("Writing to a client failed");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            abort();
            written.countDown();
        }
    }

    private void sendControl(byte[] frame) throws InterruptedException {
        enqueue(frame, CONTROL);
    }

    /// Closes the connection if the client does not read.
    private void enqueue(byte[] frames, Duration limit) throws InterruptedException {
        if (!writer.enqueue(frames, limit)) {
            abort();
        }
    }

    private void sendLast(byte[] frame) {
        try {
            boolean _ = writer.enqueue(frame, Duration.ZERO);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    // --- Ending

    /// Asks the client to open no more calls here, and ignores those that it opens. Calls that are open continue.
    void goAway() {
        opening.lock();
        try {
            goingAway = true;
        } finally {
            opening.unlock();
        }
        sendLast(Frame.goAway(lastStream, Http2ErrorCode.NO_ERROR));
    }

    /// Closes the connection when everything is written that was enqueued before.
    void closeAfterWriting() {
        endedAt = context.nanoTime().getAsLong();
        isEnding = true;
        writer.end();
    }

    /// Waits until everything is written and the connection is closed.
    void awaitWritten(Duration limit) throws InterruptedException {
        boolean _ = written.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Closes the connection at once, in any phase and without waiting.
    void abort() {
        try {
            channel.close();
        } catch (IOException e) {
            log.atDebug().addKeyValue("cause", e.getMessage()).log("Closing a connection failed");
        }
    }

    /// Returns true if the client has not sent its preface, or the whole of a header block or request, in time, or
    /// does not read what the server sent last.
    boolean isOverdue(long now) {
        long limit = context.limits().times().request().toNanos();
        return (!hasPreface && now - openedAt > limit)
                || (isInHeaders && now - headersBeganAt > limit)
                || (isEnding && now - endedAt > context.limits().times().write().toNanos())
                || streams.values().stream().anyMatch(stream -> stream.isOverdue(now, limit));
    }

    /// Returns true if no call is open.
    boolean isIdle() {
        return streams.isEmpty();
    }

    /// Returns when the last call began or ended.
    long lastUsed() {
        return lastUsed;
    }
}
