package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.config.credentials.SecretsDirectory.ReadResult;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads a directory each second. If two reads in a row were equal and the content is new, it passes the content
/// on. So a program that writes several files has time to finish.
///
/// Polling is the only method that works everywhere. File system events miss a mount that is replaced through a
/// link, and the writes of other machines on a network file system.
///
/// If [#run] fails and is called again, it passes the content on again.
///
/// Threads: confined to the caller of [#run], who ends it by an interrupt.
final class DirectoryWatcher implements Runnable {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Supplier<ReadResult> directory;
    private final Consumer<ReadResult> consumer;
    private final Sleeper pause;
    private @Nullable ReadResult lastReported;
    private @Nullable ReadResult previous;

    DirectoryWatcher(Supplier<ReadResult> directory, Consumer<ReadResult> consumer, Sleeper pause) {
        this.directory = directory;
        this.consumer = consumer;
        this.pause = pause;
    }

    @Override
    public void run() {
        lastReported = null;
        previous = null;
        try {
            while (true) {
                onRead(directory.get());
                pause.sleep(PERIOD);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void onRead(ReadResult result) {
        if (result.equals(previous) && !result.equals(lastReported)) {
            consumer.accept(result);
            lastReported = result;
        }
        previous = result;
    }
}
