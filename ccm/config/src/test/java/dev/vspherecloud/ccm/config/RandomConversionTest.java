package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RandomConversionTest {
    private static final String NOISE = ":-[]{}&*!|>'\"%@`#,?\n\t \\<=~;";

    @Test
    void aThousandMeanTheSameInTheOtherDialectAndBack() {
        for (int seed = 0; seed < 1_000; seed++) {
            var config = new RandomConfig(seed);
            String text = seed % 2 == 0 ? config.yaml() : config.ini();

            String converted = RoundTrip.text(RoundTrip.check(text));

            assertThat(comments(converted)).as(converted).containsExactlyInAnyOrderElementsOf(config.comments());
        }
    }

    private static List<String> comments(String text) {
        return text.lines()
                .filter(line -> line.contains("# remark "))
                .map(line -> line.substring(line.indexOf("# remark ") + 1))
                .toList();
    }

    @Test
    void whateverIsDamagedIsConvertedOrRefused() {
        var random = new Random(5);
        for (int seed = 0; seed < 300; seed++) {
            var config = new RandomConfig(seed);
            byte[] content = damaged(seed % 2 == 0 ? config.yaml() : config.ini(), random);

            for (Dialect to : Dialect.values()) {
                assertThat(ConfigConverter.convert("c.conf", content, to)).isNotNull();
            }
        }
    }

    private static byte[] damaged(String text, Random random) {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        int from = random.nextInt(content.length);
        int to = Math.min(content.length, from + random.nextInt(20));
        byte[] cut = Arrays.copyOf(content, content.length - (to - from));
        System.arraycopy(content, to, cut, from, content.length - to);
        cut[random.nextInt(cut.length)] = (byte) NOISE.charAt(random.nextInt(NOISE.length()));
        return cut;
    }
}
