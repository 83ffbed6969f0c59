package dev.vspherecloud.ccm;

import java.util.LinkedHashMap;
import java.util.Map;

/// Every flag of a run with the value that counts, as text.
final class FlagSheet {
    private final Map<String, String> given;

    FlagSheet(Options options) {
        this.given = options.given();
    }

    String text(Flag flag) {
        return given.getOrDefault(flag.flagName(), flag.defaultText());
    }

    /// By name, without dashes. The configuration is a file, so that no flag holds a secret.
    Map<String, String> all() {
        var all = new LinkedHashMap<String, String>();
        Command.RUN.flags().forEach(flag -> all.put(flag.flagName(), text(flag)));
        return all;
    }
}
