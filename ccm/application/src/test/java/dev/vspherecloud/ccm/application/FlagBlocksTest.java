package dev.vspherecloud.ccm.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.config.migration.MigrationResult;
import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.conformance.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The program accepts the command lines that the pages show.
class FlagBlocksTest {
    /// A command line in a span of code or in a line of a block, up to a redirection or a comment.
    private static final Pattern COMMAND =
            Pattern.compile("(?<!daemonset )vsphere-cloud-controller-manager((?: +(?![>|#&])[^\\s`'\"]+)+)");

    @TempDir
    private Path folder;

    @Test
    void theFlagsAreAccepted() {
        assertThat(DocBlock.of(FlagBlocksTest.class, "theFlagsAreAccepted"))
                .allSatisfy(block -> assertThat(parse(words(block.text()))).isInstanceOf(CommandLine.Run.class));
    }

    @Test
    void theMigrationFileIsAccepted() throws IOException {
        Path file = Files.writeString(
                folder.resolve("migration.yaml"),
                DocBlock.only(FlagBlocksTest.class, "theMigrationFileIsAccepted")
                        .text());

        assertThat(MigrationFile.read(new Options.MigrationOptions(true, Optional.of(file))))
                .isInstanceOf(MigrationResult.Accepted.class);
    }

    static Stream<String> commands() {
        return DocBlock.pages().stream()
                .flatMap(page -> COMMAND.matcher(Project.read(page)).results())
                .map(found -> found.group(1).strip())
                .filter(arguments -> arguments.matches("(-|config|explain|plan|doctor|completion|version|help).*"))
                .filter(arguments -> !arguments.contains("|"))
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandIsAccepted(String arguments) {
        assertThat(parse(words(arguments))).isNotInstanceOf(CommandLine.Reject.class);
    }

    /// Splits the text, without an ellipsis and words in brackets: these stand for further arguments.
    private static List<String> words(String text) {
        return Stream.of(text.strip().replaceFirst("[)]$", "").split("\\s+"))
                .filter(word -> !word.matches("…|\\.\\.\\.|\\[.*|.*]"))
                .toList();
    }

    /// Adds the flag that every run needs, because most pages omit it.
    private static CommandLine parse(List<String> words) {
        CommandLine parsed = CommandLine.parse(words, Map.of(), "1");
        if (parsed instanceof CommandLine.Reject) {
            var all = new ArrayList<>(words);
            all.add("--cloud-config=/etc/cloud/vsphere.conf");
            return CommandLine.parse(all, Map.of(), "1");
        }
        return parsed;
    }
}
