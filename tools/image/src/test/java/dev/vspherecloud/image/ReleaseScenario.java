package dev.vspherecloud.image;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.ServedPages;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.report.Report;
import dev.vspherecloud.testkit.time.Stopwatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// A release from the registry to a ready Node. `make release-check` builds the release twice and runs this test.
///
/// It needs mount namespaces, as [ImageScenario] does, and for the image of arm64 `qemu-aarch64-static`. Without the
/// latter, the report says that this image did not run.
@Tag("release")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReleaseScenario {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration EMULATED = Duration.ofMinutes(8);
    private static final String SIGNATURE = "\"signature\":\"";
    private static final int NODES = 3;
    private static final double MEGABYTE = 1e6;
    private static final String NAMESPACE = "kube-system";
    private static final Path EMULATOR = Path.of("/usr/bin/qemu-aarch64-static");
    private static final Path PROJECT =
            Program.executable().toAbsolutePath().resolveSibling("../..").normalize();

    private final Path releases = Path.of(System.getProperty("vspherecloud.release"));
    private final Path release = releases.resolve("one");
    private final Path again = releases.resolve("two");
    private final Path blobs = releases.resolve("blobs");
    private final Path tools = Path.of(System.getProperty("vspherecloud.release.tools"));
    private final String registry = System.getProperty("vspherecloud.release.registry");
    private final Map<String, String> results = Collections.synchronizedMap(new TreeMap<>());

    @TempDir
    private static Path folder;

    private String published = "";

    private record Ended(int code, String output) {}

    /// What a container runtime reads of an image from the registry.
    private record Pulled(Path root, String user, List<String> environment, List<String> entryPoint) {}

    @BeforeAll
    void publish() {
        Ended ended = signed("publish", registry, release.toString());

        assertThat(ended.code()).as(ended.output()).isZero();
        published = ended.output();
    }

    @AfterAll
    void report() throws IOException {
        var lines = new ArrayList<String>();
        lines.add("Release " + version() + " of commit " + commit());
        lines.add("");
        lines.add(
                "One release, built twice in two folders, pushed to a registry on the loopback interface, and installed from");
        lines.add("there on a real API server with a simulated vCenter. `make release-check` repeats it.");
        lines.add("");
        lines.addAll(results.values());
        lines.add("");
        lines.add("Files of the release");
        for (Path file : files(release)) {
            lines.add("%s  %7.2f MB  %s".formatted(Sha256.of(file), Files.size(file) / MEGABYTE, file.getFileName()));
        }
        lines.add("");
        lines.addAll(Files.readAllLines(release.resolve("digests.txt")));
        Report.write("release.txt", Clock.systemUTC(), lines);
    }

    @Test
    void twoBuildsDifferOnlyInTheClassCache() {
        Ended ended = run("check", release.toString(), again.toString());

        assertThat(ended.code()).as(ended.output()).isZero();
        results.put(
                "1",
                "Two builds (tools/release/check):\n  " + ended.output().strip().replace("\n", "\n  "));
    }

    /// The comparison finds a difference in each file that must not differ, and in each layer but the class cache.
    @Test
    void anyOtherDifferenceFails() throws IOException {
        Path copy = copy(again, "other");
        for (Path file : files(copy)) {
            String name = file.getFileName().toString();
            if (!name.matches(".*(-oci|-amd64)\\.tar|digests\\.txt|provenance.*|SHA256SUMS.*")) {
                flip(file);
                assertThat(run("check", release.toString(), copy.toString()).code())
                        .as(name)
                        .isEqualTo(1);
                flip(file);
            }
        }
        Path digests = copy.resolve("digests.txt");
        String text = Files.readString(digests);
        Files.writeString(digests, text.replaceFirst("sha256:.", "sha256:x"));
        assertThat(run("check", release.toString(), copy.toString()).output()).contains("a layer differs");
    }

    @Test
    void versionTagsLabelsAndChartAgree() throws IOException {
        String version = version();
        String metadata = output(tool("helm"), "show", "chart", chartFile().toString());
        assertThat(metadata).contains("\nversion: " + version + "\n", "appVersion: " + version + "\n");
        for (String platform : List.of("linux/amd64", "linux/arm64")) {
            JsonNode labels = config(platform).at("/config/Labels");
            assertThat(labels.path("org.opencontainers.image.version").asText()).isEqualTo(version);
            assertThat(labels.path("org.opencontainers.image.revision").asText())
                    .isEqualTo(commit());
        }
        for (String manifest :
                List.of("vsphere-cloud-controller-manager.yaml", "vsphere-cloud-controller-manager-deployment.yaml")) {
            assertThat(Files.readString(release.resolve(manifest)))
                    .contains("image: \"" + image() + ":" + version + "\"");
        }
        for (Path file : files(release)) {
            if (!file.toString().endsWith(".tar")) {
                assertThat(Files.readString(file, ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain("SNAPSHOT");
            }
        }
    }

    @Test
    void theProvenanceNamesCommitBuilderAndEveryFile() throws IOException {
        JsonNode statement = JSON.readTree(Files.readString(release.resolve("provenance.intoto.json")));
        Set<String> names = new TreeSet<>(statement.path("subject").findValuesAsText("name"));

        assertThat(statement.path("predicate").findValuesAsText("gitCommit")).containsExactly(commit());
        assertThat(statement.at("/predicate/runDetails/builder/id").asText()).isNotEmpty();
        assertThat(statement.at("/predicate/buildDefinition/resolvedDependencies"))
                .hasSizeGreaterThan(10);
        for (Path file : files(release)) {
            String name = file.getFileName().toString();
            if (!name.matches("SHA256SUMS.*|provenance.*")) {
                assertThat(names).contains(name);
            }
        }
        assertThat(output(
                        tool("cosign"),
                        "verify-attestation",
                        "--key=" + releases.resolve("cosign.pub"),
                        "--insecure-ignore-tlog=true",
                        "--type=slsaprovenance1",
                        image() + ":" + version()))
                .contains("payload");
    }

    @Test
    void theUntouchedReleaseIsVerified() {
        Ended ended = signed("verify", release.toString(), registry);

        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("complete, unchanged and signed by the key");
    }

    /// One byte in each file of the release, an additional file and a missing one: the documented check notices each.
    @Test
    void everyTamperedFileIsNoticed() throws IOException {
        Path copy = copy(release, "tampered");
        assertThat(signed("verify", copy.toString()).code()).isZero();
        int noticed = 0;
        for (Path file : files(copy)) {
            flip(file);
            assertThat(signed("verify", copy.toString()).code())
                    .as("flipped " + file)
                    .isEqualTo(1);
            flip(file);
            noticed++;
        }
        Path more = Files.writeString(copy.resolve("more.yaml"), "kind: Secret\n");
        assertThat(signed("verify", copy.toString()).output()).contains("more.yaml is not in SHA256SUMS");
        Files.delete(more);
        Path chart = copy.resolve(chartFile().getFileName());
        Files.delete(chart);
        assertThat(signed("verify", copy.toString()).code()).isEqualTo(1);
        results.put(
                "2",
                "One byte changed in each of %d files: noticed %d times. A missing and an additional file: noticed."
                        .formatted(noticed, noticed));
    }

    /// The commands of the page, as its reader runs them.
    @Test
    void theDocumentedCommandsNoticeEachChangedFile() throws IOException {
        Path copy = copy(release, "documented");
        Files.copy(releases.resolve("cosign.pub"), copy.resolve("cosign.pub"));
        String commands = DocBlock.of(ReleaseScenario.class, "theDocumentedCommandsNoticeEachChangedFile")
                .getFirst()
                .text();

        assertThat(shell(copy, commands)).isZero();
        for (Path file : files(release)) {
            Path changed = copy.resolve(file.getFileName());
            flip(changed);
            assertThat(shell(copy, commands)).as("flipped " + changed).isNotZero();
            flip(changed);
        }
    }

    @Test
    void theDocumentedCommandsVerifyTheRegistry() throws IOException {
        Path keys = Files.createDirectory(folder.resolve("keys"));
        String commands = DocBlock.of(ReleaseScenario.class, "theDocumentedCommandsVerifyTheRegistry")
                .getFirst()
                .text();

        Files.copy(releases.resolve("cosign.pub"), keys.resolve("cosign.pub"));
        assertThat(shell(keys, commands)).isZero();

        output("sh", "-c", "cd '" + keys + "' && rm cosign.pub && '" + tool("cosign") + "' generate-key-pair");
        assertThat(shell(keys, commands)).as("another key").isNotZero();
    }

    /// Runs the commands of a block in a folder, and stops at the first that fails.
    private int shell(Path directory, String commands) throws IOException {
        String prefix = "cd '%s'; export PATH='%s':\"$PATH\" REGISTRY='%s' VERSION='%s'\n"
                .formatted(directory, tools, registry, version());
        return run(Map.of(), List.of("sh", "-euc", prefix + commands)).code();
    }

    /// An attacker who changes a file and the list of digests cannot sign the list.
    @Test
    void aNewListOfDigestsIsNoticedByItsSignature() throws IOException {
        Path copy = copy(release, "forged");
        Path chart = copy.resolve(chartFile().getFileName());
        String before = Sha256.of(chart);
        flip(chart);
        Path list = copy.resolve("SHA256SUMS");
        Files.writeString(list, Files.readString(list).replace(before, Sha256.of(chart)));

        assertThat(run("verify", copy.toString()).code()).as("without a key").isZero();
        Ended ended = signed("verify", copy.toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.output()).contains("the signature is not of this key");
        results.put("3", "A changed file with a new SHA256SUMS: noticed by the signature.");
    }

    /// One byte in each layer, configuration and chart that the registry stores.
    @Test
    void everyTamperedPartInTheRegistryIsNoticed() throws IOException {
        var parts = new TreeSet<String>();
        JsonNode index = JSON.readTree(output(tool("crane"), "manifest", image() + ":" + version()));
        for (JsonNode platform : index.path("manifests")) {
            parts.addAll(digests(image() + "@" + platform.path("digest").asText()));
        }
        assertThat(parts).hasSizeGreaterThan(9);
        parts.addAll(digests(chart() + ":" + version()));
        int noticed = 0;
        for (String digest : parts) {
            Path blob = blobs.resolve(digest.replace(':', '/'));
            flip(blob);
            Ended ended = signed("verify", release.toString(), registry);
            assertThat(ended.code()).as("%s %s", blob, ended.output()).isEqualTo(1);
            flip(blob);
            noticed++;
        }
        results.put(
                "4",
                "One byte changed in each of %d blobs in the registry: noticed %d times."
                        .formatted(parts.size(), noticed));
    }

    @Test
    void aReleasedVersionIsNeverReplaced() throws IOException {
        Ended same = signed("publish", registry, release.toString());
        assertThat(same.code()).as(same.output()).isZero();
        assertThat(same.output()).contains(published.lines().toList().getLast());

        Ended other = signed("publish", registry, again.toString());
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.output()).contains("a released version never changes");
        results.put(
                "5",
                "A second push of the same files: same digests. A push of the other build under the tag: refused.");
    }

    @Test
    void theChartFromTheRegistryMakesNodesReady() throws IOException {
        String words = installAndRun("linux/amd64", PROJECT.resolve("tools/image/enter"), TIMEOUT);

        results.put("6", "linux/amd64: helm install oci://, pulled image, Pod template of the DaemonSet: " + words);
    }

    @Test
    void theImageForArm64MakesNodesReadyUnderEmulation() throws IOException {
        if (!Files.isExecutable(EMULATOR)) {
            results.put("7", "linux/arm64: NOT RUN, because this machine has no " + EMULATOR);
            Assumptions.abort("found no " + EMULATOR + ": install qemu-user-static to run the image for arm64");
        }
        Path emulate = PROJECT.resolve("tools/release/emulate");
        Pulled image = pull("linux/arm64", image() + ":" + version());
        Path mounted = Files.createDirectory(folder.resolve("mounted"));
        Files.writeString(
                mounted.resolve("vsphere.conf"),
                "vcenter:\n  paris:\n    server: vc.example.org\n    user: u\n    password: p\n");

        assertThat(once(emulate, image, mounted, "--version"))
                .contains("vsphere-cloud-controller-manager " + version());
        assertThat(once(emulate, image, mounted, "config", "check", mounted + "/vsphere.conf"))
                .contains("vc.example.org");
        assertThat(once(emulate, image, mounted, "explain", "--help")).contains("explain");

        String words = installAndRun("linux/arm64", emulate, EMULATED);
        results.put(
                "7",
                "linux/arm64 under qemu: --version, config check, explain --help, and the same installation: " + words);
    }

    // --- A container runtime --------------------------------------------------------------------------------------

    /// Installs the chart from the registry with Helm, pulls the image that the DaemonSet names, and runs it with the
    /// arguments, variables, configuration and ServiceAccount of the Pod template.
    private String installAndRun(String platform, Path starter, Duration limit) throws IOException {
        try (var bed = TestBed.startAlone()) {
            VcenterSite site = bed.addVcenter("vc-a");
            site.addVms("w", 0, NODES);
            bed.objects().createNodes(site.nodes("w", 0, NODES));
            int port = bed.reservePort();
            Path kubeconfig = bed.api().kubeconfig().write(bed.folder().resolve("kubeconfig-admin"));
            Path values = bed.write("values.yaml", values(site, port));

            output(
                    tool("helm"),
                    "install",
                    "vsphere-cpi",
                    "oci://" + chart(),
                    "--plain-http",
                    "--version=" + version(),
                    "--namespace=" + NAMESPACE,
                    "--kubeconfig=" + kubeconfig,
                    "--values=" + values);
            JsonNode pod = bed.objects()
                    .get("/apis/apps/v1/namespaces/" + NAMESPACE + "/daemonsets/vsphere-cpi")
                    .at("/spec/template/spec");
            JsonNode container = pod.path("containers").path(0);
            assertThat(container.path("image").asText()).isEqualTo(image() + ":" + version());

            Pulled image = pull(platform, container.path("image").asText());
            mount(bed, pod, container, image.root());
            var environment = new ArrayList<>(image.environment());
            environment.add("KUBERNETES_SERVICE_HOST=127.0.0.1");
            environment.add("KUBERNETES_SERVICE_PORT=" + bed.api().port());
            for (JsonNode variable : container.path("env")) {
                environment.add(variable.path("name").asText() + "="
                        + variable.path("value").asText());
            }
            var arguments =
                    container.path("args").valueStream().map(JsonNode::asText).toList();
            Stopwatch stopwatch = Stopwatch.start();
            try (var pages = new ServedPages(port);
                    Program program = enter(starter, image, bed.folder(), environment, arguments)) {
                bed.objects().awaitNodes(limit, nodes -> nodes.stream().allMatch(ReleaseScenario::isInitialised));
                String seconds = stopwatch.seconds();
                assertThat(pages.isOk("/readyz")).as(program.log()).isTrue();
                assertThat(program.log()).contains("Became leader", version()).doesNotContain("[error]", "[warning]");
                return "%d of %d Nodes ready after %s s".formatted(NODES, NODES, seconds);
            }
        }
    }

    private static String values(VcenterSite site, int port) {
        String pem = site.proxy().identity().certificatePem().strip().replace("\n", "\n    ");
        return """
                config:
                  enabled: true
                  region: k8s-region
                  zone: k8s-zone
                  caBundle: |
                    %s
                  vcenters:
                    vc-a:
                      server: localhost
                      port: %d
                      username: "%s"
                      password: "%s"
                      datacenters: [vc-a-dc]
                daemonset:
                  cmdline:
                    additionalParams:
                      secure-port: %d
                      bind-address: 127.0.0.1
                """.formatted(
                        pem,
                        site.proxy().port(),
                        site.vcenter().username(),
                        site.vcenter().password(),
                        port);
    }

    /// Writes the files that a kubelet mounts: ConfigMaps and Secrets of the volumes, and the ServiceAccount.
    private static void mount(TestBed bed, JsonNode pod, JsonNode container, Path root) throws IOException {
        var sources = new HashMap<String, String>();
        for (JsonNode volume : pod.path("volumes")) {
            String name = volume.path("name").asText();
            sources.put(
                    name,
                    volume.has("configMap")
                            ? "configmaps/" + volume.at("/configMap/name").asText()
                            : "secrets/" + volume.at("/secret/secretName").asText());
        }
        for (JsonNode mounted : container.path("volumeMounts")) {
            Path target = Files.createDirectories(
                    root.resolve(mounted.path("mountPath").asText().substring(1)));
            String source = sources.getOrDefault(mounted.path("name").asText(), "");
            JsonNode object = bed.objects().get("/api/v1/namespaces/" + NAMESPACE + "/" + source);
            for (var entry : object.path("data").properties()) {
                String value = entry.getValue().asText();
                Files.write(
                        target.resolve(entry.getKey()),
                        source.startsWith("secrets/") ? Base64.getDecoder().decode(value) : value.getBytes(UTF_8));
            }
        }
        Path account = Files.createDirectories(root.resolve("var/run/secrets/kubernetes.io/serviceaccount"));
        String name = pod.path("serviceAccountName").asText();
        Files.writeString(
                account.resolve("token"),
                bed.objects().serviceAccount(NAMESPACE, name).token());
        Files.writeString(account.resolve("ca.crt"), bed.api().certificatePem());
        Files.writeString(account.resolve("namespace"), NAMESPACE);
        Files.setPosixFilePermissions(bed.folder(), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Pulled pull(String platform, String reference) throws IOException {
        Path root = Files.createDirectory(folder.resolve("root-" + System.nanoTime()));
        Path tar = folder.resolve(root.getFileName() + ".tar");
        output(tool("crane"), "export", "--platform=" + platform, reference, tar.toString());
        output("tar", "-x", "-p", "-f", tar.toString(), "-C", root.toString());
        Files.delete(tar);
        JsonNode config = config(platform).path("config");
        return new Pulled(
                root, config.path("User").asText(), texts(config.path("Env")), texts(config.path("Entrypoint")));
    }

    private static String once(Path starter, Pulled image, Path mounted, String... arguments) {
        try (Program program = enter(starter, image, mounted, image.environment(), List.of(arguments))) {
            int code = program.awaitExit(EMULATED);
            assertThat(code).as(program.log()).isZero();
            return program.log();
        }
    }

    private static Program enter(
            Path starter, Pulled image, Path mounted, List<String> environment, List<String> arguments) {
        var command = new ArrayList<String>();
        command.add(starter.toString());
        command.add(image.root().toString());
        command.add(mounted.toString());
        command.add(image.user());
        command.add(String.join("\n", environment));
        command.addAll(image.entryPoint());
        return Program.start(folder.resolve("run-" + System.nanoTime() + ".log"), Map.of(), command, arguments);
    }

    // --- The release ----------------------------------------------------------------------------------------------

    private JsonNode config(String platform) throws IOException {
        return JSON.readTree(output(tool("crane"), "config", "--platform=" + platform, image() + ":" + version()));
    }

    private List<String> digests(String reference) throws IOException {
        JsonNode manifest = JSON.readTree(output(tool("crane"), "manifest", reference));
        var digests = new ArrayList<String>();
        digests.add(manifest.at("/config/digest").asText());
        digests.addAll(manifest.path("layers").findValuesAsText("digest"));
        return digests;
    }

    private String image() {
        return registry + "/" + ImageDescription.NAME;
    }

    private String chart() {
        return registry + "/charts/vsphere-cpi";
    }

    private Path chartFile() throws IOException {
        return files(release).stream()
                .filter(file -> file.toString().endsWith(".tgz"))
                .findFirst()
                .orElseThrow();
    }

    private String version() throws IOException {
        return chartFile().getFileName().toString().replaceAll("vsphere-cpi-|\\.tgz", "");
    }

    private String commit() {
        return output("git", "-C", releases.resolve("again").toString(), "rev-parse", "HEAD")
                .strip();
    }

    private static List<Path> files(Path release) throws IOException {
        try (Stream<Path> files = Files.list(release)) {
            return files.sorted().toList();
        }
    }

    private static Path copy(Path release, String name) throws IOException {
        Path copy = Files.createDirectory(folder.resolve(name));
        for (Path file : files(release)) {
            Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
        }
        return copy;
    }

    /// Changes one bit in the middle of a file, for a signature in the middle of its value; a second call changes it
    /// back.
    private static void flip(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int at = bytes.length / 2;
        if (file.toString().endsWith(".sigstore.json")) {
            at = new String(bytes, UTF_8).indexOf(SIGNATURE) + SIGNATURE.length() + bytes.length / 10;
        }
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    private static boolean isInitialised(JsonNode node) {
        return !node.path("spec").path("taints").toString().contains("uninitialized");
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }

    // --- Commands -------------------------------------------------------------------------------------------------

    private String tool(String name) {
        return tools.resolve(name).toString();
    }

    /// Runs a script of `tools/release` with the keys of this check.
    private Ended signed(String script, String... arguments) {
        return run(
                Map.of(
                        "KEY", releases.resolve("cosign.key").toString(),
                        "PUBLIC_KEY", releases.resolve("cosign.pub").toString()),
                words(script, arguments));
    }

    private static Ended run(String script, String... arguments) {
        return run(Map.of(), words(script, arguments));
    }

    private static List<String> words(String script, String... arguments) {
        return Stream.concat(
                        Stream.of(PROJECT.resolve("tools/release/" + script).toString()), Stream.of(arguments))
                .toList();
    }

    /// Returns what a command prints; it must succeed.
    private static String output(String... words) {
        Ended ended = run(Map.of(), List.of(words));
        assertThat(ended.code())
                .as(String.join(" ", words) + "\n" + ended.output())
                .isZero();
        return ended.output();
    }

    private static Ended run(Map<String, String> environment, List<String> words) {
        Path log = folder.resolve("command-" + System.nanoTime() + ".log");
        var builder = new ProcessBuilder(words)
                .redirectOutput(log.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("errors.log").toFile()));
        builder.environment().putAll(environment);
        Path errors = folder.resolve("errors.log");
        try {
            Files.deleteIfExists(errors);
            int code = builder.start().waitFor();
            String output = Files.readString(log);
            return new Ended(code, code == 0 ? output : output + Files.readString(errors));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
