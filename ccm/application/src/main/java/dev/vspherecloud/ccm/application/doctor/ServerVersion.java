package dev.vspherecloud.ccm.application.doctor;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The first numbers of the version of a server.
record ServerVersion(int major, int minor, int patch) implements Comparable<ServerVersion> {
    private static final Pattern FORM = Pattern.compile("v?(\\d{1,6})\\.(\\d{1,6})(?:\\.(\\d{1,6}))?.*");
    private static final Comparator<ServerVersion> ORDER = Comparator.comparingInt(ServerVersion::major)
            .thenComparingInt(ServerVersion::minor)
            .thenComparingInt(ServerVersion::patch);

    /// Reads a version such as `v1.36.3` or `8.0.3.0`; empty if it has another form.
    static Optional<ServerVersion> parse(String text) {
        Matcher version = FORM.matcher(text);
        return version.matches()
                ? Optional.of(new ServerVersion(
                        Integer.parseInt(version.group(1)),
                        Integer.parseInt(version.group(2)),
                        Integer.parseInt(Optional.ofNullable(version.group(3)).orElse("0"))))
                : Optional.empty();
    }

    @Override
    public int compareTo(ServerVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
