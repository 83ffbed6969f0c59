package dev.vspherecloud.serving.auth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The authorities in a file, as they are now: it is looked at again a second after the last look, when somebody asks.
///
/// A file that can't be used any more leaves those in force that it held.
///
/// Threads: any; two who look at once both read, and either may keep what he read.
final class AuthorityFile implements Supplier<Authorities> {
    private static final Logger log = LoggerFactory.getLogger(AuthorityFile.class);
    private static final Duration REST = Duration.ofSeconds(1);

    /// What tells that a file is another one; a mounted Secret is replaced, not written.
    private record Stamp(FileTime changed, long bytes, Object key) {}

    private record Look(Stamp stamp, Authorities authorities, long at) {}

    private final Path file;
    private final LongSupplier nanoTime;
    private volatile Look last;

    private AuthorityFile(Path file, LongSupplier nanoTime, Look first) {
        this.file = file;
        this.nanoTime = nanoTime;
        this.last = first;
    }
}
