package dev.vspherecloud.http;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/// A client that reads the response to `/late` completely, but never passes it to the caller: as on a machine so
/// busy that a thread does not run in between.
///
/// Threads: safe for all.
final class LateClient extends HttpClient {
    private final HttpClient client;
    private final CountDownLatch read = new CountDownLatch(1);

    LateClient(HttpClient client) {
        this.client = client;
    }

    /// Waits until the late response is read and its connection is free.
    void awaitRead() throws InterruptedException {
        read.await();
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        return client.sendAsync(
                request,
                request.uri().getPath().equals("/late") ? head -> new LateBody<>(handler.apply(head)) : handler);
    }

    private final class LateBody<T> implements BodySubscriber<T> {
        private final BodySubscriber<T> body;

        private LateBody(BodySubscriber<T> body) {
            this.body = body;
        }

        @Override
        public CompletionStage<T> getBody() {
            return new CompletableFuture<>();
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            body.onSubscribe(subscription);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            body.onNext(buffers);
        }

        @Override
        public void onError(Throwable failure) {
            body.onError(failure);
        }

        @Override
        public void onComplete() {
            body.onComplete();
            read.countDown();
        }
    }

    // What a client must also have

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
        return client.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return client.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return client.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return client.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return client.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return client.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return client.authenticator();
    }

    @Override
    public Version version() {
        return client.version();
    }

    @Override
    public Optional<Executor> executor() {
        return client.executor();
    }

    @Override
    public void shutdownNow() {
        client.shutdownNow();
    }

    @Override
    public boolean awaitTermination(Duration duration) throws InterruptedException {
        return client.awaitTermination(duration);
    }
}
