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
public final class DelegatedGate implements Gate {
    /// Whom to ask in the cluster; what is missing is not asked.
    ///
    /// @param published empty when nothing is to be looked up
    public record Cluster(
            Optional<TokenReviews> tokens, Optional<AccessReviews> access, Optional<PublishedTrust> published) {}

    private static final Logger log = LoggerFactory.getLogger(DelegatedGate.class);

    private final List<Examiner> examiners;
    private final Authorization authorization;

    DelegatedGate(List<Examiner> examiners, Authorization authorization) {
        this.examiners = List.copyOf(examiners);
        this.authorization = authorization;
    }

    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    /// @param clock    by which certificates expire
    /// @throws AuthorityException when a file that the settings name can't be used
    public static DelegatedGate of(
            AuthenticationSettings authentication,
            AuthorizationSettings authorization,
            Cluster cluster,
            LongSupplier nanoTime,
            InstantSource clock) {
        return new DelegatedGate(
                examiners(authentication, cluster, nanoTime, clock),
                new Authorization(authorization, cluster.access(), nanoTime));
    }

    private static List<Examiner> examiners(
            AuthenticationSettings settings, Cluster cluster, LongSupplier nanoTime, InstantSource clock) {
        List<Examiner> examiners = new ArrayList<>();
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
            var file = AuthorityFile.open(settings.authorities().get(), nanoTime);
            return () -> new FrontProxyTrust(file.get(), settings);
        }
        return cluster.published()
                .<Supplier<FrontProxyTrust>>map(each -> each::proxies)
                .orElse(() -> FrontProxyTrust.NONE);
    }

    private static Supplier<Authorities> clients(Optional<Path> file, Cluster cluster, LongSupplier nanoTime) {
        if (file.isPresent()) {
            return AuthorityFile.open(file.get(), nanoTime);
        }
        return cluster.published()
                .<Supplier<Authorities>>map(each -> each::clients)
                .orElse(() -> Authorities.NONE);
    }

    @Override
    public Admission admit(Visit visit) throws InterruptedException {
        List<String> flaws = new ArrayList<>();
        for (Examiner examiner : examiners) {
            switch (examiner.examine(visit)) {
                case Proof.Valid(User user) -> {
                    return authorization.decide(user.authenticated(), visit);
                }
                case Proof.Invalid(String why) -> flaws.add(why);
                case Proof.Absent() -> {}
            }
        }
        if (flaws.isEmpty()) {
            return authorization.decide(User.ANONYMOUS, visit);
        }
        log.atDebug()
                .addKeyValue("path", visit.path())
                .addKeyValue("cause", String.join("; ", flaws))
                .log("Unauthenticated request");
        return new Admission.Unauthenticated();
    }
}
