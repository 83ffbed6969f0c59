package dev.vspherecloud.csi.cluster.claim;

import dev.vspherecloud.csi.cluster.call.ObjectName;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The claim for which external-provisioner creates a volume.
///
/// The name of the request contains the uid of the claim. Namespace and name are known only if the provisioner runs
/// with `--extra-create-metadata`.
///
/// @param requestName the name of the request, as in `pvc-<uid>`. The PersistentVolume gets the same name
/// @param namespace   empty if it is unknown; then the name is empty too
/// @param name        empty if it is unknown
public record ClaimOfVolume(String requestName, String namespace, String name) {
    /// Rule from: external-provisioner, pkg/controller, makeVolumeName: the prefix, which is an option, and the uid.
    private static final Pattern REQUEST =
            Pattern.compile("(.+)-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})");

    private static final String DEFAULT_PREFIX = "pvc";

    /// Returns the claim of a request that has only a name.
    public static ClaimOfVolume of(String requestName) {
        return new ClaimOfVolume(requestName, "", "");
    }

    /// Returns the claim of a request with namespace and name. If these are no names of objects, they are ignored.
    public static ClaimOfVolume of(String requestName, String namespace, String name) {
        return ObjectName.isValid(namespace) && ObjectName.isValid(name)
                ? new ClaimOfVolume(requestName, namespace, name)
                : of(requestName);
    }

    /// Returns the uid of the claim; empty if the name of the request does not contain one.
    Optional<String> uid() {
        Matcher matcher = REQUEST.matcher(requestName);
        return matcher.matches() ? Optional.of(matcher.group(2)) : Optional.empty();
    }

    /// Returns true if it is certain that a request of this name is for the claim with the uid in it. With another
    /// prefix, something else may have made the name.
    boolean isNamedByDefault() {
        Matcher matcher = REQUEST.matcher(requestName);
        return matcher.matches() && matcher.group(1).equals(DEFAULT_PREFIX);
    }

    boolean hasName() {
        return !name.isEmpty();
    }
}
