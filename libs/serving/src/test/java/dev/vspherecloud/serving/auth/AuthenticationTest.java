package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuthenticationTest {
    private static final Authenticator NOTHING = _ -> new AuthenticationResult.Absent();
    private static final Authenticator WRONG = _ -> new AuthenticationResult.Invalid("it is over");
    private static final Authenticator ANNA =
            _ -> new AuthenticationResult.Valid(new User("anna", "", List.of("dev"), Map.of()));
    private static final Authenticator BERT =
            _ -> new AuthenticationResult.Valid(new User("bert", "", List.of(), Map.of()));

    private static final Authorization EVERYTHING = new Authorization(
            new AuthorizationSettings(Optional.empty(), List.of(), Duration.ZERO, Duration.ZERO),
            Optional.of((_, _, _) -> new ReviewResult.Answered<>(new AccessReviews.Verdict.Allowed())),
            new ManualNanos());

    @Test
    void aRequestWithoutCredentialsIsAnonymous() throws InterruptedException {
        assertThat(accessDecision(NOTHING, NOTHING)).isEqualTo(granted("system:anonymous", "system:unauthenticated"));
    }

    @Test
    void theFirstValidCredentialsCount() throws InterruptedException {
        assertThat(accessDecision(NOTHING, ANNA, BERT)).isEqualTo(granted("anna", "dev", "system:authenticated"));
        assertThat(accessDecision(BERT, ANNA)).isEqualTo(granted("bert", "system:authenticated"));
    }

    @Test
    void invalidCredentialsBeforeValidOnesDoNotMatter() throws InterruptedException {
        assertThat(accessDecision(WRONG, ANNA)).isEqualTo(granted("anna", "dev", "system:authenticated"));
    }

    @Test
    void aRequestWithOnlyInvalidCredentialsIsUnauthenticated() throws InterruptedException {
        assertThat(accessDecision(WRONG, NOTHING, WRONG)).isEqualTo(new AccessDecision.Unauthenticated());
    }

    @Test
    void anAuthenticatedAnonymousUserStaysAnonymous() throws InterruptedException {
        assertThat(accessDecision(_ -> new AuthenticationResult.Valid(User.ANONYMOUS)))
                .isEqualTo(new AccessDecision.Granted(User.ANONYMOUS));
    }

    private static AccessDecision accessDecision(Authenticator... authenticators) throws InterruptedException {
        return new DelegatedAccessFilter(List.of(authenticators), EVERYTHING)
                .admit(TestRequestAttributes.to("/metrics"));
    }

    private static AccessDecision granted(String name, String... groups) {
        return new AccessDecision.Granted(new User(name, "", List.of(groups), Map.of()));
    }
}
