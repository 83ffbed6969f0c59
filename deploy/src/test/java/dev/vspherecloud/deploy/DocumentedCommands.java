package dev.vspherecloud.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.conformance.MarkdownPage;
import dev.vspherecloud.testkit.servers.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Finds commands in Markdown pages that do not match the deployment.
///
/// A label must be on the Pods of the chart and of the manifests, so that a command works for both. Any other name must
/// be that of an object in the chart or in the manifests.
final class DocumentedCommands {
    private static final Pattern SELECTOR = Pattern.compile("(?:\\s-l |--selector[= ])(\\S+)");
    private static final Pattern WORKLOAD = Pattern.compile(
            "kubectl[^\\n]*?\\s(?<!-f )(daemonset|ds|deployment|deploy|statefulset|replicaset|pods?)/([a-z][\\w.-]*)");
    private static final Pattern IN_ONE_OF_THEM =
            Pattern.compile("kubectl[^\\n]* (exec|logs) (?:-\\S+ )*(\\w+/[\\w.-]+)");
    private static final Pattern NAMED = Pattern.compile("(?:get|describe|delete|edit|annotate|patch) "
            + "(daemonset|deployment|pod|lease|configmap|serviceaccount)s? ([a-z][\\w.-]*)");
    private static final Pattern IMAGE_OF =
            Pattern.compile("set image (?:\\w+)/([\\w.-]+)\\s+(?:\\\\\\s+)?([\\w.-]+)=");
    private static final Pattern CONTAINER = Pattern.compile("kubectl[^\\n]*?\\s(?:-c |--container[= ])([\\w.-]+)");
    private static final Pattern ACCOUNT = Pattern.compile("system:serviceaccount:([\\w-]+):([\\w.-]+)");
    private static final Pattern ACCOUNT_OF_POD = Pattern.compile("\"serviceAccountName\": \"([\\w.-]+)\"");
    private static final Pattern CONFIG_OF_POD = Pattern.compile("\"configMap\": \\{\"name\": \"([\\w.-]+)\"");
    private static final Pattern TAG = Pattern.compile("vsphere-cloud-controller-manager:([\\w][\\w.-]*)");
    private static final Pattern EXECUTED = Pattern.compile("kubectl[^\\n]* exec [^\\n]*?-- (?:\\\\\\s+)?(\\S+)");
    private static final Pattern LOGS = Pattern.compile("kubectl[^\\n]* logs [^\\n]*-l [^\\n]*");
    private static final Pattern PORT = Pattern.compile("(?:https://[\\w.$()\\[\\]-]+:|port-forward \\S+ )(\\d+)");
    private static final Pattern SCRAPED =
            Pattern.compile("source_labels: \\[__meta_kubernetes_(pod_name|pod_label_(\\w+))]\\s+regex: (\\S+)");

    /// Leases for leader election and the login record. The provider creates them, so they are in no manifest.
    private static final Set<String> LEASES =
            Set.of("cloud-controller-manager", "vsphere-cloud-controller-manager-logins");

    /// ServiceAccounts that neither the chart nor the manifests create.
    private static final Set<String> ACCOUNTS_OF_OTHERS = Set.of("prometheus");

    /// Ports of API servers: of most clusters, and for agents of RKE2.
    private static final Set<String> PORTS_OF_OTHERS = Set.of("6443", "9345");

    private final List<Manifest> objects;
    private final String image;

    /// @param objects the objects of all ways to deploy the provider
    DocumentedCommands(List<Manifest> objects) {
        this.objects = objects;
        this.image = workloads()
                .map(workload -> container(workload).path("image").asText())
                .findFirst()
                .orElseThrow();
    }

    static DocumentedCommands ofThisProject() {
        return new DocumentedCommands(Stream.of(
                        Chart.render("config: {enabled: true, username: a, password: b}").objects().stream(),
                        Chart.render("kind: Deployment").objects().stream(),
                        PlainManifests.all().values().stream().flatMap(text -> Manifest.parse(text).stream()))
                .flatMap(each -> each)
                .toList());
    }

    /// Returns one sentence for each name in a command that does not exist in the deployment.
    List<String> flaws(MarkdownPage page) {
        var flaws = new ArrayList<String>();
        page.code().forEach(code -> check(code, flaws));
        return flaws;
    }

