package dev.vspherecloud.ccm.application.plan;

import static dev.vspherecloud.ccm.application.print.JsonParts.optional;
import static dev.vspherecloud.ccm.application.print.JsonParts.text;
import static dev.vspherecloud.ccm.application.print.JsonParts.textOrNull;
import static dev.vspherecloud.json.Json.items;

import dev.vspherecloud.ccm.application.print.ConfiguredDatacenter;
import dev.vspherecloud.ccm.application.print.JsonParts;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.json.Json;
import java.util.LinkedHashMap;
import java.util.List;

/// Creates the JSON output of `plan -o json`. New versions only add members to this format;
/// `docs/reference/plan.md` describes it. An unknown value is null, so each member is always present.
public final class PlanJson {
    private PlanJson() {}

    /// Returns the output for a plan.
    ///
    /// @param problems the problems that `config check` reports about the configuration
    public static Json of(Plan plan, List<Json> problems) {
        var members = new LinkedHashMap<String, Json>();
        members.put("problems", Json.items(problems));
        members.put("notSupported", items(plan.lost(), PlanJson::lostFeature));
        members.put("silentVcenters", items(plan.silentVcenters(), PlanJson::silence));
        members.put("datacenters", items(plan.datacenters(), ConfiguredDatacenter::json));
        members.put("presentDeletionSwitchedOff", new Json.Flag(plan.rules().presentKeeps()));
        members.put("nodes", items(plan.nodes(), PlanJson::node));
        members.put("summary", summary(plan));
        return Json.object(members);
    }

    /// Returns the output if the current program is another provider, with which nothing can be compared.
    public static Json ofAnotherProvider(List<LostFeature> lost) {
        var members = new LinkedHashMap<String, Json>();
        members.put("notSupported", items(lost, PlanJson::lostFeature));
        return Json.object(members);
    }

    private static Json lostFeature(LostFeature work) {
        var members = new LinkedHashMap<String, Json>();
        members.put("controller", text(work.controller().title()));
        members.put("cause", text(work.cause()));
        members.put("effect", text(work.controller().effect()));
        members.put("concerned", items(work.concerned(), JsonParts::text));
        members.put("unreadable", textOrNull(work.unreadable()));
        return Json.object(members);
    }

    private static Json silence(VmLookup.Silence silence) {
        var members = new LinkedHashMap<String, Json>();
        members.put("vcenter", text(silence.vcenter()));
        members.put("code", text(silence.code().text()));
        members.put("why", text(silence.why()));
        return Json.object(members);
    }

    private static Json node(NodePlan plan) {
        NodeView node = plan.input().node();
        var members = new LinkedHashMap<String, Json>();
        members.put("name", text(plan.name()));
        members.put("providerId", textOrNull(node.providerId()));
        members.put("uninitialized", new Json.Flag(node.isUninitialised()));
        members.put("ready", text(node.health().ready().text()));
        members.put("vm", optional(plan.input().vm(), PlanJson::vm));
        members.put("prospect", text(plan.planOutcome().text()));
        members.put("toBeLookedAt", new Json.Flag(plan.needsReview()));
        members.put("writes", items(plan.writes(), PlanJson::write));
        members.put("reasons", items(plan.remarks(), PlanJson::reason));
        members.put("presentDeletes", upstream(plan.upstream()));
        members.put("oursDeletes", forecast(plan.forecast()));
        return Json.object(members);
    }

    private static Json vm(Vm vm) {
        var members = new LinkedHashMap<String, Json>();
        members.put("name", text(vm.name()));
        members.put("vcenter", text(vm.vcenter()));
        members.put("moref", text(vm.identity().ref().moref()));
        return Json.object(members);
    }

    private static Json write(PlannedWrite write) {
        Change change = write.change();
        var members = new LinkedHashMap<String, Json>();
        members.put("field", text(change.field().path()));
        members.put("key", textOrNull(change.key()));
        members.put("has", items(change.oldValues(), JsonParts::text));
        members.put("gets", items(change.newValues(), JsonParts::text));
        members.put("code", text(write.reason().text()));
        members.put("why", text(write.why()));
        members.put("afterSeconds", Json.of(write.after().toSeconds()));
        return Json.object(members);
    }

    private static Json reason(Reason reason) {
        var members = new LinkedHashMap<String, Json>();
        members.put("code", text(reason.code().text()));
        members.put("message", text(reason.message()));
        return Json.object(members);
    }

    private static Json upstream(UpstreamDeletion upstream) {
        var members = new LinkedHashMap<String, Json>();
        members.put("when", text(upstream.when().text()));
        members.put("code", optional(upstream.danger(), danger -> text(danger.text())));
        members.put("why", optional(upstream.danger(), danger -> text(danger.description())));
        return Json.object(members);
    }

    private static Json forecast(DeletionForecast forecast) {
        var members = new LinkedHashMap<String, Json>();
        members.put("when", text(forecast.when().text()));
        members.put("code", optional(forecast.code(), code -> text(code.text())));
        members.put("why", text(forecast.why()));
        return Json.object(members);
    }

    private static Json summary(Plan plan) {
        var prospects = new LinkedHashMap<String, Json>();
        for (PlanOutcome planOutcome : PlanOutcome.values()) {
            prospects.put(planOutcome.text(), Json.of(plan.count(planOutcome)));
        }
        var upstream = new LinkedHashMap<String, Json>();
        for (UpstreamDeletion.When when : UpstreamDeletion.When.values()) {
            upstream.put(when.text(), Json.of(plan.count(when)));
        }
        var forecast = new LinkedHashMap<String, Json>();
        for (DeletionForecast.When when : DeletionForecast.When.values()) {
            forecast.put(when.text(), Json.of(plan.count(when)));
        }
        var members = new LinkedHashMap<String, Json>();
        members.put("nodes", Json.of(plan.nodes().size()));
        members.put("prospects", Json.object(prospects));
        members.put("toBeLookedAt", Json.of(plan.count(NodePlan::needsReview)));
        members.put("annotated", Json.of(plan.count(NodePlan::isRecorded)));
        members.put("written", Json.of(plan.count(node -> !node.visibleWrites().isEmpty())));
        members.put("presentDeletes", Json.object(upstream));
        members.put("oursDeletes", Json.object(forecast));
        return Json.object(members);
    }
}
