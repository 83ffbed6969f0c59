package dev.vspherecloud.config.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.conformance.Conforms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DialectRuleTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[Global]",
                "  [VirtualCenter \"vc\"]",
                "# old\n; style\n\n[Global]\nuser = x",
                "; only remarks",
                // A header that is broken, but clearly intended.
                "[Global",
                "[Global # remark",
                "[VirtualCenter vc]",
                "[VirtualCenter \"a,b]",
                "[VirtualCenter \"a, b\"]",
                "[Virtual_Center \"x\"]",
                "[]",
                "[Global] user = x",
                "Global]\nuser = x",
                "VirtualCenter \"x\"\nserver = y",
                // No header at all.
                "user = cpi",
                "user=\"a: b\"",
                "thumbprint = 0A:1B: 2C",
                "server = https://vc: 443",
                "insecure-flag\nport = 443",
                "[Global]\nserver: x\nvcenter:\n  a: b"
            })
    @Conforms("VC04")
    void isIni(String text) {
        assertThat(DialectRule.of(text)).isEqualTo(Dialect.INI);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " \n\t\n",
                "# only remarks\n",
                "just words",
                "just words\nand more",
                "global:",
                "global :\n",
                "\n# remark\nglobal:\n  user: a = b",
                "global: {user: x}",
                "{\"global\": {\"server\": \"vc\"}}",
                "{",
                "---\nglobal:",
                "--- # remark",
                "%YAML 1.1\n---\n[Global]",
                "- a",
                "-\n  a",
                "[a, b]",
                "[ {global: x} ]",
                "[{\"global\": 1}]",
                "[\"Global\"]",
                "['Global']",
                "[[a]]",
                "[",
                "[\n  a = b\n]",
                "'[Global]': x",
                "? global\n: x",
                // A syntax error, and still YAML.
                "global: {user: 'x",
                "global\n  server: x",
                "global:\n\tuser = x",
                "; no comment in YAML\nglobal:\n  server: x",
                "password: a=b",
                "https://vc:443/sdk\nglobal:"
            })
    @Conforms("VC04")
    void isYaml(String text) {
        assertThat(DialectRule.of(text)).isEqualTo(Dialect.YAML);
    }

    /// A regular expression could need exponential time for these lines.
    @Test
    void longLinesAreDecidedQuickly() {
        for (String piece : new String[] {"[", "[ ", "a ", ":", "a:b", "[a", "-", "; ", "\"", "[\"", "=:"}) {
            assertThat(DialectRule.of(piece.repeat(300_000))).isNotNull();
        }
    }
}
