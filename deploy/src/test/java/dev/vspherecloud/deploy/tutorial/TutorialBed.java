package dev.vspherecloud.deploy.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import com.marcnuri.helm.UpgradeCommand;
import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.conformance.DocBlock.Kind;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.KubeUser;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The machines of a tutorial: a real API server, simulated vCenters, and the terminal of the reader.
///
/// It replaces the names that a page uses as examples by the addresses of these servers, and in the output the other
/// way round. It also does what the machines of a cluster do by themselves: [#startPods] runs the program as the
/// DaemonSet says.
///
/// Threads: one.
final class TutorialBed implements AutoCloseable {
    private static final String NAMESPACE = "kube-system";
    private static final String PODS = "/api/v1/namespaces/kube-system/pods";
    private static final String CONTAINER = "/spec/template/spec/containers/0";
    static final String ACCOUNT = "k8s-reader@vsphere.local";
    static final String PASSWORD = "Passw0rd!";

    private static final String ADMINISTRATOR = "administrator@vsphere.local";
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /// Ages in a table of kubectl. They differ from run to run.
    private static final Pattern AGE = Pattern.compile("(?<= )\\d+(?:s|m|m\\d+s)(?= ) *");

    private final Path folder;
    private final KubeApiServer api;
    private final Map<String, SimulatedVcenter> vcenters = new LinkedHashMap<>();
    private final TutorialShell.Pod pod;
    private final TutorialShell shell;
    private Optional<Program> program = Optional.empty();
    private int starts;

    private TutorialBed(Path folder, KubeApiServer api) {
        this.folder = folder;
        this.api = api;
        this.pod = new TutorialShell.Pod(folder.resolve("pod.kubeconfig"), folder.resolve("pod"));
        this.shell = new TutorialShell(folder, api.kubeconfig().write(folder.resolve("admin.conf")), pod);
    }