    private void check(String code, List<String> flaws) {
        found(SELECTOR, code)
                .flatMap(match -> Stream.of(match.group(1).split(",")))
                .filter(label -> !isOnEveryPod(label.split("=")[0], label.substring(label.indexOf('=') + 1)))
                .forEach(label -> flaws.add("label " + label + " is not on all Pods"));
        found(WORKLOAD, code)
                .filter(match -> !exists(kind(match.group(1)), match.group(2)))
                .forEach(match -> flaws.add("there is no %s/%s".formatted(match.group(1), match.group(2))));
        found(IN_ONE_OF_THEM, code)
                .forEach(match -> flaws.add("%s %s fails if the workload has another name: select the Pod by its label"
                        .formatted(match.group(1), match.group(2))));
        found(NAMED, code)
                .filter(match -> !exists(kind(match.group(1)), match.group(2)))
                .forEach(match -> flaws.add("there is no %s %s".formatted(match.group(1), match.group(2))));
        found(IMAGE_OF, code)
                .filter(match -> !hasContainer(match.group(1), match.group(2)))
                .forEach(match -> flaws.add("%s has no container %s".formatted(match.group(1), match.group(2))));
        found(CONTAINER, code)
                .filter(match -> workloads().noneMatch(each -> hasContainer(each.name(), match.group(1))))
                .forEach(match -> flaws.add("there is no container " + match.group(1)));
        found(ACCOUNT, code)
                .filter(match -> !exists("ServiceAccount", match.group(2)))
                .forEach(match -> flaws.add("there is no account " + match.group()));
        found(ACCOUNT_OF_POD, code)
                .filter(match -> !exists("ServiceAccount", match.group(1)))
                .forEach(match -> flaws.add("there is no account " + match.group(1)));
        found(CONFIG_OF_POD, code)
                .filter(match -> !exists("ConfigMap", match.group(1)))
                .forEach(match -> flaws.add("there is no ConfigMap " + match.group(1)));
        found(TAG, code)
                .filter(match -> !image.equals(match.group()))
                .forEach(match -> flaws.add("found image %s, expected %s".formatted(match.group(), image)));
        found(EXECUTED, code)
                .filter(match -> !match.group(1).equals("/bin/vsphere-cloud-controller-manager"))
                .forEach(match -> flaws.add("the image has no program " + match.group(1)));
        found(LOGS, code)
                .filter(match -> !match.group().contains("--tail="))
                .forEach(match -> flaws.add("a selector shows only ten lines, add --tail: " + match.group()));
        found(PORT, code)
                .filter(match -> !PORTS_OF_OTHERS.contains(match.group(1)))
                .filter(match -> !ports().contains(match.group(1)))
                .forEach(match -> flaws.add("nothing listens on port " + match.group(1)));
        found(SCRAPED, code)
                .filter(match -> !isScraped(match))
                .forEach(match -> flaws.add("no Pod has " + match.group()));
    }

    private boolean isScraped(MatchResult match) {
        return match.group(1).equals("pod_name")
                ? workloads().allMatch(workload -> (workload.name() + "-abcde").matches(match.group(3)))
                : isOnEveryPod(match.group(2), match.group(3));
    }

    private static Stream<MatchResult> found(Pattern pattern, String code) {
        return pattern.matcher(code).results();
    }

    private boolean isOnEveryPod(String key, String value) {
        return workloads().allMatch(workload -> workload.json()
                .at("/spec/template/metadata/labels")
                .path(key)
                .asText()
                .equals(value));
    }

    private boolean exists(String kind, String name) {
        return switch (kind) {
            case "Lease" -> LEASES.contains(name);
            case "ServiceAccount" -> ACCOUNTS_OF_OTHERS.contains(name) || isObject(kind, name);
            // The name of each Pod ends with random characters.
            case "Pod" -> false;
            // The chart mounts a ConfigMap that it does not always create.
            case "ConfigMap" -> isMounted(name) || isObject(kind, name);
            default -> isObject(kind, name);
        };
    }

    private boolean isObject(String kind, String name) {
        return objects.stream()
                .anyMatch(object -> object.kind().equals(kind) && object.name().equals(name));
    }

    private boolean isMounted(String name) {
        return Stream.concat(workloads(), Stream.of(Chart.render("").workload()))
                .flatMap(workload -> stream(workload.json().at("/spec/template/spec/volumes")))
                .anyMatch(volume -> volume.at("/configMap/name").asText().equals(name));
    }

    private boolean hasContainer(String workload, String container) {
        return workloads()
                .filter(each -> each.name().equals(workload))
                .anyMatch(each -> container(each).path("name").asText().equals(container));
    }

    private Set<String> ports() {
        return Set.of(workloads()
                .map(workload ->
                        container(workload).at("/ports/0/containerPort").asText())
                .findFirst()
                .orElseThrow());
    }

    private Stream<Manifest> workloads() {
        return objects.stream()
                .filter(object -> Set.of("DaemonSet", "Deployment").contains(object.kind()));
    }

    private static JsonNode container(Manifest workload) {
        return workload.json().at("/spec/template/spec/containers/0");
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static String kind(String typed) {
        return Map.of(
                        "daemonset", "DaemonSet",
                        "ds", "DaemonSet",
                        "deployment", "Deployment",
                        "deploy", "Deployment",
                        "lease", "Lease",
                        "configmap", "ConfigMap",
                        "serviceaccount", "ServiceAccount",
                        "pod", "Pod",
                        "pods", "Pod")
                .getOrDefault(typed, typed);
    }
}
