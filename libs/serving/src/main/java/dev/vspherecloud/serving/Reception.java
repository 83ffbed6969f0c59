package dev.vspherecloud.serving;

import dev.vspherecloud.json.JsonText;
import dev.vspherecloud.serving.auth.Admission;
import dev.vspherecloud.serving.auth.Gate;
import dev.vspherecloud.serving.auth.User;
import dev.vspherecloud.serving.auth.Visit;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets a visitor in, or not, and fetches his page.
///
/// The gate comes before the pages, so that a stranger does not learn which there are.
///
/// Rule from: apiserver, the order of pkg/server/config.go, DefaultBuildHandlerChain.
public final class Reception {
    private static final Logger log = LoggerFactory.getLogger(Reception.class);

    private final Gate gate;
    private final Pages pages;

    public Reception(Gate gate, Pages pages) {
        this.gate = gate;
        this.pages = pages;
    }

    /// @param certificates that the visitor has shown, his own first
    Reply answer(Request request, List<X509Certificate> certificates) throws InterruptedException {
        try {
            var visit = new Visit(request.method(), request.path(), request.headers(), certificates);
            return answer(request, gate.admit(visit));
        } catch (RuntimeException e) {
            log.atError()
                    .addKeyValue("method", request.method())
                    .addKeyValue("path", request.path())
                    .setCause(e)
                    .log("A page could not be made");
            return status(500, "InternalError", "Internal Server Error");
        }
    }

    private Reply answer(Request request, Admission admission) {
        return switch (admission) {
            case Admission.Granted(User _) -> pages.answer(request);
            case Admission.Unauthenticated() -> unauthorized();
            case Admission.Forbidden(User _, String why) -> status(403, "Forbidden", why);
            case Admission.Undecided(String why) -> {
                // Whoever asks the cluster says once what is wrong; visitors come again and again.
                log.atDebug()
                        .addKeyValue("path", request.path())
                        .addKeyValue("cause", why)
                        .log("It cannot be found out whether this path may be shown");
                yield status(500, "InternalError", "Internal Server Error");
            }
        };
    }

    private static Reply unauthorized() {
        Reply plain = status(401, "Unauthorized", "Unauthorized");
        return new Reply(401, plain.contentType(), plain.body(), Map.of("WWW-Authenticate", "Bearer"));
    }

    /// Rule from: apimachinery, meta/v1.Status.
    private static Reply status(int code, String reason, String message) {
        String body = """
                {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":%s,"reason":"%s",\
                "details":{},"code":%d}
                """.formatted(JsonText.quoted(message), reason, code);
        return new Reply(code, Reply.JSON, body, Map.of());
    }
}
