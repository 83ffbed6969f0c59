package dev.vspherecloud.ccm.application.flag;

import static dev.vspherecloud.ccm.application.flag.Flag.LOGGING_FORMAT;
import static dev.vspherecloud.ccm.application.flag.Flag.LOG_FLUSH_FREQUENCY;
import static dev.vspherecloud.ccm.application.flag.Flag.LOG_JSON_SPLIT_STREAM;
import static dev.vspherecloud.ccm.application.flag.Flag.LOG_TEXT_SPLIT_STREAM;
import static dev.vspherecloud.ccm.application.flag.Flag.V;
import static dev.vspherecloud.ccm.application.flag.Flag.VMODULE;

import dev.vspherecloud.ccm.application.flag.Options.LogOptions;
import dev.vspherecloud.observability.LogFormat;
import java.util.List;

/// Reads the flags for logging.
///
/// Differs from component-base: `--vmodule` also applies to the JSON format, and splitting the output streams needs
/// no feature gate.
final class LogRule {
    private final FlagValues flags;

    LogRule(FlagValues flags) {
        this.flags = flags;
    }

    LogOptions options() {
        flags.positive(LOG_FLUSH_FREQUENCY);
        LogFormat form = form();
        return new LogOptions(
                flags.integer(V),
                flags.all(VMODULE, FlagText::moduleLevels).flatMap(List::stream).toList(),
                form,
                flags.isOn(form == LogFormat.JSON ? LOG_JSON_SPLIT_STREAM : LOG_TEXT_SPLIT_STREAM));
    }

    private LogFormat form() {
        String form = flags.text(LOGGING_FORMAT);
        flags.require(form.equals("text") || form.equals("json"), LOGGING_FORMAT, "text or json");
        return form.equals("json") ? LogFormat.JSON : LogFormat.TEXT;
    }
}
