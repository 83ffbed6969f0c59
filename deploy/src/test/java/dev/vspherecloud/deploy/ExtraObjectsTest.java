package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.servers.Manifest;
import org.junit.jupiter.api.Test;

class ExtraObjectsTest {
    @Test
    void objectsAndTextsAreRenderedWithTheirTemplateExpressions() {
        Rendering rendering = Chart.render("""
                extraObjects:
                  - apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: '{{ include "cpi.name" . }}-notes', namespace: '{{ .Release.Namespace }}'}
                  - |
                    apiVersion: v1
                    kind: Namespace
                    metadata: {name: "{{ .Values.serviceAccount.name }}"}
                """);

        assertThat(rendering.objects())
                .extracting(Manifest::toString)
                .contains("ConfigMap kube-system/vsphere-cpi-notes", "Namespace cloud-controller-manager");
    }

    @Test
    void byDefaultThereAreNone() {
        assertThat(Chart.render("").text()).doesNotContain("extra-objects.yaml");
    }
}
