package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.Problem;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.document.ConfigText;
import dev.vspherecloud.config.vcenter.CaFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Reads configuration texts without files. CA files exist if their name ends in `.pem`.
final class CsiReading {
    static final String VCENTER = """
            [VirtualCenter "vc.example.org"]
            user = "csi@vsphere.local"
            password = "s3cret"
            """;

    private static final CaFiles FILES = file -> file.toString().endsWith(".pem")
            ? new CaFiles.CaFileResult.Usable(List.of())
            : new CaFiles.CaFileResult.Unusable("no such CA: " + file);

    private CsiReading() {}

    static CsiConfigResult read(String text) {
        return read(text, Map.of());
    }

    static CsiConfigResult read(String text, Map<String, String> environment) {
        return read(Optional.of(text), Optional.empty(), environment);
    }

    /// Reads the texts of `c.conf` and `vsphere.conf`.
    static CsiConfigResult read(Optional<String> own, Optional<String> shared, Map<String, String> environment) {
        return new CsiConfigReader(environment, FILES, _ -> false)
                .result(
                        own.map(text -> ConfigText.of("c.conf", text)),
                        shared.map(text -> ConfigText.of("vsphere.conf", text)),
                        new Problems());
    }

    static CsiConfig accepted(CsiConfigResult result) {
        return switch (result) {
            case CsiConfigResult.Accepted(CsiConfig config, var _) -> config;
            case CsiConfigResult.Rejected(var problems) -> throw new AssertionError(problems);
        };
    }

    /// Returns each problem as a line: `E` or `W`, then its text.
    static List<String> problems(CsiConfigResult result) {
        List<Problem> problems =
                switch (result) {
                    case CsiConfigResult.Accepted(var _, var warnings) -> warnings;
                    case CsiConfigResult.Rejected(var all) -> all;
                };
        return problems.stream()
                .map(problem -> (problem.isError() ? "E " : "W ") + problem)
                .toList();
    }

    /// Returns the values of the configuration as lines that begin with `=`.
    static List<String> values(CsiConfig config) {
        var lines = new ArrayList<String>();
        config.clusterId().ifPresent(id -> lines.add("= id " + id));
        if (!config.retiredClusterIds().isEmpty()) {
            lines.add("= retired " + new TreeSet<>(config.retiredClusterIds()));
        }
        config.clusterDistribution().ifPresent(name -> lines.add("= distribution " + name));
        for (CsiVcenter vcenter : config.vcenters()) {
            lines.add("= vcenter " + vcenter.name() + " " + vcenter.connection().server() + ":"
                    + vcenter.connection().port() + " " + account(vcenter.credentials()));
            if (vcenter.connection().tls().insecure()) {
                lines.add("= insecure " + vcenter.name());
            }
            vcenter.migrationDatastoreUrl()
                    .ifPresent(url ->
                            lines.add("= clusters " + vcenter.name() + " " + vcenter.fileShareClusters() + " " + url));
        }
        lines.add("= topology"
                + config.topology().categories().stream()
                        .map(each -> " " + each.category() + "=" + each.labelKey())
                        .collect(Collectors.joining()));
        config.netPermissions()
                .forEach(each ->
                        lines.add("= permission " + each.ips() + " " + each.access() + " " + each.rootSquash()));
        SnapshotLimits snapshots = config.snapshots();
        lines.add("= snapshots " + snapshots.other() + " " + snapshots.vsan() + " " + snapshots.vvol());
        CsiIntervals intervals = config.intervals();
        lines.add("= intervals " + intervals.authCheck() + " " + intervals.preferredDatastores() + " "
                + intervals.operationCleanup() + " " + intervals.migrationCleanup() + " " + config.queryLimit());
        return lines;
    }

    private static String account(CredentialsSource source) {
        return switch (source) {
            case CredentialsSource.Inline inline ->
                inline.user() + " " + inline.password().reveal();
            case CredentialsSource.KubernetesSecret secret -> secret.toString();
            case CredentialsSource.Directory(var path) -> path.toString();
        };
    }
}
