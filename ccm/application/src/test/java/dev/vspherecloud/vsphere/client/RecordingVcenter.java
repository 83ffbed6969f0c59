package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.Cookies;
import dev.vspherecloud.http.HttpsClient;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.proxy.SoapFaults;
import dev.vspherecloud.testkit.script.VimXml;
import dev.vspherecloud.vsphere.client.soap.SoapEndpoint;
import dev.vspherecloud.vsphere.client.soap.Vim25Version;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

/// A vCenter without a network. It has no VM, finds nothing, and records the requests.
///
/// It answers without delay, so a fuzzer can send thousands of requests a second.
///
/// Threads: one.
public final class RecordingVcenter extends HttpClient implements AutoCloseable {
    public static final UUID INSTANCE = UUID.fromString("5c3b8f0e-7d34-4b44-9a35-1d0c9a6a0001");

    private static final Pattern METHOD = Pattern.compile("<soapenv:Body><([A-Za-z]+) ");
    private static final Pattern START = Pattern.compile("<obj type=\"([A-Za-z0-9_.]+)\">([^<]*)</obj>");
    private static final SSLContext TLS = tls();

    private final List<String> requests = new ArrayList<>();
    private final VcenterHttpClient http;

    public RecordingVcenter() {
        var endpoint = new VcenterEndpoint("vc-a", "vc-a.example.com", 443, new TlsTrust.Insecure(), Optional.empty());
        var limits = new HttpsClient.Limits(Duration.ofSeconds(1), 1 << 20);
        var link = new HttpsClient(endpoint.httpEndpoint(), limits, "test", _ -> {}, _ -> this);
        http = new VcenterHttpClient(endpoint, VcenterObserver.NONE, link);
    }

    public VcenterSession session() {
        var content = new ServiceContent(
                new MoRef("Folder", "group-d1"),
                new MoRef("PropertyCollector", "propertyCollector"),
                new MoRef("ViewManager", "ViewManager"),
                Optional.of(new MoRef("SearchIndex", "SearchIndex")),
                new MoRef("SessionManager", "SessionManager"),
                Optional.of(new MoRef("EventManager", "EventManager")),
                Optional.of(new MoRef("TaskManager", "TaskManager")),
                Optional.of(new MoRef("AuthorizationManager", "AuthorizationManager")),
                Optional.empty(),
                new ServiceContent.About("VMware vCenter Server", "8.0.3", "1", "8.0.3.0", INSTANCE));
        var soap = new SoapClient(http, SoapEndpoint.vim25(Vim25Version.FALLBACK), Cookies.NONE);
        return new VcenterSession(soap, content, "user", Timeouts.standard(), new OpenSessions());
    }

    /// Returns the requests since the last call of this method.
    public List<String> takeRequests() {
        List<String> taken = List.copyOf(requests);
        requests.clear();
        return taken;
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        String document = body(request);
        requests.add(document);
        String answer = answer(document);
        int status = answer.contains("<soapenv:Fault>") ? 500 : 200;
        var headers = HttpHeaders.of(Map.of("Content-Type", List.of("text/xml; charset=utf-8")), (_, _) -> true);
        HttpResponse.BodySubscriber<T> subscriber = handler.apply(new Head(status, headers));
        subscriber.onSubscribe(new Nothing());
        subscriber.onNext(List.of(ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8))));
        subscriber.onComplete();
        T read = subscriber.getBody().toCompletableFuture().join();
        return CompletableFuture.completedFuture(new Response<>(request, new Head(status, headers), read));
    }

    /// Returns a fault for a single object that is requested by reference. Everything else finds nothing.
    private static String answer(String document) {
        Matcher method = METHOD.matcher(document);
        String name = method.find() ? method.group(1) : "";
        if (name.equals("RetrievePropertiesEx") && !document.contains("reportMissingObjectsInResults")) {
            Matcher start = START.matcher(document);
            return start.find()
                    ? SoapFaults.envelope(
                            "ManagedObjectNotFound",
                            "gone",
                            "<obj type=\"%s\">%s</obj>".formatted(start.group(1), start.group(2)))
                    : SoapFaults.envelope("InvalidArgument", "no start", "");
        }
        return name.startsWith("Create")
                ? SoapFaults.envelope("NotSupported", "not here", "")
                : VimXml.envelope("<" + name + "Response xmlns=\"urn:vim25\"></" + name + "Response>");
    }

    private static String body(HttpRequest request) {
        var text = new StringBuilder();
        request.bodyPublisher().orElseThrow().subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(ByteBuffer item) {
                text.append(StandardCharsets.UTF_8.decode(item));
            }

            @Override
            public void onError(Throwable failure) {
                throw new AssertionError("a body in memory can always be read", failure);
            }

            @Override
            public void onComplete() {}
        });
        return text.toString();
    }

    private static SSLContext tls() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }

    private record Head(int statusCode, HttpHeaders headers) implements HttpResponse.ResponseInfo {
        @Override
        public Version version() {
            return Version.HTTP_1_1;
        }
    }

    private record Nothing() implements Flow.Subscription {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
    }

    private record Response<T>(HttpRequest request, Head head, T body) implements HttpResponse<T> {
        @Override
        public int statusCode() {
            return head.statusCode();
        }

        @Override
        public Optional<HttpResponse<T>> previousResponse() {
            return Optional.empty();
        }

        @Override
        public HttpHeaders headers() {
            return head.headers();
        }

        /// Returns a session without a certificate: the client only checks that there is TLS.
        @Override
        public Optional<SSLSession> sslSession() {
            return Optional.of(TLS.createSSLEngine().getSession());
        }

        @Override
        public URI uri() {
            return request.uri();
        }

        @Override
        public Version version() {
            return Version.HTTP_1_1;
        }
    }

    // Methods of the interface that the client does not use

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, HttpResponse.BodyHandler<T> handler, HttpResponse.PushPromiseHandler<T> pushes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return Optional.empty();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return Optional.empty();
    }

    @Override
    public Redirect followRedirects() {
        return Redirect.NEVER;
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return Optional.empty();
    }

    @Override
    public SSLContext sslContext() {
        return TLS;
    }

    @Override
    public SSLParameters sslParameters() {
        return TLS.getDefaultSSLParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return Optional.empty();
    }

    @Override
    public Version version() {
        return Version.HTTP_1_1;
    }

    @Override
    public Optional<Executor> executor() {
        return Optional.empty();
    }

    @Override
    public void close() {
        http.close();
    }
}
