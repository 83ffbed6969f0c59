package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is dangerous is told to whoever installs it.
class NotesTest {
    @Test
    void whatIsDangerousByDefaultIsSaid() {
        assertThat(Chart.notes(ValueSet.of("official-insecure").file()))
                .contains("WARNING: vCenter's certificate is not verified")
                .contains("that is the default")
                .contains("WARNING: zones are on")
                .contains("k8s-region", "k8s-zone");
    }

    @Test
    void whatIsVerifiedAndWithoutZonesNeedsNoWarning() {
        assertThat(Chart.notes(ValueSet.of("official-example").file())).doesNotContain("WARNING");
        assertThat(Chart.notes(ValueSet.of("deployment").file())).doesNotContain("WARNING");
    }

    /// The values that the README of the official chart asks for are taken, and what is wrong with them is said.
    @Test
    void oneVcenterAsInTheOfficialChartIsRenderedWithAWarning() {
        assertThat(Chart.render(ValueSet.of("official-insecure")).find("Secret"))
                .isPresent();
        assertThat(Chart.notes(ValueSet.of("official-insecure").file()))
                .contains("WARNING: vCenter's certificate is not verified");
    }

    @Test
    void whoeverMakesTheConfigurationIsToldWhatIsExpected() {
        assertThat(Chart.notes(ValueSet.of("environment").file()))
                .contains(
                        "ConfigMap cloud-config is expected in namespace kube-system, with the key vsphere.conf",
                        "kube-system/vcenter-rome, kube-system/vsphere-cloud-secret",
                        "vault/vcenter-paris");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            podSecurityPolicy: {enabled: true}        | podSecurityPolicy.enabled does nothing
            fullnameOverride: a                       | fullnameOverride does nothing
            daemonset: {fullnameOverride: a}          | fullnameOverride does nothing
            daemonset: {replicaCount: 2}              | daemonset.replicaCount does nothing
            config: {enabled: true, username: a, password: b, zone: ""} | only one is set: both are off
            config: {enabled: true, username: a, password: b, insecureFlag: true} | vCenter's certificate is not verified (config.insecureFlag)
            metrics: {podMonitor: {enabled: true}}    | metrics.podMonitor.tokenSecret names no token
            daemonset: {cmdline: {additionalParams: {leader-elect: false}}} | with leader-elect=false
            """)
    void whatDoesNothingOrHarmIsSaid(String values, String said) {
        assertThat(Chart.notes(values)).contains("WARNING").contains(said);
    }
}
