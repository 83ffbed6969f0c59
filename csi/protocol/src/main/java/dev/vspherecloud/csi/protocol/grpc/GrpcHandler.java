package dev.vspherecloud.csi.protocol.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import dev.vspherecloud.csi.protocol.http2.HeaderField;
import dev.vspherecloud.csi.protocol.http2.Http2Handler;
import dev.vspherecloud.csi.protocol.http2.Http2Request;
import dev.vspherecloud.csi.protocol.http2.Http2Response;
import dev.vspherecloud.reconcile.Supervisor;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Serves gRPC calls that arrive as requests of HTTP/2.
///
/// Every failure becomes a status with a sentence. The log contains the method, the code and the sentence of a
/// call, and never its request or response, because both may hold secrets.
///
/// Rule from: gRPC over HTTP2 (PROTOCOL-HTTP2.md of gRPC).
///
/// Threads: each call has a thread of its own.
final class GrpcHandler implements Http2Handler {
    private static final Logger log = LoggerFactory.getLogger(GrpcHandler.class);

    /// The time of a call whose client sets none. The sidecars are started with the same number.
    static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

    /// A longer time than this means no limit, and could not be added to a clock.
    private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

    /// The heap that the messages of all calls take together, in bytes. The sidecars have at most 100 calls
    /// at a time, and their largest messages, with the topology of three zones, count as 25 KB.
    static final int MAX_HEAP = 16 * 1024 * 1024;

    private static final String CONTENT_TYPE = "application/grpc";
    private static final int PREFIX = 5;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

    /// An unexpected failure is a bug, and a task in vCenter may be running. A code that is final for the
    /// provisioner would let it forget the volume, so the code is one that makes every sidecar ask again.
    private static final GrpcStatus BUG = new GrpcStatus(
            GrpcCode.UNAVAILABLE,
            "The driver failed unexpectedly in this call. The call may be repeated. Read the log of the driver.");

    private final Map<String, GrpcMethod<?>> methods;
    private final LongSupplier nanoTime;
    private final Supervisor supervisor;
    private final Semaphore heap = new Semaphore(MAX_HEAP);

    GrpcHandler(List<GrpcMethod<?>> methods, LongSupplier nanoTime, Supervisor supervisor) {
        this.methods = methods.stream().collect(Collectors.toUnmodifiableMap(GrpcMethod::path, Function.identity()));
        this.nanoTime = nanoTime;
        this.supervisor = supervisor;
    }

    @Override
    public Http2Response handle(Http2Request request) {
        if (!request.header(":method").equals(Optional.of("POST"))) {
            return refused("405");
        }
        if (!request.header("content-type").orElse("").startsWith(CONTENT_TYPE)) {
            return refused("415");
        }
        String path = request.header(":path").orElse("");
        try {
            MessageLite response = serve(request, path);
            log.atDebug()
                    .addKeyValue("method", path)
                    .addKeyValue("code", GrpcCode.OK)
                    .log("Served a CSI call");
            return answered(response);
        } catch (GrpcException e) {
            log.atDebug()
                    .addKeyValue("method", path)
                    .addKeyValue("code", e.code())
                    .addKeyValue("cause", e.getMessage())
                    .log("Served a CSI call");
            return failed(GrpcStatus.of(e));
        }
    }

    private MessageLite serve(Http2Request request, String path) {
        requireWhole(request);
        GrpcMethod<?> method = methods.get(path);
        if (method == null) {
            throw GrpcException.unimplemented(path);
        }
        String encoding = request.header("grpc-encoding").orElse("identity");
        if (!encoding.equals("identity")) {
            throw new GrpcException(
                    GrpcCode.UNIMPLEMENTED,
                    "The request is compressed (grpc-encoding). This driver accepts only requests without compression.");
        }
        var call = new GrpcCall(path, timeout(request), nanoTime);
        if (call.remaining().isZero()) {
            throw new GrpcException(GrpcCode.DEADLINE_EXCEEDED, "The deadline of the call was over when it arrived.");
        }
        return invoke(method, message(request.body()), call);
    }

    private static void requireWhole(Http2Request request) {
        switch (request.state()) {
            case COMPLETE -> {}
            case HEADERS_TOO_LARGE ->
                throw new GrpcException(
                        GrpcCode.RESOURCE_EXHAUSTED, "The header fields of the call are too large. Send fewer.");
            case BODY_TOO_LARGE ->
                throw new GrpcException(
                        GrpcCode.RESOURCE_EXHAUSTED, "The request is larger than 4 MiB. Send a smaller one.");
            case SERVER_FULL -> throw full();
        }
    }

