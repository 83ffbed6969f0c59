package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.config.EffectiveConfig;
import dev.vspherecloud.ccm.config.EffectiveConfig.Origin;
import dev.vspherecloud.ccm.config.EffectiveConfig.Part;
import dev.vspherecloud.ccm.config.EffectiveConfig.Setting;
import dev.vspherecloud.ccm.config.EffectiveConfig.Value;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Creates the JSON output of `config check -o json`. New versions only add members to this format;
/// `docs/how-to/check-and-convert-a-configuration.md` describes it.
final class CheckJson {
    private CheckJson() {}

    static Json of(List<CheckedFile> files) {
        var members = new LinkedHashMap<String, Json>();
        members.put("valid", new Json.Flag(files.stream().allMatch(CheckedFile::isUsable)));
        members.put("files", Json.items(files, CheckJson::file));
        return Json.object(members);
    }

    private static Json file(CheckedFile file) {
        var members = new LinkedHashMap<String, Json>();
        members.put("file", text(file.file()));
        members.put("valid", new Json.Flag(file.isUsable()));
        members.put("problems", Json.items(file.problems(), CheckJson::problem));
        file.report().effective().ifPresent(config -> members.put("effective", effective(config)));
        return Json.object(members);
    }

    static Json problem(Problem problem) {
        var members = new LinkedHashMap<String, Json>();
        members.put("severity", text(problem.severity().text()));
        problem.place()
                .variable()
                .ifPresentOrElse(
                        variable -> members.put("variable", text(variable)),
                        () -> members.put("file", text(problem.place().file())));
        addPosition(members, problem.place());
        if (!problem.place().key().isEmpty()) {
            members.put("key", text(problem.place().key()));
        }
        members.put("message", text(problem.message()));
        return Json.object(members);
    }

    private static Json effective(EffectiveConfig config) {
        var members = new LinkedHashMap<String, Json>();
        members.put("vcenters", Json.items(config.vcenters(), CheckJson::part));
        members.put("labels", part(config.labels()));
        members.put("nodes", part(config.nodes()));
        members.put("otherSections", Json.items(config.otherSections(), CheckJson::text));
        return Json.object(members);
    }

    private static Json part(Part part) {
        var members = new LinkedHashMap<String, Json>();
        part.name().ifPresent(name -> members.put("name", text(name)));
        part.settings().forEach(setting -> members.put(setting.key(), setting(setting)));
        return Json.object(members);
    }

    private static Json setting(Setting setting) {
        var members = new LinkedHashMap<String, Json>();
        members.put("value", value(setting.value()));
        switch (setting.origin()) {
            case Origin.Written(ConfigLocation place) -> {
                members.put("from", text("file"));
                addPosition(members, place);
            }
            case Origin.Inherited(ConfigLocation place) -> {
                members.put("from", text("global"));
                addPosition(members, place);
            }
            case Origin.Variable(String name) -> {
                members.put("from", text("environment"));
                members.put("variable", text(name));
            }
            case Origin.Default() -> members.put("from", text("default"));
        }
        return Json.object(members);
    }

    private static Json value(Value value) {
        return switch (value) {
            case Value.Text(String text) -> text(text);
            case Value.WholeNumber(int number) -> Json.of(number);
            case Value.Flag(boolean flag) -> new Json.Flag(flag);
            case Value.Items(List<String> words) -> Json.items(words, CheckJson::text);
            case Value.None() -> Json.nothing();
        };
    }

    private static void addPosition(Map<String, Json> members, ConfigLocation place) {
        if (place.line() > 0) {
            members.put("line", Json.of(place.line()));
            members.put("column", Json.of(place.column()));
        }
    }

    private static Json text(Object text) {
        return new Json.Text(text.toString());
    }
}
