package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.HttpResult;
import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.http.RequestBudget;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.MalformedJsonException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.rest.RestJson;
import dev.vspherecloud.vsphere.client.rest.RestProblem;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Sends REST calls to one vCenter.
record RestClient(VcenterHttpClient http) {
    /// Creates a request for JSON, to which the caller adds method and body.
    HttpRequest.Builder request(String path) {
        return http.request(path).header("Accept", "application/json").header("vmware-use-header-authn", "true");
    }

    <T> T call(CallContext context, HttpRequest request, Duration deadline, Function<Json, T> result) {
        try (RequestBudget requestBudget = http.newBudget(deadline)) {
            return http.exchange(
                    context, request, requestBudget, deadline, response -> result.apply(read(context, response)));
        }
    }

    private static Json read(CallContext context, HttpResult response) {
        if (response.status() / 100 != 2) {
            throw failure(context, response);
        }
        if (response.isWebPage()) {
            throw context.failed(Kind.PROTOCOL, "expected JSON, found a web page (%s)".formatted(response.describe()));
        }
        return parse(response);
    }

    private static VcenterException failure(CallContext context, HttpResult response) {
        Optional<Json> body = body(response);
        // A gateway may change the status, but the type of the error comes from vCenter, so the type decides.
        Optional<Kind> reported = body.flatMap(RestClient::authenticationKind);
        VcenterException failure = context.failed(
                reported.orElseGet(() -> FaultKinds.ofStatus(response.status())), problem(response, body));
        return reported.isEmpty() && FaultKinds.isRequestRefused(response.status())
                ? failure.asRequestRefused()
                : failure;
    }

    private static Optional<Kind> authenticationKind(Json body) {
        String type = RestProblem.type(body).toLowerCase(Locale.ROOT);
        return type.endsWith("unauthenticated")
                ? Optional.of(Kind.SESSION_LOST)
                : type.endsWith("unauthorized") ? Optional.of(Kind.NO_PERMISSION) : Optional.empty();
    }

    private static String problem(HttpResult response, Optional<Json> body) {
        String reported = body.map(RestProblem::describe).orElse("");
        return response.describe() + (reported.isEmpty() ? "" : " (" + PrintableText.of(reported) + ")");
    }

    private static Optional<Json> body(HttpResult response) {
        try {
            return Optional.of(parse(response));
        } catch (MalformedJsonException _) {
            return Optional.empty();
        }
    }

    private static Json parse(HttpResult response) {
        try (InputStream document = response.open()) {
            return RestJson.read(document, response.heap());
        } catch (IOException e) {
            throw new MalformedJsonException("its content encoding is broken", e);
        }
    }
}
