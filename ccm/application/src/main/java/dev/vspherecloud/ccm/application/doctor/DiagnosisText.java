package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.ccm.application.print.PageStyle;
import dev.vspherecloud.ccm.application.print.TerminalPage;
import dev.vspherecloud.ccm.application.print.Tint;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Creates the text output of `doctor`: each finding with its objects and remedy, then what could not be examined,
/// then a summary.
public final class DiagnosisText {
    /// The number of objects that a finding lists.
    private static final int MAX_PLACES = 10;

    private DiagnosisText() {}

    public static String of(Diagnosis diagnosis, PageStyle style) {
        var page = new TerminalPage(style);
        diagnosis.findings().forEach(finding -> finding(finding, page));
        if (!diagnosis.gaps().isEmpty()) {
            page.heading("Not examined");
            diagnosis.gaps().forEach(gap -> page.paragraph(gap(gap)));
        }
        if (!diagnosis.datacenters().isEmpty()) {
            page.heading("Configured datacenters");
            diagnosis.datacenters().forEach(datacenter -> page.paragraph(datacenter.text()));
        }
        page.heading(summary(diagnosis));
        page.paragraph("Examined: " + examined(diagnosis));
        return page.toString();
    }

    private static void finding(Finding finding, TerminalPage page) {
        FindingCode code = finding.code();
        page.heading(
                "%s  %s  (%s)  %s"
                        .formatted(
                                code.severity().heading(),
                                code.text(),
                                code.area().text(),
                                code.title()),
                code.severity() == FindingSeverity.ERROR ? Tint.BAD : Tint.ATTENTION);
        finding.places().stream()
                .limit(MAX_PLACES)
                .forEach(place -> page.paragraph(place.object() + ": " + place.details()));
        if (finding.places().size() > MAX_PLACES) {
            page.paragraph(
                    "and %d more; -o json lists all".formatted(finding.places().size() - MAX_PLACES));
        }
        page.rows(List.of(List.of("To do:", finding.remedy())));
    }

    private static String gap(Diagnosis.Gap gap) {
        String areas = gap.areas().stream().map(DoctorArea::text).collect(Collectors.joining(", "));
        return areas + (gap.where().isEmpty() ? "" : " of " + gap.where()) + ": " + gap.why();
    }

    private static String summary(Diagnosis diagnosis) {
        return Arrays.stream(FindingSeverity.values())
                .map(severity -> count(diagnosis.count(severity), severity.text()))
                .collect(Collectors.joining(", "));
    }

    private static String count(long number, String noun) {
        return "%d %s%s".formatted(number, noun, number == 1 ? "" : "s");
    }

    private static String examined(Diagnosis diagnosis) {
        String areas = diagnosis.areas().entrySet().stream()
                .filter(entry -> entry.getValue() != Diagnosis.AreaState.NOT_EXAMINED)
                .flatMap(entry -> Stream.of(
                        entry.getKey().text() + (entry.getValue() == Diagnosis.AreaState.PARTLY ? " (partly)" : "")))
                .collect(Collectors.joining(", "));
        return areas.isEmpty() ? "nothing" : areas;
    }
}
