package dev.vspherecloud.testkit.proxy;

import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Workers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.function.LongConsumer;

/// Serves one client's connection.
///
/// Threads: two. One reads from the client, so that it notices at once when the client leaves, even while the server
/// works. The other serves the requests, one after the other. When one ends, it ends the other.
final class ClientLink {
    private final Connection client;
    private final Upstream upstream;
    private final Workers workers;
    private final Service service;
    private final BlockingQueue<Request> requests = new SynchronousQueue<>();
    private final BlockingQueue<Tunnel> handovers = new SynchronousQueue<>();

    ClientLink(Connection client, Upstream upstream, Workers workers, Service service) {
        this.client = client;
        this.upstream = upstream;
        this.workers = workers;
        this.service = service;
    }

    /// Reads requests until the client or the server closes the connection.
    void serve() {
        Thread server = workers.start("exchange", this::answerAll);
        try {
            readAll();
        } catch (IOException _) {
            // The client left, or the proxy closed the connection.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            upstream.close();
            server.interrupt();
            client.drop();
        }
    }

    private void readAll() throws IOException, InterruptedException {
        while (true) {
            Optional<Request> request = Request.readFrom(client.input(), client.output());
            if (request.isEmpty()) {
                return;
            }
            requests.put(request.get());
            if (request.get().asksForWebSocket()) {
                Tunnel tunnel = handovers.take();
                if (tunnel.granted()) {
                    pipe(client.input(), upstream.connected().output(), tunnel.count());
                    return;
                }
            }
        }
    }

    private void answerAll() {
        try (client) {
            boolean goesOn = true;
            while (goesOn) {
                goesOn = answer(requests.take());
            }
        } catch (ConnectionBrokenException e) {
            if (e.isReset()) {
                client.reset();
            } else {
                client.drop();
            }
        } catch (IOException _) {
            // The client left during a response.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            upstream.close();
        }
    }

    private boolean answer(Request request) throws IOException, InterruptedException {
        try (var call = service.begin(request)) {
            Exchange.Next next = call.answer(client, upstream);
            if (request.asksForWebSocket()) {
                handovers.put(new Tunnel(next == Exchange.Next.TUNNEL, call::received));
            }
            if (next == Exchange.Next.TUNNEL) {
                pipe(upstream.connected().input(), client.output(), call::sent);
            }
            return next == Exchange.Next.KEEP;
        }
    }

    private static void pipe(InputStream from, OutputStream to, LongConsumer count) throws IOException {
        var piece = new byte[16 * 1024];
        for (int size = from.read(piece); size >= 0; size = from.read(piece)) {
            to.write(piece, 0, size);
            to.flush();
            count.accept(size);
        }
    }

    private record Tunnel(boolean granted, LongConsumer count) {}

    /// What the proxy does for each request.
    interface Service {
        OpenCall begin(Request request);
    }

    /// A call in progress. Closing ends its entry in the log.
    interface OpenCall extends AutoCloseable {
        Exchange.Next answer(Connection client, Upstream upstream) throws IOException, InterruptedException;

        void received(long bytes);

        void sent(long bytes);

        @Override
        void close();
    }
}
