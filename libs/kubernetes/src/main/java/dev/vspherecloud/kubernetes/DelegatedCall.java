package dev.vspherecloud.kubernetes;

import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.serving.auth.ClusterAnswer;
import java.time.Duration;
import java.util.function.Function;

/// A question to the API server about somebody else, within ten seconds.
///
/// Rule from: apiserver, options.DelegatingAuthenticationOptions (TokenRequestTimeout) and
/// options.DelegatingAuthorizationOptions (ClientTimeout).
final class DelegatedCall {
    static final Duration BUDGET = Duration.ofSeconds(10);

    private DelegatedCall() {}

    /// @param answered makes something of the answer, or throws [KubeException]
    static <A> ClusterAnswer<A> ask(ApiServer server, ApiCall call, Function<ApiAnswer, A> answered)
            throws InterruptedException {
        try {
            return new ClusterAnswer.Given<>(answered.apply(server.call(call, BUDGET)));
        } catch (KubeException e) {
            if (e.kind() == Kind.INTERRUPTED) {
                throw new InterruptedException(e.getMessage());
            }
            return new ClusterAnswer.None<>(e.getMessage(), e.kind() == Kind.FORBIDDEN);
        }
    }
}
