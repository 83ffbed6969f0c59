package dev.vspherecloud.config.document;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.KeyForm;
import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.RawConfig;
import dev.vspherecloud.config.RawSection;
import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.Section;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads a configuration in INI: sections, keys and values with their locations.
///
/// As with gcfg, upper and lower case of sections and keys do not differ, but that of a vCenter's name does.
/// The last value of a repeated key counts, and repeated sections count as one. A flag without a value is true,
/// and unknown keys have no effect. This reader reports each case that may be a mistake.
///
/// Threads: one, for one text.
final class IniReader {
    /// The forms of values for which the most likely value is used if the line is malformed. Without a value,
    /// the check would report the key as missing too.
    private static final Set<KeyForm> NEEDED =
            Set.of(KeyForm.TEXT, KeyForm.SECRET, KeyForm.HOST, KeyForm.KUBERNETES_NAME);

    private final KeyTable table;
    private final String file;
    private final Problems problems;
    private final IniValueWarnings warnings;
    private final Map<Section, IniSection> keyed = new LinkedHashMap<>();
    private final Map<Section, Map<String, IniSection>> named = new LinkedHashMap<>();
    private final Set<String> foreign = new LinkedHashSet<>();
    /// The section of the keys that follow; empty in a section that this program does not read.
    private Optional<IniSection> current = Optional.empty();

    private boolean anySection;
    /// True if so many lines are malformed that a part of the configuration that seems to be missing may be in
    /// them.
    private boolean hasGaps;
    /// True while the next lines may be a part of a value above, for example of a password with a line break.
    /// The first line that clearly is not sets this field to false.
    private boolean isUncertain;

    IniReader(KeyTable table, String file, Problems problems) {
        this.table = table;
        this.file = file;
        this.problems = problems;
        this.warnings = new IniValueWarnings(problems);
    }

    /// Parses the text. If the text is no configuration at all, the result is empty and an error is reported.
    Optional<RawConfig> read(String text) {
        if (text.contains("\0")) {
            problems.error(
                    ConfigLocation.wholeFile(file),
                    "not INI: found a NUL character, expected plain text; save the file as UTF-8");
            return Optional.empty();
        }
        List<IniLine> lines = IniText.lines(file, text);
        lines.forEach(this::line);
        if (lines.isEmpty()) {
            problems.error(
                    ConfigLocation.wholeFile(file),
                    "found no configuration in it, expected at least one vCenter; add [VirtualCenter \"<host>\"]");
        }
        return lines.isEmpty() || hasGaps ? Optional.empty() : Optional.of(config());
    }

    private RawConfig config() {
        var others = new LinkedHashMap<Section, Map<String, RawSection>>();
        named.forEach((section, sections) -> others.put(section, raw(sections)));
        Map<String, RawSection> vcenters =
                Optional.ofNullable(others.remove(Section.VCENTER)).orElseGet(Map::of);
        return new RawConfig(Dialect.INI, ConfigLocation.wholeFile(file), raw(keyed), vcenters, others, foreign);
    }

    private static <K> Map<K, RawSection> raw(Map<K, IniSection> sections) {
        var raw = new LinkedHashMap<K, RawSection>();
        sections.forEach((key, section) -> raw.put(key, section.raw()));
        return raw;
    }

    private void line(IniLine line) {
        switch (line) {
            case IniLine.Header header -> header(header);
            case IniLine.Entry entry -> entry(entry);
            case IniLine.Unparsed(IniSyntaxError error) -> {
                hasGaps |= !anySection;
                notIni(error, current.map(section -> section.place().key()));
            }
        }
    }

    private void header(IniLine.Header header) {
        Optional<Section> section = table.section(Dialect.INI, header.section());
        anySection = true;
        isUncertain = false;
        current = Optional.empty();
        header.error().ifPresent(error -> notIni(error, section.map(Section::ini)));
        if (section.isEmpty() && header.error().isPresent()) {
            hasGaps = true;
        } else if (table.isForeign(Dialect.INI, header.section())) {
            if (foreign.add(header.section())) {
                table.others().onForeignSection(header.section(), header.place(), problems);
            }
        } else if (section.isEmpty()) {
            unknownSection(header);
        } else if (section.get().isNamed()) {
            named(section.get(), header);
        } else if (header.name().isPresent() && header.error().isEmpty()) {
            problems.warning(
                    header.place().withKey(section.get().ini()),
                    "found a name after the section, expected none: with a name, the section has no effect; write ["
                            + section.get().ini() + "]");
        } else {
            ConfigLocation place = header.place().withKey(section.get().ini());
            open(place, keyed.computeIfAbsent(section.get(), known -> IniSection.begin(known, place)));
        }
    }

