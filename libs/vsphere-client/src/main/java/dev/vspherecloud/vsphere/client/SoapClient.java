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
import java.util.function.Supplier;

/// Sends SOAP calls to one service of one vCenter, with or without a session.
///
/// @param cookies  the cookies that the login set; none without a session
/// @param timeLeft returns how long the calls of this client may still take together; without a limit, each call has
///     only its own deadline
record SoapClient(
        VcenterHttpClient http, SoapEndpoint service, Cookies cookies, Optional<Supplier<Duration>> timeLeft) {
    private static final String SESSION_COOKIE = "vmware_soap_session";

    /// The result of a call, and the cookies of the response.
    record Reply<T>(T value, Cookies cookies) {}

    SoapClient(VcenterHttpClient http, SoapEndpoint service, Cookies cookies) {
        this(http, service, cookies, Optional.empty());
    }

    /// Returns a client of the same service, in the session that has these cookies.
    SoapClient withCookies(Cookies sessionCookies) {
        return new SoapClient(http, service, sessionCookies, timeLeft);
    }

    /// Returns the same client, whose calls end when no time is left.
    SoapClient within(Supplier<Duration> left) {
        return new SoapClient(http, service, cookies, Optional.of(left));
    }

    /// Returns a client of another service of the same vCenter, in the same session.
    SoapClient withService(SoapEndpoint otherService) {
        return new SoapClient(http, otherService, cookies, timeLeft);
    }

    /// Sends one call with a budget of its own.
    <T> T call(SoapRequest request, Duration deadline, Function<XmlCursor, T> result) {
        try (RequestBudget requestBudget = http.newBudget(deadline)) {
            return call(request, requestBudget, deadline, result);
        }
    }

    /// Sends one call of several calls that share a budget.
    <T> T call(SoapRequest request, RequestBudget requestBudget, Duration deadline, Function<XmlCursor, T> result) {
        Optional<Secret> headerSession = headerSession();
        var context = new CallContext(http.endpoint(), request.method(), headerSession, false);
        SoapRequest requestToSend = headerSession.map(request::withSession).orElse(request);
        return send(context, requestToSend, requestBudget, deadline, result).value();
    }

    /// Returns the session if the service expects it in the SOAP header.
    private Optional<Secret> headerSession() {
        return service.wantsSessionHeader() ? cookies.value(SESSION_COOKIE) : Optional.empty();
    }

    <T> Reply<T> send(
            CallContext context,
            SoapRequest request,
            RequestBudget requestBudget,
            Duration deadline,
            Function<XmlCursor, T> result) {
        if (request.unsendableReason().isPresent()) {
            throw context.failed(
                    Kind.INVALID_PROPERTY,
                    "nothing sent: " + request.unsendableReason().get());
        }
        Duration left = timeLeft.map(Supplier::get)
                .filter(rest -> rest.compareTo(deadline) < 0)
                .orElse(deadline);
        if (left.isNegative() || left.isZero()) {
            throw context.failed(Kind.TIMEOUT, "nothing sent: the time was over before")
                    .asNotSent();
        }
        return http.exchange(context, post(request), requestBudget, left, response -> {
            T value = read(context, response, request.method(), result);
            return new Reply<>(value, response.cookies());
        });
    }

    /// Recognises a lost session in a response that looks good. Without a session the property collector
    /// responds with status 200 and gives `NotAuthenticated` as the reason why each property is missing.
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

    /// Reads a response. Status 200 has a result and 500 a fault; for any other status only the status counts.
    private static <T> T read(CallContext context, HttpResult response, String method, Function<XmlCursor, T> result) {
        if (response.status() != 200 && response.status() != 500) {
            VcenterException failure = context.failed(FaultKinds.ofStatus(response.status()), response.describe());
            throw FaultKinds.isRequestRefused(response.status()) ? failure.asRequestRefused() : failure;
        }
        if (response.isWebPage()) {
            throw context.failed(Kind.PROTOCOL, "expected SOAP, found a web page (%s)".formatted(response.describe()));
        }
        return switch (parse(response, method, result)) {
            case SoapAnswer.Result<T>(var value) -> value;
            case SoapAnswer.Faulted<T>(var fault) -> throw context.faulted(FaultKinds.ofFault(fault.type()), fault);
        };
    }

    private static <T> SoapAnswer<T> parse(HttpResult response, String method, Function<XmlCursor, T> result) {
        try (InputStream document = response.open()) {
            return SoapAnswer.read(document, response.heap(), method, result);
        } catch (IOException e) {
            throw new MalformedXmlException("its content encoding is broken", e);
        }
    }
}
