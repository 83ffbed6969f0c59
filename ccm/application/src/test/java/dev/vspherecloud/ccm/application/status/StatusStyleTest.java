package dev.vspherecloud.ccm.application.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Computes the contrast of the colours, by the formula of the Web Content Accessibility Guidelines 2.2.
class StatusStyleTest {
    private static final Pattern COLOUR = Pattern.compile("--(\\w+):\\s*#([0-9a-f]{6})");
    private static final Pattern SCHEME = Pattern.compile(":root\\{([^}]*)}");

    @Test
    void textHasEnoughContrastInBothSchemes() {
        List<Map<String, Integer>> schemes = SCHEME.matcher(StatusStyle.CSS)
                .results()
                .map(match -> colours(match.group(1)))
                .toList();

        assertThat(schemes).hasSize(2);
        for (Map<String, Integer> scheme : schemes) {
            for (String background : List.of("bg", "panel")) {
                for (String text : List.of("text", "dim", "link")) {
                    hasContrast(scheme, text, background);
                }
            }
            List.of("good", "bad", "warn").forEach(badge -> hasContrast(scheme, badge, badge + "bg"));
        }
    }

    @Test
    void theStyleSheetAsksForNothingElse() {
        assertThat(StatusStyle.CSS).doesNotContain("url(", "@import", "http", "</");
        assertThat(StatusHandler.HEADERS.get("Content-Security-Policy"))
                .startsWith("default-src 'none'; style-src 'sha256-")
                .doesNotContain("unsafe");
    }

    private static Map<String, Integer> colours(String rule) {
        var colours = new HashMap<String, Integer>();
        COLOUR.matcher(rule).results().forEach(each -> colours.put(each.group(1), Integer.parseInt(each.group(2), 16)));
        return colours;
    }

    private static void hasContrast(Map<String, Integer> scheme, String text, String background) {
        double one = luminance(scheme.getOrDefault(text, 0));
        double other = luminance(scheme.getOrDefault(background, 0));

        assertThat((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05))
                .as("%s on %s in %s", text, background, scheme)
                .isGreaterThanOrEqualTo(4.5);
    }

    private static double luminance(int colour) {
        double[] weights = {0.0722, 0.7152, 0.2126};
        return IntStream.range(0, 3)
                .mapToDouble(i -> weights[i] * linear(((colour >> (8 * i)) & 0xff) / 255.0))
                .sum();
    }

    private static double linear(double value) {
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}
