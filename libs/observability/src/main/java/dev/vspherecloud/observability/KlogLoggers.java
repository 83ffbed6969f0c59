package dev.vspherecloud.observability;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;

/// The log of the process: its loggers, their levels, the format and the output streams.
///
/// Threads: any. Every event is passed to the output in one call with its whole text. So if one call is one
/// write, lines of different threads never mix.
final class KlogLoggers implements ILoggerFactory {
    private final ConcurrentHashMap<String, Logger> byName = new ConcurrentHashMap<>();
    private final LogConfig config = new LogConfig();
    private final InstantSource clock;
    private final EventFormat text;
    private final EventFormat json = new KlogJson();
    private final Consumer<String> standardError;
    private final Consumer<String> standardOutput;

    KlogLoggers(
            InstantSource clock, EventFormat text, Consumer<String> standardError, Consumer<String> standardOutput) {
        this.clock = clock;
        this.text = text;
        this.standardError = standardError;
        this.standardOutput = standardOutput;
    }

    @Override
    public Logger getLogger(String name) {
        return byName.computeIfAbsent(name, missing -> new KlogLogger(missing, this));
    }

    LogConfig config() {
        return config;
    }

    void write(Level level, String source, String message, List<KeyValuePair> fields, @Nullable Throwable cause) {
        EventFormat format =
                switch (config.form()) {
                    case TEXT -> text;
                    case JSON -> json;
                };
        Consumer<String> sink = config.isForStandardOutput(level) ? standardOutput : standardError;
        sink.accept(format.format(new LogEvent(clock.instant(), level, source, message, fields, cause)));
    }
}
