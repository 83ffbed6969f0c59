package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.Section;
import java.util.Optional;

/// The values of the program-wide keys, which are valid in the sections `Global` and `CSI`.
final class ProgramKeys {
    private final RawSection global;
    private final RawSection csi;

    ProgramKeys(RawConfig raw) {
        this.global = raw.global();
        this.csi = raw.section(CsiConfigSection.CSI);
    }

    /// Returns the value of the key; empty if neither section has it.
    Optional<RawValue> value(CsiConfigKey key) {
        return csi.value(key).or(() -> global.value(key));
    }

    /// Reports each key that both sections have with different values.
    void reportConflicts(Problems problems) {
        for (CsiConfigKey key : CsiConfigKey.values()) {
            boolean isInBoth = key.isIn(CsiConfigSection.CSI) && csi.has(key) && global.has(key);
            if (isInBoth && !csi.text(key).equals(global.text(key))) {
                problems.error(
                        csi.placeOf(key),
                        "found a value other than that of %s, expected one of the two; remove the other"
                                .formatted(global.pathOf(key)));
            }
        }
    }

    /// Returns true if the section is one of the two that hold program-wide keys.
    static boolean isProgramWide(Section section) {
        return section.equals(Section.GLOBAL) || section.equals(CsiConfigSection.CSI);
    }
}
