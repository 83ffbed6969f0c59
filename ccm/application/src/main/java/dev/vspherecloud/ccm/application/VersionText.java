package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.observability.Version;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// Creates the output of `version`: the version and the commit of this program, its Java runtime and its platform.
final class VersionText {
    private VersionText() {}

    static String of(OutputFormat output) {
        Map<String, String> members = members();
        return output == OutputFormat.TEXT
                ? members.entrySet().stream()
                        .map(member -> "%-9s %s%n".formatted(member.getKey(), member.getValue()))
                        .collect(Collectors.joining())
                : output.structured(Json.texts(members));
    }

    private static Map<String, String> members() {
        var members = new LinkedHashMap<String, String>();
        members.put("version", Version.text());
        members.put("commit", Version.commit());
        members.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
        members.put("platform", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        return members;
    }
}
