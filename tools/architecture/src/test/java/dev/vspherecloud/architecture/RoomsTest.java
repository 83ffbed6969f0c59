package dev.vspherecloud.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Checks how the code is divided into modules.
class RoomsTest {
    private static final int MAX_PERCENT = 25;

    /// Modules that are larger. Shrink them, and take them out of this list.
    private static final List<String> TOO_LARGE = List.of("ccm/application");

    @ParameterizedTest
    @ValueSource(strings = {"ccm", "csi"})
    void noModuleIsMoreThanAQuarterOfItsProgram(String program) throws IOException {
        Map<String, Long> lines = new TreeMap<>();
        for (Path file : Project.files(program, ".java")) {
            String name = Project.root().relativize(file).toString();
            if (name.contains("/src/main/java/")) {
                try (Stream<String> text = Files.lines(file)) {
                    lines.merge(name.substring(0, name.indexOf("/src/")), text.count(), Long::sum);
                }
            }
        }
        long all = lines.values().stream().mapToLong(Long::longValue).sum();

        assertThat(lines).hasSizeGreaterThan(4);
        lines.values().removeIf(count -> count * 100 <= all * MAX_PERCENT);
        assertThat(lines.keySet())
                .as("modules of more than %d %% of their program; split them by subject", MAX_PERCENT)
                .containsExactlyElementsOf(TOO_LARGE.stream()
                        .filter(each -> each.startsWith(program + "/"))
                        .toList());
    }

    /// A reader who searches for a type of the CSI driver finds one, whether the test kit has another or not.
    @Test
    void noTypeOfTheTestKitHasTheNameOfOneOfTheDriver() throws IOException {
        Function<String, TreeSet<String>> names = folder -> Project.files(folder, ".java").stream()
                .filter(file -> file.toString().contains("/src/main/java/"))
                .map(file -> file.getFileName().toString())
                .filter(name -> !name.equals("package-info.java"))
                .collect(Collectors.toCollection(TreeSet::new));
        TreeSet<String> twice = names.apply("tools/testkit");
        twice.retainAll(names.apply("csi"));

        assertThat(twice).as("one name, one thing: rename one of the types").isEmpty();
    }
}
