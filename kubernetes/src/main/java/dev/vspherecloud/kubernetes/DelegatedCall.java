package dev.vspherecloud.kubernetes;

import dev.vspherecloud.kubernetes.KubeException.Kind;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Function;

/// A question to the API server about somebody else, within ten seconds.
///
/// Rule from: apiserver, options.DelegatingAuthenticationOptions (TokenRequestTimeout) and
/// options.DelegatingAuthorizationOptions (ClientTimeout).
final class DelegatedCall {
    static final Duration BUDGET = Duration.ofSeconds(10);

    private DelegatedCall() {}

    /// @param answered makes something of the answer, or throws [KubeException]
    /// @param failed   makes something of the reason why there is none, and of whether a right is missing
    static <A> A ask(
            ApiServer server, ApiCall call, Function<ApiAnswer, A> answered, BiFunction<String, Boolean, A> failed)
            throws InterruptedException {
        try {
            return answered.apply(server.call(call, BUDGET));
        } catch (KubeException e) {
            if (e.kind() == Kind.INTERRUPTED) {
                throw new InterruptedException(e.getMessage());
            }
            return failed.apply(e.getMessage(), e.kind() == Kind.FORBIDDEN);
        }
    }
}
