package dev.vspherecloud.testkit.servers;

/// A server of the test bed could not be built, started, stopped or changed.
///
/// If a process is the cause, the message ends with the path of its log, which is kept, and the log's last lines.
public final class ServerException extends RuntimeException {
    ServerException(String message) {
        super(message);
    }

    ServerException(String message, Throwable cause) {
        super(message, cause);
    }
}
