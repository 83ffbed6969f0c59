package dev.vspherecloud.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.serving.RequestReader.Result;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestReaderTest {
    private static final ServerLimits LIMITS =
            new ServerLimits(ServerLimits.Times.DEFAULTS, 1, 200, 10, 20, 1, 50, 100);

    private static Result read(String text) throws IOException {
        var in = new ByteArrayInputStream(text.replace("|", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        return new RequestReader(in, LIMITS).read(in.read());
    }

    @Test
    void readsACompleteRequest() throws IOException {
        Result result = read(
                "PUT /debug/flags/v?a=1&a=2&b&c=%2F+x HTTP/1.1|Host: x|X-Two: a, b|x-two: c|Content-Length: 2||42");

        assertThat(result)
                .isEqualTo(new Result.Complete(new Request(
                        "PUT",
                        "/debug/flags/v",
                        Map.of("a", List.of("1", "2"), "b", List.of(""), "c", List.of("/ x")),
                        Map.of("host", List.of("x"), "x-two", List.of("a, b", "c"), "content-length", List.of("2")),
                        "42",
                        true)));
        assertThat(((Result.Complete) result).request().listed("x-two")).containsExactly("a", "b", "c");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    GET /a+b%20c HTTP/1.1|Host: x||                    ; /a+b c ; true
                    GET / HTTP/1.1|Host: x|Connection: Close||         ; /      ; false
                    GET / HTTP/1.0||                                   ; /      ; false
                    |GET / HTTP/1.1|Host: x||                          ; /      ; true
                    GET https://x:1/y HTTP/1.1|Host: x||               ; /y     ; true
                    GET http://x:1/y HTTP/1.1|Host: x||                ; /y     ; true
                    """)
    void readsPathAndKeepAlive(String text, String path, boolean keepAlive) throws IOException {
        Request request = ((Result.Complete) read(text)).request();

        assertThat(request.path()).isEqualTo(path);
        assertThat(request.keepAlive()).isEqualTo(keepAlive);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    GET / HTTP/2.0|Host: x||                                       ; 400
                    GET /  HTTP/1.1|Host: x||                                      ; 400
                    GET x HTTP/1.1|Host: x||                                       ; 400
                    GET http://x HTTP/1.1|Host: x||                                ; 400
                    GET ftp://x/y HTTP/1.1|Host: x||                               ; 400
                    GET /%zz HTTP/1.1|Host: x||                                    ; 400
                    GET / HTTP/1.1||                                               ; 400
                    GET / HTTP/1.1|Host: x|Host: y||                               ; 400
                    GET / HTTP/1.1|Host: x| folded||                               ; 400
                    GET / HTTP/1.1|Host: x|A b: c||                                ; 400
                    GET / HTTP/1.1|Host: x|Content-Length: -1||                    ; 400
                    GET / HTTP/1.1|Host: x|Content-Length: 1|Content-Length: 1||a  ; 400
                    GET / HTTP/1.1|Host: x|Content-Length: 9||short                ; 400
                    GET / HTTP/1.1|Host: x|Content-Length: 21||                    ; 413
                    GET / HTTP/1.1|Host: x|Transfer-Encoding: chunked||0||         ; 411
                    GET / HTTP/1.1|Host: x|Content-Length: 1|Expect: 100-continue|| ; 417
                    """)
    void anInvalidRequestIsRefused(String text, int status) throws IOException {
        assertThat(((Result.Refused) read(text)).response().status()).isEqualTo(status);
    }

    @Test
    void aHeadBeyondTheLimitIsRefusedBeforeItIsRead() throws IOException {
        Result result = read("GET / HTTP/1.1|Host: x|X: " + "y".repeat(200));

        assertThat(((Result.Refused) result).response().status()).isEqualTo(431);
    }

    @Test
    void aHeadWithTooManyLinesIsRefusedBeforeItsEnd() throws IOException {
        Result result = read("GET / HTTP/1.1|Host: x|" + "a:|".repeat(20));

        assertThat(((Result.Refused) result).response().status()).isEqualTo(431);
    }

    /// What a client sends after such a line is not read, and so not kept.
    @ParameterizedTest
    @ValueSource(strings = {"a|", "GET / HTTP/1.1|a|", "GET / HTTP/1.1|Host: x|a|"})
    void aMalformedLineIsRefusedAsSoonAsItHasArrived(String begin) throws IOException {
        String rest = "b|".repeat(50);
        var in = new ByteArrayInputStream((begin + rest).replace("|", "\r\n").getBytes(StandardCharsets.ISO_8859_1));

        Result result = new RequestReader(in, LIMITS).read(in.read());

        assertThat(((Result.Refused) result).response().status()).isEqualTo(400);
        assertThat(in.available()).isEqualTo(3 * 50);
    }

    @Test
    void anIncompleteRequestIsClosed() throws IOException {
        assertThat(read("")).isEqualTo(new Result.Closed());
        assertThat(read("GET / HTTP/1.1|Host: x|")).isEqualTo(new Result.Closed());
    }
}
