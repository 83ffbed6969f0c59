package dev.vspherecloud.ccm.application.vcenter;

import dev.vspherecloud.config.credentials.SecretsDirectory.Look;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Looks into a directory each second, and tells what is in it when two looks in a row were the same and it is not
/// what was told before: whoever writes several files is given the time to finish.
///
/// Looking is all that works everywhere: the events of the operating system miss a mount that is swapped by a link,
/// and what other machines write on a network file system.
///
/// A [#run] that is called again after it failed begins from scratch, and tells again what is there.
///
/// Threads: confined to the caller of [#run], who ends it by an interrupt.
final class DirectoryWatcher implements Runnable {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Supplier<Look> directory;
    private final Consumer<Look> consumer;
    private final Sleeper pause;
    private @Nullable Look told;
    private @Nullable Look before;

    DirectoryWatcher(Supplier<Look> directory, Consumer<Look> consumer, Sleeper pause) {
        this.directory = directory;
        this.consumer = consumer;
        this.pause = pause;
    }

    @Override
    public void run() {
        told = null;
        before = null;
        try {
            while (true) {
                take(directory.get());
                pause.sleep(PERIOD);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void take(Look look) {
        if (look.equals(before) && !look.equals(told)) {
            consumer.accept(look);
            told = look;
        }
        before = look;
    }
}
