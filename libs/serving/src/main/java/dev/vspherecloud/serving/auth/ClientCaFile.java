package dev.vspherecloud.serving.auth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The current CA certificates in a file. If the last read is at least [#READ_INTERVAL] ago, a call reads the
/// file again.
///
/// If the file can no longer be used, the certificates that were read before stay in force.
///
/// Rule from: apiserver, dynamiccertificates.DynamicFileCAContent. Differs: the file is read when needed, at
/// most that often, since a file on a network file system sends no change notification.
///
/// Threads: any; two concurrent callers may both read, and the result of either stays.
final class ClientCaFile implements Supplier<ClientCaBundle> {
    static final Duration READ_INTERVAL = Duration.ofSeconds(10);

    private static final Logger log = LoggerFactory.getLogger(ClientCaFile.class);

    private record Snapshot(ClientCaBundle clientCaBundle, long readAt, boolean failed) {}

    private final Path file;
    private final LongSupplier nanoTime;
    private volatile Snapshot last;

    private ClientCaFile(Path file, LongSupplier nanoTime, Snapshot first) {
        this.file = file;
        this.nanoTime = nanoTime;
        this.last = first;
    }

    /// Reads the file for the first time.
    ///
    /// @throws ClientCaException if the file cannot be read, or contains no certificate
    static ClientCaFile open(Path file, LongSupplier nanoTime) {
        return new ClientCaFile(file, nanoTime, new Snapshot(read(file), nanoTime.getAsLong(), false));
    }

    @Override
    public ClientCaBundle get() {
        Snapshot before = last;
        long now = nanoTime.getAsLong();
        if (now - before.readAt() < READ_INTERVAL.toNanos()) {
            return before.clientCaBundle();
        }
        Snapshot snapshot = reload(before, now);
        last = snapshot;
        return snapshot.clientCaBundle();
    }

    private Snapshot reload(Snapshot before, long now) {
        try {
            return new Snapshot(read(file), now, false);
        } catch (ClientCaException e) {
            if (!before.failed()) {
                log.atWarn()
                        .addKeyValue("cause", e.getMessage())
                        .log("Cannot read the client CA file; the certificates read before stay in force");
            }
            return new Snapshot(before.clientCaBundle(), now, true);
        }
    }

    private static ClientCaBundle read(Path file) {
        try {
            return ClientCaBundle.parse(Files.readString(file));
        } catch (IOException e) {
            throw new ClientCaException("the CA file \"%s\" cannot be read (%s)".formatted(file, e), e);
        } catch (CertificateException e) {
            throw new ClientCaException("the CA file \"%s\" cannot be used: %s".formatted(file, e.getMessage()), e);
        }
    }
}
