package dev.vspherecloud.observability;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/// The version of this program and its origin, which the build wrote into the jar.
public final class Version {
    private static final String RESOURCE = "version.properties";
    private static final String UNKNOWN = "unknown";

    private Version() {}

    /// Returns the version, such as `0.1.0` or `0.1.0-SNAPSHOT`.
    public static String text() {
        return property("version");
    }

    /// Returns the full ID of the commit of the sources, with `-dirty` after it if the sources differ from the commit.
    /// `unknown` if the build knew no commit, for example outside of a Git repository.
    public static String commit() {
        return property("commit");
    }

    /// Returns the time of the commit, such as `2026-01-01T00:00:00Z`, or `unknown`. It stands for the time of the
    /// build, which is left out so that equal sources give equal files.
    public static String date() {
        return property("date");
    }

    private static String property(String name) {
        var properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing from the jar of " + Version.class.getName());
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty(name, UNKNOWN);
    }
}
