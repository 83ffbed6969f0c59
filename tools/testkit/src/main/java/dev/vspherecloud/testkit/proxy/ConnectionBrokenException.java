package dev.vspherecloud.testkit.proxy;

import java.io.IOException;

/// Ends the client's connection, because of a fault or because the server's connection failed.
final class ConnectionBrokenException extends IOException {
    private final boolean reset;

    /// @param reset true if the connection ends with a TCP reset
    ConnectionBrokenException(boolean reset, String reason) {
        super(reason);
        this.reset = reset;
    }

    boolean isReset() {
        return reset;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
