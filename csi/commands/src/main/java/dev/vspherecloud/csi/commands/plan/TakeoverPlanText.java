package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.http.PrintableText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The plan as text: a table for each kind with what differs, what to do, and a summary. Pure.
final class TakeoverPlanText {
    private static final int MAX_VALUE = 600;

    private final StringBuilder text = new StringBuilder();

    private TakeoverPlanText() {}

    public static String of(TakeoverPlan plan) {
        return new TakeoverPlanText().text(plan);
    }

    private String text(TakeoverPlan plan) {
        line(
                "Plan for %d PersistentVolumes, %d VolumeAttachments, %d VolumeSnapshotContents and %d Nodes. Nothing was written."
                        .formatted(
                                plan.total(TakeoverSubject.VOLUME),
                                plan.total(TakeoverSubject.ATTACHMENT),
                                plan.total(TakeoverSubject.SNAPSHOT_CONTENT),
                                plan.total(TakeoverSubject.NODE)));
        line(TakeoverPlan.REMARK);
        plan.subjects().stream().filter(subject -> subject.special() > 0).forEach(this::subject);
        lines("Not read, so the plan is incomplete", plan.unread());
        lines("Not checked, as requested", plan.notChecked());
        actions(plan);
        summary(plan);
        return text.toString();
    }

    private void subject(SubjectPlan plan) {
        heading("%s: %d, without a change %d"
                .formatted(
                        plan.subject().text(), Math.max(plan.total(), plan.special()), Math.max(0, plan.unchanged())));
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("EFFECT", "NAME", "CODE", "WHY"));
        plan.rows().stream()
                .sorted(Comparator.comparing(row -> row.code().effect()))
                .map(row -> List.of(
                        row.code().effect().text(),
                        row.object(),
                        row.code().text(),
                        row.finding().why()))
                .forEach(rows::add);
        table(rows);
        if (plan.omitted() > 0) {
            line("  and %d more".formatted(plan.omitted()));
        }
    }

    private void actions(TakeoverPlan plan) {
        List<List<String>> rows = plan.codes().stream()
                .sorted(Comparator.comparing(TakeoverCode::effect))
                .map(code -> List.of(code.text(), code.meaning() + " To do: " + code.action() + "."))
                .toList();
        if (!rows.isEmpty()) {
            heading("What the codes say, and what to do");
            table(rows);
        }
    }

    private void summary(TakeoverPlan plan) {
        heading("Summary");
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("volumes", volumes(plan)));
        rows.add(List.of(
                "findings",
                Arrays.stream(TakeoverEffect.values())
                        .map(effect -> plan.count(effect) + " " + effect.text())
                        .collect(Collectors.joining(", "))));
        rows.add(List.of(
                "replace now",
                plan.isClear() ? "yes: nothing would stop working" : "no: " + String.join(", ", plan.obstacles())));
        table(rows);
    }

    private static String volumes(TakeoverPlan plan) {
        String forms = Arrays.stream(HandleForm.values())
                .filter(form -> plan.volumes().getOrDefault(form, 0L) > 0)
                .map(form -> plan.volumes().get(form) + " " + form.text())
                .collect(Collectors.joining(", "));
        return plan.total(TakeoverSubject.VOLUME) + (forms.isEmpty() ? "" : ": " + forms);
    }

    private void lines(String title, List<String> lines) {
        if (!lines.isEmpty()) {
            heading(title);
            lines.forEach(each -> line("  " + printable(each)));
        }
    }

    private void heading(String title) {
        text.append('\n');
        line(title);
    }

    private void line(String line) {
        text.append(line.stripTrailing()).append('\n');
    }

    /// Writes rows with aligned columns.
    private void table(List<List<String>> rows) {
        List<List<String>> clean = rows.stream()
                .map(row -> row.stream().map(TakeoverPlanText::printable).toList())
                .toList();
        int[] widths = IntStream.range(0, clean.getFirst().size() - 1)
                .map(column -> clean.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        for (List<String> row : clean) {
            var line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                line.append("  ").append(cell);
                if (column < widths.length) {
                    line.repeat(' ', widths[column] - cell.length());
                }
            }
            line(line.toString());
        }
    }

    private static String printable(String value) {
        return PrintableText.of(value, MAX_VALUE);
    }
}
