package dev.vspherecloud.csi.protocol.http2;

import dev.vspherecloud.reconcile.Cancellation;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;

/// One call in a connection.
///
/// Threads: the thread that reads the connection changes it. [#isCancelled] and [#hasWholeRequest] may be
/// called from anywhere, and the watching thread calls [#isOverdue].
final class Http2Stream {
    private final int id;
    private final List<HeaderField> headers;
    private final long openedAt;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int receiveWindow = SendWindows.DEFAULT;
    private int reserved;
    private volatile boolean dispatched;
    private volatile boolean ended;
    private final Cancellation cancellation = new Cancellation();

    /// @param reserved the heap that the header fields take, in bytes
    Http2Stream(int id, List<HeaderField> headers, int reserved, long openedAt) {
        this.id = id;
        this.reserved = reserved;
        this.headers = headers;
        this.openedAt = openedAt;
    }

    int id() {
        return id;
    }

    /// Counts bytes that the client sent.
    ///
    /// @return false if the client may not have sent as many
    boolean receive(int length) {
        receiveWindow -= length;
        return receiveWindow >= 0;
    }

    /// Returns by how much the client's window must grow again; 0 if it is large enough for now.
    int windowToReturn() {
        int used = SendWindows.DEFAULT - receiveWindow;
        if (used < SendWindows.DEFAULT / 2) {
            return 0;
        }
        receiveWindow += used;
        return used;
    }

    void append(ByteBuffer content) {
        body.write(content.array(), content.arrayOffset() + content.position(), content.remaining());
    }

    int bodySize() {
        return body.size();
    }

    /// Records that the server has reserved heap for this call. Threads: the one that reads the connection,
    /// and after [#dispatch] the one of the call.
    void onReserved(int bytes) {
        reserved += bytes;
    }

    /// Returns the heap that the server reserved for this call, in bytes.
    int reserved() {
        return reserved;
    }

    /// Ends the request as far as the handler is concerned.
    Http2Request dispatch(Http2Request.State state) {
        dispatched = true;
        return new Http2Request(headers, ByteBuffer.wrap(body.toByteArray()), state);
    }

    boolean isDispatched() {
        return dispatched;
    }

    void end() {
        ended = true;
    }

    /// Returns true if the client has sent everything.
    boolean hasWholeRequest() {
        return ended;
    }

    void cancel() {
        cancellation.cancel();
    }

    /// Serves the request in the thread of the call.
    void serve(Runnable work) {
        cancellation.during(work);
    }

    boolean isCancelled() {
        return cancellation.isCancelled();
    }

    /// Returns true if the client has been sending the request for too long.
    boolean isOverdue(long now, long limitNanos) {
        return !dispatched && now - openedAt > limitNanos;
    }
}
