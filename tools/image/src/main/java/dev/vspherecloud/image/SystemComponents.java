package dev.vspherecloud.image;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The components of the image that are no jars of Maven: the Java runtime and the C library of this machine.
final class SystemComponents {
    /// `ldd (Debian GLIBC 2.36-9+deb12u14) 2.36`; where no distribution is named, `ldd (GNU libc) 2.34`.
    private static final Pattern PACKAGED = Pattern.compile("ldd \\((\\w+) GLIBC (\\S+)\\) \\S+");

    private static final Pattern PLAIN = Pattern.compile("ldd \\(.*\\) (\\S+)");

    /// A component of the image that is no jar.
    ///
    /// @param url a package URL, by which scanners identify it
    /// @param license SPDX ID or expression
    record Component(String name, String version, String url, String license, String description) {}

    private SystemComponents() {}

    static List<Component> ofThisMachine() throws IOException {
        return List.of(
                runtime(System.getProperty("java.runtime.version"), System.getProperty("java.vendor")),
                cLibrary(Command.output(List.of("ldd", "--version"))));
    }

    /// The JDK that runs this build; the runtime is linked from it.
    static Component runtime(String version, String vendor) {
        return new Component(
                "openjdk",
                version,
                "pkg:generic/openjdk@" + version.replace("+", "%2B"),
                "GPL-2.0-only WITH Classpath-exception-2.0",
                "Java runtime of " + vendor + ", only with the modules that the provider needs, and its launcher");
    }

    /// @param ldd the output of `ldd --version`; only its first line is read
    static Component cLibrary(String ldd) {
        String line = ldd.lines().findFirst().orElse("");
        Matcher packaged = PACKAGED.matcher(line);
        if (packaged.matches()) {
            String version = packaged.group(2);
            return glibc(
                    version,
                    "pkg:deb/%s/libc6@%s"
                            .formatted(packaged.group(1).toLowerCase(Locale.ROOT), version.replace("+", "%2B")));
        }
        Matcher plain = PLAIN.matcher(line);
        if (plain.matches()) {
            return glibc(plain.group(1), "pkg:generic/glibc@" + plain.group(1));
        }
        throw new IllegalStateException("expected glibc as the C library of this machine, found: " + line);
    }

    private static Component glibc(String version, String url) {
        return new Component(
                "glibc",
                version,
                url,
                "LGPL-2.1-or-later",
                "C library: dynamic loader, the libraries that the Java runtime loads, the locale C.UTF-8");
    }
}
