package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.StaticAddresses;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CloudInitTest {
    private static final String NETPLAN = """
            version: 2
            ethernets:
              id0:
                match: {macaddress: "00:50:56:aa:00:01"}
                addresses: [10.1.0.6/16, "fd00::6/64"]
              id1:
                dhcp4: true
              id2:
                addresses:
                  - 172.20.0.9/24
            """;
    private static final List<InetAddress> ADDRESSES = ips("10.1.0.6", "fd00::6", "172.20.0.9");

    @Test
    void readsAnInlineNetworkInItsOrder() {
        String metadata = "instance-id: w-1\nnetwork:\n" + NETPLAN.indent(2);

        assertThat(read(metadata)).isEqualTo(new StaticAddresses.Listed(ADDRESSES));
    }

    @ParameterizedTest
    @CsvSource({"base64, false", "b64, false", "gzip+base64, true", "gz+b64, true"})
    void readsAPackedNetwork(String encoding, boolean isZipped) {
        byte[] plain = NETPLAN.getBytes(StandardCharsets.UTF_8);
        String packed = base64(isZipped ? gzip(plain) : plain);

        assertThat(read("network: %s\nnetwork.encoding: %s\n".formatted(packed, encoding)))
                .isEqualTo(new StaticAddresses.Listed(ADDRESSES));
    }

    @Test
    void readsANetworkThatIsAYamlString() {
        assertThat(read("network: |\n" + NETPLAN.indent(2))).isEqualTo(new StaticAddresses.Listed(ADDRESSES));
    }

    @Test
    void readsBase64InLines() {
        String packed = Base64.getMimeEncoder()
                .encodeToString(("network:\n" + NETPLAN.indent(2)).getBytes(StandardCharsets.UTF_8));

        assertThat(packed).contains("\r\n");
        assertThat(CloudInit.parseAddresses(packed, "base64")).isEqualTo(new StaticAddresses.Listed(ADDRESSES));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "b64", "BASE64", "gzip+base64", "base64 "})
    void metadataInAnotherEncodingIsIgnored(String encoding) {
        assertThat(CloudInit.parseAddresses(base64("network: [".getBytes(StandardCharsets.UTF_8)), encoding))
                .isEqualTo(new StaticAddresses.None());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# nothing",
                "just words",
                "[a, list]",
                "network:",
                "network: {}",
                "network: {ethernets: [10.0.0.5/24]}",
                "network: {ethernets: {id0: {dhcp4: true}}}",
                "network: {ethernets: {id0: {addresses: 10.0.0.5/24}}}",
                "network: {ethernets: {id0: {addresses: [{to: 10.0.0.5/24}, worker.example, 10.1, '']}}}",
                "network: {ethernets: &e {id0: *e}}",
                "Network: {ethernets: {id0: {addresses: [10.0.0.5/24]}}}"
            })
    void metadataThatListsNoAddressesIsNone(String yaml) {
        assertThat(read(yaml)).isEqualTo(new StaticAddresses.None());
    }

    @Test
    void anAddressCountsOnceAndWithoutItsPrefix() {
        assertThat(read("network: {ethernets: {a: {addresses: [10.0.0.5/24, 10.0.0.5]}, b: {addresses: [10.0.0.6]}}}"))
                .isEqualTo(new StaticAddresses.Listed(ips("10.0.0.5", "10.0.0.6")));
    }

    /// YAML 1.1 parses such words as numbers in base 60.
    @Test
    void anAddressOfNumbersStaysAnAddress() {
        assertThat(read("network: {ethernets: {a: {addresses: [2001:10:20:30:40:50:10:20]}}}"))
                .isEqualTo(new StaticAddresses.Listed(ips("2001:10:20:30:40:50:10:20")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3cret: [",
                "s3cret: *unknown",
                "\ts3cret",
                "network: s3cret\nnetwork.encoding: base64",
                "network: czNjcmV0\nnetwork.encoding: gz+b64",
                "network: 'a: [s3cret'",
                "s3cret: \u0007"
            })
    void theErrorForUnreadableMetadataDoesNotQuoteIt(String yaml) {
        assertThat(read(yaml))
                .isInstanceOfSatisfying(StaticAddresses.Unreadable.class, unreadable -> assertThat(unreadable.why())
                        .startsWith("guestinfo.metadata: it")
                        .doesNotContain("s3cret"));
    }

    @Test
    void invalidBase64IsUnreadable() {
        assertThat(CloudInit.parseAddresses("network: {}", "base64"))
                .isEqualTo(new StaticAddresses.Unreadable("guestinfo.metadata: it is not base64"));
    }

    @Test
    void bombsAreNotUnpacked() {
        String zeros = base64(gzip(new byte[50 << 20]));
        String deep = "network: " + "[".repeat(100_000);
        String aliases = "a: &a [x]\n" + "b: [" + "*a, ".repeat(1_000) + "*a]\n";

        assertThat(read("network: %s\nnetwork.encoding: gz+b64\n".formatted(zeros)))
                .isEqualTo(new StaticAddresses.Unreadable("guestinfo.metadata: it is larger than 256 KiB"));
        assertThat(read(deep)).isInstanceOf(StaticAddresses.Unreadable.class);
        assertThat(read(aliases)).isInstanceOf(StaticAddresses.Unreadable.class);
        assertThat(read("a: " + "x".repeat(300 * 1024)))
                .isEqualTo(new StaticAddresses.Unreadable("guestinfo.metadata: it is larger than 256 KiB"));
    }

    @Test
    void randomTextDoesNotThrow() {
        var random = new Random(5);
        var letters = "{}[]:,-&*!|>'\"%@`#\n\t \\abc01./".toCharArray();
        for (int i = 0; i < 20_000; i++) {
            var text = new StringBuilder("network: ");
            random.ints(random.nextInt(60), 0, letters.length).forEach(letter -> text.append(letters[letter]));

            assertThat(read(text.toString())).isNotNull();
        }
    }

    private static StaticAddresses read(String yaml) {
        return CloudInit.parseAddresses(base64(yaml.getBytes(StandardCharsets.UTF_8)), "base64");
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] gzip(byte[] plain) {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    private static List<InetAddress> ips(String... texts) {
        return List.of(texts).stream().map(InetAddress::ofLiteral).toList();
    }
}
