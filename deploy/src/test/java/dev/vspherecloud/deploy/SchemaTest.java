package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.conformance.Project;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/// Helm reports all wrong values at once, each with its path, before it installs anything.
class SchemaTest {
    /// Values with arbitrary keys: maps that are empty by default, and objects of the Kubernetes API.
    private static final List<String> FREE = List.of(
            "daemonset.resources.requests",
            "daemonset.resources.limits",
            "daemonset.affinity.nodeAffinity",
            "metrics.dashboard.labels",
            "daemonset.containerSecurityContext");

    /// Each key of values.yaml, by its path.
    static List<List<String>> keys() {
        var keys = new ArrayList<List<String>>();
        collect(List.of(), new Yaml().load(Project.read(Chart.FOLDER.resolve("values.yaml"))), keys);
        return keys;
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aMisspeltKeyIsRejectedByName(List<String> path) {
        String misspelt = path.getLast() + "x";

        assertThatThrownBy(() -> Chart.render(yaml(path.subList(0, path.size() - 1), "{" + misspelt + ": 1}")))
                .hasMessageContaining("at '%s'".formatted(place(path.subList(0, path.size() - 1))))
                .hasMessageContaining("additional properties '%s' not allowed".formatted(misspelt));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            config.password             | 12345            | /config/password': got number, want string
            config.vcenter              | https://vc.local | /config/vcenter': 'https://vc.local' does not match pattern
            config.port                 | 70000            | /config/port': maximum: got 70,000, want 65,535
            config.enabled              | "yes"            | /config/enabled': got string, want
            config.nodes.internalVmNetworkName | [a]       | /config/nodes/internalVmNetworkName': got array, want
            config.extra                | {lables: {}}     | /config/extra': additional properties 'lables' not allowed
            config.vcenters             | {a: {sever: b}}  | /config/vcenters/a': additional properties 'sever' not allowed
            kind                        | StatefulSet      | /kind': value must be one of 'DaemonSet', 'Deployment'
            replicas                    | many             | /replicas': got string, want integer
            securityContext.runAsUser   | nobody           | /securityContext/runAsUser': got string, want integer
            serviceAccount.name         | Cloud_Provider   | /serviceAccount/name': 'Cloud_Provider' does not match pattern
            rbac.secrets                | [{name: a}]      | /rbac/secrets/0': missing property 'namespace'
            daemonset.tolerations       | [{effect: Never}] | /daemonset/tolerations/0/effect': value must be one of
            daemonset.cmdline.additionalParams | {--v: 4}  | /daemonset/cmdline/additionalParams': additional properties '--v' not allowed
            daemonset.cmdline.additionalParams | {v: [4]}  | /daemonset/cmdline/additionalParams/v': got array, want
            daemonset.cmdline.cloudConfig.dir  | etc/cloud | /daemonset/cmdline/cloudConfig/dir': 'etc/cloud' does not match
            daemonset.image             | a.org:5000/b:v1  | /daemonset/image': 'a.org:5000/b:v1' does not match pattern
            daemonset.digest            | sha256:beef      | /daemonset/digest': 'sha256:beef' does not match pattern
            daemonset.extraEnv          | {A: b}           | /daemonset/extraEnv': got object, want
            daemonset.probes.liveness   | {period: 3}      | /daemonset/probes/liveness': additional properties 'period'
            daemonset.updateStrategy    | {type: Blue}     | /daemonset/updateStrategy/type': value must be one of
            global.imageRegistry        | "https://a.org"  | /global/imageRegistry': 'https://a.org' does not match pattern
            extraObjects                | [{kind: Secret}] | /extraObjects/0': missing property 'apiVersion'
            doctor.rbac                 | 3                | /doctor/rbac': got number, want
            metrics.podMonitor.interval | 30 seconds       | /metrics/podMonitor/interval': '30 seconds' does not match
            """)
    void aWrongValueIsRejectedWithItsPath(String path, String value, String message) {
        assertThatThrownBy(() -> Chart.render(yaml(List.of(path.split("\\.")), value)))
                .hasMessageContaining("at '" + message);
    }

    @Test
    void allErrorsAreReportedAtOnce() {
        assertThatThrownBy(() -> Chart.render("{replicas: many, daemonset: {tagg: 1}, config: {port: no-port}}"))
                .hasMessageContaining("/replicas")
                .hasMessageContaining("'tagg'")
                .hasMessageContaining("/config/port");
    }

    @Test
    void aWrongPasswordIsNotShown() {
        assertThatThrownBy(() -> Chart.render("config: {password: 987654321}"))
                .message()
                .doesNotContain("987654321");
    }

    @Test
    void contradictionsAreReportedTogether() {
        assertThatThrownBy(() -> Chart.render("""
                        config: {enabled: true, thumbprint: "00", vcenters: {paris: {server: vc.paris}}}
                        securityContext: {runAsUser: 0}
                        metrics: {podMonitor: {enabled: true, tokenSecret: {name: a}}, reader: {name: a}}
                        daemonset: {cmdline: {additionalParams: {secure-port: 0}}, updateStrategy: {type: Recreate}}
                        """))
                .message()
                .contains(
                        "these values contradict each other or are incomplete:",
                        "config.vcenters.<name>.thumbprint",
                        "config.vcenters.paris has neither username and password nor secretName",
                        "securityContext.runAsUser is 0",
                        "daemonset.updateStrategy.type is Recreate, but a DaemonSet has only RollingUpdate and OnDelete",
                        "additionalParams.secure-port is 0",
                        "metrics.podMonitor.tokenSecret needs both name and key",
                        "metrics.reader needs both namespace and name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{server: vc.paris, username: a, password: b}",
                "{server: vc.paris, username: a, password: b, thumbprint: '', caFile: ''}",
                "{server: vc.paris, secretName: vcenter-paris}"
            })
    void oneOfSeveralVcentersNeedsAWayToVerifyItsCertificate(String vcenter) {
        assertThatThrownBy(() -> Chart.render("config: {enabled: true, vcenters: {paris: %s}}".formatted(vcenter)))
                .hasMessageContaining("config.vcenters.paris does not state how to verify vCenter's certificate: set"
                        + " config.caBundle, or caFile or thumbprint of this vCenter, or insecureFlag: false");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vcenters: {paris: {secretName: a, caFile: /ca.crt}}",
                "vcenters: {paris: {secretName: a, thumbprint: '00'}}",
                "vcenters: {paris: {secretName: a, insecureFlag: true}}",
                "vcenters: {paris: {secretName: a, insecureFlag: false}}",
                "vcenters: {paris: {secretName: a}}, insecureFlag: true",
                "vcenters: {paris: {secretName: a}}, caBundle: '-----BEGIN CERTIFICATE-----'",
                "vcenters: {paris: {secretName: a}}, extra: {global: {caFile: /ca.crt}}",
                "vcenters: {paris: {secretName: a}}, extra: {vcenter: {paris: {thumbprint: '00'}}}"
            })
    void oneOfSeveralVcentersIsAcceptedWithEachWayToVerifyIt(String config) {
        assertThat(Chart.render("config: {enabled: true, %s}".formatted(config)).find("ConfigMap"))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "config: {enabled: true}",
                "config: {enabled: true, username: k8s@vsphere.local}",
                "config: {enabled: true, password: real}",
                "global: {config: {enabled: true}}"
            })
    void placeholdersAreRejectedAsAccount(String values) {
        assertThatThrownBy(() -> Chart.render(values))
                .hasMessageContaining("config.username or config.password is still the placeholder of this chart")
                .message()
                .doesNotContain("real");
    }

    @Test
    void placeholdersAreAcceptedIfTheChartCreatesNoSecret() {
        assertThat(Chart.render("config: {enabled: true, secret: {create: false}}")
                        .find("ConfigMap"))
                .isPresent();
    }

    @Test
    void globalKeysOfOtherChartsAreAccepted() {
        assertThat(Chart.render("global: {storageClass: fast}").documents()).isNotEmpty();
    }

    private static void collect(List<String> path, Map<String, Object> values, List<List<String>> keys) {
        values.forEach((key, value) -> {
            var here = new ArrayList<>(path);
            here.add(key);
            if (FREE.contains(String.join(".", here))) {
                return;
            }
            if (!path.equals(List.of("global"))) {
                keys.add(List.copyOf(here));
            }
            if (value instanceof Map<?, ?> map) {
                collect(here, strings(map), keys);
            }
        });
    }

    private static Map<String, Object> strings(Map<?, ?> map) {
        var strings = new LinkedHashMap<String, Object>();
        map.forEach((key, value) -> strings.put(key.toString(), value));
        return strings;
    }

    private static String place(List<String> path) {
        return path.isEmpty() ? "" : "/" + String.join("/", path);
    }

    /// Renders nested maps in flow style.
    private static String yaml(List<String> path, String value) {
        var text = new StringBuilder(value);
        for (String key : path.reversed()) {
            text.insert(0, "{" + key + ": ").append("}");
        }
        return text.toString();
    }
}
