package dev.vspherecloud.csi.config.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterDistributionPolicyTest {
    @ParameterizedTest
    @CsvSource({
        "v1.36.3, VanillaK8S",
        "v1.36.3+k3s1, VanillaK8S",
        "v1.36.3+rke2r1, Rancher",
        "v1.20.4-rancher1-1, VanillaK8S",
        "v1.36.3-gke.100, Anthos",
        "v1.36.3-eks-a1b2c3d, EKS",
        "v1.36.3-aks, AKS",
        "v1.36.3+vmware.1, TanzuKubernetesCluster",
        "v1.36.3+openshift, Openshift",
        "v1.36.3-docker-1, DockerEE",
        "'', VanillaK8S"
    })
    void aVersionTellsTheDistribution(String version, String expected) {
        assertThat(ClusterDistributionPolicy.evaluate(version)).isEqualTo(expected);
    }
}
