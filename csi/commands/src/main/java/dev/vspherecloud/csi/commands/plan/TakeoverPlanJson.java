package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.json.Json;

/// The plan as JSON. Pure. Later versions only add members.
final class TakeoverPlanJson {
    private TakeoverPlanJson() {}

    public static String of(TakeoverPlan plan) {
        return Json.object()
                        .with("objects", Json.items(plan.rows().toList(), TakeoverPlanJson::row))
                        .with("kinds", Json.items(plan.subjects(), TakeoverPlanJson::subject))
                        .with("volumes", volumes(plan))
                        .with("unread", Json.texts(plan.unread()))
                        .with("notChecked", Json.texts(plan.notChecked()))
                        .with("remark", TakeoverPlan.REMARK)
                        .with("summary", summary(plan))
                + "\n";
    }

    private static Json row(TakeoverRow row) {
        return Json.object()
                .with("kind", row.subject().text())
                .with("name", row.object())
                .with("effect", row.code().effect().text())
                .with("code", row.code().text())
                .with("why", row.finding().why())
                .with("action", row.code().action());
    }

    private static Json subject(SubjectPlan plan) {
        return Json.object()
                .with("kind", plan.subject().text())
                .with("total", plan.total())
                .with("special", plan.special())
                .with("omitted", plan.omitted());
    }

    private static Json volumes(TakeoverPlan plan) {
        Json.Members volumes = Json.object();
        for (HandleForm form : HandleForm.values()) {
            volumes = volumes.with(form.text(), plan.volumes().getOrDefault(form, 0L));
        }
        return volumes;
    }

    private static Json summary(TakeoverPlan plan) {
        Json.Members summary = Json.object();
        for (TakeoverEffect effect : TakeoverEffect.values()) {
            summary = summary.with(effect.text(), plan.count(effect));
        }
        return summary.with("replaceNow", plan.isClear());
    }
}
