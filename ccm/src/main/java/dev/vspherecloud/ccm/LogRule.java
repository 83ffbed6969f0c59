package dev.vspherecloud.ccm;

import static dev.vspherecloud.ccm.Flag.LOGGING_FORMAT;
import static dev.vspherecloud.ccm.Flag.V;
import static dev.vspherecloud.ccm.Flag.VMODULE;

import dev.vspherecloud.ccm.Options.LogOptions;
import dev.vspherecloud.observability.LogForm;

/// What the flags say about the log.
final class LogRule {
    private final FlagValues flags;

    LogRule(FlagValues flags) {
        this.flags = flags;
    }

    LogOptions options() {
        return new LogOptions(flags.integer(V), flags.text(VMODULE), form());
    }

    private LogForm form() {
        String form = flags.text(LOGGING_FORMAT);
        flags.require(form.equals("text") || form.equals("json"), LOGGING_FORMAT, "text or json");
        return form.equals("json") ? LogForm.JSON : LogForm.TEXT;
    }
}
