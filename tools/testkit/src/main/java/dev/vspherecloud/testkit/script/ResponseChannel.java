package dev.vspherecloud.testkit.script;

import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Response;
import dev.vspherecloud.testkit.wire.Workers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Sends bytes to the client that waits for a reply.
public final class ResponseChannel {
    private final Connection connection;
    private final Workers workers;

    ResponseChannel(Connection connection, Workers workers) {
        this.connection = connection;
        this.workers = workers;
    }

    /// Sends these bytes and flushes.
    public void send(byte[] bytes) throws IOException {
        connection.output().write(bytes);
        connection.output().flush();
    }

    /// Sends text in UTF-8.
    public void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.UTF_8));
    }

    public void send(Response response) throws IOException {
        response.writeTo(connection.output());
    }

    /// Waits. If the server is closed, it ends with an interruption.
    public void pause(Duration duration) throws InterruptedException {
        workers.pause(duration);
    }

    /// Waits until the client leaves, and sends nothing.
    public void hang() throws IOException {
        while (connection.input().read() >= 0) {
            // Discards what the client still sends.
        }
    }

    /// Ends the connection with a TCP reset.
    public void reset() {
        connection.reset();
    }
}
