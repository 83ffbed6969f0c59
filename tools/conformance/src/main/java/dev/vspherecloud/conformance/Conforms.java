package dev.vspherecloud.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks a test that shows the behaviour of this project in these cases of cloud-provider-vsphere (Go).
///
/// The cases are in `cases.txt` of this module. The tests render `docs/explanation/conformance.md` from them and these
/// marks.
@Retention(RetentionPolicy.SOURCE)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Conforms {
    /// Returns the IDs of the cases, separated by blanks: `N01 N02`.
    String value();
}
