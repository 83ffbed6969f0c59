package dev.vspherecloud.serving.debug;

import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.Request;
import dev.vspherecloud.serving.Response;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// `/flagz`: every flag with its effective value.
///
/// Rule from: component-base, zpages/flagz, for the form.
///
/// @param program its name
/// @param flags   by name, without dashes; none holds a secret
public record FlagsPage(String program, Map<String, String> flags) implements Handler {
    public FlagsPage {
        flags = Map.copyOf(flags);
    }

    @Override
    public Response handle(Request request) {
        return Response.text(new TreeMap<>(flags)
                .entrySet().stream()
                        .map(each -> each.getKey() + "=" + each.getValue() + "\n")
                        .collect(
                                Collectors.joining("", "\n%s flagz\n%s\n".formatted(program, StatusPage.WARNING), "")));
    }
}
