package dev.vspherecloud.serving;

import dev.vspherecloud.json.JsonText;
import dev.vspherecloud.serving.auth.AccessDecision;
import dev.vspherecloud.serving.auth.AccessFilter;
import dev.vspherecloud.serving.auth.RequestAttributes;
import dev.vspherecloud.serving.auth.User;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Checks that a request is allowed, and passes it to its handler.
///
/// The access filter comes before the router, so that an unauthorized client does not learn which pages exist.
///
/// Rule from: apiserver, the order of pkg/server/config.go, DefaultBuildHandlerChain.
public final class RequestDispatcher {
    private static final Logger log = LoggerFactory.getLogger(RequestDispatcher.class);

    private final AccessFilter accessFilter;
    private final Router router;
    private final ServingObserver observer;

    public RequestDispatcher(AccessFilter accessFilter, Router pages, ServingObserver observer) {
        this.accessFilter = accessFilter;
        this.router = pages;
        this.observer = observer;
    }

    /// Handles one request, and returns the response.
    ///
    /// @param certificates the certificates that the client sent, its own first
    /// @param mayBeLarge   is asked before a page is made that is not [small][Handler#isSmall]
    Response dispatch(Request request, List<X509Certificate> certificates, BooleanSupplier mayBeLarge)
            throws InterruptedException {
        try {
            var requestAttributes =
                    new RequestAttributes(request.method(), request.path(), request.headers(), certificates);
            return dispatch(request, accessFilter.admit(requestAttributes), mayBeLarge);
        } catch (RuntimeException e) {
            log.atError()
                    .addKeyValue("method", request.method())
                    .addKeyValue("path", request.path())
                    .setCause(e)
                    .log("Unexpected failure while answering a request; the client gets status 500");
            return status(500, "InternalError", "Internal Server Error");
        }
    }

    private Response dispatch(Request request, AccessDecision accessDecision, BooleanSupplier mayBeLarge) {
        return switch (accessDecision) {
            case AccessDecision.Granted(User _) -> router.answer(request, () -> isCounted(mayBeLarge.getAsBoolean()));
            case AccessDecision.Unauthenticated() -> unauthorized();
            case AccessDecision.Forbidden(User _, String why) -> status(403, "Forbidden", why);
            case AccessDecision.Busy() -> busy();
            case AccessDecision.Undecided(String why) -> {
                // Log at level DEBUG only: the code that asks the cluster logs the problem once, and clients
                // send requests again and again.
                log.atDebug()
                        .addKeyValue("path", request.path())
                        .addKeyValue("cause", why)
                        .log("Cannot decide whether the request is allowed; the client gets status 500");
                yield status(500, "InternalError", "Internal Server Error");
            }
        };
    }

    private static Response unauthorized() {
        Response plain = status(401, "Unauthorized", "Unauthorized");
        return new Response(401, plain.contentType(), plain.body(), Map.of("WWW-Authenticate", "Bearer"));
    }

    private boolean isCounted(boolean isAllowed) {
        if (!isAllowed) {
            observer.onRefused(ServingObserver.Refusal.PAGE);
        }
        return isAllowed;
    }

    private Response busy() {
        observer.onRefused(ServingObserver.Refusal.REVIEW);
        Response plain = status(429, "TooManyRequests", "Too many clients have to be authenticated; try again later");
        return new Response(429, plain.contentType(), plain.body(), Map.of("Retry-After", "1"));
    }

    /// Returns a response with a Kubernetes Status object. Rule from: apimachinery, meta/v1.Status.
    private static Response status(int code, String reason, String message) {
        String body = """
                {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":%s,"reason":"%s",\
                "details":{},"code":%d}
                """.formatted(JsonText.quoted(message), reason, code);
        return new Response(code, Response.JSON, body, Map.of());
    }
}
