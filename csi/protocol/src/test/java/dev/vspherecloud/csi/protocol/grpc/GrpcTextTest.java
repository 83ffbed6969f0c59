package dev.vspherecloud.csi.protocol.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.protocol.http2.HeaderField;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The texts of a call's header fields: times and statuses.
class GrpcTextTest {
    @ParameterizedTest
    @CsvSource({"2H,PT2H", "3M,PT3M", "300S,PT300S", "15000m,PT15S", "7u,PT0.000007S", "99999999n,PT0.099999999S"})
    void timesAreRead(String text, Duration expected) {
        assertThat(GrpcTimeout.parse(text)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "S", "10", "-1S", "123456789S", "1s", "1.5S", " 1S"})
    void otherTimesAreRefused(String text) {
        assertThat(GrpcTimeout.parse(text)).isEqualTo(Optional.empty());
    }

    @Test
    void messagesAreEncoded() {
        var status = new GrpcStatus(GrpcCode.NOT_FOUND, "100 % of \"a\"\nKöln");

        assertThat(status.fields())
                .containsExactly(
                        new HeaderField("grpc-status", "5"),
                        new HeaderField("grpc-message", "100 %25 of \"a\"%0AK%C3%B6ln"));
    }

    @Test
    void longMessagesAreCutBetweenCharacters() {
        String encoded = GrpcStatus.encoded("x" + "ö".repeat(5000));

        assertThat(encoded).startsWith("x%C3%B6").endsWith("%C3%B6").hasSizeLessThan(10_000);
    }

    @Test
    void aCallHasNoTimeLeftAfterItsDeadline() {
        var now = new AtomicLong(Long.MAX_VALUE - 5);
        var call = new GrpcCall("/a/B", Duration.ofSeconds(3), now::get);

        assertThat(call.remaining()).isEqualTo(Duration.ofSeconds(3));
        now.addAndGet(1_000_000_000);
        assertThat(call.remaining()).isEqualTo(Duration.ofSeconds(2));
        now.addAndGet(5_000_000_000L);
        assertThat(call.remaining()).isZero();
    }
}
