package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the keys of section `labels` and the family policy that cloud-provider-vsphere (Go) does not have: the
/// result ([EffectiveConfigText]), and the number of problems.
class LabelsRuleTest {
    private static final String VC = "vcenter: {x: {server: vc, user: u, password: p}}\n";

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            labels: {zone: z, region: r}                                  | zone=z region=r                   | 0
            labels: {zone: z, region: r, mode: compatible}                | zone=z region=r                   | 0
            labels: {zone: z, region: r, mode: Nearest}                   | zone=z region=r nearest           | 0
            labels: {zone: z, mode: nearest}                              | zone=z region=- nearest           | 0
            labels: {region: r, mode: nearest}                            | zone=- region=r nearest           | 0
            labels: {zone: z, mode: nearest, required: true}              | zone=z region=- nearest,required  | 0
            labels: {zone: z, mode: nearest, required: false}             | zone=z region=- nearest           | 0
            labels: {zone: z, mode: compatible}                           |                                   | 1
            labels: {zone: z, region: r, required: true}                  | zone=z region=r                   | 0
            labels: {zone: z, region: r, required: false}                 | zone=z region=r                   | 1
            labels: {mode: compatible}                                    |                                   | 1
            labels: {mode: nearest, required: true}                       |                                   | 2
            labels: {zone: z, region: r, mode: farthest}                  | refused                           | 1
            labels: {zone: z, region: r, required: perhaps}               | refused                           | 1
            labels: {relabel: true}                                       | relabel                           | 0
            labels: {relabel: false}                                      |                                   | 0
            labels: {hostLabel: host}                                     | HOST=host                         | 0
            labels: {clusterLabel: e.org/c, datacenterLabel: e.org/d}     | CLUSTER=e.org/c DATACENTER=e.org/d | 0
            labels: {resourcePoolLabel: p, folderLabel: f, relabel: true} | RESOURCE_POOL=p FOLDER=f relabel  | 0
            labels: {hostLabel: e.org/x, clusterLabel: e.org/x}           | refused                           | 1
            labels: {hostLabel: a b}                                      | refused                           | 1
            labels: {hostLabel: E.org/x}                                  | refused                           | 1
            labels: {hostLabel: kubernetes.io/host}                       | refused                           | 1
            labels: {hostLabel: topology.k8s.io/host}                     | refused                           | 1
            labels: {hostLabel: my-kubernetes.io/host}                    | HOST=my-kubernetes.io/host        | 0
            nodes: {ipFamilyPolicy: require}                              |                                   | 0
            nodes: {ipFamilyPolicy: prefer}                               | PREFER                            | 0
            nodes: {ipFamilyPolicy: both}                                 | refused                           | 1
            """)
    void resultsIn(String input, String expected, int problems) {
        ConfigResult result = Reading.read(VC + input);

        String all = "x=vc u/p" + (expected == null ? "" : "; " + expected);
        assertThat(EffectiveConfigText.of(result)).isEqualTo("refused".equals(expected) ? expected : all);
        assertThat(Reading.lines(result)).hasSize(problems);
    }

    @Test
    void validWordsAreSuggested() {
        assertThat(Reading.problems(VC + "labels: {zone: z, region: r, mode: nearst}"))
                .containsExactly(
                        "E c.yaml:2:36: labels.mode: found \"nearst\", expected compatible or nearest; did you mean"
                                + " \"nearest\"?");
    }

    @Test
    void aKeyOfKubernetesIsRefusedWithASuggestion() {
        assertThat(Reading.problems(VC + "labels: {hostLabel: topology.kubernetes.io/host}"))
                .containsExactly(
                        "E c.yaml:2:21: labels.hostLabel: found \"topology.kubernetes.io/host\", expected no key of"
                                + " kubernetes.io or k8s.io, which belong to Kubernetes; use a key of your own "
                                + "domain, such as \"example.com/host\"");
    }

    @Test
    void aLabelForTwoPlacesNamesBothKeys() {
        assertThat(Reading.problems(VC + "labels: {hostLabel: e.org/x, clusterLabel: e.org/x}"))
                .containsExactly(
                        "E c.yaml:2:44: labels.clusterLabel: found the same label as for labels.hostLabel, expected "
                                + "a different label: a label has only one value; change one of the two");
    }

    @Test
    void optionalTagsInModeCompatibleGiveAWarning() {
        assertThat(Reading.problems(VC + "labels: {zone: z, region: r, required: false}"))
                .containsExactly(
                        "W c.yaml:2:40: labels.required: found false, but in mode compatible a Node always waits for"
                                + " its tags; set labels.mode to nearest, or remove it");
    }
}
