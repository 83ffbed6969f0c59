package dev.vspherecloud.kubernetes;

import java.util.OptionalLong;

/// Compares resource versions of one object.
///
/// Resource versions were opaque to clients until Kubernetes 1.35 declared them to be growing decimal numbers
/// (KEP-5504). Every older kube-apiserver writes etcd's revision, which is such a number as well. A version
/// that is not such a number never counts as newer.
public final class ResourceVersion {
    private ResourceVersion() {}

    public static boolean isNewer(String one, String than) {
        OptionalLong a = parse(one);
        OptionalLong b = parse(than);
        return a.isPresent() && b.isPresent() && a.getAsLong() > b.getAsLong();
    }

    private static OptionalLong parse(String version) {
        try {
            return version.startsWith("+") || version.startsWith("-")
                    ? OptionalLong.empty()
                    : OptionalLong.of(Long.parseLong(version));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
