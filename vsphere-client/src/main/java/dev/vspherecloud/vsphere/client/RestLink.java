package dev.vspherecloud.vsphere.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.rest.Json;
import dev.vspherecloud.vsphere.client.rest.MalformedJsonException;
import dev.vspherecloud.vsphere.client.rest.RestProblem;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.function.Function;

/// REST calls to one vCenter.
record RestLink(HttpLink http) {
    /// A request for JSON.
    HttpRequest.Builder request(String path) {
        return http.request(path).header("Accept", "application/json").header("vmware-use-header-authn", "true");
    }

    <T> T call(Attempt attempt, HttpRequest request, Duration deadline, Function<JsonNode, T> result) {
        return http.exchange(
                attempt, request, http.allow(deadline), deadline, answer -> result.apply(read(attempt, answer)));
    }

    private static JsonNode read(Attempt attempt, Answer answer) {
        if (answer.status() / 100 != 2) {
            throw attempt.failed(FaultKinds.ofStatus(answer.status()), problem(answer));
        }
        if (answer.isWebPage()) {
            throw attempt.failed(Kind.PROTOCOL, "a web page (%s) instead of JSON".formatted(answer.describe()));
        }
        return parse(answer);
    }

    private static String problem(Answer answer) {
        try {
            String said = RestProblem.describe(parse(answer));
            return answer.describe() + (said.isEmpty() ? "" : " (" + Printable.of(said) + ")");
        } catch (MalformedJsonException _) {
            return answer.describe();
        }
    }

    private static JsonNode parse(Answer answer) {
        try (InputStream document = answer.open()) {
            return Json.read(document);
        } catch (IOException e) {
            throw new MalformedJsonException("its content encoding is broken", e);
        }
    }
}
