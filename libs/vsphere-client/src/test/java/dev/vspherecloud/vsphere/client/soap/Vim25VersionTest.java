package dev.vspherecloud.vsphere.client.soap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Vim25VersionTest {
    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '>', textBlock = """
                    8.0.3.0 8.0.2.0 7.0.3.0 6.7.3 6.7.2 6.7 6.5 > 6.7.3
                    6.7.1 6.7 6.5 6.0                           > 6.7.1
                    6.5 6.0 5.5                                 > 6.5
                    6.7.3.0 6.5                                 > 6.7.3.0
                    9.0.0.0 8.0.0.1 7.0                         > 7.0
                    6.7.10 6.7                                  > 6.7
                    """)
    void choosesTheNewestSupportedVersionElseTheOldest(String listed, String chosen) {
        var versions =
                Arrays.stream(listed.strip().split(" ")).map(Vim25Version::new).toList();

        assertThat(Vim25Version.choose(versions)).contains(new Vim25Version(chosen.strip()));
    }

    @Test
    void readsVersionAndPriorVersionsOfVim25Only() {
        String file = """
                <?xml version="1.0" encoding="UTF-8" ?><namespaces version="1.0">
                <namespace><name>urn:vim2</name><version>2.5</version></namespace>
                <namespace><name>urn:vim25</name><version>7.0</version>
                <priorVersions><version>later</version><version>6.5</version></priorVersions></namespace></namespaces>""";

        assertThat(Vim25Version.choose(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)), _ -> {}))
                .contains(new Vim25Version("6.5"));
    }
}
