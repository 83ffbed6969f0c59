package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the result of the keys for the deletion of Nodes ([EffectiveConfigText]), and the number of problems.
class DeletionRuleTest {
    private static final String VC = "vcenter: {x: {server: vc, user: u, password: p}}\n";

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            nodes: {disappearedAfter: 10m, breakerNodes: 5, breakerPercent: 10} |                 | 0
            nodes: {disappearedAfter: 5m}                                       | ; 5m 5 10%      | 0
            nodes: {disappearedAfter: 1h30m}                                    | ; 1h30m 5 10%   | 0
            nodes: {disappearedAfter: '900s'}                                   | ; 15m 5 10%     | 0
            nodes: {disappearedAfter: +6m}                                      | ; 6m 5 10%      | 0
            nodes: {disappearedAfter: }                                         |                 | 0
            nodes: {disappearedAfter: 4m59.999s}                                | refused         | 1
            nodes: {disappearedAfter: 0}                                        | refused         | 1
            nodes: {disappearedAfter: -10m}                                     | refused         | 1
            nodes: {disappearedAfter: 600}                                      | refused         | 1
            nodes: {disappearedAfter: 10:00}                                    | refused         | 1
            nodes: {disappearedAfter: never}                                    | refused         | 1
            nodes: {disappearedAfter: [10m]}                                    | refused         | 1
            nodes: {breakerNodes: 1, breakerPercent: 1}                         | ; 10m 1 1%      | 0
            nodes: {breakerNodes: 999999999, breakerPercent: 100}               | ; 10m 999999999 100% | 0
            nodes: {breakerNodes: '7'}                                          | ; 10m 7 10%     | 1
            nodes: {breakerNodes: 0}                                            | refused         | 1
            nodes: {breakerNodes: -1}                                           | refused         | 1
            nodes: {breakerNodes: 010}                                          | refused         | 1
            nodes: {breakerNodes: 0x10}                                         | refused         | 1
            nodes: {breakerNodes: 1e3}                                          | refused         | 1
            nodes: {breakerNodes: 9999999999}                                   | refused         | 1
            nodes: {breakerPercent: 0}                                          | refused         | 1
            nodes: {breakerPercent: 101}                                        | refused         | 1
            nodes: {breakerPercent: 10%}                                        | refused         | 1
            nodes: {disappearedAfter: 1m, breakerNodes: 0, breakerPercent: 0}   | refused         | 3
            global: {nodeDeletionPaused: true}                                  | ` paused`       | 0
            global: {nodeDeletionPaused: false}                                 |                 | 0
            global: {nodeDeletionPaused: perhaps}                               | refused         | 1
            global: {nodeDeletionPaused: }                                      |                 | 0
            nodes: {nodeDeletionPaused: true}                                   |                 | 1
            """)
    void resultsIn(String input, String expected, int problems) {
        ConfigResult result = Reading.read(VC + input);

        String all = "x=vc u/p" + (expected == null ? "" : expected);
        assertThat(EffectiveConfigText.of(result)).isEqualTo("refused".equals(expected) ? expected : all);
        assertThat(Reading.lines(result)).hasSize(problems);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            disappeared-after = 20m    | ; 20m 5 10%   | 0
            disappeared-after = "20m"  | ; 20m 5 10%   | 0
            disappeared-after = 299s   | refused       | 1
            disappeared-after          | refused       | 1
            breaker-nodes = 12         | ; 10m 12 10%  | 0
            breaker-nodes = 012        | refused       | 1
            breaker-nodes              | refused       | 1
            breaker-percent = 50       | ; 10m 5 50%   | 0
            breaker-percent = 500      | refused       | 1
            """)
    void resultsInTheSameInIni(String line, String expected, int problems) {
        ConfigResult result = Reading.read("[VirtualCenter \"vc\"]\nuser = u\npassword = p\n[Nodes]\n" + line);

        assertThat(EffectiveConfigText.of(result))
                .isEqualTo("refused".equals(expected) ? expected : "vc=vc u/p" + expected);
        assertThat(Reading.lines(result)).hasSize(problems);
    }

    @Test
    void tooShortATimeIsRefusedWithTheReason() {
        assertThat(Reading.problems(VC + "nodes: {disappearedAfter: 2m}"))
                .containsExactly(
                        "E c.yaml:2:27: nodes.disappearedAfter: found \"2m\", expected 5m or more: while a host "
                                + "restarts, HA restarts VMs or a person moves a VM, vCenter does not show that VM "
                                + "for minutes although it may run; write"
                                + " 5m or more");
    }

    @Test
    void anInvalidDurationSaysWhatIsExpected() {
        assertThat(Reading.problems(VC + "nodes: {disappearedAfter: 600}"))
                .containsExactly(
                        "E c.yaml:2:27: nodes.disappearedAfter: found \"600\", expected a duration such as 10m or 1h30m;"
                                + " correct it");
    }

    @Test
    void aPauseInTheWrongSectionSaysWhereItBelongs() {
        assertThat(Reading.problems(VC + "nodes: {nodeDeletionPaused: true}"))
                .containsExactly(
                        "W c.yaml:2:9: nodes.nodeDeletionPaused: unknown key, it has no effect; move it to the "
                                + "section \"global\"");
    }

    @ParameterizedTest(name = "global {0}, vCenter {1}")
    @CsvSource({"true, true, true", "true, false, false", "false, true, true", "false, false, false"})
    void aVcenterOverridesThePauseOfGlobal(boolean global, boolean own, boolean expected) {
        assertThat(Reading.clean("""
                global: {nodeDeletionPaused: %s, user: u, password: p}
                vcenter: {x: {server: vc, nodeDeletionPaused: %s}, y: {server: vc-y}}
                """.formatted(global, own)).vcenters())
                .extracting(VcenterConfig::deletionPaused)
                .containsExactly(expected, global);
    }

    @Test
    void oneServerWithTwoEntriesIsPausedIfEitherIs() {
        assertThat(EffectiveConfigText.of(Reading.read("""
                global: {user: u, password: p}
                vcenter: {x: {server: vc}, y: {server: vc, nodeDeletionPaused: true}}
                """))).isEqualTo("x=vc u/p paused");
    }

    @Test
    void aVcenterOfTheEnvironmentKeepsThePauseOfTheFile() {
        assertThat(EffectiveConfigText.of(Reading.read(
                        "vcenter: {x: {server: vc, user: u, password: p, nodeDeletionPaused: true}}",
                        Map.of(
                                "VSPHERE_VCENTER_A", "x",
                                "VCENTER_A_SERVER", "vc",
                                "VCENTER_A_USERNAME", "v",
                                "VCENTER_A_PASSWORD", "w"))))
                .isEqualTo("x=vc v/w paused");
    }
}
