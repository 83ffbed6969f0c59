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

/// Lets the cluster decide who somebody is and what he may see.
///
/// The first proof that holds counts, whatever was wrong with those before it. Who shows none at all is anonymous; who
/// shows only what does not hold is nobody, so that a scraper with an old token is not taken for a stranger.
///
/// Rule from: apiserver, the order in authenticatorfactory.DelegatingAuthenticatorConfig.New: front proxy, client
/// certificate, bearer token, anonymous.
///
/// Threads: any number of callers.
public final class DelegatedAccessFilter implements AccessFilter {
    /// Whom to ask in the cluster; what is missing is not asked.
    ///
    /// @param published empty when nothing is to be looked up
    public record Cluster(
            Optional<TokenReviews> tokens, Optional<AccessReviews> access, Optional<ClusterClientCa> published) {}

    private static final Logger log = LoggerFactory.getLogger(DelegatedAccessFilter.class);

    private final List<Authenticator> examiners;
    private final Authorization authorization;

    DelegatedAccessFilter(List<Authenticator> examiners, Authorization authorization) {
        this.examiners = List.copyOf(examiners);
        this.authorization = authorization;
    }

    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    /// @param clock    by which certificates expire
    /// @throws AuthorityException when a file that the settings name can't be used
    public static DelegatedAccessFilter of(
            AuthenticationSettings authentication,
            AuthorizationSettings authorization,
            Cluster cluster,
            LongSupplier nanoTime,
            InstantSource clock) {
        return new DelegatedAccessFilter(
                examiners(authentication, cluster, nanoTime, clock),
                new Authorization(authorization, cluster.access(), nanoTime));
    }

    private static List<Authenticator> examiners(
            AuthenticationSettings settings, Cluster cluster, LongSupplier nanoTime, InstantSource clock) {
        List<Authenticator> examiners = new ArrayList<>();
        examiners.add(new FrontProxy(proxies(settings.requestHeader(), cluster, nanoTime), clock));
        examiners.add(new ClientCertificates(clients(settings.clientAuthorities(), cluster, nanoTime), clock));
        cluster.tokens().ifPresent(tokens -> examiners.add(new BearerTokens(tokens, settings.tokenTtl(), nanoTime)));
        cluster.published()
                .filter(_ -> !settings.tolerateLookupFailure())
                .ifPresent(published -> examiners.add(published::examine));
        return examiners;
    }

    private static Supplier<FrontProxyTrust> proxies(
            RequestHeaderSettings settings, Cluster cluster, LongSupplier nanoTime) {
        if (settings.authorities().isPresent()) {
            var file = ClientCaFile.open(settings.authorities().get(), nanoTime);
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
        List<String> flaws = new ArrayList<>();
        for (Authenticator authenticator : examiners) {
            switch (authenticator.examine(requestAttributes)) {
                case AuthenticationResult.Valid(User user) -> {
                    return authorization.decide(user.authenticated(), requestAttributes);
                }
                case AuthenticationResult.Invalid(String why) -> flaws.add(why);
                case AuthenticationResult.Absent() -> {}
            }
        }
        if (flaws.isEmpty()) {
            return authorization.decide(User.ANONYMOUS, requestAttributes);
        }
        log.atDebug()
                .addKeyValue("path", requestAttributes.path())
                .addKeyValue("cause", String.join("; ", flaws))
                .log("Unauthenticated request");
        return new AccessDecision.Unauthenticated();
    }
}
