package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.Section;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests every key and every section name with every single typing error: a letter dropped, doubled, swapped
/// with the next, in the other case, or replaced by its neighbour in the alphabet.
class MisspeltKeyTest {
    private static final KeyTable TABLE = CloudConfigTable.TABLE;
    private static final Map<Dialect, String> VALID = Map.of(
            Dialect.YAML, "vcenter: {a: {server: vc, user: u, password: p}}\n",
            Dialect.INI, "[VirtualCenter \"vc\"]\nuser = u\npassword = p\n");

    @ParameterizedTest
    @EnumSource
    void everySlipInAKeyIsNamedWithItsLineAndTheRightKeyFirst(Dialect dialect) {
        var unlike = new ArrayList<String>();
        int slips = 0;
        for (Section section : TABLE.sections()) {
            List<String> known = TABLE.in(section).stream().map(dialect::name).toList();
            for (ConfigKey key : TABLE.in(section)) {
                for (String typed : slips(dialect.name(key))) {
                    if (known.stream().noneMatch(name -> dialect.isSame(name, typed))) {
                        slips++;
                        expect(dialect, inSection(dialect, section, typed), dialect.name(key), unlike);
                    }
                }
            }
        }

        assertThat(unlike).isEmpty();
        assertThat(slips).isGreaterThan(1_500);
    }

    @ParameterizedTest
    @EnumSource
    void everySlipInASectionIsNamedWithItsLineAndTheRightSectionFirst(Dialect dialect) {
        var unlike = new ArrayList<String>();
        for (Section section : TABLE.sections()) {
            for (String typed : slips(dialect.name(section))) {
                if (TABLE.sectionNames(dialect).stream().noneMatch(name -> dialect.isSame(name, typed))) {
                    String text = dialect == Dialect.YAML ? typed + ": {}" : "[" + typed + "]";
                    expect(dialect, VALID.get(dialect) + text, dialect.name(section), unlike);
                }
            }
        }

        assertThat(unlike).isEmpty();
    }

    @Test
    void twoKeysThatAreEquallyNearAreBothNamed() {
        assertThat(Reading.problems("nodes: {enternalVmNetworkName: x}\n" + VALID.get(Dialect.YAML)))
                .containsExactly(
                        "W c.yaml:1:9: nodes.enternalVmNetworkName: unknown key, it has no effect; did you mean"
                                + " \"externalVmNetworkName\" or \"internalVmNetworkName\"?");
    }

    /// Asserts that the only problem is in the last line.
    private static void expect(Dialect dialect, String text, String meant, List<String> unlike) {
        String place = "c.%s:%d:".formatted(dialect.text(), text.lines().count());
        List<String> problems = Reading.problems(text);
        boolean isNamed = problems.size() == 1
                && problems.getFirst().startsWith("W " + place)
                && problems.getFirst().contains("did you mean \"" + meant + "\"");
        if (!isNamed) {
            unlike.add(meant + ": " + problems);
        }
    }

    private static String inSection(Dialect dialect, Section section, String key) {
        return switch (dialect) {
            case YAML ->
                section.equals(Section.VCENTER)
                        ? "vcenter:\n  a:\n    server: vc\n    user: u\n    password: p\n    " + key + ": x"
                        : VALID.get(dialect) + dialect.name(section) + ":\n  " + key + ": x";
            case INI ->
                section.equals(Section.VCENTER)
                        ? VALID.get(dialect) + key + " = x"
                        : VALID.get(dialect) + "[" + dialect.name(section) + "]\n" + key + " = x";
        };
    }

    private static Set<String> slips(String word) {
        var slips = new LinkedHashSet<String>();
        for (int i = 0; i < word.length(); i++) {
            String before = word.substring(0, i);
            String letter = word.substring(i, i + 1);
            String after = word.substring(i + 1);
            slips.add(before + after);
            slips.add(before + letter + letter + after);
            slips.add(before + otherCase(letter) + after);
            slips.add(before + neighbour(letter) + after);
            if (!after.isEmpty()) {
                slips.add(before + after.charAt(0) + letter + after.substring(1));
            }
        }
        slips.remove(word);
        return slips;
    }

    private static String otherCase(String letter) {
        String upper = letter.toUpperCase(Locale.ROOT);
        return upper.equals(letter) ? letter.toLowerCase(Locale.ROOT) : upper;
    }

    private static String neighbour(String letter) {
        return switch (letter) {
            case "-" -> "e";
            case "z", "Z" -> "y";
            default -> String.valueOf((char) (letter.charAt(0) + 1));
        };
    }
}
