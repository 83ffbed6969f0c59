package dev.vspherecloud.serving.debug;

import dev.vspherecloud.serving.Page;
import dev.vspherecloud.serving.Reply;
import dev.vspherecloud.serving.Request;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// `/flagz`: every flag with the value that counts.
///
/// Rule from: component-base, zpages/flagz, for the form.
///
/// @param program its name
/// @param flags   by name, without dashes; none holds a secret
public record FlagsPage(String program, Map<String, String> flags) implements Page {
    public FlagsPage {
        flags = Map.copyOf(flags);
    }

    @Override
    public Reply answer(Request request) {
        return Reply.text(new TreeMap<>(flags)
                .entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue() + "\n")
                        .collect(
                                Collectors.joining("", "\n%s flagz\n%s\n".formatted(program, StatusPage.WARNING), "")));
    }
}
