package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The kubectl plugin with the real kubectl and a real API server. A kubelet runs the commands as processes of this
/// machine, so the packaged program answers.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubectlPluginScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String LEASE = "cloud-controller-manager";
    private static final String PODS = "/api/v1/namespaces/kube-system/pods";

    private record Ended(int code, String out, String err) {}

    private final TestBed bed = TestBed.start();
    private final Process kubelet = kubelet();
    private final Path kubectl = ServerBinaries.client("kubectl");
    private final Path kubeconfig = bed.api().kubeconfig().write(bed.folder().resolve("kubeconfig-of-the-user"));

    @BeforeAll
    void install() throws IOException {
        VcenterSite site = bed.addVcenter("vc-a");
        site.addVms("w", 0, 2);
        bed.objects().createNodes(site.nodes("w", 0, 2));
        String reviews = bed.kubeconfig(bed.api().admin()).toString();
        String[] flags = {
            "--leader-elect=true",
            "--bind-address=127.0.0.1",
            "--secure-port=" + bed.reservePort(),
            "--authentication-kubeconfig=" + reviews,
            "--authorization-kubeconfig=" + reviews
        };
        Program program = bed.runWith(bed.config(), flags);
        program.awaitLog("Became leader", TIMEOUT);
        program.awaitLog("Initialised node", TIMEOUT);
        String holder = bed.objects()
                .findLease("kube-system", LEASE)
                .orElseThrow()
                .at("/spec/holderIdentity")
                .asText();
        createNode(kubelet.inputReader());
        createPod(holder.substring(0, holder.lastIndexOf('_')), flags);
    }

    @AfterAll
    void close() {
        kubelet.destroy();
        bed.close();
    }

    private static Process kubelet() {
        try {
            return new ProcessBuilder(ServerBinaries.kubelet().toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Creates the Node of the kubelet. It belongs to another provider, so that the program does not change it.
    private void createNode(BufferedReader printed) throws IOException {
        int port = Integer.parseInt(printed.readLine());
        bed.objects()
                .createNode(NodeSpec.aNode("machine")
                        .providerId("kind://machine")
                        .withoutAddresses()
                        .address("InternalIP", "127.0.0.1"));
        bed.objects()
                .patch(
                        "/api/v1/nodes/machine/status",
                        "{\"status\":{\"daemonEndpoints\":{\"kubeletEndpoint\":{\"Port\":%d}}}}".formatted(port));
    }

    /// Creates a Pod with the command line of the running program, under the host name that is in the Lease.
    private void createPod(String hostName, String... flags) throws JsonProcessingException {
        List<String> arguments = Stream.concat(bed.flags(bed.config()).stream(), Stream.of(flags))
                .toList();
        String command = new ObjectMapper()
                .writeValueAsString(List.of(Program.executable().toString()));
        bed.objects().create(PODS, """
                        {"metadata": {"name": "%s", "labels": {"component": "cloud-controller-manager"}},
                         "spec": {"nodeName": "machine", "containers": [{"name": "ccm", "image": "example.com/ccm:1",
                           "command": %s, "args": %s}]}}
                        """.formatted(
                        podName(hostName), command, new ObjectMapper().writeValueAsString(arguments)));
        bed.objects().patch(PODS + "/" + podName(hostName) + "/status", "{\"status\":{\"phase\":\"Running\"}}");
    }

    private static String podName(String hostName) {
        return hostName.toLowerCase(Locale.ROOT);
    }

    private ProcessBuilder plugin(String... arguments) {
        var words = new ArrayList<String>(List.of(kubectl.toString(), "vsphere"));
        words.addAll(List.of(arguments));
        var builder = new ProcessBuilder(words);
        builder.environment()
                .put(
                        "PATH",
                        Stream.of(kubectl, ServerBinaries.kubectlPlugin())
                                .map(program -> String.valueOf(program.getParent()))
                                .collect(Collectors.joining(File.pathSeparator)));
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        builder.environment().put("HOME", bed.folder().toString());
        return builder;
    }

    private Ended run(String... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile(bed.folder(), "plugin", ".out");
        Path err = Files.createTempFile(bed.folder(), "plugin", ".err");
        Process process = plugin(arguments)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    @Test
    void explainRunsInThePodWithTheArgumentsOfItsContainer() throws IOException, InterruptedException {
        Ended ended = run("explain", "w-0", "-o", "json");

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.err()).isEmpty();
        assertThat(new ObjectMapper().readTree(ended.out()).toString()).contains("\"w-0\"");
    }

    @Test
    void theExitCodeOfThePlanPassesThroughAndTheLastFlagCounts() throws IOException, InterruptedException {
        Path silent = bed.write(
                "silent.conf", "vcenter:\n  gone:\n    server: 127.0.0.1\n    port: 1\n    user: u\n    password: p\n");

        Ended ended = run("plan", "--cloud-config=" + silent);

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(2);
        assertThat(ended.out()).contains("gone");
        assertThat(run("explain", "no-such-node").code()).isEqualTo(1);
    }

    @Test
    void theNamespaceOfTheUserIsSearched() throws IOException, InterruptedException {
        Ended ended = run("plan", "-n", "default");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err())
                .contains("found no running Pod of vsphere-cloud-controller-manager in the namespace default");
    }

    @Test
    void statusServesThePageOfTheLeaderOnALoopbackAddress() throws IOException, InterruptedException {
        Process process = plugin("status")
                .redirectError(bed.folder().resolve("status.err").toFile())
                .start();
        try {
            String printed = process.inputReader().readLine();
            assertThat(printed)
                    .as(Files.readString(bed.folder().resolve("status.err")))
                    .startsWith("http://127.0.0.1:");
            URI url = URI.create(printed);

            assertThat(get(url, url.getAuthority(), url.getPath()))
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .containsIgnoringCase("content-security-policy: default-src 'none'")
                    .contains(">leader<", ">vc-a<");
            assertThat(get(url, "evil.example.com", url.getPath())).startsWith("HTTP/1.1 403 ");
            assertThat(get(url, url.getAuthority(), "/status")).startsWith("HTTP/1.1 404 ");

            process.destroy();
            assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void statusSendsATokenOfTheServiceAccount() throws IOException {
        bed.objects()
                .create("/api/v1/namespaces/kube-system/serviceaccounts", "{\"metadata\": {\"name\": \"viewer\"}}");
        Path err = bed.folder().resolve("account.err");
        Process process = plugin("status", "--service-account=viewer")
                .redirectError(err.toFile())
                .start();
        try {
            String printed = process.inputReader().readLine();
            assertThat(printed).as(Files.readString(err)).isNotNull();
            URI url = URI.create(printed);

            assertThat(get(url, url.getAuthority(), url.getPath()))
                    .startsWith("HTTP/1.1 403 ")
                    .contains("system:serviceaccount:kube-system:viewer");
        } finally {
            process.destroyForcibly();
        }
    }

    /// Sends a request with any `Host`, which Java's own client does not allow.
    private static String get(URI url, String host, String path) throws IOException {
        try (var socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            String request = "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(path, host);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
