package dev.vspherecloud.testkit.proxy;

import java.io.IOException;

/// A fault, or the loss of the server, ends the client's connection here.
final class ConnectionBrokenException extends IOException {
    private final boolean reset;

    /// @param reset whether the connection ends with a TCP reset
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
