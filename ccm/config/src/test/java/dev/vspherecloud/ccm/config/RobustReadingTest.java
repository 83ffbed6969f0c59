package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.Problem;
import dev.vspherecloud.config.vcenter.CaFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RobustReadingTest {
    private static final String FULL = """
            global: &g
              server: vc
              port: 443
              user: "EXAMPLE\\\\cpi"
              password: 's3cret#1'
              datacenters: [Berlin, "/Sites/Hamburg"]
              ipFamily: [ipv4]
            vcenter:
              north: {<<: *g, server: fd00::1, thumbprint: '0A:1B'}
              south:
                server: vc-south
                secretName: cpi-south
                secretNamespace: infra
            labels:
              zone: z
              region: r
            """;
    private static final String NOISE = ":-[]{}&*!|>'\"%@`#,?\n\t \\<=~\u0000\u0085\ufeff\ud800é0aZ";

    @Test
    void anyDamageEndsInAConfigurationOrInProblems() {
        var random = new Random(3);
        for (int round = 0; round < 5_000; round++) {
            byte[] content = damaged(random);

            ConfigResult result = ConfigReader.read(
                    "c.yaml", content, Map.of(), _ -> new CaFiles.CaFileResult.Usable(List.of()), _ -> false);

            assertThat(result).satisfies(r -> assertThat(r instanceof ConfigResult.Rejected(var all)
                            && all.stream().noneMatch(Problem::isError))
                    .isFalse());
        }
    }

    @Test
    void everyPrefixEndsInAConfigurationOrInProblems() {
        for (int length = 0; length <= FULL.length(); length++) {
            assertThat(Reading.read(FULL.substring(0, length))).isNotNull();
        }
    }

    @Test
    void deepNestingIsAProblem() {
        assertThat(Reading.problems("a: " + "[".repeat(100_000)))
                .singleElement()
                .asString()
                .startsWith("E c.yaml");
        assertThat(Reading.problems("a: " + "{a: ".repeat(100_000)))
                .singleElement()
                .asString()
                .startsWith("E c.yaml");
    }

    @Test
    void anEntityBombIsReadWithoutGrowing() {
        var bomb = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append(
                    "a%d: &a%d [%s]\n".formatted(i, i, "*a%d,".formatted(i - 1).repeat(9)));
        }

        assertThat(Reading.problems(bomb + "global: {datacenters: *a29}\n")).isNotEmpty();
    }

    @Test
    void aMappingThatMergesItselfIsReadOrRefused() {
        assertThat(Reading.read("global: &g {<<: *g, server: vc}")).isNotNull();
        assertThat(Reading.read("vcenter: &v {a: *v}")).isNotNull();
        assertThat(Reading.read("a: &a [*a]\nglobal: {datacenters: *a}")).isNotNull();
    }

    private static byte[] damaged(Random random) {
        var text = new StringBuilder(FULL);
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + random.nextInt(8));
            switch (random.nextInt(3)) {
                case 0 -> text.insert(at, NOISE.charAt(random.nextInt(NOISE.length())));
                case 1 -> text.delete(at, end);
                default -> text.insert(random.nextInt(text.length()), text.substring(at, end));
            }
        }
        byte[] content = text.toString().getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(10) == 0 && content.length > 0) {
            content[random.nextInt(content.length)] = (byte) random.nextInt(256);
        }
        return content;
    }
}
