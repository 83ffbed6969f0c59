package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.application.print.NodeCountText;
import dev.vspherecloud.ccm.application.print.PageStyle;
import dev.vspherecloud.ccm.application.print.TerminalPage;
import dev.vspherecloud.ccm.application.print.Tint;
import dev.vspherecloud.domain.reason.Reason;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Creates the text output of `plan`: first what other programs would notice, then the annotations of this program,
/// then a summary.
public final class PlanText {
    private final Plan plan;
    private final TerminalPage page;

    private PlanText(Plan plan, PageStyle style) {
        this.plan = plan;
        this.page = new TerminalPage(style);
    }

    public static String of(Plan plan, PageStyle style) {
        var text = new PlanText(plan, style);
        text.page.heading("Plan for %s. Nothing was written."
                .formatted(NodeCountText.nodes(plan.nodes().size())));
        text.lostFeatures();
        text.silentVcenters();
        text.datacenters();
        text.writes();
        text.waiting();
        text.remarks();
        text.deletes();
        text.unchanged();
        text.records();
        text.summary();
        return text.page.toString();
    }

    /// Returns the output if the current program is another provider, with which nothing can be compared.
    public static String ofAnotherProvider(List<LostFeature> lost, PageStyle style) {
        var page = new TerminalPage(style);
        page.heading("No plan: this provider cannot replace the paravirtual provider. Nothing was written.");
        lostFeatures(lost, page);
        return page.toString();
    }

    private void lostFeatures() {
        lostFeatures(plan.lost(), page);
    }

    private static void lostFeatures(List<LostFeature> lost, TerminalPage page) {
        lost.forEach(work -> page.heading("NOT SUPPORTED: " + work.controller().title(), Tint.BAD)
                .paragraph(work.text())
                .paragraph(work.objects()));
    }

    private void silentVcenters() {
        plan.silentVcenters().forEach(silence -> page.heading(
                        "vCenter %s did not answer: %s"
                                .formatted(silence.vcenter(), silence.code().text()),
                        Tint.BAD)
                .paragraph(silence.why()));
    }

    private void datacenters() {
        if (!plan.datacenters().isEmpty()) {
            page.heading("Configured datacenters");
            plan.datacenters().forEach(datacenter -> page.paragraph(datacenter.text()));
        }
    }

    private void writes() {
        section(
                "Changes on Nodes, without the annotations of this provider",
                List.of("NODE", "CODE", "CHANGE"),
                plan.nodes().stream().flatMap(node -> node.visibleWrites().stream()
                        .map(write -> List.of(node.name(), write.reason().text(), written(write)))));
    }

    private static String written(PlannedWrite write) {
        Change change = write.change();
        return "%s: %s; because %s%s".formatted(change.subject(), change.text(), write.why(), delay(write));
    }

    private static String delay(PlannedWrite write) {
        return write.after().isZero()
                ? ""
                : " (after %d s, if nothing else changes)"
                        .formatted(write.after().toSeconds());
    }

    private void waiting() {
        section(
                "Nodes that wait for a cloud provider, and would keep waiting",
                List.of("NODE", "CODE", "WHY"),
                remarks(node -> node.planOutcome() == PlanOutcome.WAITS));
    }

    private void remarks() {
        section(
                "Problems that this provider would report in Events; it would change nothing because of them",
                List.of("NODE", "CODE", "WHY"),
                remarks(node -> node.planOutcome() != PlanOutcome.WAITS));
    }

    private Stream<List<String>> remarks(Predicate<NodePlan> which) {
        return plan.nodes().stream().filter(which).flatMap(node -> node.remarks().stream()
                .map(remark -> remark(node, remark)));
    }

    private static List<String> remark(NodePlan node, Reason remark) {
        return List.of(node.name(), remark.code().text(), remark.message());
    }