    private static GrpcException full() {
        return new GrpcException(
                GrpcCode.UNAVAILABLE, "The driver has no memory for this call now. Repeat the call later.");
    }

    private static Duration timeout(Http2Request request) {
        return request.header("grpc-timeout")
                .map(
                        text -> GrpcTimeout.parse(text)
                                .orElseThrow(
                                        () -> new GrpcException(
                                                GrpcCode.INVALID_ARGUMENT,
                                                "The field grpc-timeout has a wrong form, expected up to 8 digits and a unit, as in 300S.")))
                .map(timeout -> timeout.compareTo(MAX_TIMEOUT) > 0 ? MAX_TIMEOUT : timeout)
                .orElse(DEFAULT_TIMEOUT);
    }

    /// Returns the message of a request: one byte that says if it is compressed, four bytes with its size, the
    /// message.
    private static ByteBuffer message(ByteBuffer body) {
        ByteBuffer rest = body.duplicate();
        if (rest.remaining() < PREFIX) {
            throw new GrpcException(GrpcCode.INVALID_ARGUMENT, "The request has no message, expected one.");
        }
        if (rest.get() != 0) {
            throw new GrpcException(
                    GrpcCode.UNIMPLEMENTED, "The message of the request is compressed. Send it without compression.");
        }
        int size = rest.getInt();
        if (size != rest.remaining()) {
            throw new GrpcException(
                    GrpcCode.INVALID_ARGUMENT,
                    "The request has %d bytes after its prefix, expected one message of %d bytes."
                            .formatted(rest.remaining(), Integer.toUnsignedLong(size)));
        }
        return rest;
    }

    private <Q extends MessageLite> MessageLite invoke(GrpcMethod<Q> method, ByteBuffer message, GrpcCall call) {
        long wanted = MessageHeap.atMost(message);
        if (wanted > MAX_HEAP) {
            throw new GrpcException(
                    GrpcCode.RESOURCE_EXHAUSTED,
                    "The request has too many fields for the memory of the driver. Send fewer.");
        }
        if (!heap.tryAcquire((int) wanted)) {
            throw full();
        }
        try {
            return parseAndCall(method, message, call);
        } finally {
            heap.release((int) wanted);
        }
    }

    private <Q extends MessageLite> MessageLite parseAndCall(GrpcMethod<Q> method, ByteBuffer message, GrpcCall call) {
        Q request = parse(method, message);
        var outcome = new AtomicReference<Outcome>(new Failed(BUG));
        boolean _ = supervisor.attempt("csi-call", method.path(), () -> outcome.set(outcome(method, request, call)));
        return switch (outcome.get()) {
            case Answered(MessageLite response) -> response;
            case Failed(GrpcStatus status) -> throw new GrpcException(status.code(), status.message());
        };
    }

    /// What became of a call.
    private sealed interface Outcome {}

    private record Answered(MessageLite response) implements Outcome {}

    private record Failed(GrpcStatus status) implements Outcome {}

    private static <Q extends MessageLite> Outcome outcome(GrpcMethod<Q> method, Q request, GrpcCall call) {
        try {
            return new Answered(method.body().call(request, call));
        } catch (GrpcException e) {
            return new Failed(GrpcStatus.of(e));
        } catch (InterruptedException _) {
            return new Failed(new GrpcStatus(
                    GrpcCode.UNAVAILABLE, "The driver stops. Repeat the call, another process will serve it."));
        }
    }

    private static <Q extends MessageLite> Q parse(GrpcMethod<Q> method, ByteBuffer message) {
        try {
            return method.parser().parseFrom(message);
        } catch (InvalidProtocolBufferException e) {
            throw new GrpcException(
                    GrpcCode.INVALID_ARGUMENT, "The request is not a message of the type that this method takes.", e);
        }
    }

    private static Http2Response answered(MessageLite response) {
        ByteBuffer body = ByteBuffer.allocate(PREFIX + response.getSerializedSize());
        body.put((byte) 0).putInt(response.getSerializedSize()).put(response.toByteArray());
        return new Http2Response(head(), body.flip().asReadOnlyBuffer(), GrpcStatus.OK.fields());
    }

    private static Http2Response failed(GrpcStatus status) {
        var fields = new ArrayList<>(head());
        fields.addAll(status.fields());
        return new Http2Response(fields, NOTHING, List.of());
    }

    /// A request that is not of gRPC gets a status of HTTP.
    private static Http2Response refused(String status) {
        return new Http2Response(List.of(new HeaderField(":status", status)), NOTHING, List.of());
    }

    private static List<HeaderField> head() {
        return List.of(new HeaderField(":status", "200"), new HeaderField("content-type", CONTENT_TYPE));
    }
}
