package dev.vspherecloud.testkit.script;

import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import java.io.IOException;
import java.util.function.Function;

/// Answers one request, well or badly.
///
/// Threads: a reply that is used for several requests may be called from several threads at once.
@FunctionalInterface
public interface Reply {
    /// Sends the answer.
    ///
    /// @return what becomes of the connection
    Next to(Request request, ResponseChannel line) throws IOException, InterruptedException;

    /// A proper answer.
    static Reply of(Response response) {
        return with(_ -> response);
    }

    /// A proper answer that depends on the request.
    static Reply with(Function<Request, Response> answer) {
        return (request, line) -> {
            line.send(answer.apply(request));
            return Next.KEEP;
        };
    }

    /// What becomes of a connection after a reply.
    enum Next {
        KEEP,
        CLOSE
    }
}
