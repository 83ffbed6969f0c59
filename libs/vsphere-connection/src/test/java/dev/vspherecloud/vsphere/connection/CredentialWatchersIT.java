package dev.vspherecloud.vsphere.connection;

import static dev.vspherecloud.vsphere.connection.TestTargets.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.config.credentials.CredentialsSource.Directory;
import dev.vspherecloud.config.credentials.CredentialsSource.KubernetesSecret;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.secret.SecretReader;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialWatchersIT {
    private static final String SECRETS = "/api/v1/namespaces/kube-system/secrets/";

    private static KubeApiServer server;
    private static KubeConnection connection;

    @TempDir
    private Path folder;

    private final AtomicInteger changes = new AtomicInteger();

    @BeforeAll
    static void start(@TempDir Path folder) {
        server = KubeApiServer.shared();
        connection = KubeConnection.open(
                "test", server.kubeconfig().write(folder.resolve("kubeconfig")).toString(), "");
    }

    @AfterAll
    static void stop() {
        connection.close();
        server.close();
    }

    @Test
    void aSecretIsFollowedThroughItsLife() {
        var secret = new KubernetesSecret("kube-system", "life");
        try (var watchers = new CredentialWatchers(connection, Supervisor.system(SupervisorObserver.NONE))) {
            CredentialSource source = watchers.of(target("vc", secret), changes::incrementAndGet);
            await().until(() -> text(source).startsWith("there is no Secret kube-system/life"));

            put("life", "u", "p");
            await().until(() -> text(source).equals("u p"));
            put("life", "u", "q");
            await().until(() -> text(source).equals("u q"));
            server.objects().delete(SECRETS + "life");
            put("life", "u", "r");
            await().until(() -> text(source).equals("u r"));
            await().until(() -> changes.get() == 4);
        }
    }

    @Test
    void aDirectoryIsFollowedThroughAMountThatIsSwapped() throws IOException {
        Path mount = Files.createDirectory(folder.resolve("mount"));
        swap(mount, "1", "u", "p");
        Files.createSymbolicLink(mount.resolve("vc.username"), Path.of("..data/vc.username"));
        Files.createSymbolicLink(mount.resolve("vc.password"), Path.of("..data/vc.password"));
        try (var watchers = new CredentialWatchers(connection, Supervisor.system(SupervisorObserver.NONE))) {
            CredentialSource source = watchers.of(target("vc", new Directory(mount)), changes::incrementAndGet);
            await().until(() -> text(source).equals("u p"));

            swap(mount, "2", "v", "q");

            await().until(() -> text(source).equals("v q"));
            await().until(() -> changes.get() == 2);
        }
    }

    @Test
    void aSessionManagerInASecretIsAReasonNotToStart() {
        server.objects().putSecret("kube-system", "manager", Map.of("vc.vc-session-manager-url", "https://s"));
        List<VcenterTarget> vcenters = List.of(
                target("vc", new KubernetesSecret("kube-system", "missing")),
                target("vc", new Directory(folder)),
                target("vc", new KubernetesSecret("kube-system", "manager")));

        assertThat(UnsupportedLogins.rejection(vcenters, new SecretReader(connection), () -> true))
                .hasValueSatisfying(why ->
                        assertThat(why).startsWith("Secret kube-system/manager holds vc.vc-session-manager-url"));
        assertThat(UnsupportedLogins.rejection(vcenters.subList(0, 2), new SecretReader(connection), () -> true))
                .isEmpty();
    }

    private static void put(String name, String user, String password) {
        server.objects().putSecret("kube-system", name, Map.of("vc.username", user, "vc.password", password));
    }

    /// Updates the mount as the kubelet does: a new folder, and one rename that makes it the current one.
    private static void swap(Path mount, String version, String user, String password) throws IOException {
        Path fresh = Files.createDirectory(mount.resolve(".." + version));
        Files.writeString(fresh.resolve("vc.username"), user);
        Files.writeString(fresh.resolve("vc.password"), password);
        Path link = Files.createSymbolicLink(mount.resolve("..data_tmp"), fresh.getFileName());
        Files.move(link, mount.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    }

    private static String text(CredentialSource source) {
        return switch (source.read()) {
            case Reading.Ready ready ->
                ready.credentials().user() + " "
                        + ready.credentials().password().reveal();
            case Reading.Awaited() -> "awaited";
            case Reading.Absent(String why) -> why;
        };
    }
}
