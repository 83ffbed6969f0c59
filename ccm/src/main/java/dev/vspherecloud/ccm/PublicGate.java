package dev.vspherecloud.ccm;

import dev.vspherecloud.serving.auth.Admission;
import dev.vspherecloud.serving.auth.Gate;
import dev.vspherecloud.serving.auth.User;
import dev.vspherecloud.serving.auth.Visit;
import java.util.List;
import java.util.Locale;

/// Shows what is for everybody, and nothing else.
///
/// @param paths that are for everybody
record PublicGate(List<String> paths) implements Gate {
    PublicGate {
        paths = List.copyOf(paths);
    }

    @Override
    public Admission admit(Visit visit) {
        return paths.contains(visit.path())
                ? new Admission.Granted(User.ANONYMOUS)
                : new Admission.Forbidden(
                        User.ANONYMOUS,
                        "forbidden: User \"%s\" cannot %s path \"%s\""
                                .formatted(
                                        User.ANONYMOUS.name(), visit.method().toLowerCase(Locale.ROOT), visit.path()));
    }
}
