package dev.vspherecloud.ccm.application.scenario.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.CommandRun;
import dev.vspherecloud.ccm.application.scenario.NodesUnderTest;
import dev.vspherecloud.ccm.application.scenario.PortClient;
import dev.vspherecloud.testkit.bed.ConfigFile;
import dev.vspherecloud.testkit.bed.FileChange;
import dev.vspherecloud.testkit.bed.Launch;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// No secret leaks. 200 secrets are in every place where secrets are stored. None of them is in a log with the
/// highest verbosity in either format, in the output of `config check`, or in the cluster.
class SecretLeakScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String MOST_VERBOSE = "-v=10";
    private static final String NAMESPACE = "kube-system";

    private final PlantedSecrets secrets = new PlantedSecrets();

    /// The outputs that users can request, by command or path.
    private final Map<String, String> outputs = new HashMap<>();

    @Test
    void noneOfTwoHundredSecretsLeaks() {
        try (var bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            VcenterSite refusing = bed.addVcenter("vc-b");
            secrets.plant("token of the API server", bed.api().admin().token());
            secrets.plant("password of the simulators", site.vcenter().password());

            checkSpoiltFiles(bed);
            startWithSpoiltFiles(bed);
            work(bed, site, refusing);

            assertThat(secrets.count()).isGreaterThanOrEqualTo(200);
            assertThat(bed.written()).containsKeys("/api/v1/events", "program-0.log");
            assertThat(outputs).containsKeys("config check", "config check -o json", "/metrics", "/configz");
            assertThat(secrets.scan().in(bed.written())).isEmpty();
            assertThat(secrets.scan().in(outputs)).isEmpty();
        }
    }

    private void checkSpoiltFiles(TestBed bed) {
        var files = new ArrayList<String>();
        for (int round = 0; round < 4; round++) {
            for (String text : FaultyConfigs.with(secrets, round)) {
                files.add(bed.write("spoilt-" + files.size() + ".conf", text).toString());
            }
        }
        for (List<String> options : List.of(List.<String>of(), List.of("-o", "json", "--config-strict"))) {
            var words = new ArrayList<>(List.of("config", "check"));
            words.addAll(files);
            words.addAll(options);
            CommandRun check = CommandRun.of(words);
            assertThat(check.exitCode()).isEqualTo(1);
            // It hides the secrets, and still reports every file.
            outputs.put("config check" + (options.isEmpty() ? "" : " -o json"), check.log());
            assertThat(files).allSatisfy(file -> assertThat(check.log().lines().filter(line -> line.contains(file)))
                    .isNotEmpty());
        }
    }

    private void startWithSpoiltFiles(TestBed bed) {
        List<String> texts = FaultyConfigs.with(secrets, 4);
        for (int n : List.of(0, 4, 13, 21, 22, 26)) {
            Path file = bed.write("start-" + n + ".conf", texts.get(n));
            String form = "--logging-format=" + (n % 2 == 0 ? "text" : "json");
            endsWithOne(bed, "start-" + n, "--cloud-config=" + file, form);
        }
        Path kubeconfig = bed.write(
                "kubeconfig-spoilt",
                "clusters: [{name: x}]\nusers: [{name: x, user: {token: %s}\n".formatted(secrets.plant("kubeconfig")));
        endsWithOne(bed, "start-kubeconfig", "--kubeconfig=" + kubeconfig);
    }

    /// Starts the controllers in this JVM, with the flags of the bed and these, and keeps the log.
    private void endsWithOne(TestBed bed, String name, String... more) {
        var flags = new ArrayList<>(bed.flags(bed.config()));
        flags.add(MOST_VERBOSE);
        flags.addAll(List.of(more));
        CommandRun run = CommandRun.of(flags);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.log()).isNotEmpty();
        outputs.put(name, run.log());
    }

    /// Runs the program: it logs in, is refused, cannot connect, reads changed files and Secrets, and stops.
    private void work(TestBed bed, VcenterSite site, VcenterSite refusing) {
        putSecret(bed, site.vcenter().password());
        ConfigFile file = FileChange.MOUNTED.in(bed.folder().resolve("live"), "vsphere.conf", config(site, refusing));
        int port = bed.reservePort();
        Launch launch = bed.launch()
                .config(file.path())
                .electing()
                .with(MOST_VERBOSE)
                .with(flags(port))
                .environment(environment(refusing));
        var nodes = NodesUnderTest.create(bed, site, "w", 2);
        Program program = launch.start();
        nodes.areServed(program);
        awaitProblem(program, "vc-b");
        awaitProblem(program, "vc-c");

        putSecret(bed, secrets.plant("rotated in the Secret"));
        site.vcenter().terminateSessions();
        awaitProblem(program, "vc-a");
        file.write(FaultyConfigs.with(secrets, 5).getFirst());
        awaitProblem(program, file.path().toString());
        requestPages(port);
        assertThat(program.terminate()).isZero();
    }

    /// Requests the pages when the program has read all secrets and reported most problems.
    private void requestPages(int port) {
        try (PortClient client = PortClient.of(port, Map.of(), Optional.empty())) {
            for (String path : List.of(
                    "/metrics",
                    "/metrics/slis",
                    "/configz",
                    "/flagz",
                    "/statusz",
                    "/healthz?verbose",
                    "/readyz?verbose",
                    "/debug/threads")) {
                outputs.put(path, client.get(path).body());
            }
        }
        assertThat(outputs.get("/metrics")).contains("vspherecloud_vcenter_logins_total{");
    }

    private static String[] flags(int port) {
        return new String[] {
            "--bind-address=127.0.0.1", "--secure-port=" + port, "--authorization-always-allow-paths=/*"
        };
    }

    private void putSecret(TestBed bed, String password) {
        var values = new HashMap<String, String>();
        values.put("127.0.0.1.username", "administrator@vsphere.local");
        values.put("127.0.0.1.password", password);
        for (int n = 0; n < 10; n++) {
            values.put("10.0.0." + n + ".username", "u");
            values.put("10.0.0." + n + ".password", secrets.plant("other server in the Secret " + secrets.count()));
        }
        bed.objects().putSecret(NAMESPACE, "leak", values);
    }

    private String config(VcenterSite site, VcenterSite refusing) {
        return "vcenter:\n"
                + site.entry("secretName: leak", "secretNamespace: " + NAMESPACE, site.trust())
                + refusing.entry(user(), password("refused"), refusing.trust())
                + """
                  vc-c:
                    server: vcenter.invalid
                    %s
                    %s
                    proxyUrl: "http://somebody:%s@127.0.0.1:1"
                """.formatted(user(), password("behind a proxy"), inUrl(secrets.plant("proxy")))
                + TestBed.labels();
    }

    private static String user() {
        return "user: \"administrator@vsphere.local\"";
    }

    private String password(String name) {
        String escaped = secrets.plant(name).replace("\\", "\\\\").replace("\"", "\\\"");
        return "password: \"" + escaped + "\"";
    }

    private static String inUrl(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private Map<String, String> environment(VcenterSite refusing) {
        var environment = new HashMap<String, String>();
        environment.put("VSPHERE_PASSWORD", secrets.plant("VSPHERE_PASSWORD"));
        for (int n = 0; n < 10; n++) {
            environment.put("VCENTER_" + n + "_PASSWORD", secrets.plant("VCENTER_" + n + "_PASSWORD"));
            environment.put("VCENTER_" + n + "_USERNAME", "u");
        }
        environment.put("VSPHERE_VCENTER_0", "vc-of-the-environment");
        environment.put("VCENTER_0_SERVER", "127.0.0.1");
        environment.put("VCENTER_0_PORT", Integer.toString(refusing.proxy().port()));
        return environment;
    }

    private static void awaitProblem(Program program, String word) {
        await().atMost(TIMEOUT).failFast(() -> !program.isAlive()).until(() -> program.log()
                .lines()
                .anyMatch(line -> line.matches("[WE][0-9]{4} .*") && line.contains(word)));
    }
}
