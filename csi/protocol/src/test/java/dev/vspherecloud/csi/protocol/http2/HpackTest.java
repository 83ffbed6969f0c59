package dev.vspherecloud.csi.protocol.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Decodes the examples of RFC 7541, appendix C, and hostile blocks.
class HpackTest {
    private static final int MAX_LIST = 1000;

    private final HpackDecoder decoder = new HpackDecoder(MAX_LIST);

    @Test
    void theRequestsOfTheRfcAreDecoded() throws Http2Exception {
        assertThat(decode("828684410f7777772e6578616d706c652e636f6d"))
                .containsExactly(
                        new HeaderField(":method", "GET"),
                        new HeaderField(":scheme", "http"),
                        new HeaderField(":path", "/"),
                        new HeaderField(":authority", "www.example.com"));
        assertThat(decode("828684be58086e6f2d6361636865"))
                .contains(
                        new HeaderField(":authority", "www.example.com"), new HeaderField("cache-control", "no-cache"));
        assertThat(decode("828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565"))
                .containsExactly(
                        new HeaderField(":method", "GET"),
                        new HeaderField(":scheme", "https"),
                        new HeaderField(":path", "/index.html"),
                        new HeaderField(":authority", "www.example.com"),
                        new HeaderField("custom-key", "custom-value"));
    }

    @Test
    void theHuffmanRequestsOfTheRfcAreDecoded() throws Http2Exception {
        assertThat(decode("828684418cf1e3c2e5f23a6ba0ab90f4ff"))
                .contains(new HeaderField(":authority", "www.example.com"));
        assertThat(decode("828684be5886a8eb10649cbf")).contains(new HeaderField("cache-control", "no-cache"));
        assertThat(decode("828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf"))
                .contains(new HeaderField("custom-key", "custom-value"));
    }

    @Test
    void theNumbersOfTheFixedFieldsAreThoseOfTheRfc() throws Http2Exception {
        assertThat(decode("90" + "9f" + "bd"))
                .containsExactly(
                        new HeaderField("accept-encoding", "gzip, deflate"),
                        new HeaderField("content-type", ""),
                        new HeaderField("www-authenticate", ""));
    }

    /// A field of 4,096 bytes leaves no room for others, and a larger one empties the table.
    @Test
    void theOldestFieldsLeaveTheTable() throws Http2Exception {
        var table = new HeaderTable();
        table.add(new HeaderField("a", "1"));
        table.add(new HeaderField("b", "2"));
        assertThat(table.get(63)).isEqualTo(new HeaderField("a", "1"));

        table.add(new HeaderField("c", "x".repeat(HeaderTable.MAX_SIZE - 33)));
        assertThat(table.get(62).name()).isEqualTo("c");
        assertThatThrownBy(() -> table.get(63)).hasMessageContaining("expected 1 to 62");

        table.add(new HeaderField("d", "x".repeat(HeaderTable.MAX_SIZE)));
        assertThatThrownBy(() -> table.get(62)).isInstanceOf(Http2Exception.class);
    }

    @Test
    void theTableShrinksIfTheClientSaysSo() throws Http2Exception {
        decode("4001610131");
        assertThat(decode("be")).containsExactly(new HeaderField("a", "1"));

        assertThatThrownBy(() -> decode("20be")).hasMessageContaining("the number 62");
    }

    @Test
    void fieldsBeyondTheLimitAreDroppedButRemembered() throws Http2Exception {
        var large = new HeaderField("a", "v".repeat(MAX_LIST));
        byte[] block = HpackEncoder.encode(List.of(large));
        block[0] = 0x40; // to be remembered

        HpackDecoder.HeaderBlock decoded = decoder.decode(ByteBuffer.wrap(block));

        assertThat(decoded.isTooLarge()).isTrue();
        assertThat(decoded.fields()).isEmpty();
        assertThat(decoder.decode(ByteBuffer.wrap(HexFormat.of().parseHex("be")))
                        .isTooLarge())
                .isTrue();
    }

    /// The number 0; one beyond the table; numbers and strings that end early; a number that is too long; a
    /// table that is too large; a size after a field; wrong padding; the mark of the end.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "be",
                "ff",
                "7fffffffff7f",
                "40",
                "4003",
                "40036162",
                "3fe21f",
                "8220",
                "00810000",
                "0084ffffffff00",
                "0081ff00"
            })
    void brokenBlocksAreRefused(String hex) {
        assertThatThrownBy(() -> decode(hex)).isInstanceOfSatisfying(Http2Exception.class, e -> assertThat(e.code())
                .isEqualTo(Http2ErrorCode.COMPRESSION_ERROR));
    }

    @Test
    void randomBlocksNeverFailOtherwise() {
        var random = new Random(20);
        for (int i = 0; i < 20_000; i++) {
            byte[] block = new byte[random.nextInt(40)];
            random.nextBytes(block);
            try {
                assertThat(new HpackDecoder(MAX_LIST)
                                .decode(ByteBuffer.wrap(block))
                                .fields())
                        .isNotNull();
            } catch (Http2Exception e) {
                assertThat(e.code()).isEqualTo(Http2ErrorCode.COMPRESSION_ERROR);
            }
        }
    }

    @Test
    void encodedFieldsAreDecodedAgain() throws Http2Exception {
        var fields = List.of(new HeaderField(":status", "200"), new HeaderField("grpc-message", "x".repeat(500)));

        assertThat(decoder.decode(ByteBuffer.wrap(HpackEncoder.encode(fields))).fields())
                .isEqualTo(fields);
    }

    private List<HeaderField> decode(String hex) throws Http2Exception {
        return decoder.decode(ByteBuffer.wrap(HexFormat.of().parseHex(hex))).fields();
    }
}
