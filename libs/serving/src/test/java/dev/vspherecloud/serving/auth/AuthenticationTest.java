package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuthenticationTest {
    private static final Examiner NOTHING = _ -> new Proof.Absent();
    private static final Examiner WRONG = _ -> new Proof.Invalid("it is over");
    private static final Examiner ANNA = _ -> new Proof.Valid(new User("anna", "", List.of("dev"), Map.of()));
    private static final Examiner BERT = _ -> new Proof.Valid(new User("bert", "", List.of(), Map.of()));

    private static final Authorization EVERYTHING = new Authorization(
            new AuthorizationSettings(Optional.empty(), List.of("*"), Duration.ZERO, Duration.ZERO),
            Optional.empty(),
            new ManualNanos());

    @Test
    void whoShowsNothingIsAnonymous() throws InterruptedException {
        assertThat(admission(NOTHING, NOTHING)).isEqualTo(granted("system:anonymous", "system:unauthenticated"));
    }

    @Test
    void theFirstThatHoldsCounts() throws InterruptedException {
        assertThat(admission(NOTHING, ANNA, BERT)).isEqualTo(granted("anna", "dev", "system:authenticated"));
        assertThat(admission(BERT, ANNA)).isEqualTo(granted("bert", "system:authenticated"));
    }

    @Test
    void whatWasWrongBeforeDoesNotMatter() throws InterruptedException {
        assertThat(admission(WRONG, ANNA)).isEqualTo(granted("anna", "dev", "system:authenticated"));
    }

    @Test
    void whoShowsOnlyWhatDoesNotHoldIsNobody() throws InterruptedException {
        assertThat(admission(WRONG, NOTHING, WRONG)).isEqualTo(new Admission.Unauthenticated());
    }

    @Test
    void whoIsSaidToBeAnonymousStaysSo() throws InterruptedException {
        assertThat(admission(_ -> new Proof.Valid(User.ANONYMOUS))).isEqualTo(new Admission.Granted(User.ANONYMOUS));
    }

    private static Admission admission(Examiner... examiners) throws InterruptedException {
        return new DelegatedGate(List.of(examiners), EVERYTHING).admit(Visits.to("/metrics"));
    }

    private static Admission granted(String name, String... groups) {
        return new Admission.Granted(new User(name, "", List.of(groups), Map.of()));
    }
}
