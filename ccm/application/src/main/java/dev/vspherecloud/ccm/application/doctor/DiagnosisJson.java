package dev.vspherecloud.ccm.application.doctor;

import static dev.vspherecloud.ccm.application.print.JsonParts.text;
import static dev.vspherecloud.ccm.application.print.JsonParts.textOrNull;
import static dev.vspherecloud.json.Json.items;

import dev.vspherecloud.ccm.application.print.ConfiguredDatacenter;
import dev.vspherecloud.json.Json;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;

/// Creates the JSON output of `doctor -o json`. New versions only add members to this format;
/// `docs/reference/doctor.md` describes it. An unknown value is null, so each member is always present.
public final class DiagnosisJson {
    private DiagnosisJson() {}

    public static Json of(Diagnosis diagnosis) {
        var members = new LinkedHashMap<String, Json>();
        members.put("findings", items(diagnosis.findings(), DiagnosisJson::finding));
        members.put("areas", items(Arrays.asList(DoctorArea.values()), area -> area(area, diagnosis)));
        members.put("gaps", items(diagnosis.gaps(), DiagnosisJson::gap));
        members.put("datacenters", items(diagnosis.datacenters(), ConfiguredDatacenter::json));
        members.put("summary", summary(diagnosis));
        return Json.object(members);
    }

    private static Json finding(Finding finding) {
        FindingCode code = finding.code();
        var members = new LinkedHashMap<String, Json>();
        members.put("severity", text(code.severity().text()));
        members.put("area", text(code.area().text()));
        members.put("code", text(code.text()));
        members.put("title", text(code.title()));
        members.put("places", items(finding.places(), DiagnosisJson::place));
        members.put("remedy", text(finding.remedy()));
        members.put("page", text(code.page()));
        return Json.object(members);
    }

    private static Json place(Finding.Place place) {
        var members = new LinkedHashMap<String, Json>();
        members.put("object", text(place.object()));
        members.put("details", text(place.details()));
        return Json.object(members);
    }

    private static Json area(DoctorArea area, Diagnosis diagnosis) {
        var members = new LinkedHashMap<String, Json>();
        members.put("area", text(area.text()));
        Diagnosis.AreaState state = diagnosis.areas().getOrDefault(area, Diagnosis.AreaState.EXAMINED);
        members.put("state", text(state.text()));
        return Json.object(members);
    }

    private static Json gap(Diagnosis.Gap gap) {
        var members = new LinkedHashMap<String, Json>();
        members.put("areas", items(gap.areas(), area -> text(area.text())));
        members.put("object", textOrNull(gap.where()));
        members.put("why", text(gap.why()));
        return Json.object(members);
    }

    private static Json summary(Diagnosis diagnosis) {
        var members = new LinkedHashMap<String, Json>();
        List.of(FindingSeverity.values())
                .forEach(severity -> members.put(severity.text() + "s", Json.of(diagnosis.count(severity))));
        return Json.object(members);
    }
}
