package dev.vspherecloud.csi.commands.plan;

import java.util.Optional;

/// What a policy says about one object.
///
/// @param why what was found, as a sentence without a period
record TakeoverFinding(TakeoverCode code, String why) {
    static TakeoverFinding of(TakeoverCode code, String why) {
        return new TakeoverFinding(code, why);
    }

    static Optional<TakeoverFinding> when(boolean condition, TakeoverCode code, String why) {
        return condition ? Optional.of(new TakeoverFinding(code, why)) : Optional.empty();
    }
}
