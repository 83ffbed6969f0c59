package dev.vspherecloud.serving.debug;

import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.Request;
import dev.vspherecloud.serving.Response;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The page `/flagz`, which shows every flag with its effective value.
///
/// Rule from: component-base, zpages/flagz, for the form.
///
/// @param program the name of the program
/// @param flags   the values by the names of the flags, without dashes; none contains a secret
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
