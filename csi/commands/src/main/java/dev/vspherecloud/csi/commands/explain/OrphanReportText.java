package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.csi.domain.metadata.RecordedEntity;
import dev.vspherecloud.http.PrintableText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The orphans as aligned lines. Pure.
final class OrphanReportText {
    private static final int WIDTH = 12;

    private final StringBuilder text = new StringBuilder();

    private OrphanReportText() {}

    static String of(OrphanReport report, Instant now) {
        return new OrphanReportText().text(report, now);
    }

    private String text(OrphanReport report, Instant now) {
        row("Cluster", report.clusterId());
        report.volumes()
                .forEach((vcenter, count) -> row("vCenter", "%s, %d volumes of the cluster".formatted(vcenter, count)));
        report.others()
                .forEach((cluster, count) -> row(
                        "Refers too",
                        "cluster %s to %d volumes, which cannot be deleted here; %s"
                                .formatted(cluster, count, OrphanReport.retireAdvice(cluster))));
        report.unread().forEach(problem -> row("Not read", problem));
        report.shared()
                .forEach((handle, objects) -> row(
                        "Shared",
                        "%s have %s; it is not deleted before only one does"
                                .formatted(String.join(" and ", objects), handle)));
        row(
                "Orphans",
                report.orphans().isEmpty()
                        ? "none"
                        : String.valueOf(report.orphans().size()));
        report.orphans().forEach(orphan -> orphan(orphan, now));
        report.temporary().forEach(temporary -> temporary(temporary, now));
        return text.toString();
    }

    private void orphan(ExplainedOrphan orphan, Instant now) {
        text.append('\n');
        row("Volume", orphan.volume().id());
        row("Name", orphan.volume().name());
        row("vCenter", orphan.vcenter());
        row("Size", orphan.volume().capacityMb() + " MiB");
        row(
                "Datastore",
                orphan.volume().datastoreUrl().isEmpty()
                        ? "not known"
                        : orphan.volume().datastoreUrl());
        row(
                "Created",
                orphan.created()
                        .map(time -> "%s, %s ago".formatted(time, age(Duration.between(time, now))))
                        .orElse("not known: the driver has no record of it any more"));
        row("Clusters", String.join(", ", orphan.volume().clusters()));
        row("Metadata", entities(orphan));
        row("Snapshots", String.valueOf(orphan.snapshots()));
        row("Reason", orphan.reason());
        row("To keep", orphan.adoptAdvice());
        row("To delete", orphan.deleteCommand());
    }

    private void temporary(ExplainedSnapshot temporary, Instant now) {
        text.append('\n');
        row("Snapshot", temporary.snapshot().id().id());
        row("Volume", temporary.volume());
        row("Name", temporary.snapshot().description());
        row("vCenter", temporary.vcenter());
        row(
                "Created",
                temporary
                        .snapshot()
                        .created()
                        .map(time -> "%s, %s ago".formatted(time, age(Duration.between(time, now))))
                        .orElse("not known"));
        row("Reason", "a clone has left it; its volume can be neither expanded nor deleted");
        row(
                "To delete",
                "let this driver run, which deletes it if this cluster has the claim of the clone, or: "
                        + temporary.deleteCommand());
    }

    private static String entities(ExplainedOrphan orphan) {
        List<String> entities = new ArrayList<>(orphan.volume().entities().stream()
                .map(RecordedEntity::key)
                .sorted()
                .map(Object::toString)
                .toList());
        return entities.isEmpty() ? "none" : entities.stream().collect(Collectors.joining(", "));
    }

    private static String age(Duration age) {
        if (age.toDays() > 0) {
            return age.toDays() + " d";
        }
        return age.toHours() > 0 ? age.toHours() + " h" : age.toMinutes() + " min";
    }

    private void row(String label, String value) {
        text.append(label)
                .append(" ".repeat(WIDTH - label.length()))
                .append(PrintableText.of(value))
                .append('\n');
    }
}
