package dev.vspherecloud.testkit.promql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.testkit.exposition.Exposition;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final Timeline timeline = new Timeline();

    ExpressionTest() {
        scrape(-120, 10, 4);
        scrape(-60, 40, 0);
        scrape(0, 70, 2);
    }

    private void scrape(int seconds, int requests, int errors) {
        timeline.add(NOON.plusSeconds(seconds), Map.of("job", "a"), Exposition.parse("""
                # HELP requests_total Requests.
                # TYPE requests_total counter
                requests_total{code="200"} %d
                requests_total{code="500"} %d
                # HELP depth Depth.
                # TYPE depth gauge
                depth{name="x"} 3
                depth{name="y"} 7
                # HELP wait_seconds Waits.
                # TYPE wait_seconds histogram
                wait_seconds_bucket{le="1"} 10
                wait_seconds_bucket{le="5"} 20
                wait_seconds_bucket{le="+Inf"} 20
                wait_seconds_sum 30
                wait_seconds_count 20
                """.formatted(requests, errors)));
    }

    private Map<Map<String, String>, Double> of(String query) {
        return Functions.vector(Expression.parse(query).at(NOON, timeline));
    }

    @Test
    void selectsByLabelsAlsoThoseOfTheTarget() {
        assertThat(of("depth{name=\"x\",job=\"a\"}").values()).containsExactly(3.0);
        assertThat(of("depth{name!~\"x|z\"}").values()).containsExactly(7.0);
        assertThat(of("depth{job=\"b\"}")).isEmpty();
    }

    @Test
    void growthOfACounterGoesOnOverABeginningAnew() {
        assertThat(of("increase(requests_total{code=\"200\"}[5m])").values()).containsExactly(60.0);
        assertThat(of("increase(requests_total{code=\"500\"}[5m])").values()).containsExactly(2.0);
        assertThat(of("rate(requests_total{code=\"200\"}[5m])").values()).containsExactly(0.5);
        assertThat(of("rate(requests_total[30s])")).isEmpty();
    }

    @Test
    void aggregatesByLabels() {
        assertThat(of("sum(depth)")).containsOnly(Map.entry(Map.of(), 10.0));
        assertThat(of("max by (job) (depth)")).containsOnly(Map.entry(Map.of("job", "a"), 7.0));
        assertThat(of("count by (job) (depth)").values()).containsExactly(2.0);
    }

    @Test
    void aComparisonKeepsWhatItIsTrueOf() {
        assertThat(of("depth > 5").values()).containsExactly(7.0);
        assertThat(of("depth > 5 and depth < 6")).isEmpty();
        assertThat(of("depth unless depth > 5").values()).containsExactly(3.0);
    }

    @Test
    void divisionBindsTighterThanComparison() {
        assertThat(of("sum(depth) / sum(depth) * 3 + 1 == 4").values()).containsExactly(4.0);
    }

    @Test
    void aQuantileIsALineThroughItsBucket() {
        assertThat(of("histogram_quantile(0.75, wait_seconds_bucket)").values()).containsExactly(3.0);
    }

    @Test
    void whatWasNotScrapedForFiveMinutesIsAbsent() {
        Expression absent = Expression.parse("absent(depth{name=\"x\"})");

        assertThat(Functions.vector(absent.at(NOON, timeline))).isEmpty();
        assertThat(Functions.vector(absent.at(NOON.plusSeconds(301), timeline)))
                .containsOnly(Map.entry(Map.of("name", "x"), 1.0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"depth >", "depth{name=}", "sum by depth", "topk(3, depth)", "depth }", "depth ? 1"})
    void whatIsNotOfThePartThatIsKnownIsRefused(String query) {
        assertThatThrownBy(() -> Expression.parse(query)).isInstanceOf(IllegalArgumentException.class);
    }
}
