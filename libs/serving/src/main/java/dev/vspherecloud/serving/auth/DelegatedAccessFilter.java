package dev.vspherecloud.serving.auth;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Delegates authentication and authorization of requests to the cluster.
///
/// A path that every client may see needs no credentials, and those that are sent are not looked at: so nothing
/// that other clients cause at the API server delays a probe.
///
/// The first valid credential counts, even if those before it are invalid. A request without credentials is
/// anonymous. A request whose credentials are all invalid is refused with 401, so that a scraper with an
/// expired token is not treated as anonymous.
///
/// Rule from: apiserver, the order in authenticatorfactory.DelegatingAuthenticatorConfig.New: front proxy,
/// client certificate, bearer token, anonymous. Differs: there, invalid credentials are refused for every path.
///
/// Threads: any number of callers.
public final class DelegatedAccessFilter implements AccessFilter {
    /// The reviews and the configuration of the cluster. An empty component means that the filter does not use
    /// it.
    ///
    /// @param published the published CA certificates; empty if the ConfigMap must not be read
    public record Cluster(
            Optional<TokenReviews> tokens, Optional<AccessReviews> access, Optional<ClusterClientCa> published) {}

    private static final Logger log = LoggerFactory.getLogger(DelegatedAccessFilter.class);

    private final List<Authenticator> authenticators;
    private final Authorization authorization;

    DelegatedAccessFilter(List<Authenticator> examiners, Authorization authorization) {
        this.authenticators = List.copyOf(examiners);
        this.authorization = authorization;
    }

    /// Creates the filter.
    ///
    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    /// @param clock    the clock by which certificates expire
    /// @throws ClientCaException if a file that the settings name cannot be used
    public static DelegatedAccessFilter of(
            AuthenticationSettings authentication,
            AuthorizationSettings authorization,
            Cluster cluster,
            LongSupplier nanoTime,
            InstantSource clock) {
        var limit = new ReviewLimit(nanoTime);
        var limited = new Cluster(
                cluster.tokens().map(each -> token -> limit.review(() -> each.review(token))),
                cluster.access().map(each -> (user, verb, path) -> limit.review(() -> each.review(user, verb, path))),
                cluster.published());
        return new DelegatedAccessFilter(
                authenticators(authentication, limited, nanoTime, clock),
                new Authorization(authorization, limited.access(), nanoTime));
    }

    private static List<Authenticator> authenticators(
            AuthenticationSettings settings, Cluster cluster, LongSupplier nanoTime, InstantSource clock) {
        List<Authenticator> examiners = new ArrayList<>();
        examiners.add(new FrontProxy(proxies(settings.requestHeader(), cluster, nanoTime), clock));
        examiners.add(new ClientCertificates(clients(settings.clientCaFile(), cluster, nanoTime), clock));
        cluster.tokens().ifPresent(tokens -> examiners.add(new BearerTokens(tokens, settings.tokenTtl(), nanoTime)));
        cluster.published()
                .filter(_ -> !settings.tolerateLookupFailure())
                .ifPresent(published -> examiners.add(published::examine));
        return examiners;
    }

    private static Supplier<FrontProxyTrust> proxies(
            RequestHeaderSettings settings, Cluster cluster, LongSupplier nanoTime) {
        if (settings.caFile().isPresent()) {
            var file = ClientCaFile.open(settings.caFile().get(), nanoTime);
            return () -> new FrontProxyTrust(file.get(), settings);
        }
        return cluster.published()
                .<Supplier<FrontProxyTrust>>map(each -> each::proxies)
                .orElse(() -> FrontProxyTrust.NONE);
    }

    private static Supplier<ClientCaBundle> clients(Optional<Path> file, Cluster cluster, LongSupplier nanoTime) {
        if (file.isPresent()) {
            return ClientCaFile.open(file.get(), nanoTime);
        }
        return cluster.published()
                .<Supplier<ClientCaBundle>>map(each -> each::clients)
                .orElse(() -> ClientCaBundle.NONE);
    }

    @Override
    public AccessDecision admit(RequestAttributes requestAttributes) throws InterruptedException {
        if (authorization.alwaysAllows(requestAttributes)) {
            return new AccessDecision.Granted(User.ANONYMOUS);
        }
        List<String> problems = new ArrayList<>();
        for (Authenticator authenticator : authenticators) {
            switch (authenticator.authenticate(requestAttributes)) {
                case AuthenticationResult.Valid(User user) -> {
                    return authorization.decide(user.authenticated(), requestAttributes);
                }
                case AuthenticationResult.Busy() -> {
                    return new AccessDecision.Busy();
                }
                case AuthenticationResult.Invalid(String why) -> problems.add(why);
                case AuthenticationResult.Absent() -> {}
            }
        }
        if (problems.isEmpty()) {
            return authorization.decide(User.ANONYMOUS, requestAttributes);
        }
        log.atDebug()
                .addKeyValue("path", requestAttributes.path())
                .addKeyValue("cause", String.join("; ", problems))
                .log("Unauthenticated request");
        return new AccessDecision.Unauthenticated();
    }
}
