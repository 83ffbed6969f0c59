package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.KubeException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Supplies the HTTP client for the API server, and creates it again when necessary. That is so if the content
/// of one of its files has changed: client certificate and key, CA certificate, or kubeconfig. It is also so if
/// the credentials of an exec plugin have expired or were refused. If the new files or credentials cannot be
/// used, the previous client stays in use.
///
/// Requests in progress and watches end on the client that they began with. The threads of a client end once it
/// is not used any more. A token file is not checked here, since it is read for each request.
///
/// An exec plugin may take a minute, and a request has a deadline of seconds. So files are read and plugins run in a
/// thread of this class, before the credentials expire. A request uses the client that is there. Only if its
/// credentials have expired or were refused, it waits for the plugin, at most until its own deadline.
///
/// Rule from: client-go, transport/cert_rotation.go and transport/ca_rotation.go. Differs: the kubeconfig
/// counts too, but not the server's address in it, and no connection is closed.
///
/// Threads: any; one task at a time checks the files.
final class ReloadingHttpClient implements HttpClients, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReloadingHttpClient.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    /// The client in use.
    ///
    /// @param credentials the number of the exec plugin's run whose credentials the client uses
    private record Current(ApiClient http, AccessFiles files, long credentials) {}

    private final Supplier<Access> access;
    private final Function<Access, AccessFiles> files;
    private final Function<Access, ApiClient> maker;
    private final PluginCredentials plugin;
    private final LongSupplier nanoTime;
    private final ExecutorService executor;

    /// The reload that runs at the moment; null if none does.
    private final AtomicReference<@Nullable CompletableFuture<Void>> reload = new AtomicReference<>();

    private volatile Current made;
    private volatile long lastCheck;
    private volatile String lastFailure = "";

    /// Creates the first client. Throws [KubeException] if that fails.
    ///
    /// @param access reads the access from the current files
    /// @param files  returns the files from which an access was read
    /// @param plugin the credentials of the exec plugin, if the access has one
    /// @param executor runs the reloads; it is shut down with this object
    ReloadingHttpClient(
            Supplier<Access> access,
            Function<Access, AccessFiles> files,
            Function<Access, ApiClient> maker,
            PluginCredentials plugin,
            LongSupplier nanoTime,
            ExecutorService executor) {
        this.access = access;
        this.files = files;
        this.maker = maker;
        this.plugin = plugin;
        this.nanoTime = nanoTime;
        this.executor = executor;
        this.made = make();
        this.lastCheck = nanoTime.getAsLong();
    }

    @Override
    public ApiClient get(Duration atMost) throws InterruptedException {
        if (nanoTime.getAsLong() - lastCheck >= BETWEEN_LOOKS.toNanos() || plugin.isRunDue()) {
            beginReload();
        }
        CompletableFuture<Void> running = reload.get();
        if (running != null && plugin.areUnusable(made.credentials())) {
            await(running, atMost);
        }
        return made.http();
    }

    private static void await(CompletableFuture<Void> running, Duration atMost) throws InterruptedException {
        try {
            running.get(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new KubeException(
                    KubeException.Kind.TIMEOUT,
                    "the credentials for the API server have expired or were refused, and the exec plugin of the"
                            + " kubeconfig has not returned new ones in time",
                    e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("bug: a reload has no failure", e);
        }
    }

    /// Lets the exec plugin run again if it may run, and the client be created again.
    @Override
    public void onUnauthorized() {
        plugin.onUnauthorized();
        beginReload();
    }

    private void beginReload() {
        var begun = new CompletableFuture<Void>();
        if (reload.compareAndSet(null, begun)) {
            lastCheck = nanoTime.getAsLong();
            try {
                executor.execute(() -> {
                    try {
                        reloadIfChanged();
                    } finally {
                        end(begun);
                    }
                });
            } catch (RejectedExecutionException _) {
                // This object is closed: no request needs another client.
                end(begun);
            }
        }
    }

    private void end(CompletableFuture<Void> begun) {
        reload.set(null);
        begun.complete(null);
    }

    private void reloadIfChanged() {
        boolean areUnchanged = made.files().areUnchanged();
        if (areUnchanged && plugin.areCurrent(made.credentials())) {
            return;
        }
        String what = areUnchanged
                ? "the API server refused the credentials of the exec plugin, or they have expired"
                : "the kubeconfig, or a file with credentials or certificates, has changed";
        try {
            made = make();
            lastFailure = "";
            LOG.atInfo()
                    .addKeyValue("reason", what)
                    .addKeyValue("files", made.files())
                    .log("Reloaded the credentials and certificates for the API server");
        } catch (KubeException e) {
            if (!e.getMessage().equals(lastFailure)) {
                LOG.atWarn()
                        .addKeyValue("reason", what)
                        .addKeyValue("cause", e.getMessage())
                        .log("Cannot reload the credentials and certificates for the API server; the previous"
                                + " ones stay in use");
            }
            lastFailure = e.getMessage();
        }
    }

    /// Creates a client. The content of the files is recorded first. If a file changes meanwhile, the next
    /// check finds the change.
    private Current make() {
        AccessFiles remembered = files.apply(access.get());
        long credentials = plugin.number();
        return new Current(maker.apply(access.get()), remembered, credentials);
    }

    @Override
    public void close() {
        executor.shutdownNow();
        made.http().close();
    }
}
