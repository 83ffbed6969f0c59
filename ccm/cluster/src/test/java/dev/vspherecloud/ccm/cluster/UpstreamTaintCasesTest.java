package dev.vspherecloud.ccm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The test cases of kubernetes/cloud-provider (node/helpers/taints), with the numbers that this project gives
/// them. `S` is the shutdown taint.
class UpstreamTaintCasesTest {
    @ParameterizedTest(name = "{0}: {1}")
    @Conforms("H30 H31 H32")
    @CsvSource({"H30, S:NoSchedule, true", "H31, other:NoSchedule, false", "H32, S:NoExecute, false"})
    void recognizesItByKeyAndEffect(String id, String taint, boolean expected) {
        assertThat(NodeTaint.isShutdown(taint(taint))).as(id).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @Conforms("H33 H34 H35 H36 H37 H38 H39")
    @CsvSource({
        "H33, other:NoSchedule, other:NoSchedule",
        "H34, S:NoSchedule, ",
        "H35, , ",
        "H36, other:NoSchedule S:NoSchedule, other:NoSchedule",
        "H37, S:NoExecute, S:NoExecute",
        "H38, S:NoSchedule S:NoExecute, S:NoExecute",
        "H39, , ",
    })
    void removesNoOtherTaint(String id, @Nullable String before, @Nullable String after) {
        assertThat(NodeTaint.withoutShutdown(taints(before))).as(id).isEqualTo(taints(after));
    }

    private static List<Json.Members> taints(@Nullable String list) {
        var taints = new ArrayList<Json.Members>();
        if (list != null) {
            for (String word : list.split(" ")) {
                taints.add(taint(word));
            }
        }
        return taints;
    }

    private static Json.Members taint(String word) {
        String[] parts = word.split(":");
        return Json.object()
                .with("key", parts[0].equals("S") ? NodeHealth.SHUTDOWN : parts[0])
                .with("effect", parts[1]);
    }
}
