package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.GoDuration;
import dev.vspherecloud.config.KeyForm;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.Suggestion;
import dev.vspherecloud.config.ValueParser;
import dev.vspherecloud.domain.ip.Subnet;
import dev.vspherecloud.domain.label.LabelSyntax;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Checks the values of one configuration, and reports each problem with its place.
final class ValueCheck {
    private static final List<String> FAMILIES = List.of("ipv4", "ipv6");

    private final CaFiles files;
    private final Problems problems;

    ValueCheck(CaFiles files, Problems problems) {
        this.files = files;
        this.problems = problems;
    }

    /// Checks every value of a section. Blank values count as not given.
    void check(RawSection section) {
        section.values().forEach((key, value) -> {
            if (!value.isBlank() && key.hasEffect()) {
                check(key, value);
            } else if (!value.isBlank()) {
                problems.warning(value.place(), "has no effect, as in cloud-provider-vsphere (Go); remove it");
            }
        });
    }

    private void check(ConfigKey key, RawValue value) {
        String text = value.text().strip();
        switch (key.form()) {
            case TEXT, SECRET, NUMBER, LIST, HOSTS -> {}
            case HOST -> checkHost(value.place(), text);
            case PORT -> require(ValueParser.port(text).isPresent(), key, value);
            case COUNT -> require(ValueParser.count(text, Integer.MAX_VALUE).isPresent(), key, value);
            case PERCENT -> require(ValueParser.count(text, 100).isPresent(), key, value);
            case DURATION -> require(GoDuration.parse(text).isPresent(), key, value);
            case FLAG -> require(ValueParser.flag(text).isPresent(), key, value);
            case KUBERNETES_NAME -> require(ValueParser.isKubernetesName(text), key, value);
            case PATHS -> checkFiles(key, value);
            case DIRECTORY -> require(ValueParser.path(text).isPresent(), key, value);
            case THUMBPRINTS -> checkThumbprints(value);
            case FAMILIES -> checkFamilies(key, value);
            case CHOICE -> checkWord(key, value, text, key.choices());
            case LABEL_KEY -> checkLabelKey(key, value, text);
            case SUBNETS -> ValueParser.nonEmpty(value).forEach(word -> checkSubnet(key, value, word));
            case PROXY -> checkProxy(value);
        }
    }

    private void require(boolean fits, ConfigKey key, RawValue value) {
        if (!fits) {
            String found = RawValue.printable(value.text());
            problems.error(value.place(), "found " + found + ", expected " + key.expected() + "; correct it");
        }
    }

    private void checkHost(ConfigLocation place, String text) {
        if (ValueParser.host(text).isEmpty()) {
            String what = text.contains("//")
                    ? "a URL"
                    : text.matches("[^:]+:\\d+") ? "a port in it" : RawValue.printable(text);
            problems.error(
                    place,
                    "found " + what + ", expected only a host name or an address;"
                            + " write it without scheme, port and path, and a port under \"port\"");
        }
    }

    private void checkFiles(ConfigKey key, RawValue value) {
        List<Path> paths = ValueParser.paths(value);
        require(!paths.isEmpty(), key, value);
        for (Path path : paths) {
            if (files.read(path) instanceof CaFiles.CaFileResult.Unusable(String problem)) {
                problems.error(
                        value.place(),
                        RawValue.mayContainPassword(value.text())
                                ? "found " + RawValue.NOT_SHOWN + "; check the quotes"
                                : problem);
            }
        }
    }

    /// Checks thumbprints. An invalid one is only a warning, because without a thumbprint the client verifies
    /// the certificate more strictly, not less.
    private void checkThumbprints(RawValue value) {
        for (String word : ValueParser.thumbprintWords(value)) {
            if (ValueParser.thumbprint(word).isEmpty()) {
                problems.warning(
                        value.place(),
                        "found " + printable(word, value)
                                + ", expected the SHA-1 or SHA-256 of the server's certificate: "
                                + KeyForm.THUMBPRINTS.expected() + "; it is ignored, correct or remove it");
            }
        }
    }

    private void checkFamilies(ConfigKey key, RawValue value) {
        List<String> words = ValueParser.nonEmpty(value);
        require(!words.isEmpty(), key, value);
        words.forEach(word -> checkWord(key, value, word, FAMILIES));
    }

    /// Reports an error if the word is not one of the choices.
    ///
    /// @param choices the valid words in lower case
    private void checkWord(ConfigKey key, RawValue value, String word, List<String> choices) {
        if (!choices.contains(word.toLowerCase(Locale.ROOT))) {
            problems.error(
                    value.place(),
                    "found " + printable(word, value) + ", expected " + key.expected() + "; "
                            + Suggestion.didYouMean(word, choices).orElse("correct it"));
        }
    }

    private void checkLabelKey(ConfigKey key, RawValue value, String text) {
        require(LabelSyntax.isKey(text), key, value);
        if (LabelSyntax.isKey(text) && LabelSyntax.isReserved(text)) {
            problems.error(
                    value.place(),
                    "found " + RawValue.printable(text)
                            + ", expected no key of kubernetes.io or k8s.io, which belong to Kubernetes;"
                            + " use a key of your own domain, such as \"example.com/" + LabelSyntax.name(text) + "\"");
        }
    }

    private void checkSubnet(ConfigKey key, RawValue value, String word) {
        Optional<Subnet> subnet = Subnet.parse(word);
        if (subnet.isEmpty()) {
            // This is an error, because with such a range cloud-provider-vsphere (Go) finds no address of any
            // Node.
            problems.error(
                    value.place(),
                    "found " + printable(word, value) + ", expected " + key.expected() + "; "
                            + ValueParser.singleAddress(word)
                                    .map(one -> "did you mean \"" + one + "\"?")
                                    .orElse("correct it"));
        } else if (ValueParser.hasHostBits(word)) {
            problems.warning(
                    value.place(),
                    "found " + printable(word, value) + ", expected the first address of a range; it is read as "
                            + RawValue.printable(subnet.get().toString()) + ", write that");
        }
    }

    private void checkProxy(RawValue value) {
        if (ProxyUrl.parse(value.text()) instanceof ProxyUrl.Unusable(String problem)) {
            problems.error(value.place(), problem);
        }
    }

    /// Returns a word of this value in the form that messages show. If the value may contain a password, the
    /// message shows none of its words.
    private static String printable(String word, RawValue value) {
        return RawValue.mayContainPassword(value.text()) ? RawValue.NOT_SHOWN : RawValue.printable(word);
    }
}
