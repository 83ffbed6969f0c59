package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.testkit.fuzz.FuzzedTexts;
import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/// Tests that each request with any reference, time or name is XML 1.0 or JSON, and contains exactly the input.
/// A normal run reads the corpus in the resources; `JAZZER_FUZZ=1` starts a longer fuzzing run.
class RequestsFuzzTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final MoRef ROOT = new MoRef("Folder", "group-d1");
    private static final int MAX_REFERENCE = 512;

    @FuzzTest(maxDuration = "60s")
    void requests(byte[] bytes) {
        FuzzedTexts texts = FuzzedTexts.of(bytes);
        reference(texts.get(0), texts.get(1)).ifPresent(RequestsFuzzTest::assertReference);
        instant(texts.get(2)).ifPresent(RequestsFuzzTest::assertWindow);
        assertText(texts.get(3));
    }

    private static void assertReference(MoRef ref) {
        assertThat(ref.value()).hasSizeLessThanOrEqualTo(MAX_REFERENCE);
        var query = RetrieveQuery.ofObjects(ref.type(), List.of("name"), List.of(ref));
        assertThat(leaves(Vim25Requests.retrieveProperties(ROOT, query, 0), "obj"))
                .containsExactly(ref.value());
        assertThat(leaves(
                        Vim25Requests.retrieveProperties(ROOT, RetrieveQuery.ancestors(List.of(ref, ROOT)), 9), "obj"))
                .containsExactly(ref.value(), ROOT.value());
        assertThat(leaves(Vim25Requests.modifyListView(ref, List.of(ref), List.of(ROOT)), "add"))
                .containsExactly(ref.value());
        assertThat(leaves(Vim25Requests.destroyView(ref), "_this")).containsExactly(ref.value());
        JsonNode objects =
                json(TaggingSession.attachedTagsBody(List.of(ref, ROOT))).path("object_ids");
        assertThat(objects.path(0).path("id").asText()).isEqualTo(ref.value());
        assertThat(objects.path(0).path("type").asText()).isEqualTo(ref.type());
    }

    private static void assertWindow(Instant time) {
        var request = Vim25Requests.queryEvents(ROOT, EventQuery.between(time, time));
        assertThat(leaves(request, "beginTime"))
                .isEqualTo(leaves(request, "endTime"))
                .containsExactly(time.toString());
    }

    private static void assertText(String text) {
        if (text.codePoints().allMatch(RequestsFuzzTest::isLegal)) {
            assertThat(leaves(Vim25Requests.findAllByDnsName(ROOT, text), "dnsName"))
                    .containsExactly(text);
            assertThat(leaves(Vim25Requests.findAllByUuid(ROOT, text, false), "uuid"))
                    .containsExactly(text);
        } else {
            SoapRequest request = Vim25Requests.findAllByDnsName(ROOT, text);
            assertThat(request.body()).isEmpty();
            assertThat(request.unsendableReason())
                    .hasValueSatisfying(
                            reason -> assertThat(reason).hasSizeLessThan(100).isPrintable());
        }
    }

    /// From XML 1.0, production 2, Char.
    private static boolean isLegal(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || (c >= 0x20 && c <= 0xD7FF)
                || (c >= 0xE000 && c <= 0xFFFD)
                || (c >= 0x10000 && c <= 0x10FFFF);
    }

    private static Optional<MoRef> reference(String type, String value) {
        try {
            return Optional.of(new MoRef(type, value));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /// Returns the texts of all elements with this name, as another parser reads them.
    private static List<String> leaves(SoapRequest request, String element) {
        assertThat(request.unsendableReason()).isEmpty();
        NodeList found = parsed(request).getElementsByTagNameNS("urn:vim25", element);
        var texts = new ArrayList<String>();
        IntStream.range(0, found.getLength())
                .mapToObj(found::item)
                .map(Element.class::cast)
                .forEach(leaf -> texts.add(leaf.getTextContent()));
        return texts;
    }

    private static Document parsed(SoapRequest request) {
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            // The JDK's parser accepts 100,000 escapes, and a long text may have more.
            factory.setAttribute("jdk.xml.maxGeneralEntitySizeLimit", "0");
            factory.setAttribute("jdk.xml.totalEntitySizeLimit", "0");
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());
            return builder.parse(new ByteArrayInputStream(request.bytes()));
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError("not well-formed: " + request.envelope(), e);
        }
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON: " + text, e);
        }
    }
}
