package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.conformance.Project;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/// A values file of the official chart 1.36.0 works with this chart, and has the same meaning.
class OfficialValuesTest {
    /// Values whose default differs from that of the official chart, and why.
    private static final List<String> DIFFERS = List.of(
            // This project has its own image.
            "daemonset.image",
            "daemonset.tag",
            // The official chart sets none.
            "daemonset.resources",
            // This chart has more tolerations, without an effect, to run on Nodes on which no other Pod runs yet.
            "daemonset.tolerations");

    @Test
    void everyDefaultIsTheSame() {
        Map<String, Object> own = flat(Project.read(Chart.FOLDER.resolve("values.yaml")));
        Map<String, Object> official =
                flat(Project.read(ValueSet.of("official-defaults").file()));

        assertThat(official).hasSizeGreaterThan(40);
        DIFFERS.forEach(official.keySet()::remove);
        assertThat(own).containsAllEntriesOf(official);
    }

    @Test
    void theConfigurationOfOneVcenterHasTheSameMeaning() {
        String conf = conf("official-example");

        assertThat(conf)
                .contains(
                        "server: vc-north.example.net", "- Berlin-DC", "excludeInternalNetworkSubnetCidr: 10.20.0.2/32")
                .contains("thumbprint: 0A:1B:2C:3D:4E:5F:60:71:82:93:A4:B5:C6:D7:E8:F9:0A:1B:2C:3D")
                .contains("secretName: vsphere-cloud-secret", "secretNamespace: kube-system")
                .doesNotContain("insecureFlag", "labels:", "s3cret");
    }

    /// Flaw W23 of the official chart: it writes a key that cloud-provider-vsphere (Go) does not read.
    @Test
    void theCaFileIsUnderTheKeyThatTheProviderReads() {
        assertThat(conf("official-ca-file"))
                .contains("caFile: /etc/ssl/vcenter/ca.crt")
                .doesNotContain("ca-file", "insecureFlag");
    }

    /// Flaw W23 of the official chart: its values file and its template spell this key differently.
    @Test
    void bothSpellingsOfTheMountsKeyWork() {
        assertThat(mounts("official-ca-file")).contains("/etc/ssl/vcenter");
        assertThat(mounts("official-mounts")).contains("/etc/ssl/certs");
    }

    @Test
    void withoutACaOrThumbprintTheConnectionIsInsecure() {
        assertThat(conf("official-insecure"))
                .contains("insecureFlag: true", "- dc-1\n", "- dc-2\n", "region: k8s-region", "zone: k8s-zone");
    }

    @Test
    void globalValuesOverrideThoseOfTheChart() {
        assertThat(conf("official-global"))
                .contains(
                        "server: vcenter.example.org",
                        "secretName: vsphere-shared",
                        "internalVmNetworkName: VM Network");
    }

    @Test
    void withoutAConfigurationItUsesTheOfficialConfigMap() {
        JsonNode pod = pod("official-defaults");

        assertThat(pod.at("/volumes/0/configMap/name").asText()).isEqualTo("cloud-config");
        assertThat(Chart.render(ValueSet.of("official-defaults")).find("Secret"))
                .isEmpty();
    }

    @Test
    void flagsAreWrittenAsInTheOfficialChart() {
        assertThat(texts(pod("official-flags").at("/containers/0/args")))
                .containsExactlyInAnyOrder(
                        "--cloud-provider=vsphere",
                        "--v=4",
                        "--cloud-config=/etc/kubernetes/cloud/cloud.yaml",
                        "--use-service-account-credentials",
                        "--configure-cloud-routes=false",
                        "--concurrent-node-syncs=4",
                        "--kube-api-qps=12.5",
                        "--kube-api-burst=2000000",
                        "--cluster-name=production: north",
                        "--feature_gates=A=true,B=false");
    }

    @Test
    void objectNamesFollowTheNameAsInTheOfficialChart() {
        Rendering rendering = Chart.render(ValueSet.of("official-name"));

        assertThat(rendering.workload()).hasToString("DaemonSet kube-system/cloud-provider");
        assertThat(rendering.objects())
                .extracting(Object::toString)
                .contains(
                        "ConfigMap kube-system/cloud-provider-config",
                        "Secret kube-system/cloud-provider-secret",
                        "ServiceAccount kube-system/cloud-provider",
                        "ClusterRole cloud-provider");
    }

    @Test
    void theSelectorIsTheOfficialOneSoThatAnUpgradeSucceeds() {
        assertThat(Chart.render("")
                        .workload()
                        .json()
                        .at("/spec/selector/matchLabels")
                        .toString())
                .isEqualTo("{\"app\":\"vsphere-cpi\"}");
    }

    private static String conf(String values) {
        return Chart.render(ValueSet.of(values))
                .find("ConfigMap")
                .orElseThrow()
                .json()
                .at("/data/vsphere.conf")
                .asText();
    }

    private static List<String> mounts(String values) {
        var paths = new ArrayList<String>();
        pod(values)
                .at("/containers/0/volumeMounts")
                .forEach(mount -> paths.add(mount.path("mountPath").asText()));
        return paths;
    }

    private static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static JsonNode pod(String values) {
        return Chart.render(ValueSet.of(values)).workload().json().at("/spec/template/spec");
    }

    private static Map<String, Object> flat(String yaml) {
        var flat = new TreeMap<String, Object>();
        flatten("", new Yaml().load(yaml), flat);
        return flat;
    }

    private static void flatten(String path, Map<?, ?> values, Map<String, Object> flat) {
        values.forEach((key, value) -> {
            String here = path.isEmpty() ? key.toString() : path + "." + key;
            if (value instanceof Map<?, ?> map && !map.isEmpty() && !DIFFERS.contains(here)) {
                flatten(here, map, flat);
            } else {
                flat.put(here, value == null ? "" : value);
            }
        });
    }
}
