package dev.vspherecloud.ccm.application.scenario.privilege;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.ccm.application.CommandRun;
import dev.vspherecloud.testkit.bed.Launch;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.wire.AnyCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// The deployed program: with the account of the manifests, its credentials in their Secret, its port open, and
/// leader election. The methods also change its environment.
///
/// @param identity    the kubeconfig of the account
/// @param port        the HTTPS port
/// @param clientToken the token of a client without rights
record DeployedRun(TestBed bed, VcenterSite site, Path identity, int port, String clientToken) {
    private static final String LEASE = "cloud-controller-manager";
    private static final String TAINT = """
            {"spec":{"taints":[{"key":"node.cloudprovider.kubernetes.io/uninitialized","value":"true",
            "effect":"NoSchedule"}]}}""";
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    static DeployedRun on(TestBed bed, VcenterSite site, DeployedRights deployed) {
        Path identity = bed.kubeconfig(deployed.to(bed.objects()));
        ObjectNode account = JsonNodeFactory.instance.objectNode();
        account.putObject("metadata").put("name", "client");
        bed.objects().create("/api/v1/namespaces/default/serviceaccounts", account.toString());
        String clientToken = bed.objects().serviceAccount("default", "client").token();
        return new DeployedRun(bed, site, identity, bed.reservePort(), clientToken);
    }

    Launch launch() {
        String vcenter = site.entry(
                "secretName: " + DeployedRights.SECRET, "secretNamespace: " + DeployedRights.NAMESPACE, site.trust());
        return bed.launch()
                .config(bed.write("vsphere.conf", "vcenter:\n" + vcenter + TestBed.labels()))
                .electing()
                .serving(port)
                .with(
                        "--kubeconfig=" + identity,
                        "--authentication-kubeconfig=" + identity,
                        "--authorization-kubeconfig=" + identity,
                        "--node-monitor-period=1s");
    }

    void putCredentials(String user, String password) {
        bed.objects()
                .putSecret(
                        DeployedRights.NAMESPACE,
                        DeployedRights.SECRET,
                        Map.of("127.0.0.1.username", user, "127.0.0.1.password", password));
    }

    void giveLeaseToAnother() {
        bed.objects()
                .renewLease(
                        DeployedRights.NAMESPACE,
                        LEASE,
                        "another",
                        InstantSource.system().instant());
    }

    void deleteLease() {
        bed.objects().deleteLease(DeployedRights.NAMESPACE, LEASE);
    }

    /// Adds the taint, as a kubelet does when it registers again.
    void taint(String node) {
        bed.objects().patchNode(node, TAINT);
    }

    /// Requests the metrics.
    ///
    /// @return the status code
    int requestMetrics() {
        try (HttpClient http =
                HttpClient.newBuilder().sslContext(AnyCertificate.context()).build()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/metrics"))
                    .header("Authorization", "Bearer " + clientToken)
                    .timeout(TIMEOUT)
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /// Runs `explain` with the account of the Pod, as a user in the Pod does.
    CommandRun explain(String node) {
        return CommandRun.of(List.of(
                "explain",
                "node",
                node,
                "--kubeconfig=" + identity,
                "--cloud-config=" + bed.folder().resolve("vsphere.conf")));
    }
}
