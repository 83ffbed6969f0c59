package dev.vspherecloud.ccm.application;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs `plan` on a real API server, in a cluster with a load balancer of cloud-provider-vsphere (Go).
class MissingControllersIT {
    private static final String CONFIG = "vcenter: {a: {server: 127.0.0.1, port: 1, user: u, password: p}}\n";
    private static final String SERVICES = "/api/v1/namespaces/default/services";

    private static KubeApiServer server;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeAll
    static void start() {
        server = KubeApiServer.shared();
        server.objects().create(SERVICES, """
                {"metadata": {"name": "web"}, "spec": {"type": "LoadBalancer", "ports": [{"port": 80}]}}
                """);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aLoadBalancerSectionIsReportedFirstWithItsServices() throws IOException {
        assertThat(plan(CONFIG)).as(err.toString(UTF_8)).isZero();
        out.reset();

        assertThat(plan(CONFIG + "loadBalancer: {size: SMALL}\n")).isEqualTo(2);

        assertThat(out.toString(UTF_8).lines().skip(1).filter(line -> !line.isEmpty()))
                .first()
                .isEqualTo("NOT SUPPORTED: service controller");
        assertThat(out.toString(UTF_8)).contains("Services of type LoadBalancer (1): default/web");
        assertThat(err.toString(UTF_8)).contains("loadBalancer: found a section that this program does not support");
    }

    /// This provider has no vCenter, and so no configuration to read.
    @Test
    void theParavirtualProviderCannotBeReplaced() throws IOException {
        assertThat(plan("", "--cloud-provider=vsphere-paravirtual")).isEqualTo(2);

        assertThat(out.toString(UTF_8))
                .startsWith("No plan: this provider cannot replace the paravirtual provider.")
                .contains("default/web", "Nodes with podCIDRs: none today");
    }

    private int plan(String config, String... more) throws IOException {
        Path kubeconfig = server.kubeconfig().write(folder.resolve("kubeconfig"));
        Path file = Files.writeString(folder.resolve("vsphere.conf"), config);
        List<String> arguments =
                new ArrayList<>(List.of("plan", "--cloud-config=" + file, "--kubeconfig=" + kubeconfig));
        arguments.addAll(List.of(more));
        return switch (CommandLine.parse(arguments, Map.of(), "1")) {
            case CommandLine.Plan plan ->
                new PlanCommand(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), Terminal.NONE)
                        .run(plan);
            case CommandLine other -> throw new AssertionError(other);
        };
    }
}
