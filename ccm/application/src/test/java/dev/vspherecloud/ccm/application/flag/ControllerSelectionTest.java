package dev.vspherecloud.ccm.application.flag;

import static dev.vspherecloud.ccm.application.flag.ControllerName.CLOUD_NODE;
import static dev.vspherecloud.ccm.application.flag.ControllerName.CLOUD_NODE_LIFECYCLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControllerSelectionTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            *                        | true
            cloud-node               | true
            cloud-node-controller    | true
            -cloud-node              | false
            *,-cloud-node            | false
            -cloud-node,*            | false
            cloud-node,-cloud-node   | true
            *,-route                 | true
            *,-route,service         | true
            -service,cloud-node      | true
            route                    | false
            ''                       | false
            """)
    @Conforms("O05 O20 O21 O22 O24 O25 O26 O32 O33 O35")
    void theFirstMatchingEntryDecides(String list, boolean expected) {
        var selection = new ControllerSelection(FlagText.list(list).orElseThrow());

        assertThat(selection.problems()).isEmpty();
        assertThat(selection.enables(CLOUD_NODE)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            *                                   | true  | true
            cloud-node-lifecycle                | false | true
            cloud-node-lifecycle-controller     | false | true
            *,-cloud-node-lifecycle             | true  | false
            *,-cloud-node-lifecycle-controller  | true  | false
            cloud-node,cloud-node-lifecycle     | true  | true
            cloud-node-controller               | true  | false
            *,-cloud-node                       | false | true
            """)
    @Conforms("O05 O35")
    void theLifecycleIsChosenByEitherOfItsNames(String list, boolean node, boolean lifecycle) {
        var selection = new ControllerSelection(FlagText.list(list).orElseThrow());

        assertThat(selection.problems()).isEmpty();
        assertThat(selection.enables(CLOUD_NODE)).isEqualTo(node);
        assertThat(selection.enables(CLOUD_NODE_LIFECYCLE)).isEqualTo(lifecycle);
    }

    @Test
    @Conforms("O37")
    void anUnknownNameIsReportedNextToAnOlderName() {
        assertThat(new ControllerSelection(List.of("cloud-node", "red-controller")).problems())
                .singleElement()
                .asString()
                .startsWith("--controllers: \"red-controller\" is not in the list of known controllers; expected "
                        + "one of ");
    }

    @Test
    @Conforms("O36")
    void aMisspeltLifecycleNameIsReported() {
        assertThat(new ControllerSelection(List.of("cloud-node-lifcycle")).problems())
                .containsExactly(
                        "--controllers: \"cloud-node-lifcycle\" is not in the list of known controllers; did you"
                                + " mean \"cloud-node-lifecycle\"?");
    }
}