    private void named(Section section, IniLine.Header header) {
        String name = header.name().orElse("");
        if (name.isEmpty() && header.error().isEmpty()) {
            problems.error(
                    header.place().withKey(section.ini()),
                    "found no name, expected [" + section.ini() + " \"<name>\"]; add "
                            + (section.equals(Section.VCENTER) ? "the server or any other name" : "the name")
                            + " in quotes");
        }
        if (name.isEmpty()) {
            hasGaps = true;
        } else {
            ConfigLocation place = header.place().withKey(section.ini() + " \"" + name + "\"");
            open(
                    place,
                    named.computeIfAbsent(section, _ -> new LinkedHashMap<>())
                            .computeIfAbsent(name, _ -> IniSection.begin(section, place)));
        }
    }

    private void open(ConfigLocation header, IniSection section) {
        current = Optional.of(section);
        if (!section.place().equals(header)) {
            problems.warning(
                    header,
                    "this section already begins in line " + section.place().line() + "; both apply, join them");
        }
    }

    private void unknownSection(IniLine.Header header) {
        problems.warning(
                header.place()
                        .withKey(UnknownName.printableName(header.section()).orElse("")),
                "unknown section, it has no effect; "
                        + UnknownName.didYouMean(table, Dialect.INI, header.section())
                                .orElse(UnknownName.LOOK_UP));
    }

    private void entry(IniLine.Entry entry) {
        Optional<ConfigKey> key = current.flatMap(section -> table.key(Dialect.INI, section.section(), entry.key()));
        isUncertain &= key.isEmpty();
        entry.error().ifPresent(error -> notIni(error, current.map(section -> path(section, key))));
        if (!anySection) {
            beforeAnySection(entry);
        } else if (current.isPresent() && key.isPresent()) {
            known(current.get(), key.get(), entry);
        } else if (current.isPresent() && entry.error().isEmpty()) {
            unknown(current.get(), entry);
        }
    }

    private static String path(IniSection section, Optional<ConfigKey> key) {
        return key.map(known -> section.path(known.ini()))
                .orElseGet(() -> section.place().key());
    }

    /// Reports a key before the first section. It reports only the first such key, because the cause of the
    /// others is the same.
    private void beforeAnySection(IniLine.Entry entry) {
        if (!hasGaps && entry.error().isEmpty()) {
            problems.error(
                    entry.place(),
                    "found a key before the first section, expected a section first; write [Global] above it");
        }
        hasGaps = true;
    }

    private void unknown(IniSection section, IniLine.Entry entry) {
        if (table.others().hasKey(section.section(), entry.key())) {
            table.others()
                    .onForeignKey(
                            section.section(), entry.key(), entry.place().withKey(section.path(entry.key())), problems);
            return;
        }
        isUncertain |= entry.value().isEmpty();
        Optional<String> question = UnknownName.didYouMean(table, Dialect.INI, section.section(), entry.key());
        Optional<String> shown = UnknownName.printableName(entry.key()).filter(_ -> !isUncertain);
        problems.warning(
                entry.place().withKey(shown.map(section::path).orElseGet(() -> section.place()
                        .key())),
                isUncertain && question.isEmpty()
                        ? "found a line that is not a key, it has no effect; if it belongs to the value above, "
                                + "write that value on one line between double quotes"
                        : "unknown key, it has no effect; " + question.orElse(UnknownName.LOOK_UP));
    }

    private void known(IniSection section, ConfigKey key, IniLine.Entry entry) {
        ConfigLocation place =
                entry.value().map(IniValue::place).orElse(entry.place()).withKey(section.path(key.ini()));
        text(key, entry, place).ifPresent(text -> {
            var value = new RawValue(place, List.of(text));
            section.put(key, value)
                    .ifPresent(first -> problems.warning(
                            entry.place().withKey(place.key()),
                            "already set in line " + first.place().line()
                                    + "; the last value applies, remove the others"));
        });
    }

    /// Returns the text of the value. If the line has no usable value, the result is empty and an error is
    /// reported.
    private Optional<String> text(ConfigKey key, IniLine.Entry entry, ConfigLocation place) {
        if (entry.error().isPresent() && !NEEDED.contains(key.form())) {
            return Optional.empty();
        }
        if (entry.value().isPresent()) {
            IniValue value = entry.value().get();
            warnings.warnAbout(key, value, place);
            isUncertain |= value.text().startsWith("-----BEGIN");
            return Optional.of(key.form() == KeyForm.PORT ? decimal(value.text()) : value.text());
        }
        if (key.form() == KeyForm.FLAG) {
            return Optional.of("true");
        }
        problems.error(
                place,
                "found the key without a value, expected " + key.expected() + "; write " + key.ini()
                        + " = <value>, or remove it");
        return Optional.empty();
    }

    /// Removes leading zeros of a number. In INI they do not make a number octal, in YAML they do.
    static String decimal(String text) {
        return text.strip().replaceFirst("^0+(?=\\d)", "");
    }

    private void notIni(IniSyntaxError error, Optional<String> path) {
        isUncertain = true;
        problems.error(error.place().withKey(path.orElse("")), "not INI: " + error.message());
    }
}
