package dev.vspherecloud.testkit.flood;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// Many [hostile clients][HostileClient] of one port on loopback, each of which connects again when its
/// connection has ended.
///
/// Threads: one for each client.
public final class PortFlood implements AutoCloseable {
    private static final Duration AFTER_FAILURE = Duration.ofMillis(200);

    private final int port;
    private final boolean isTls;
    private final List<HostileClient> kinds;
    private final long nanosBetweenConnections;
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final AtomicInteger connections = new AtomicInteger();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<Thread> threads = new ArrayList<>();
    private long nextConnectionAt = System.nanoTime();

    private PortFlood(int port, boolean isTls, List<HostileClient> kinds, int connectionsPerSecond) {
        this.port = port;
        this.isTls = isTls;
        this.kinds = List.copyOf(kinds);
        this.nanosBetweenConnections = Duration.ofSeconds(1).toNanos() / connectionsPerSecond;
    }

    /// Starts the clients.
    ///
    /// @param isTls true if the port expects TLS
    /// @param kinds each client is one of these, in turn
    /// @param connectionsPerSecond how many connections all clients together open in a second at most
    public static PortFlood start(
            int port, boolean isTls, List<HostileClient> kinds, int clients, int connectionsPerSecond) {
        var flood = new PortFlood(port, isTls, kinds, connectionsPerSecond);
        for (int n = 0; n < clients; n++) {
            HostileClient kind = flood.kinds.get(n % kinds.size());
            flood.threads.add(Thread.ofVirtual().name("hostile-client-" + n).start(() -> flood.run(kind)));
        }
        return flood;
    }

    /// The connections that were opened so far.
    public int connections() {
        return connections.get();
    }

    /// The connections that are open now.
    public int open() {
        return open.size();
    }

    private void run(HostileClient kind) {
        while (!isClosed.get()) {
            awaitTurn();
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                connections.incrementAndGet();
                open.add(socket);
                if (!isClosed.get()) {
                    kind.attack(socket, isTls);
                }
                open.remove(socket);
            } catch (IOException _) {
                open.removeIf(Socket::isClosed);
                sleep(AFTER_FAILURE.toNanos());
            }
        }
    }

    private void awaitTurn() {
        sleep(turn() - System.nanoTime());
    }

    private synchronized long turn() {
        nextConnectionAt = Math.max(nextConnectionAt + nanosBetweenConnections, System.nanoTime());
        return nextConnectionAt;
    }

    private void sleep(long nanos) {
        try {
            Thread.sleep(Duration.ofNanos(Math.max(0, nanos)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Ends all connections and clients.
    @Override
    public void close() {
        isClosed.set(true);
        for (Socket socket : open) {
            try {
                socket.close();
            } catch (IOException _) {
                // It is closed already.
            }
        }
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Attacks until its standard input ends. Prints a line when it has begun, and the number of connections at the
    /// end.
    ///
    /// @param arguments port, number of clients, connections in a second, and the kinds, or none for all
    public static void main(String... arguments) throws IOException {
        List<HostileClient> kinds = arguments.length > 3
                ? List.of(arguments).subList(3, arguments.length).stream()
                        .map(HostileClient::valueOf)
                        .toList()
                : List.of(HostileClient.values());
        try (var flood = start(
                Integer.parseInt(arguments[0]),
                true,
                kinds,
                Integer.parseInt(arguments[1]),
                Integer.parseInt(arguments[2]))) {
            System.out.println("attacking");
            while (System.in.read() >= 0) {
                // Nothing to read but the end.
            }
            System.out.println(flood.connections() + " connections");
        }
    }
}
