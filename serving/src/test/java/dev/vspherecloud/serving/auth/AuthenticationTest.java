package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuthenticationTest {
    private static final Examiner NOTHING = _ -> new Proof.Absent();
    private static final Examiner WRONG = _ -> new Proof.Invalid("it is over");
    private static final Examiner ANNA = _ -> new Proof.Valid(new User("anna", "", List.of("dev"), Map.of()));
    private static final Examiner BERT = _ -> new Proof.Valid(new User("bert", "", List.of(), Map.of()));

    @Test
    void whoShowsNothingIsAnonymous() throws InterruptedException {
        assertThat(proof(NOTHING, NOTHING))
                .isEqualTo(
                        new Proof.Valid(new User("system:anonymous", "", List.of("system:unauthenticated"), Map.of())));
    }

    @Test
    void theFirstThatHoldsCounts() throws InterruptedException {
        assertThat(proof(NOTHING, ANNA, BERT)).isEqualTo(valid("anna", "dev", "system:authenticated"));
        assertThat(proof(BERT, ANNA)).isEqualTo(valid("bert", "system:authenticated"));
    }

    @Test
    void whatWasWrongBeforeDoesNotMatter() throws InterruptedException {
        assertThat(proof(WRONG, ANNA)).isEqualTo(valid("anna", "dev", "system:authenticated"));
    }

    @Test
    void whoShowsOnlyWhatDoesNotHoldIsNobody() throws InterruptedException {
        assertThat(proof(WRONG, NOTHING, WRONG)).isEqualTo(new Proof.Invalid("it is over; it is over"));
    }

    @Test
    void whoIsSaidToBeAnonymousStaysSo() throws InterruptedException {
        assertThat(proof(_ -> new Proof.Valid(User.ANONYMOUS))).isEqualTo(new Proof.Valid(User.ANONYMOUS));
    }

    private static Proof proof(Examiner... examiners) throws InterruptedException {
        return new Authentication(List.of(examiners)).examine(Visits.to("/metrics"));
    }

    private static Proof valid(String name, String... groups) {
        return new Proof.Valid(new User(name, "", List.of(groups), Map.of()));
    }
}
