package dev.vspherecloud.serving.debug;

import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.Request;
import dev.vspherecloud.serving.Response;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;

/// The page `/debug/flags/v`: `PUT` with a number as the body sets the log verbosity.
///
/// Rule from: apiserver, pkg/server/routes/flags.go, StringFlagPutHandler; component-base, logs.GlogSetter.
///
/// @param verbosity receives the number
record VerbosityPage(IntConsumer verbosity) implements Handler {
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,6}");

    @Override
    public Set<String> methods() {
        return Set.of("PUT");
    }

    @Override
    public Response handle(Request request) {
        String text = request.body().strip();
        if (!NUMBER.matcher(text).matches()) {
            return Response.failure(400, "error: the body must be a number, such as 4");
        }
        verbosity.accept(Integer.parseInt(text));
        return Response.text("successfully set klog.logging.verbosity to " + text);
    }
}
