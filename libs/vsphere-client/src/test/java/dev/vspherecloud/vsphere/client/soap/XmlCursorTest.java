package dev.vspherecloud.vsphere.client.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XmlCursorTest {
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
                .hasMessage("elements nested deeper than 64");
    }

    private static XmlCursor open(String document) {
        return XmlCursor.open(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
    }
}
