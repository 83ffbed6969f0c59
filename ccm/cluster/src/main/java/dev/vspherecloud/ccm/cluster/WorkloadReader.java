package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import dev.vspherecloud.kubernetes.watch.PagedList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Reads once which programs run in the cluster: DaemonSets and Deployments of all namespaces, and the Pods of
/// `kube-system`, where static Pods are.
///
/// Throws [KubeException] if the API server refuses or does not answer.
///
/// Threads: may be used from anywhere.
public final class WorkloadReader {
    private static final String DAEMON_SETS = "/apis/apps/v1/daemonsets";
    private static final String DEPLOYMENTS = "/apis/apps/v1/deployments";
    private static final String PODS = "/api/v1/namespaces/kube-system/pods";

    private static final ObjectReader<Json> TEMPLATES = new ObjectReader<>(
            JsonFields.of(
                    "metadata.namespace",
                    "metadata.name",
                    "spec.template.spec.containers.image",
                    "spec.template.spec.containers.command",
                    "spec.template.spec.containers.args"),
            object -> object);
    private static final ObjectReader<Json> POD = new ObjectReader<>(
            JsonFields.of(
                    "metadata.namespace",
                    "metadata.name",
                    "spec.containers.image",
                    "spec.containers.command",
                    "spec.containers.args"),
            object -> object);

    private final ApiServer server;

    public WorkloadReader(KubeConnection connection) {
        this.server = connection.server();
    }

    /// An object with containers.
    ///
    /// @param kind as in `DaemonSet`
    public record Workload(String kind, String namespace, String name, List<RunContainer> containers) {
        public Workload {
            containers = List.copyOf(containers);
        }

        /// Returns a text such as `DaemonSet kube-system/vsphere-cpi`.
        @Override
        public String toString() {
            return "%s %s/%s".formatted(kind, namespace, name);
        }
    }

    /// A container of a workload.
    ///
    /// @param words the command and its arguments
    public record RunContainer(String image, List<String> words) {
        public RunContainer {
            words = List.copyOf(words);
        }
    }

    /// Returns the DaemonSets of all namespaces.
    public List<Workload> daemonSets() {
        return read("DaemonSet", DAEMON_SETS, TEMPLATES, "spec", "template", "spec", "containers");
    }

    /// Returns the Deployments of all namespaces.
    public List<Workload> deployments() {
        return read("Deployment", DEPLOYMENTS, TEMPLATES, "spec", "template", "spec", "containers");
    }

    /// Returns the Pods of namespace `kube-system`.
    public List<Workload> systemPods() {
        return read("Pod", PODS, POD, "spec", "containers");
    }

    private List<Workload> read(String kind, String collection, ObjectReader<Json> reader, String... containers) {
        var all = new ArrayList<Workload>();
        new PagedList(server, collection, "")
                .forEach(
                        reader,
                        object -> all.add(new Workload(
                                kind,
                                object.find("metadata", "namespace").asText(),
                                object.find("metadata", "name").asText(),
                                object.find(containers).items().stream()
                                        .map(WorkloadReader::container)
                                        .toList())));
        return all;
    }

    private static RunContainer container(Json container) {
        return new RunContainer(
                container.find("image").asText(),
                Stream.of("command", "args")
                        .flatMap(part -> container.find(part).items().stream())
                        .map(Json::asText)
                        .toList());
    }
}