    static TutorialBed start() {
        try {
            return new TutorialBed(Files.createTempDirectory("vsphere-cloud-tutorial-"), KubeApiServer.shared());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Starts a vCenter, and writes its certificate to the folder of the reader.
    ///
    /// @param name as on the page, such as `vcenter.example.org`
    /// @param certificate the name of the file
    SimulatedVcenter addVcenter(String name, String certificate, Topology topology) {
        var vcenter = SimulatedVcenter.start(VcenterOptions.defaults().account(ACCOUNT, PASSWORD), topology);
        vcenters.put(name, vcenter);
        write(folder.resolve(certificate), vcenter.certificatePem());
        return vcenter;
    }

    KubeObjects objects() {
        return api.objects();
    }

    /// Runs the executed blocks of a step. Compares a rendered block with the output of the executed block before it.
    ///
    /// @param step the method that the marks of the blocks name
    void run(Class<?> test, String step) {
        run(test, step, commands -> masked(run(commands)));
    }

    /// The same for a step that reads and writes only files: runs it with the names of the page.
    void runWithoutServers(Class<?> test, String step) {
        run(test, step, shell::run);
    }

    private static void run(Class<?> test, String step, UnaryOperator<String> terminal) {
        String output = "";
        int count = DocBlock.of(test, step).size();
        for (int i = 0; i < count; i++) {
            // Read again: renewing a block moves those below it.
            DocBlock block = DocBlock.of(test, step).get(i);
            if (block.mark().orElseThrow().kind() == Kind.EXECUTED) {
                output = terminal.apply(block.text()).stripTrailing() + "\n";
            } else {
                assertThat(block.renewed(output))
                        .as(block + ": renew the page with `make tutorials`, and look at the difference")
                        .isEqualTo(output);
            }
        }
    }

    private String run(String commands) {
        String real = substituted(commands);
        return real.startsWith("helm ") ? helm(real.replace("\\\n", " ").strip().split("\\s+")) : shell.run(real);
    }

    private String substituted(String commands) {
        String text = commands.replace("\"...\"", '"' + PASSWORD + '"')
                .replace("'...'", "'" + PASSWORD + "'")
                .replace(ADMINISTRATOR, ACCOUNT);
        for (var vcenter : vcenters.entrySet()) {
            int port = vcenter.getValue().port();
            text = text.replaceAll(
                            "(?m)^( *)server: " + Pattern.quote(vcenter.getKey()) + "$",
                            "$1server: 127.0.0.1\n$1port: " + port)
                    .replace(vcenter.getKey(), "127.0.0.1:" + port);
        }
        return text;
    }

    private String masked(String output) {
        String text = output;
        for (var vcenter : vcenters.entrySet()) {
            text = text.replace("127.0.0.1:" + vcenter.getValue().port(), vcenter.getKey());
        }
        text = text.replace(folder.toString(), "$HOME");
        return AGE.matcher(text)
                .replaceAll(age -> "2m" + " ".repeat(Math.max(1, age.group().length() - 2)))
                .replaceAll("(?m) +$", "");
    }

    /// Runs `helm upgrade --install NAME CHART ...`, or `helm template NAME CHART ... > FILE`, with Helm's library.
    private String helm(String... words) {
        if (words[1].equals("template")) {
            return template(words);
        }
        assertThat(words).startsWith("helm", "upgrade", "--install");
        UpgradeCommand command = new Helm(Project.path(words[4]))
                .upgrade()
                .install()
                .withName(words[3])
                .withKubeConfig(folder.resolve("admin.conf"));
        for (int i = 5; i < words.length; i += 2) {
            String value = words[i + 1];
            switch (words[i]) {
                case "--namespace" -> command.withNamespace(value);
                case "--values" -> command.withValuesFile(folder.resolve(value));
                case "--set-file" -> command.setFile(key(value), file(value));
                default -> throw new IllegalArgumentException("unknown word of helm upgrade: " + words[i]);
            }
        }
        return command.call().getOutput();
    }

    private String template(String... words) {
        TemplateCommand command =
                new Helm(Project.path(words[3])).template().withName(words[2]).withKubeVersion("v1.36.0");
        String output = "";
        for (int i = 4; i < words.length; i += 2) {
            String value = words[i + 1];
            switch (words[i]) {
                case "--namespace" -> command.withNamespace(value);
                case "--values" -> command.withValuesFile(folder.resolve(value));
                case "--set-file" -> command.setFile(key(value), file(value));
                case ">" -> output = value;
                default -> throw new IllegalArgumentException("unknown word of helm template: " + words[i]);
            }
        }
        write(folder.resolve(output), command.call());
        return "";
    }

    private static String key(String setFile) {
        return setFile.substring(0, setFile.indexOf('='));
    }

    private Path file(String setFile) {
        return folder.resolve(setFile.substring(setFile.indexOf('=') + 1));
    }

    /// Plays the control plane and its kubelet: starts the program with the arguments, the files and the account of
    /// the DaemonSet, instead of the one that runs, and reports a running Pod.
    ///
    /// @param daemonSet its name
    void startPods(String daemonSet) {
        JsonNode set = objects().get(daemonSet(daemonSet));
        stopPods();
        mount(set);
        KubeUser account = objects()
                .serviceAccount(
                        NAMESPACE,
                        set.at("/spec/template/spec/serviceAccountName").asText());
        api.kubeconfig().as(account).write(pod.kubeconfig());
        var flags = new ArrayList<String>();
        set.at(CONTAINER + "/args").forEach(arg -> flags.add(mounted(arg.asText())));
        flags.addAll(List.of("--kubeconfig=" + pod.kubeconfig(), "--secure-port=0"));
        var environment = new LinkedHashMap<String, String>();
        set.at(CONTAINER + "/env")
                .forEach(variable -> environment.put(
                        variable.path("name").asText(), variable.path("value").asText()));
        program = Optional.of(Program.start(
                folder.resolve("program-" + starts++ + ".log"),
                environment,
                List.of(Program.executable().toString()),
                flags));
        rollOut(daemonSet);
    }

    /// Stops the program, as a kubelet does. The program releases the Lease.
    void stopPods() {
        program.ifPresent(Program::terminate);
        program = Optional.empty();
    }

    private void mount(JsonNode set) {
        for (JsonNode volume : set.at("/spec/template/spec/volumes")) {
            String map = volume.at("/configMap/name").asText();
            if (!map.isEmpty()) {
                objects()
                        .get("/api/v1/namespaces/%s/configmaps/%s".formatted(NAMESPACE, map))
                        .path("data")
                        .properties()
                        .forEach(file -> write(
                                pod.mount().resolve(file.getKey()),
                                mounted(file.getValue().asText())));
            }
        }
    }

    private String mounted(String text) {
        return text.replace("/etc/cloud", pod.mount().toString());
    }

    /// Plays the control plane alone, with a Pod whose program does not run here: reports that the DaemonSet is rolled
    /// out.
    void rollOut(String daemonSet) {
        JsonNode set = objects().get(daemonSet(daemonSet));
        var status = JsonNodeFactory.instance.objectNode();
        status.putObject("status")
                .put("observedGeneration", set.at("/metadata/generation").asInt())
                .put("desiredNumberScheduled", 1)
                .put("currentNumberScheduled", 1)
                .put("updatedNumberScheduled", 1)
                .put("numberAvailable", 1)
                .put("numberReady", 1)
                .put("numberMisscheduled", 0);
        objects().patch(daemonSet(daemonSet) + "/status", status.toString());
        String name = daemonSet + "-x7k2p";
        if (objects().find(PODS + "/" + name).isEmpty()) {
            var body = JsonNodeFactory.instance.objectNode();
            body.putObject("metadata").put("name", name).set("labels", set.at("/spec/template/metadata/labels"));
            body.putObject("spec")
                    .putArray("containers")
                    .addObject()
                    .put("name", daemonSet)
                    .put("image", set.at(CONTAINER + "/image").asText());
            objects().create(PODS, body.toString());
        }
    }

    private static String daemonSet(String name) {
        return "/apis/apps/v1/namespaces/%s/daemonsets/%s".formatted(NAMESPACE, name);
    }

    /// Waits until the provider has sent an Event about the Node.
    void awaitEvent(String node) {
        objects().awaitNode(node, TIMEOUT, _ -> !objects().eventsOf(node).isEmpty());
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        stopPods();
        vcenters.values().forEach(SimulatedVcenter::close);
        api.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
