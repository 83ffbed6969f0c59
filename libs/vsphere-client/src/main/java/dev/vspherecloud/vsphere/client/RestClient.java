package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.HttpResult;
import dev.vspherecloud.http.PrintableText;
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
    /// Begins a request for JSON.
    HttpRequest.Builder request(String path) {
        return http.request(path).header("Accept", "application/json").header("vmware-use-header-authn", "true");
    }

    <T> T call(CallContext attempt, HttpRequest request, Duration deadline, Function<Json, T> result) {
        return http.exchange(
                attempt, request, http.allow(deadline), deadline, answer -> result.apply(read(attempt, answer)));
    }

    private static Json read(CallContext attempt, HttpResult answer) {
        if (answer.status() / 100 != 2) {
            throw failure(attempt, answer);
        }
        if (answer.isWebPage()) {
            throw attempt.failed(Kind.PROTOCOL, "expected JSON, found a web page (%s)".formatted(answer.describe()));
        }
        return parse(answer);
    }

    private static VcenterException failure(CallContext attempt, HttpResult answer) {
        Optional<Json> body = body(answer);
        // A gateway may change the status, but the type of the error comes from vCenter.
        Optional<Kind> said = body.flatMap(RestClient::aboutAuthentication);
        VcenterException failure =
                attempt.failed(said.orElseGet(() -> FaultKinds.ofStatus(answer.status())), problem(answer, body));
        return said.isEmpty() && FaultKinds.isNotTaken(answer.status()) ? failure.notTaken() : failure;
    }

    private static Optional<Kind> aboutAuthentication(Json body) {
        String type = RestProblem.type(body).toLowerCase(Locale.ROOT);
        return type.endsWith("unauthenticated")
                ? Optional.of(Kind.SESSION_LOST)
                : type.endsWith("unauthorized") ? Optional.of(Kind.NO_PERMISSION) : Optional.empty();
    }

    private static String problem(HttpResult answer, Optional<Json> body) {
        String said = body.map(RestProblem::describe).orElse("");
        return answer.describe() + (said.isEmpty() ? "" : " (" + PrintableText.of(said) + ")");
    }

    private static Optional<Json> body(HttpResult answer) {
        try {
            return Optional.of(parse(answer));
        } catch (MalformedJsonException _) {
            return Optional.empty();
        }
    }

    private static Json parse(HttpResult answer) {
        try (InputStream document = answer.open()) {
            return RestJson.read(document);
        } catch (IOException e) {
            throw new MalformedJsonException("its content encoding is broken", e);
        }
    }
}
