package dev.vspherecloud.ccm.application.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.print.PageStyle;
import dev.vspherecloud.text.VisibleText;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplanationTableTest {
    @Test
    void eachNodeHasALineThenSilentVcentersAndTotals() {
        assertThat(ExplanationTable.of(Situations.all().toList(), false, PageStyle.PLAIN))
                .isEqualTo("""
                NODE   VM           VCENTER  ADDRESSES  ZONE    STATE
                w-1    w-1 (vm-62)  vc-a     10.1.0.5   zone-a  ready
                w-1    w-1 (vm-62)  vc-a     10.1.0.5   zone-a  drift: TopologyDrift
                w-2    w-1 (vm-62)  vc-a     10.1.0.9   -       due
                w-3    w-1 (vm-62)  vc-a     -          -       waits: GuestHostNameMissing
                w-4    -            -        -          -       waits: VmAmbiguous
                cloud  -            -        -          -       foreign
                metal  -            -        -          -       unproven

                vCenter vc-b did not answer:
                  nothing listens on vc-b:443

                7 Nodes: 1 ready, 1 drift, 1 due, 2 waits, 1 unproven, 1 foreign
                """);
    }

    @Test
    void noNameControlsTheTerminal() {
        String text = ExplanationTable.of(
                List.of(Situations.hostile("\u001b[2J\u009b31m\u202e\u2066\u2028\u200b")), true, PageStyle.PLAIN);

        assertThat(text)
                .contains("w?[2J?31m????", "aws:///?[2J?31m????", "vCenter vc?[2J?31m???? did", "why?[2J?31m????");
        assertThat(VisibleText.lines(text)).isEqualTo(text);
    }

    @Test
    void aClusterWithoutNodes() {
        assertThat(ExplanationTable.of(List.of(), false, PageStyle.PLAIN)).endsWith("\n\n0 Nodes\n");
    }
}
