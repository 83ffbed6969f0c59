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
import java.util.function.Function;

/// Whatever the bytes: reading them ends in a value, or in the one exception that becomes a [VcenterException]
/// of kind PROTOCOL. In a normal run over the corpus beside the resources; with `JAZZER_FUZZ=1` for as long as
/// one likes.
class AnswersFuzzTest {
    private static final Map<String, Function<XmlCursor, ?>> READERS = Map.of(
            "RetrieveServiceContent", ServiceContent::read,
            "RetrievePropertiesEx", Vim25Answers::page,
            "WaitForUpdatesEx", Vim25Answers::updates,
            "FindAllByUuid", Vim25Answers::refs,
            "CreateListView", Vim25Answers::ref,
            "Login", Vim25Answers::readEmpty);

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
            SoapAnswer.read(new ByteArrayInputStream(document), method, reader);
        } catch (MalformedXmlException _) {
            // as it should be
        }
    }

    private static void readVersions(byte[] document) {
        try {
            Vim25Version.choose(new ByteArrayInputStream(document));
        } catch (MalformedXmlException _) {
            // as it should be
        }
    }

    private static void readRest(byte[] document, Function<Json, ?> reader) {
        for (RestDialect dialect : RestDialect.values()) {
            try {
                var _ = reader.apply(dialect.unwrap(RestJson.read(new ByteArrayInputStream(document))));
            } catch (MalformedJsonException _) {
                // as it should be
            }
        }
    }
}
