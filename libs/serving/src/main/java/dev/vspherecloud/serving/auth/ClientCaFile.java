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

/// The current CA certificates in a file. A call reads the file again if the last read is at least [#REST] ago.
///
/// If the file can no longer be used, the certificates that were read before stay in force.
///
/// Rule from: apiserver, dynamiccertificates.DynamicFileCAContent; differs: the file is read when needed, at most
/// that often, since a file on a network file system sends no change notification.
///
/// Threads: any; two concurrent callers may both read, and the result of either stays.
final class ClientCaFile implements Supplier<ClientCaBundle> {
    static final Duration REST = Duration.ofSeconds(10);

    private static final Logger log = LoggerFactory.getLogger(ClientCaFile.class);

    private record Look(ClientCaBundle clientCaBundle, long at, boolean failed) {}

    private final Path file;
    private final LongSupplier nanoTime;
    private volatile Look last;

    private ClientCaFile(Path file, LongSupplier nanoTime, Look first) {
        this.file = file;
        this.nanoTime = nanoTime;
        this.last = first;
    }

    /// @throws ClientCaException if the file cannot be read, or holds no certificate
    static ClientCaFile open(Path file, LongSupplier nanoTime) {
        return new ClientCaFile(file, nanoTime, new Look(read(file), nanoTime.getAsLong(), false));
    }

    @Override
    public ClientCaBundle get() {
        Look before = last;
        long now = nanoTime.getAsLong();
        if (now - before.at() < REST.toNanos()) {
            return before.clientCaBundle();
        }
        Look look = look(before, now);
        last = look;
        return look.clientCaBundle();
    }

    private Look look(Look before, long now) {
        try {
            return new Look(read(file), now, false);
        } catch (ClientCaException e) {
            if (!before.failed()) {
                log.atWarn()
                        .addKeyValue("cause", e.getMessage())
                        .log("Cannot read the client CA file; the certificates read before stay in force");
            }
            return new Look(before.clientCaBundle(), now, true);
        }
    }

    private static ClientCaBundle read(Path file) {
        try {
            return ClientCaBundle.parse(Files.readString(file));
        } catch (IOException e) {
            throw new ClientCaException("the client CA file \"%s\" cannot be read (%s)".formatted(file, e), e);
        } catch (CertificateException e) {
            throw new ClientCaException(
                    "the client CA file \"%s\" cannot be used: %s".formatted(file, e.getMessage()), e);
        }
    }
}
