package dev.vspherecloud.config;

import dev.vspherecloud.domain.node.IpFamily;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Judges the values of one configuration, each at its own place.
final class ValueCheck {
    private static final int SHOWN = 60;
    private static final String NOT_SHOWN = "a text that is not shown, since the word \"password\" is in it";

    private final CaFiles files;
    private final Problems problems;

    ValueCheck(CaFiles files, Problems problems) {
        this.files = files;
        this.problems = problems;
    }

    /// Checks every value of a section; blank ones count as not given.
    void check(RawSection section) {
        section.values().forEach((key, value) -> {
            if (!value.isBlank()) {
                check(key, value);
            }
        });
    }

    private void check(ConfigKey key, RawValue value) {
        switch (key.effect()) {
            case HONOURED -> checkForm(key, value);
            case NONE_EVER ->
                problems.warning(value.place(), "has no effect, and had none in the Go program; remove it");
            case NOT_YET ->
                problems.warning(
                        value.place(), "this version does not honour it yet; use secretName and secretNamespace");
            case REFUSED ->
                problems.error(
                        value.place(),
                        "this version does not honour it yet, and without it Nodes could get other addresses;"
                                + " stay with the Go program until it does, or remove the key");
        }
    }

    private void checkForm(ConfigKey key, RawValue value) {
        String text = value.text().strip();
        switch (key.form()) {
            case TEXT, SECRET, NUMBER, LIST -> {}
            case HOST -> checkHost(value.place(), text);
            case PORT -> expect(Values.port(text).isPresent(), key, value);
            case FLAG -> expect(Values.flag(text).isPresent(), key, value);
            case KUBERNETES_NAME -> expect(Values.isKubernetesName(text), key, value);
            case PATHS -> checkFiles(key, value);
            case THUMBPRINT -> checkThumbprint(value.place(), text);
            case FAMILIES -> checkFamilies(key, value);
        }
    }

    private void expect(boolean fits, ConfigKey key, RawValue value) {
        if (!fits) {
            String found = shown(value.text());
            problems.error(
                    value.place(), "found " + found + ", expected " + key.form().expected() + "; correct it");
        }
    }

    private void checkHost(Place place, String text) {
        if (Values.host(text).isEmpty()) {
            String what = text.contains("//") ? "a URL" : text.matches("[^:]+:\\d+") ? "a port in it" : shown(text);
            problems.error(
                    place,
                    "found " + what + ", expected only a host name or an address;"
                            + " write it without scheme, port and path, and a port under \"port\"");
        }
    }

    private void checkFiles(ConfigKey key, RawValue value) {
        List<Path> paths = Values.paths(value.text());
        expect(!paths.isEmpty(), key, value);
        for (Path path : paths) {
            if (files.look(path) instanceof CaFiles.Look.Unusable(String flaw)) {
                problems.error(
                        value.place(), isSwallowed(value.text()) ? "found " + NOT_SHOWN + "; check the quotes" : flaw);
            }
        }
    }

    /// A warning: without its thumbprint a server is only verified the harder.
    private void checkThumbprint(Place place, String text) {
        if (Values.thumbprint(text).isEmpty()) {
            problems.warning(
                    place,
                    "found " + shown(text) + ", expected the SHA-1 or SHA-256 of the server's certificate: "
                            + ConfigKey.Form.THUMBPRINT.expected() + "; it is ignored, correct or remove it");
        }
    }

    private void checkFamilies(ConfigKey key, RawValue value) {
        List<IpFamily> families = Values.families(value);
        expect(!families.isEmpty(), key, value);
        if (families.size() > 1) {
            problems.error(
                    value.place(),
                    "found " + families.size() + " families, expected one: this version does not honour more yet, and"
                            + " with one alone Nodes would lose addresses; stay with the Go program until it does, or"
                            + " name one family");
        }
    }

    /// Between quotes, free of control characters, not too long.
    static String shown(String text) {
        if (isSwallowed(text)) {
            return NOT_SHOWN;
        }
        String visible = text.replaceAll("\\p{Cntrl}", "?");
        return '"' + (visible.length() <= SHOWN ? visible : visible.substring(0, SHOWN) + "...") + '"';
    }

    /// True when a quote that was not closed may have taken the next lines into this value, a password among them.
    private static boolean isSwallowed(String text) {
        return text.toLowerCase(Locale.ROOT).contains(ConfigKey.PASSWORD.yaml());
    }
}
