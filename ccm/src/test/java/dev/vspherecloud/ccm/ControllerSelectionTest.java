package dev.vspherecloud.ccm;

import static dev.vspherecloud.ccm.ControllerName.CLOUD_NODE;
import static org.assertj.core.api.Assertions.assertThat;

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
            route                    | false
            ''                       | false
            """)
    void firstFittingWordDecides(String list, boolean expected) {
        var selection = new ControllerSelection(FlagType.words(list));

        assertThat(selection.problems()).isEmpty();
        assertThat(selection.enables(CLOUD_NODE)).isEqualTo(expected);
    }
}