    private void deletes() {
        section(
                "Nodes that may be deleted",
                List.of("NODE", "READY", "BY CLOUD-PROVIDER-VSPHERE (GO)", "BY THIS PROVIDER"),
                plan.nodes().stream()
                        .filter(NodePlan::mayBeDeleted)
                        .map(node -> List.of(
                                node.name(),
                                node.input().node().health().ready().text(),
                                upstreamText(node.upstream()),
                                "%s: %s"
                                        .formatted(
                                                node.forecast().when().text(),
                                                node.forecast().why()))));
        List<UpstreamDeletionRisk> dangers = plan.nodes().stream()
                .flatMap(node -> node.upstream().danger().stream())
                .distinct()
                .sorted()
                .toList();
        if (!dangers.isEmpty()) {
            page.paragraph("Why cloud-provider-vsphere (Go) may delete them:")
                    .rows(dangers.stream()
                            .map(danger -> List.of("", danger.text(), danger.description()))
                            .toList());
        }
    }

    private static String upstreamText(UpstreamDeletion upstream) {
        return upstream.when().text()
                + upstream.danger().map(danger -> ": " + danger.text()).orElse("");
    }

    private void unchanged() {
        section(
                "Nodes that this provider ignores",
                List.of("STATE", "NODES"),
                Stream.of(PlanOutcome.UNPROVEN, PlanOutcome.FOREIGN)
                        .filter(planOutcome -> plan.count(planOutcome) > 0)
                        .map(planOutcome -> List.of(
                                planOutcome.text(),
                                "%s Nodes: %s"
                                        .formatted(
                                                planOutcome.description(),
                                                names(node -> node.planOutcome() == planOutcome)))));
    }

    private void records() {
        long count = plan.count(NodePlan::isRecorded);
        if (count > 0) {
            page.heading("Annotations vspherecloud.dev/..., which record the VM: " + NodeCountText.nodes(count))
                    .paragraph(names(NodePlan::isRecorded));
        }
    }

    private String names(Predicate<NodePlan> which) {
        return plan.nodes().stream().filter(which).map(NodePlan::name).collect(Collectors.joining(", "));
    }

    private void section(String title, List<String> head, Stream<List<String>> rows) {
        List<List<String>> all = rows.toList();
        if (!all.isEmpty()) {
            page.heading(title).table(head, all.stream());
        }
    }

    private void summary() {
        page.heading("Summary")
                .rows(List.of(
                        List.of("Nodes", outcomes()),
                        List.of("changes", written()),
                        List.of("cloud-provider-vsphere (Go) may delete", upstreamDeletes()),
                        List.of("this provider may delete", forecastText()),
                        List.of("to review", reviewText())));
    }

    private String reviewText() {
        if (!plan.needsReview()) {
            return "nothing: no other program would notice the change";
        }
        String nodes = NodeCountText.nodes(plan.count(NodePlan::needsReview));
        String lost = plan.lost().isEmpty() ? "" : ", and the controllers that are not supported";
        return nodes
                + lost
                + (plan.silentVcenters().isEmpty()
                        ? ""
                        : ", and the vCenters that did not answer: the plan is incomplete");
    }

    private String outcomes() {
        String counts = Arrays.stream(PlanOutcome.values())
                .filter(planOutcome -> plan.count(planOutcome) > 0)
                .map(planOutcome -> plan.count(planOutcome) + " " + planOutcome.text())
                .collect(Collectors.joining(", "));
        return plan.nodes().size() + (counts.isEmpty() ? "" : ": " + counts);
    }

    private String written() {
        return "annotations of this provider on %s, five Nodes a second; other changes on %s"
                .formatted(
                        NodeCountText.nodes(plan.count(NodePlan::isRecorded)),
                        NodeCountText.nodes(
                                plan.count(node -> !node.visibleWrites().isEmpty())));
    }

    private String upstreamDeletes() {
        if (plan.rules().presentKeeps()) {
            return "none, if SKIP_NODE_DELETION is set for it as it is for this command; otherwise "
                    + plan.count(UpstreamDeletion.When.SWITCHED_OFF);
        }
        return "%d now, %d once they are not ready%s"
                .formatted(
                        plan.count(UpstreamDeletion.When.NOW),
                        plan.count(UpstreamDeletion.When.ONCE_NOT_READY),
                        plan.rules().runsLifecycleController()
                                ? "; SKIP_NODE_DELETION is not set for this command"
                                : "");
    }

    private String forecastText() {
        long kept = plan.count(DeletionForecast.When.KEPT);
        return plan.count(DeletionForecast.When.AFTER_PROOF) + " after proof that the VM is gone"
                + (kept == 0 ? "" : "; %d stay even then".formatted(kept));
    }
}
