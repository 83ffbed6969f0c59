package dev.vspherecloud.csi.protocol.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestRulesTest {
    private static final List<HeaderField> VALID = List.of(
            new HeaderField(":method", "POST"),
            new HeaderField(":scheme", "http"),
            new HeaderField(":path", "/a"),
            new HeaderField(":authority", "localhost"),
            new HeaderField("te", "trailers"));

    @Test
    void aRequestOfGrpcIsValid() {
        assertThat(RequestRules.problem(VALID)).isEmpty();
    }

    @Test
    void aPathIsRequired() {
        assertThat(RequestRules.problem(VALID.subList(0, 2))).get().asString().contains("path is missing");
    }

    @ParameterizedTest
    @CsvSource({"Upper,x", "connection,close", "te,gzip", ":path,/late", ":other,x", "a b,x", "'',x", "a,'x\ny'"})
    void aFieldIsRefused(String name, String value) {
        var headers = new ArrayList<>(VALID);
        headers.add(new HeaderField(name, value));

        assertThat(RequestRules.problem(headers)).isPresent();
    }
}
