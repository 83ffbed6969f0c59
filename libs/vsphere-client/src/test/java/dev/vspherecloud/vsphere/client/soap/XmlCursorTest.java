package dev.vspherecloud.vsphere.client.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.http.ResponseTooLargeException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class XmlCursorTest {
    private static final long BUDGET = 18 << 20;

    private long charged;

    @Test
    void skipsContentThatTheHandlerDoesNotRead() {
        XmlCursor xml = open("<a><b><deep>1</deep></b><c>2</c><d/></a>");
        var seen = new ArrayList<String>();

        xml.content(child -> {
            seen.add(child);
            if (child.equals("c")) {
                seen.add(xml.text());
            }
        });

        assertThat(seen).containsExactly("b", "c", "2", "d");
    }

    @Test
    void findsTheTypeByNamespaceWhateverThePrefix() {
        XmlCursor xml = open("<val type=\"HostSystem\" xmlns:q=\"http://www.w3.org/2001/XMLSchema-instance\""
                + " q:type=\"vim25:ManagedObjectReference\">host-21</val>");

        assertThat(xml.type()).isEqualTo("ManagedObjectReference");
        assertThat(xml.attribute("type")).isEqualTo("HostSystem");
    }

    @Test
    void readsManyEscapesAndLongTexts() {
        XmlCursor xml = open("<a>" + "&amp;".repeat(300_000) + "</a>");

        assertThat(xml.text()).hasSize(300_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "text",
                "<a>",
                "<a></b>",
                "<a><b></a>",
                "<a>&nbsp;</a>",
                "<a>\u0000</a>",
                "<!DOCTYPE a><a/>",
                "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
                "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>",
                "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>",
            })
    void refusesWhatIsNoPlainXml(String document) {
        assertThatThrownBy(() -> open(document).text()).isInstanceOf(MalformedXmlException.class);
    }

    @Test
    void refusesDeepNesting() {
        XmlCursor xml = open("<a>".repeat(100_000));

        assertThatThrownBy(() -> xml.content(_ -> {}))
                .isInstanceOf(MalformedXmlException.class)
                .hasMessage("elements nested deeper than 64")
                .satisfies(
                        e -> assertThat(ResponseTooLargeException.isCauseOf(e)).isTrue());
    }

    /// Each of these documents has 16 MB of text, and would take several times as much as objects.
    @ParameterizedTest
    @MethodSource("largeDocuments")
    void refusesALargeDocumentBeforeItTakesMoreThanTheBudget(String name, String inside) {
        XmlCursor xml = open("<a>" + inside + "</a>");

        assertThatThrownBy(() -> readAll(xml))
                .as(name)
                .isInstanceOf(MalformedXmlException.class)
                .satisfies(
                        e -> assertThat(ResponseTooLargeException.isCauseOf(e)).isTrue());
        assertThat(charged).isLessThanOrEqualTo(BUDGET);
    }

    static Stream<Arguments> largeDocuments() {
        return Stream.of(
                Arguments.of("equal elements", "<a/>".repeat(4 << 20)),
                Arguments.of("elements of different names", numbered("<a%d/>", 1_800_000)),
                Arguments.of("prefixes of different names", numbered("<p%1$d:a xmlns:p%1$d='u'/>", 600_000)),
                Arguments.of("a long text", "x".repeat(16 << 20)),
                Arguments.of("many long texts", ("<a>" + "x".repeat(1 << 20) + "</a>").repeat(16)),
                Arguments.of("a long attribute", "<a b='" + "x".repeat(16 << 20) + "'/>"),
                Arguments.of("a long comment", "<!--" + "x".repeat(16 << 20) + "-->"),
                Arguments.of("processing instructions", numbered("<?a%d ?>", 1_600_000)));
    }

    @Test
    void refusesManyAttributes() {
        XmlCursor xml = open("<a><b" + numbered(" a%d=''", 1_000_000) + "/></a>");

        assertThatThrownBy(() -> readAll(xml)).isInstanceOf(MalformedXmlException.class);
        assertThat(charged).isLessThanOrEqualTo(BUDGET);
    }

    @Test
    void aSkippedElementCostsItsNamesOnly() {
        open("<a><b>" + "<a/>".repeat(4 << 20) + "</b></a>").content(_ -> {});

        assertThat(charged).isLessThan(1_000);
    }

    private static void readAll(XmlCursor xml) {
        xml.content(_ -> readAll(xml));
    }

    private static String numbered(String form, int count) {
        return IntStream.range(0, count).mapToObj(form::formatted).collect(Collectors.joining());
    }

    private XmlCursor open(String document) {
        return XmlCursor.open(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)), this::charge);
    }

    private void charge(long bytes) throws ResponseTooLargeException {
        if (charged + bytes > BUDGET) {
            throw new ResponseTooLargeException("budget");
        }
        charged += bytes;
    }
}
