package dev.vspherecloud.ccm.application.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.ccm.application.plan.LostFeature;
import dev.vspherecloud.ccm.application.plan.NodeInput;
import dev.vspherecloud.ccm.application.plan.Plan;
import dev.vspherecloud.ccm.application.plan.PlanJson;
import dev.vspherecloud.ccm.application.plan.PlanRules;
import dev.vspherecloud.ccm.application.plan.PlanText;
import dev.vspherecloud.ccm.application.print.PageStyle;
import dev.vspherecloud.ccm.config.MissingController;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.domain.vm.Vm;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PlanBlocksTest {
    private static final Pattern MEMBER = Pattern.compile("(?<![\\w$])\\.(\\w+)");

    @Test
    void aPlan() {
        String rendered = PlanText.of(plan(), PageStyle.PLAIN);

        assertThat(DocBlock.only(PlanBlocksTest.class, "aPlan").renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }

    @Test
    void aControllerThatIsNotSupported() {
        var lost = new LostFeature(
                MissingController.LOAD_BALANCERS,
                "section loadBalancer of the configuration",
                List.of("shop/api", "shop/web"),
                "");
        String rendered =
                PlanText.ofAnotherProvider(List.of(lost), PageStyle.PLAIN).replaceFirst("(?s)^.*?\n\n", "");

        assertThat(DocBlock.only(PlanBlocksTest.class, "aControllerThatIsNotSupported")
                        .renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }

    /// The filter of the page reads nothing that the plan does not have.
    @Test
    void theMembersOfTheJson() {
        String json = OutputFormat.JSON.structured(PlanJson.of(plan(), List.of()));
        DocBlock block = DocBlock.only(PlanBlocksTest.class, "theMembersOfTheJson");

        assertThat(MEMBER.matcher(block.text()).results().map(found -> "\"%s\": ".formatted(found.group(1))))
                .hasSizeGreaterThan(7)
                .allMatch(json::contains);
    }

    /// The second Node is not yet recorded, and the address of the third has changed.
    private static Plan plan() {
        Vm first = vm(1, "10.1.0.3");
        return Plan.of(
                List.of(
                        input(ExampleCluster.recordedNode(1, "10.1.0.3", first), first),
                        input(ExampleCluster.node(2, "10.1.0.5"), vm(2, "10.1.0.5")),
                        input(ExampleCluster.node(3, "10.1.0.4"), vm(3, "10.1.0.7"))),
                List.of(),
                new PlanRules(ExampleCluster.SETTINGS, LifecycleRules.DEFAULTS, true, true, false));
    }

    private static Vm vm(int number, String ip) {
        return ExampleCluster.vm(number, Optional.of("zone-a"), ip + "/16");
    }

    private static NodeInput input(NodeView node, Vm vm) {
        return new NodeInput(node, Optional.of(ExampleCluster.lookup(node, vm)), NodeContext.INITIAL);
    }
}
