package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the notes that Helm prints after an installation: values that are dangerous or have no effect cause a warning.
class NotesTest {
    @Test
    void insecureDefaultsCauseAWarning() {
        assertThat(Chart.notes(ValueSet.of("official-insecure").file()))
                .contains("WARNING: vCenter's certificate is not verified")
                .contains("This is the default")
                .contains("WARNING: zones are enabled")
                .contains("k8s-region", "k8s-zone");
    }

    @Test
    void verifiedCertificatesWithoutZonesCauseNoWarning() {
        assertThat(Chart.notes(ValueSet.of("official-example").file())).doesNotContain("WARNING");
        assertThat(Chart.notes(ValueSet.of("deployment").file())).doesNotContain("WARNING");
    }

    /// The chart accepts the values that the README of the official chart recommends, and warns about them.
    @Test
    void theRecommendedValuesOfTheOfficialChartAreAcceptedWithAWarning() {
        assertThat(Chart.render(ValueSet.of("official-insecure")).find("Secret"))
                .isPresent();
        assertThat(Chart.notes(ValueSet.of("official-insecure").file()))
                .contains("WARNING: vCenter's certificate is not verified");
    }

    @Test
    void theNotesSayWhatAnOwnConfigurationNeeds() {
        assertThat(Chart.notes(ValueSet.of("environment").file()))
                .contains(
                        "Create ConfigMap cloud-config in namespace kube-system, with the key vsphere.conf",
                        "kube-system/vcenter-rome, kube-system/vsphere-cloud-secret",
                        "vault/vcenter-paris");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            podSecurityPolicy: {enabled: true}        | podSecurityPolicy.enabled has no effect
            fullnameOverride: a                       | fullnameOverride has no effect
            daemonset: {fullnameOverride: a}          | fullnameOverride has no effect
            daemonset: {replicaCount: 2}              | daemonset.replicaCount has no effect
            config: {enabled: true, username: a, password: b, zone: ""} | is set, so both are ignored
            config: {enabled: true, username: a, password: b, insecureFlag: true} | vCenter's certificate is not verified (config.insecureFlag)
            metrics: {podMonitor: {enabled: true}}    | metrics.podMonitor.tokenSecret names no token
            daemonset: {cmdline: {additionalParams: {leader-elect: false}}} | with leader-elect=false
            """)
    void valuesThatAreInsecureOrHaveNoEffectCauseAWarning(String values, String warning) {
        assertThat(Chart.notes(values)).contains("WARNING").contains(warning);
    }

    @Test
    void theyNameTheNextCommands() {
        assertThat(Chart.notes(ValueSet.of("official-example").file()))
                .contains(
                        "kubectl -n kube-system rollout status daemonset/vsphere-cpi\n",
                        "helm test vsphere-cpi --namespace kube-system --logs\n",
                        "kubectl get nodes -o custom-columns=",
                        "kubectl describe node NAME")
                .doesNotContain("Until ConfigMap");
    }

    @Test
    void theNextCommandsDependOnTheValues() {
        assertThat(Chart.notes("{kind: Deployment, nameOverride: provider}"))
                .contains(
                        "kubectl -n kube-system get configmap cloud-config\n",
                        "kubectl -n kube-system rollout status deployment/provider\n");
        assertThat(Chart.notes("{doctor: {enabled: false}, daemonset: {cmdline: {cloudConfig: {dir: /etc/other}}}}"))
                .contains("exec daemonset/vsphere-cpi -- /bin/vsphere-cloud-controller-manager doctor"
                        + " --cloud-config=/etc/other/vsphere.conf\n")
                .doesNotContain("helm test");
    }

    /// kubectl refuses `rollout status` for this strategy.
    @Test
    void onDeleteNeedsAnActionOfTheUser() {
        assertThat(Chart.notes("daemonset: {updateStrategy: {type: OnDelete}, selectorLabels: {a: b, c: d}}"))
                .contains("until you delete it", "get pods -l a=b,c=d -o wide")
                .doesNotContain("rollout status");
    }
}
