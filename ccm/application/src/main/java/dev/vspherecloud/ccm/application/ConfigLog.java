package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.config.EffectiveConfig;
import dev.vspherecloud.config.Problem;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/// Logs the problems of a configuration, and its effective values.
final class ConfigLog {
    private static final Logger log = LoggerFactory.getLogger(ConfigLog.class);

    private ConfigLog() {}

    /// Logs each problem in a line of its own.
    ///
    /// @param worst the log level of a problem that is an error
    static void problems(List<Problem> problems, Level worst) {
        problems.forEach(problem -> log.atLevel(problem.isError() ? worst : Level.WARN)
                .addKeyValue("problem", problem)
                .log("Configuration problem"));
    }

    /// Logs all effective values with their origins: one line for each vCenter, and one for each section that all
    /// vCenters share.
    static void effective(EffectiveConfig config) {
        config.parts().stream()
                .filter(part -> !part.visibleSettings().isEmpty())
                .forEach(ConfigLog::part);
    }

    private static void part(EffectiveConfig.Part part) {
        LoggingEventBuilder line = log.atInfo().addKeyValue("section", part.section());
        if (part.name().isPresent()) {
            line = line.addKeyValue(part.section(), part.name().get());
        }
        for (EffectiveConfig.Setting setting : part.visibleSettings()) {
            line = line.addKeyValue(setting.key(), setting.text() + " (" + setting.origin() + ")");
        }
        line.log("Configuration in force");
    }
}
