package dev.vspherecloud.observability;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/// The version of this program, which the build wrote into the jar.
public final class Version {
    private static final String RESOURCE = "version.properties";
    private static final String UNKNOWN = "unknown";

    private Version() {}

    /// Returns the version, such as `0.1.0` or `0.1.0-SNAPSHOT`.
    public static String text() {
        return property("version");
    }

    /// Returns the full hash of the commit that was built, or `unknown` if the build did not know it.
    public static String commit() {
        return property("commit");
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
