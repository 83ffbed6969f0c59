package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.Cookies;
import dev.vspherecloud.http.HttpResult;
import dev.vspherecloud.http.RequestBudget;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.soap.MalformedXmlException;
import dev.vspherecloud.vsphere.client.soap.SoapAnswer;
import dev.vspherecloud.vsphere.client.soap.SoapEndpoint;
import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import dev.vspherecloud.vsphere.client.soap.XmlCursor;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Sends SOAP calls to one service of one vCenter, with or without a session.
///
/// @param cookies those that the login set; none without a session
record SoapClient(VcenterHttpClient http, SoapEndpoint service, Cookies cookies) {
    private static final String SESSION_COOKIE = "vmware_soap_session";

    /// A result, and the cookies that came with it.
    record Reply<T>(T value, Cookies cookies) {}

    /// Returns a client of the same service, in the session that has these cookies.
    SoapClient in(Cookies session) {
        return new SoapClient(http, service, session);
    }

    /// Returns a client of another service of the same vCenter, in the same session.
    SoapClient at(SoapEndpoint other) {
        return new SoapClient(http, other, cookies);
    }

    /// Sends one exchange with a budget of its own.
    <T> T call(SoapRequest request, Duration deadline, Function<XmlCursor, T> result) {
        return call(request, http.allow(deadline), deadline, result);
    }

    /// Sends one exchange of several that share a budget.
    <T> T call(SoapRequest request, RequestBudget requestBudget, Duration deadline, Function<XmlCursor, T> result) {
        Optional<Secret> shown = shownSession();
        var attempt = new CallContext(http.endpoint(), request.method(), shown, false);
        SoapRequest sent = shown.map(request::in).orElse(request);
        return reply(attempt, sent, requestBudget, deadline, result).value();
    }

    /// Returns the session if the service expects it in the SOAP header.
    private Optional<Secret> shownSession() {
        return service.wantsSessionHeader() ? cookies.value(SESSION_COOKIE) : Optional.empty();
    }

    <T> Reply<T> reply(
            CallContext attempt,
            SoapRequest request,
            RequestBudget requestBudget,
            Duration deadline,
            Function<XmlCursor, T> result) {
        if (request.flaw().isPresent()) {
            throw attempt.failed(
                    Kind.INVALID_PROPERTY, "nothing sent: " + request.flaw().get());
        }
        return http.exchange(attempt, post(request), requestBudget, deadline, answer -> {
            T value = read(attempt, answer, request.method(), result);
            return new Reply<>(value, answer.cookies());
        });
    }

    /// Recognises a lost session in a response that looks good: without a session the property collector responds
    /// with status 200 and gives `NotAuthenticated` as the reason why each property is missing.
    void requireSession(String method, Map<?, String> missing) {
        if (missing.containsValue(FaultKinds.NOT_AUTHENTICATED)) {
            throw new CallContext(http.endpoint(), method)
                    .failed(Kind.SESSION_LOST, "the server returned NotAuthenticated for every property");
        }
    }

    private HttpRequest post(SoapRequest request) {
        HttpRequest.Builder post = http.request(service.path())
                .header("Content-Type", "text/xml; charset=utf-8")
                .header("SOAPAction", service.action())
                .POST(BodyPublishers.ofByteArray(request.bytes()));
        return cookies.addTo(post).build();
    }

    /// Reads a response. Status 200 brings a result and 500 a fault; for any other status only the status counts.
    private static <T> T read(CallContext attempt, HttpResult answer, String method, Function<XmlCursor, T> result) {
        if (answer.status() != 200 && answer.status() != 500) {
            VcenterException failure = attempt.failed(FaultKinds.ofStatus(answer.status()), answer.describe());
            throw FaultKinds.isNotTaken(answer.status()) ? failure.notTaken() : failure;
        }
        if (answer.isWebPage()) {
            throw attempt.failed(Kind.PROTOCOL, "expected SOAP, found a web page (%s)".formatted(answer.describe()));
        }
        return switch (parse(answer, method, result)) {
            case SoapAnswer.Result<T>(var value) -> value;
            case SoapAnswer.Faulted<T>(var fault) -> throw attempt.faulted(FaultKinds.ofFault(fault.type()), fault);
        };
    }

    private static <T> SoapAnswer<T> parse(HttpResult answer, String method, Function<XmlCursor, T> result) {
        try (InputStream document = answer.open()) {
            return SoapAnswer.read(document, method, result);
        } catch (IOException e) {
            throw new MalformedXmlException("its content encoding is broken", e);
        }
    }
}
