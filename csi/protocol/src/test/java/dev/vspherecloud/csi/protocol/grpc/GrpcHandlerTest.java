package dev.vspherecloud.csi.protocol.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.BytesValue;
import dev.vspherecloud.csi.protocol.http2.HeaderField;
import dev.vspherecloud.csi.protocol.http2.Http2Request;
import dev.vspherecloud.csi.protocol.http2.Http2Response;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GrpcHandlerTest {
    private static final String PATH = "/test/Echo";

    private final List<String> failures = new ArrayList<>();
    private final List<Duration> times = new ArrayList<>();

    @Test
    void aCallIsAnswered() {
        Http2Response response = handle(echo(), message("hello"));

        assertThat(response.headers())
                .containsExactly(
                        new HeaderField(":status", "200"), new HeaderField("content-type", "application/grpc"));
        assertThat(response.trailers()).containsExactly(new HeaderField("grpc-status", "0"));
        assertThat(response.body()).isEqualTo(message("hello"));
    }

    @Test
    void aCallWithoutDeadlineHasFiveMinutes() {
        Http2Response _ = handle(echo(), message("hello"));
        Http2Response _ = handle(echo(), message("hello"), new HeaderField("grpc-timeout", "2S"));
        Http2Response _ = handle(echo(), message("hello"), new HeaderField("grpc-timeout", "99999999H"));

        assertThat(times).containsExactly(Duration.ofMinutes(5), Duration.ofSeconds(2), Duration.ofDays(1));
    }

    @ParameterizedTest
    @CsvSource({"grpc-timeout,soon,3", "grpc-timeout,0S,4", "grpc-encoding,gzip,12"})
    void aFieldEndsTheCall(String name, String value, String status) {
        assertThat(status(handle(echo(), message("x"), new HeaderField(name, value))))
                .contains(status);
        assertThat(times).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "COMPLETE")
    void aRequestThatIsNotWholeIsRefused(Http2Request.State state) {
        var request = new Http2Request(head(PATH), message("x"), state);

        assertThat(status(handler(echo()).handle(request)))
                .contains(state == Http2Request.State.SERVER_FULL ? "14" : "8");
        assertThat(times).isEmpty();
    }

    @Test
    void wrongMessagesAreRefused() {
        assertThat(status(handle(echo(), ByteBuffer.allocate(0)))).contains("3");
        assertThat(status(handle(echo(), ByteBuffer.allocate(4)))).contains("3");
        assertThat(status(handle(echo(), message("x").position(1).slice()))).contains("3");
        ByteBuffer compressed = message("x");
        compressed.put(0, (byte) 1);
        assertThat(status(handle(echo(), compressed))).contains("12");
        ByteBuffer notProtobuf = message("xyz");
        notProtobuf.put(6, (byte) 0x7f);
        assertThat(status(handle(echo(), notProtobuf))).contains("3");
        assertThat(times).isEmpty();
    }

    /// Groups are fields of two bytes that the parser keeps although no type has them, in 130 bytes of heap.
    @Test
    void aMessageWithTooManyFieldsIsRefused() {
        assertThat(status(handle(echo(), groups(GrpcHandler.MAX_HEAP / 300)))).contains("8");
        assertThat(times).isEmpty();
    }

    @Test
    void messagesAreRefusedWhileOthersTakeTheHeap() {
        ByteBuffer large = groups(GrpcHandler.MAX_HEAP / 500);
        var handlers = new ArrayList<GrpcHandler>();
        var during = new ArrayList<Optional<String>>();
        handlers.add(handler((request, _) -> {
            if (during.isEmpty()) {
                during.add(Optional.empty());
                during.add(status(handlers.getFirst().handle(whole(large))));
                during.add(status(handlers.getFirst().handle(whole(message("x")))));
            }
            return request;
        }));

        assertThat(status(handlers.getFirst().handle(whole(large)))).contains("0");
        assertThat(during).containsExactly(Optional.empty(), Optional.of("14"), Optional.of("0"));
        assertThat(status(handlers.getFirst().handle(whole(large)))).contains("0");
    }

    private static Http2Request whole(ByteBuffer body) {
        return new Http2Request(head(PATH), body, Http2Request.State.COMPLETE);
    }

    private static ByteBuffer groups(int count) {
        ByteBuffer body = ByteBuffer.allocate(5 + 2 * count).put((byte) 0).putInt(2 * count);
        for (int i = 0; i < count; i++) {
            body.put((byte) 0x7b).put((byte) 0x7c);
        }
        return body.flip();
    }

    @Test
    void otherMethodsAreUnimplemented() {
        var request = new Http2Request(head("/test/Other"), message("x"), Http2Request.State.COMPLETE);

        assertThat(status(handler(echo()).handle(request))).contains("12");
    }

    @Test
    void requestsThatAreNotOfGrpcGetAStatusOfHttp() {
        var get =
                new Http2Request(List.of(new HeaderField(":method", "GET")), message("x"), Http2Request.State.COMPLETE);
        var json = new Http2Request(
                List.of(new HeaderField(":method", "POST"), new HeaderField("content-type", "application/json")),
                message("x"),
                Http2Request.State.COMPLETE);

        assertThat(handler(echo()).handle(get).headers()).containsExactly(new HeaderField(":status", "405"));
        assertThat(handler(echo()).handle(json).headers()).containsExactly(new HeaderField(":status", "415"));
    }

    @Test
    void aServiceChoosesTheStatus() {
        Http2Response response = handle(
                (_, _) -> {
                    throw new GrpcException(GrpcCode.NOT_FOUND, "No volume has this id.");
                },
                message("x"));

        assertThat(response.headers())
                .contains(
                        new HeaderField("grpc-status", "5"), new HeaderField("grpc-message", "No volume has this id."));
        assertThat(response.body().hasRemaining()).isFalse();
        assertThat(failures).isEmpty();
    }

    /// A final code would let the provisioner forget a volume that a task still makes.
    @Test
    void aBugIsNotFinalAndShowsNothing() {
        Http2Response response = handle(
                (_, _) -> {
                    throw new IllegalStateException("password=secret");
                },
                message("x"));

        assertThat(status(response)).contains("14");
        assertThat(response.headers().toString()).doesNotContain("secret", "Exception");
        assertThat(failures).containsExactly("csi-call");
    }

    @Test
    void anInterruptedCallMayBeRepeated() {
        Http2Response response = handle(
                (_, _) -> {
                    throw new InterruptedException();
                },
                message("x"));

        assertThat(status(response)).contains("14");
    }

    private GrpcMethod.UnaryMethod<BytesValue> echo() {
        return (request, call) -> {
            times.add(call.remaining());
            return request;
        };
    }

    private GrpcHandler handler(GrpcMethod.UnaryMethod<BytesValue> body) {
        SupervisorObserver observer = failures::add;
        return new GrpcHandler(
                List.of(new GrpcMethod<>(PATH, BytesValue.parser(), body)), () -> 0L, Supervisor.system(observer));
    }

    private Http2Response handle(GrpcMethod.UnaryMethod<BytesValue> body, ByteBuffer message, HeaderField... more) {
        List<HeaderField> headers =
                Stream.concat(head(PATH).stream(), Stream.of(more)).toList();
        return handler(body).handle(new Http2Request(headers, message, Http2Request.State.COMPLETE));
    }

    private static List<HeaderField> head(String path) {
        return List.of(
                new HeaderField(":method", "POST"),
                new HeaderField(":path", path),
                new HeaderField("content-type", "application/grpc+proto"));
    }

    private static ByteBuffer message(String text) {
        byte[] message = BytesValue.of(ByteString.copyFromUtf8(text)).toByteArray();
        return ByteBuffer.allocate(5 + message.length)
                .put((byte) 0)
                .putInt(message.length)
                .put(message)
                .flip();
    }

    private static Optional<String> status(Http2Response response) {
        return Stream.concat(response.headers().stream(), response.trailers().stream())
                .filter(field -> field.name().equals("grpc-status"))
                .map(HeaderField::value)
                .findFirst();
    }
}
