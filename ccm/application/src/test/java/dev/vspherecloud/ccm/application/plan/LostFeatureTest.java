package dev.vspherecloud.ccm.application.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.ccm.application.print.PageStyle;
import dev.vspherecloud.ccm.config.MissingController;
import java.util.List;
import org.junit.jupiter.api.Test;

class LostFeatureTest {
    private static final LostFeature BALANCERS = new LostFeature(
            MissingController.LOAD_BALANCERS,
            "section loadBalancer of the configuration",
            List.of("shop/web", "shop/api"),
            "");
    private static final LostFeature ROUTES = new LostFeature(
            MissingController.ROUTES, "section route of the configuration", List.of("w-1 10.244.1.0/24"), "");

    private static Plan plan(LostFeature... lost) {
        return Plan.of(List.of(), List.of(), UpstreamNodes.RULES).withLost(List.of(lost));
    }

    @Test
    void aLostFeatureIsListedFirstWithTheAffectedObjects() {
        assertThat(PlanText.of(plan(BALANCERS, ROUTES), PageStyle.PLAIN))
                .startsWith("""
                Plan for 0 Nodes. Nothing was written.

                NOT SUPPORTED: service controller
                  Because of section loadBalancer of the configuration, cloud-provider-vsphere (Go) may run its
                """)
                .contains(
                        "Services of type LoadBalancer (2): shop/web, shop/api",
                        "Nodes with podCIDRs (1): w-1 10.244.1.0/24");
    }

    @Test
    void aLostFeatureAloneNeedsReview() {
        assertThat(plan().needsReview()).isFalse();
        assertThat(plan(ROUTES).needsReview()).isTrue();
        assertThat(PlanText.of(plan(ROUTES), PageStyle.PLAIN))
                .contains("0 Nodes, and the controllers that are not supported");
    }

    @Test
    void theJsonContainsTheLostFeature() {
        assertThat(OutputFormat.JSON.structured(PlanJson.of(plan(BALANCERS), List.of())))
                .contains("\"notSupported\"", "\"controller\": \"service controller\"", "\"shop/web\"");
    }

    @Test
    void unreadableObjectsAreNotReportedAsNone() {
        var hidden = new LostFeature(MissingController.LOAD_BALANCERS, "x", List.of(), "services is forbidden");

        assertThat(hidden.objects()).isEqualTo("Services of type LoadBalancer: cannot be read: services is forbidden");
        assertThat(new LostFeature(MissingController.ROUTES, "x", List.of(), "").objects())
                .isEqualTo("Nodes with podCIDRs: none today");
    }

    @Test
    void theParavirtualProviderHasNoPlan() {
        assertThat(PlanText.ofAnotherProvider(List.of(BALANCERS, ROUTES), PageStyle.PLAIN))
                .startsWith("No plan: this provider cannot replace the paravirtual provider.")
                .contains("NOT SUPPORTED: service controller", "NOT SUPPORTED: route controller");
    }
}
