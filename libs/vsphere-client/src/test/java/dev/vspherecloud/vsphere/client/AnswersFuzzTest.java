package dev.vspherecloud.vsphere.client;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.MalformedJsonException;
import dev.vspherecloud.vsphere.client.rest.RestDialect;
import dev.vspherecloud.vsphere.client.rest.RestJson;
import dev.vspherecloud.vsphere.client.rest.RestProblem;
import dev.vspherecloud.vsphere.client.soap.MalformedXmlException;
import dev.vspherecloud.vsphere.client.soap.SoapAnswer;
import dev.vspherecloud.vsphere.client.soap.Vim25Version;
import dev.vspherecloud.vsphere.client.soap.XmlCursor;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// Tests that reading any bytes returns a value, or throws the exception that becomes a [VcenterException] of
/// kind PROTOCOL. A normal run reads the corpus in the resources; `JAZZER_FUZZ=1` starts a longer fuzzing run.
class AnswersFuzzTest {
    private static final Map<String, Function<XmlCursor, ?>> READERS = Map.of(
            "RetrieveServiceContent", ServiceContent::read,
            "RetrievePropertiesEx", xml -> Vim25Answers.page(xml, Set.of("name")),
            "WaitForUpdatesEx", xml -> Vim25Answers.updates(xml, Set.of("name")),
            "FindAllByUuid", Vim25Answers::refs,
            "CreateListView", Vim25Answers::ref,
            "Login", Vim25Answers::userName);

    @FuzzTest(maxDuration = "60s")
    void soap(byte[] document) {
        READERS.forEach((method, reader) -> readSoap(document, method, reader));
        readVersions(document);
    }

    @FuzzTest(maxDuration = "60s")
    void rest(byte[] document) {
        for (Function<Json, ?> reader : List.<Function<Json, ?>>of(
                TaggingAnswers::sessionId,
                TaggingAnswers::tag,
                TaggingAnswers::category,
                TaggingAnswers::attached,
                RestProblem::describe)) {
            readRest(document, reader);
        }
    }

    private static void readSoap(byte[] document, String method, Function<XmlCursor, ?> reader) {
        try {
            SoapAnswer.read(new ByteArrayInputStream(document), _ -> {}, method, reader);
        } catch (MalformedXmlException | Vim25Answers.ObjectTooLargeException _) {
            // expected
        }
    }

    private static void readVersions(byte[] document) {
        try {
            Vim25Version.choose(new ByteArrayInputStream(document), _ -> {});
        } catch (MalformedXmlException _) {
            // expected
        }
    }

    private static void readRest(byte[] document, Function<Json, ?> reader) {
        for (RestDialect dialect : RestDialect.values()) {
            try {
                var _ = reader.apply(dialect.unwrap(RestJson.read(new ByteArrayInputStream(document), _ -> {})));
            } catch (MalformedJsonException _) {
                // expected
            }
        }
    }
}
