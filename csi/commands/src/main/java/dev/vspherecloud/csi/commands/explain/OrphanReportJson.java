package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.csi.domain.metadata.RecordedEntity;
import dev.vspherecloud.json.Json;
import java.util.List;
import java.util.Map;

/// The orphans as JSON. Pure. Each member is always present; what is not known is `null`.
final class OrphanReportJson {
    private OrphanReportJson() {}

    static String of(OrphanReport report) {
        return Json.object()
                        .with("cluster", report.clusterId())
                        .with(
                                "vcenters",
                                Json.items(List.copyOf(report.volumes().entrySet()), OrphanReportJson::vcenter))
                        .with(
                                "otherClusters",
                                Json.items(List.copyOf(report.others().entrySet()), OrphanReportJson::other))
                        .with("orphans", Json.items(report.orphans(), OrphanReportJson::orphan))
                        .with("temporarySnapshots", Json.items(report.temporary(), OrphanReportJson::temporary))
                        .with("shared", Json.items(List.copyOf(report.shared().entrySet()), OrphanReportJson::shared))
                        .with("unread", Json.texts(report.unread()))
                + "\n";
    }

    private static Json shared(Map.Entry<String, List<String>> handle) {
        return Json.object().with("handle", handle.getKey()).with("objects", Json.texts(handle.getValue()));
    }

    private static Json vcenter(Map.Entry<String, Integer> count) {
        return Json.object().with("vcenter", count.getKey()).with("volumes", (long) count.getValue());
    }

    private static Json other(Map.Entry<String, Integer> count) {
        return Json.object()
                .with("cluster", count.getKey())
                .with("volumes", (long) count.getValue())
                .with("retire", OrphanReport.retireAdvice(count.getKey()));
    }

    private static Json orphan(ExplainedOrphan orphan) {
        return Json.object()
                .with("handle", orphan.volume().id())
                .with("name", orphan.volume().name())
                .with("vcenter", orphan.vcenter())
                .with(
                        "capacityMb",
                        orphan.volume().capacityMb() > 0
                                ? Json.of(orphan.volume().capacityMb())
                                : Json.nothing())
                .with("datastoreUrl", text(orphan.volume().datastoreUrl()))
                .with("created", text(orphan.created().map(Object::toString).orElse("")))
                .with("clusters", Json.texts(List.copyOf(orphan.volume().clusters())))
                .with("entities", Json.items(orphan.volume().entities(), OrphanReportJson::entity))
                .with("snapshots", (long) orphan.snapshots())
                .with("reason", orphan.reason())
                .with("adopt", orphan.adoptAdvice())
                .with("delete", orphan.deleteCommand());
    }

    private static Json temporary(ExplainedSnapshot temporary) {
        return Json.object()
                .with("snapshot", temporary.snapshot().id().id())
                .with("volume", temporary.volume())
                .with("name", temporary.snapshot().description())
                .with("vcenter", temporary.vcenter())
                .with(
                        "created",
                        text(temporary
                                .snapshot()
                                .created()
                                .map(Object::toString)
                                .orElse("")))
                .with("delete", temporary.deleteCommand());
    }

    private static Json entity(RecordedEntity entity) {
        return Json.object()
                .with("kind", entity.key().kind().text())
                .with("namespace", text(entity.key().namespace()))
                .with("name", entity.key().name())
                .with("cluster", text(entity.clusterId()));
    }

    private static Json text(String text) {
        return text.isEmpty() ? Json.nothing() : new Json.Text(text);
    }
}
