package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.config.EffectiveConfig.Setting;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.config.vcenter.CaFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// An element of a list that contains a comma stays one element in both dialects, in the conversion, and in the
/// output of `config check`.
class ListElementTest {
    private static final String YAML = """
            vcenter:
              lab:
                server: vc
                user: u
                password: p
                datacenters: ['"EU - Region, State"', DC1]
            """;
    private static final String INI = """
            [VirtualCenter "lab"]
            server = "vc"
            user = "u"
            password = "p"
            datacenters = "\\"EU - Region, State\\",DC1"
            """;

    @Test
    void anElementBetweenDoubleQuotesMayContainAComma() {
        assertThat(Reading.clean(YAML).vcenters().getFirst().datacenters())
                .containsExactly("EU - Region, State", "DC1");
        assertThat(Reading.clean(INI).vcenters().getFirst().datacenters()).containsExactly("EU - Region, State", "DC1");
    }

    @Test
    void theConversionKeepsTheElement() {
        assertThat(converted(YAML, Dialect.INI)).isEqualTo(INI);
        assertThat(converted(INI, Dialect.YAML)).isEqualTo(YAML);
    }

    @Test
    void anElementWithACommaLooksOtherThanTwoElements() {
        assertThat(shownDatacenters(YAML)).isEqualTo("\"EU - Region, State\" (name), DC1 (name)");
        assertThat(shownDatacenters(YAML.replace("'\"EU - Region, State\"'", "EU - Region, State")))
                .isEqualTo("EU - Region (name), State (name), DC1 (name)");
    }

    @Test
    void quotesWithoutACommaOrWithoutAnEndAreAPartOfTheName() {
        assertThat(Reading.onlyVcenter(YAML.replace("EU - Region, State", "EU")).datacenters())
                .containsExactly("\"EU\"", "DC1");
        assertThat(Reading.onlyVcenter(YAML.replace("State\"", "State")).datacenters())
                .containsExactly("\"EU - Region", "State", "DC1");
    }

    private static String converted(String text, Dialect to) {
        return ConfigConverter.convert("c", text.getBytes(StandardCharsets.UTF_8), to)
                        instanceof Conversion.Converted(String result, List<Problem> _)
                ? result
                : "";
    }

    private static String shownDatacenters(String text) {
        ConfigReport report = ConfigReader.report(
                "c",
                text.getBytes(StandardCharsets.UTF_8),
                Map.of(),
                _ -> new CaFiles.CaFileResult.Usable(List.of()),
                _ -> false);
        return report.effective().orElseThrow().vcenters().getFirst().settings().stream()
                .filter(setting -> setting.key().equals("datacenters"))
                .map(Setting::text)
                .findFirst()
                .orElseThrow();
    }
}
