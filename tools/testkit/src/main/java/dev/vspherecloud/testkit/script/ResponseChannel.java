package dev.vspherecloud.testkit.script;

import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Response;
import dev.vspherecloud.testkit.wire.Workers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// The way to the client that waits for a reply.
public final class ResponseChannel {
    private final Connection connection;
    private final Workers workers;

    ResponseChannel(Connection connection, Workers workers) {
        this.connection = connection;
        this.workers = workers;
    }

    /// Sends bytes as they are and makes sure that they leave.
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

    /// Waits, unless the server is closed.
    public void pause(Duration duration) throws InterruptedException {
        workers.pause(duration);
    }

    /// Waits until the client has left, without a word.
    public void hang() throws IOException {
        while (connection.input().read() >= 0) {
            // What a client still says is not listened to.
        }
    }

    /// Ends the connection with a TCP reset.
    public void reset() {
        connection.reset();
    }
}
