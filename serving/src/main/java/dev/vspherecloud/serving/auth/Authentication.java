package dev.vspherecloud.serving.auth;

import java.util.ArrayList;
import java.util.List;

/// Finds out who asks.
///
/// The first proof that holds counts, whatever was wrong with those before it. Who shows none at all is anonymous; who
/// shows only what does not hold is nobody, so that a scraper with an old token is not taken for a stranger.
///
/// Rule from: apiserver, authenticatorfactory.DelegatingAuthenticatorConfig.New.
///
/// @param examiners in the order in which they are asked
record Authentication(List<Examiner> examiners) implements Examiner {
    Authentication {
        examiners = List.copyOf(examiners);
    }

    /// Never [Proof.Absent].
    @Override
    public Proof examine(Visit visit) throws InterruptedException {
        List<String> flaws = new ArrayList<>();
        for (Examiner examiner : examiners) {
            switch (examiner.examine(visit)) {
                case Proof.Valid(User user) -> {
                    return new Proof.Valid(user.authenticated());
                }
                case Proof.Invalid(String why) -> flaws.add(why);
                case Proof.Absent() -> {}
            }
        }
        return flaws.isEmpty() ? new Proof.Valid(User.ANONYMOUS) : new Proof.Invalid(String.join("; ", flaws));
    }
}
