package dev.vspherecloud.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.testkit.servers.Manifest;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Renders the chart as plain manifests for use without Helm: `deploy/manifests`.
///
/// The configuration is in a separate file, so that you can apply the workload again and keep your configuration.
final class PlainManifests {
    static final Path FOLDER = Project.path("deploy/manifests");

    private static final String WORKLOAD = "vsphere-cloud-controller-manager.yaml";

    private static final String RENDERED =
            "# Generated from the chart and values.yaml in this directory. Do not edit: run `make manifests`.\n";

    private static final String CONFIG = RENDERED + """
            #
            # The configuration and the vCenter credentials. Copy this file and fill in your values before you apply it.
            # docs/reference/configuration.md lists all keys, docs/how-to/install.md the layouts of the Secret.
            """;

    private static final Pattern SECRET_DATA = Pattern.compile("(?m)^  (\\S+\\.(?:username|password)): (\\S+)$");

    private PlainManifests() {}

    /// Returns the content of each manifest, by file name.
    static Map<String, String> all() {
        Path values = FOLDER.resolve("values.yaml");
        Rendering daemonSet = Chart.render(values);
        Rendering deployment = Chart.render(values, FOLDER.resolve("deployment.values.yaml"));
        var files = new TreeMap<String, String>();
        files.put("vsphere-cloud-config.yaml", CONFIG + text(daemonSet, PlainManifests::isConfig));
        files.put(WORKLOAD, RENDERED + text(daemonSet, document -> !isConfig(document)));
        files.put(
                "vsphere-cloud-controller-manager-deployment.yaml",
                RENDERED + text(deployment, document -> !isConfig(document)));
        return files;
    }

    /// Returns the objects of the DaemonSet manifest, without the configuration.
    static List<Manifest> workload() {
        return Manifest.parse(all().getOrDefault(WORKLOAD, ""));
    }

    private static String text(Rendering rendering, Predicate<String> wanted) {
        return rendering.documents().stream()
                .filter(wanted)
                .map(PlainManifests::withoutHelm)
                .map(document -> document.contains("\nkind: Secret\n") ? readable(document) : document)
                .collect(Collectors.joining("\n---\n", "---\n", "\n"));
    }

    private static boolean isConfig(String document) {
        return document.contains("\nkind: ConfigMap\n") || document.contains("\nkind: Secret\n");
    }

    /// Replaces base64 data by plain `stringData`, which people can fill in.
    private static String readable(String document) {
        Matcher data = SECRET_DATA.matcher(document);
        return data.replaceAll(entry -> Matcher.quoteReplacement("  %s: \"%s\""
                        .formatted(
                                entry.group(1), new String(Base64.getDecoder().decode(entry.group(2)), UTF_8))))
                .replace("\ndata:\n", "\nstringData:\n");
    }

    /// Removes comments and labels of Helm, because Helm does not manage these objects.
    private static String withoutHelm(String document) {
        return document.lines()
                .filter(line -> !line.matches(
                        "# Source: .*|\\s+(helm.sh/chart|release|app.kubernetes.io/(managed-by|instance)): .*"))
                .collect(Collectors.joining("\n"));
    }
}
