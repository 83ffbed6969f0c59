package dev.vspherecloud.csi.protocol.http2;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vspherecloud.reconcile.Supervisor;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Tests that a connection ends after any bytes of its client, that no thread fails, and that no call and no
/// heap stays reserved. A normal run reads the corpus in the resources; `JAZZER_FUZZ=1` starts a longer fuzzing
/// run.
class Http2FuzzTest {
    @FuzzTest(maxDuration = "60s")
    void connection(byte[] frames) throws InterruptedException {
        Queue<String> failures = new ConcurrentLinkedQueue<>();
        var calls = new OpenCalls(Http2Limits.DEFAULTS);
        var context = new Http2Connection.ServerContext(
                request -> new Http2Response(
                        List.of(new HeaderField(":status", "200")),
                        ByteBuffer.allocate(request.body().remaining() * 100),
                        List.of(new HeaderField("grpc-status", "0"))),
                Http2Limits.DEFAULTS,
                calls,
                Supervisor.system(failures::add),
                () -> 0L);
        var connection = new Http2Connection(context, new MemoryChannel(frames, () -> {}));

        Thread writing = Thread.ofVirtual().start(connection::write);
        connection.read();
        writing.join();

        assertThat(calls.awaitNone(Duration.ofHours(1))).isTrue();
        assertThat(calls.heap()).isZero();
        assertThat(failures).isEmpty();
    }
}
