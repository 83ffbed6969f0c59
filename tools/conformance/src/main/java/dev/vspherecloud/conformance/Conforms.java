package dev.vspherecloud.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// This test shows what becomes of these cases here.
///
/// The cases are in `cases.txt` of this module; `docs/explanation/conformance.md` is made of them and of these marks.
@Retention(RetentionPolicy.SOURCE)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Conforms {
    /// Ids of cases, separated by blanks: `N01 N02`.
    String value();
}
