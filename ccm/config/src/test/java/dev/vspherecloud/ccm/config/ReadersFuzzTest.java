package dev.vspherecloud.ccm.config;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.document.ConfigText;
import dev.vspherecloud.config.vcenter.CaFiles;
import dev.vspherecloud.config.vcenter.VsphereConfReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/// Fuzzes the readers. Any content results in a configuration or in problems, and no message contains a part of
/// the password in the content. A normal run uses the corpus in the resources; `JAZZER_FUZZ=1` fuzzes without
/// end.
class ReadersFuzzTest {
    private static final String LETTERS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789&!$-";
    /// Shorter parts may occur by chance.
    private static final int PIECE = 8;

    private static final List<String> QUOTES = List.of("", "\"", "'");
    private static final CaFiles NO_FILES =
            file -> new CaFiles.CaFileResult.Unusable("cannot read \"" + file + "\"; mount it");

    @FuzzTest(maxDuration = "60s")
    void yaml(byte[] content) {
        String password = password(content);
        String text = withPassword(content, "password: ", password);
        var problems = new Problems();

        validate(ConfigText.of("f", text, Dialect.YAML), problems);

        assertNotShown(password, problems.all());
    }

    @FuzzTest(maxDuration = "60s")
    void ini(byte[] content) {
        String password = password(content);
        String text = withPassword(content, "password = ", password);
        var problems = new Problems();

        validate(ConfigText.of("f", text, Dialect.INI), problems);

        assertNotShown(password, problems.all());
    }

    @FuzzTest(maxDuration = "60s")
    void either(byte[] content) {
        ConfigResult result = ConfigReader.read("f", content, Map.of(), NO_FILES, _ -> false);

        switch (result) {
            case ConfigResult.Accepted(var config, var warnings) -> {
                assertThat(config.vcenters()).isNotEmpty();
                assertThat(warnings).noneMatch(Problem::isError);
            }
            case ConfigResult.Rejected(var problems) -> assertThat(problems).anyMatch(Problem::isError);
        }
    }

    private static void validate(ConfigText text, Problems problems) {
        Optional<CloudConfig> config = new VsphereConfReader(CloudConfigTable.TABLE, Map.of(), NO_FILES, _ -> false)
                .read(text, problems)
                .flatMap(conf -> new ConfigValidator(conf, problems).config());

        assertThat(config.isEmpty()).isEqualTo(problems.hasErrors());
    }

    /// Returns a password that depends on every byte. Otherwise the fuzzer would learn it and write it
    /// elsewhere.
    private static String password(byte[] content) {
        return new Random(Arrays.hashCode(content))
                .ints(16, 0, LETTERS.length())
                .mapToObj(LETTERS::charAt)
                .map(String::valueOf)
                .collect(joining());
    }

    /// Returns the content with a line for the password, with the indentation of the next line.
    private static String withPassword(byte[] content, String key, String password) {
        String[] lines = new String(content, StandardCharsets.UTF_8).split("\n", -1);
        int hash = Arrays.hashCode(content) >>> 1;
        int at = hash % lines.length;
        String indent = lines[at].substring(
                0, lines[at].length() - lines[at].stripLeading().length());
        String quote = QUOTES.get(hash % QUOTES.size());
        lines[at] = indent + key + quote + password + quote + "\n" + lines[at];
        return String.join("\n", lines);
    }

    private static void assertNotShown(String password, List<Problem> problems) {
        IntStream.rangeClosed(0, password.length() - PIECE)
                .mapToObj(start -> password.substring(start, start + PIECE))
                .forEach(piece -> assertThat(problems)
                        .noneMatch(problem -> problem.toString().contains(piece)));
    }
}
