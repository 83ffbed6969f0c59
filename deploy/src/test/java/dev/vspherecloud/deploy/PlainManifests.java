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

/// The chart for those without Helm: `deploy/manifests`.
///
/// The configuration is in a file of its own, so that applying the program anew leaves it alone.
final class PlainManifests {
    static final Path FOLDER = Project.path("deploy/manifests");

    private static final String WORKLOAD = "vsphere-cloud-controller-manager.yaml";

    private static final String RENDERED =
            "# Rendered from the chart and values.yaml beside this file. Do not edit; `make manifests` renews it.\n";

    private static final String CONFIG = RENDERED + """
            #
            # The configuration and its credentials, to be filled in: which keys there are is in
            # docs/reference/configuration.md, which layouts a Secret may have in docs/how-to/install.md.
            """;

    private static final Pattern SECRET_DATA = Pattern.compile("(?m)^  (\\S+\\.(?:username|password)): (\\S+)$");

    private PlainManifests() {}

    /// By the name of the file.
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

    /// What the program runs as and with, without its configuration.
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

    /// Whoever fills in a Secret does not do it in base64.
    private static String readable(String document) {
        Matcher data = SECRET_DATA.matcher(document);
        return data.replaceAll(entry -> Matcher.quoteReplacement("  %s: \"%s\""
                        .formatted(
                                entry.group(1), new String(Base64.getDecoder().decode(entry.group(2)), UTF_8))))
                .replace("\ndata:\n", "\nstringData:\n");
    }

    /// Whoever reads a label finds no Helm that would look after the object.
    private static String withoutHelm(String document) {
        return document.lines()
                .filter(line -> !line.matches(
                        "# Source: .*|\\s+(helm.sh/chart|release|app.kubernetes.io/(managed-by|instance)): .*"))
                .collect(Collectors.joining("\n"));
    }
}
