package dev.vspherecloud.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Reads lists from an API server that fails if a page has more bytes than its client accepts.
class PagedListTest {
    private static final ObjectReader<String> NAMES =
            new ObjectReader<>(JsonFields.of("metadata.name"), object -> object.text("metadata", "name"));
    private static final Pattern QUERY = Pattern.compile("/things\\?limit=(\\d+)(?:&continue=(\\d+))?");
    private static final int MAX_BODY = 10 << 20;

    private final List<Integer> limits = new ArrayList<>();

    @Test
    void aPageThatIsTooLargeIsHalved() {
        assertThat(read(400, 245_000, 0)).hasSize(400);
        assertThat(limits).startsWith(250, 125, 62, 31).doesNotContain(15);
    }

    @Test
    void pagesGrowAgainAfterALargeObject() {
        assertThat(read(1_000, 1_000, MAX_BODY - 1_500)).hasSize(1_000);
        assertThat(limits).contains(1).endsWith(250);
    }

    @Test
    void aListWithAnObjectThatIsTooLargeFails() {
        assertThatThrownBy(() -> read(10, 1_000, 11 << 20))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TOO_LARGE));
        assertThat(limits).endsWith(1);
    }

    @Test
    void anotherFailureIsNotRepeated() {
        var pages = new PagedList(
                _ -> {
                    limits.add(0);
                    throw new KubeException(Kind.TIMEOUT, "scripted");
                },
                "/things",
                "");

        assertThatThrownBy(pages::answer).hasMessage("scripted");
        assertThat(limits).hasSize(1);
    }

    private List<String> read(int count, int size, int sizeOfFirst) {
        var names = new ArrayList<String>();
        new PagedList(call -> answer(call, count, size, sizeOfFirst), "/things", "").forEach(NAMES, names::add);
        return names;
    }

    private ApiAnswer answer(ApiCall call, int count, int size, int sizeOfFirst) {
        Matcher query = QUERY.matcher(call.path());
        assertThat(query.matches()).isTrue();
        int limit = Integer.parseInt(query.group(1));
        limits.add(limit);
        int start = query.group(2) == null ? 0 : Integer.parseInt(query.group(2));
        int end = Math.min(count, start + limit);
        long bytes = (long) (end - start) * size + (start == 0 ? sizeOfFirst : 0);
        if (bytes > MAX_BODY) {
            throw new KubeException(Kind.TOO_LARGE, "scripted");
        }
        // The padding stands for the fields of the objects, which the parser skips.
        return ScriptedApi.answer(
                200,
                IntStream.range(start, end)
                        .mapToObj("{\"metadata\":{\"name\":\"t-%d\"}}"::formatted)
                        .collect(Collectors.joining(
                                ",",
                                "{\"metadata\":{\"resourceVersion\":\"9\",\"continue\":\"%s\"},\"pad\":\"%s\",\"items\":["
                                        .formatted(end < count ? Integer.toString(end) : "", "x".repeat((int) bytes)),
                                "]}")));
    }
}
