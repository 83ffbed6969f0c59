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

/// The authorities in a file, as they are now: when somebody asks, it is read again if the last time is [#REST] ago.
///
/// A file that can't be used any more leaves those in force that it held.
///
/// Rule from: apiserver, dynamiccertificates.DynamicFileCAContent; differs: read when needed, at most that often,
/// since a file on a network tells nobody that it has changed.
///
/// Threads: any; two who ask at once may both read, and what either read stays.
final class AuthorityFile implements Supplier<Authorities> {
    static final Duration REST = Duration.ofSeconds(10);

    private static final Logger log = LoggerFactory.getLogger(AuthorityFile.class);

    private record Look(Authorities authorities, long at, boolean failed) {}

    private final Path file;
    private final LongSupplier nanoTime;
    private volatile Look last;

    private AuthorityFile(Path file, LongSupplier nanoTime, Look first) {
        this.file = file;
        this.nanoTime = nanoTime;
        this.last = first;
    }

    /// @throws AuthorityException when it can't be read, or holds no certificate
    static AuthorityFile open(Path file, LongSupplier nanoTime) {
        return new AuthorityFile(file, nanoTime, new Look(read(file), nanoTime.getAsLong(), false));
    }

    @Override
    public Authorities get() {
        Look before = last;
        long now = nanoTime.getAsLong();
        if (now - before.at() < REST.toNanos()) {
            return before.authorities();
        }
        Look look = look(before, now);
        last = look;
        return look.authorities();
    }

    private Look look(Look before, long now) {
        try {
            return new Look(read(file), now, false);
        } catch (AuthorityException e) {
            if (!before.failed()) {
                log.atWarn()
                        .addKeyValue("cause", e.getMessage())
                        .log("Authorities can't be read any more; those read before stay in force");
            }
            return new Look(before.authorities(), now, true);
        }
    }

    private static Authorities read(Path file) {
        try {
            return Authorities.parse(Files.readString(file));
        } catch (IOException e) {
            throw new AuthorityException("the file of authorities \"%s\" can't be read (%s)".formatted(file, e), e);
        } catch (CertificateException e) {
            throw new AuthorityException(
                    "the file of authorities \"%s\" can't be used: %s".formatted(file, e.getMessage()), e);
        }
    }
}
