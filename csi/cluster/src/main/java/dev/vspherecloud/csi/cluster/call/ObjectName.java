package dev.vspherecloud.csi.cluster.call;

import java.util.regex.Pattern;

/// The form of names of objects.
public final class ObjectName {
    /// Rule from: apimachinery, util/validation, IsDNS1123Subdomain.
    private static final Pattern FORM =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private static final int MAX_LENGTH = 253;

    private ObjectName() {}

    /// Returns true if an object can have this name.
    ///
    /// Names that come from a volume id or a parameter are checked before they become part of a path. The API
    /// server would take an empty name for the whole collection, and a slash for the beginning of a subresource.
    public static boolean isValid(String name) {
        return name.length() <= MAX_LENGTH && FORM.matcher(name).matches();
    }
}
