package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.wire.ScriptedServer;
import dev.vspherecloud.testkit.wire.ScriptedServer.Reply;
import dev.vspherecloud.testkit.wire.ScriptedServer.Script;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Tests that a program that stops during a login leaves no session behind.
class InterruptedLoginTest {
    private final CountDownLatch requestReceived = new CountDownLatch(1);
    private final CountDownLatch mayAnswer = new CountDownLatch(1);

    @Test
    void anInterruptedSoapLoginIsCompletedAndLoggedOut() throws Exception {
        Script recorded = Recorded.vcenter(_ -> ScriptedServer.neverAnswer());
        Script script = request ->
                request.body().contains("<Login ") ? held(recorded.answer(request)) : recorded.answer(request);
        try (var server = ScriptedServer.start(script)) {
            var outcome = interruptDuringTheRequest(
                    server, client -> client.login(Recorded.CREDENTIALS).close());

            assertThat(outcome.get(2, TimeUnit.MINUTES)).isEqualTo("done, interrupted");
            assertThat(server.requests().getLast().body()).contains("<Logout ");
        }
    }

    @Test
    void anInterruptedRestLoginIsCompletedAndLoggedOut() throws Exception {
        Script script = request -> request.line().startsWith("POST ")
                ? held(ScriptedServer.json(201, "\"id-1\""))
                : ScriptedServer.json(200, "{}");
        try (var server = ScriptedServer.start(script)) {
            var outcome = interruptDuringTheRequest(server, client -> client.openTaggingSession(Recorded.CREDENTIALS)
                    .close());

            assertThat(outcome.get(2, TimeUnit.MINUTES)).isEqualTo("done, interrupted");
            assertThat(server.requests().getLast().line()).startsWith("DELETE /api/session ");
        }
    }

    @Test
    void aServerThatNeverAnswersDoesNotHoldUpAnAbort() throws Exception {
        Script script = _ -> held(ScriptedServer.neverAnswer());
        var given = new CompletableFuture<VcenterClient>();
        try (var server = ScriptedServer.start(script)) {
            var outcome = interruptDuringTheRequest(server, client -> {
                given.complete(client);
                client.openTaggingSession(Recorded.CREDENTIALS).close();
            });
            given.get(2, TimeUnit.MINUTES).abort();

            assertThat(outcome.get(2, TimeUnit.MINUTES)).isEqualTo(Kind.CANCELED + ", interrupted");
        }
    }

    @Test
    void anInterruptedThreadSendsNoLogin() {
        try (var server = ScriptedServer.start(_ -> ScriptedServer.neverAnswer());
                var client = Recorded.client(server)) {
            Thread.currentThread().interrupt();
            VcenterException e = VcenterClientTest.failure(() -> client.openTaggingSession(Recorded.CREDENTIALS));

            assertThat(Thread.interrupted()).isTrue();
            assertThat(e.kind()).isEqualTo(Kind.CANCELED);
            assertThat(server.requests()).isEmpty();
        }
    }

    /// Sends the reply only once the client has been interrupted.
    private Reply held(Reply reply) {
        return (connection, out) -> {
            requestReceived.countDown();
            mayAnswer.await();
            reply.to(connection, out);
        };
    }

    private CompletableFuture<String> interruptDuringTheRequest(ScriptedServer server, Consumer<VcenterClient> work)
            throws InterruptedException {
        var outcome = new CompletableFuture<String>();
        Thread thread = Thread.ofVirtual().start(() -> outcome.complete(run(server, work)));
        assertThat(requestReceived.await(2, TimeUnit.MINUTES)).isTrue();
        thread.interrupt();
        mayAnswer.countDown();
        return outcome;
    }

    private static String run(ScriptedServer server, Consumer<VcenterClient> work) {
        String how = "done";
        try (var client = Recorded.client(server)) {
            work.accept(client);
        } catch (VcenterException e) {
            how = e.kind().toString();
        }
        return how + (Thread.currentThread().isInterrupted() ? ", interrupted" : "");
    }
}
