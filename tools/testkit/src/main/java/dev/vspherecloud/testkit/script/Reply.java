package dev.vspherecloud.testkit.script;

import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import java.io.IOException;
import java.util.function.Function;

/// Responds to one request, correctly or not.
///
/// Threads: a reply that is used for several requests may be called from several threads at once.
@FunctionalInterface
public interface Reply {
    /// Sends the response.
    ///
    /// @return what happens to the connection next
    Next to(Request request, ResponseChannel line) throws IOException, InterruptedException;

    /// Sends this response.
    static Reply of(Response response) {
        return with(_ -> response);
    }

    /// Sends a response that depends on the request.
    static Reply with(Function<Request, Response> answer) {
        return (request, line) -> {
            line.send(answer.apply(request));
            return Next.KEEP;
        };
    }

    /// What happens to a connection after a reply.
    enum Next {
        KEEP,
        CLOSE
    }
}
