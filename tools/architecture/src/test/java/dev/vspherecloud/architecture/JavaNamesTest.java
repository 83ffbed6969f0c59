package dev.vspherecloud.architecture;

import static dev.vspherecloud.architecture.JavaNames.Kind.CLASS;
import static dev.vspherecloud.architecture.JavaNames.Kind.CONSTANT;
import static dev.vspherecloud.architecture.JavaNames.Kind.DEFAULT_TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Renaming a type or constant changes no value that is stored, logged, measured or printed.
class JavaNamesTest {
    private static List<JavaNames.Use> uses = List.of();

    @BeforeAll
    static void readMainSources() throws IOException {
        try (var files = ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
            uses = JavaNames.in(files.getJavaFileObjectsFromPaths(mainSources()));
        }
    }

    @Test
    void noTextIsMadeOfTheNameOfAConstant() {
        check(
                CONSTANT,
                "give the constant a text of its own, and pin it in the PersistedNamesTest of its module",
                RuleExceptions.classes(Map.of(
                        "observability.metrics.Metrics",
                        "message of an exception for programmers: a metric is not used as its table says")));
    }

    @Test
    void noTextIsTheDefaultTextOfARecord() {
        check(
                DEFAULT_TEXT,
                "it begins with the name of the type: write a toString, or print what is needed of it",
                RuleExceptions.classes(Map.of(
                        "observability.metrics.Metrics",
                        "message of an exception for programmers: a metric is not used as its table says",
                        "observability.metrics.Series",
                        "message of an exception for programmers: as many values as the table has labels",
                        "config.document.IniDocument",
                        "message of an exception for programmers: a line was accepted that is none",
                        "ccm.application.plan.NodeDryRun",
                        "message of an exception for programmers: such a decision writes nothing",
                        "ccm.domain.node.VmReasons",
                        "message of an exception for programmers: such a lookup has no reason")));
    }

    @Test
    void noTextIsTheNameOfAClass() {
        check(
                CLASS,
                "say what it is in words",
                RuleExceptions.classes(Map.of(
                        "observability.Version",
                        "message for programmers: the jar was built without its version",
                        "observability.LogConfig",
                        "message for programmers: another SLF4J provider is there",
                        "observability.LogValues",
                        "a value without a text of its own can only be named by its class",
                        "reconcile.FailureLog",
                        "compared within the process, never printed",
                        "reconcile.RestartingTask",
                        "an unexpected exception is named by its class, as in the stack trace in the log",
                        "kubernetes.access.KubeFailures",
                        "an exception of the JDK without a message",
                        "ccm.application.MigrationFile",
                        "an exception of the JDK",
                        "ccm.config.migration.MigrationReader",
                        "an exception of the YAML library or the JDK",
                        "serving.debug.HeapPage",
                        "a class of the JDK, in a signature for JMX")));
    }

    /// Verifies the check: it detects each of these expressions.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CONSTANT     | Plain.A.name()
            CONSTANT     | "" + Plain.valueOf("A")
            CONSTANT     | "" + Plain.A
            CONSTANT     | "%s".formatted(Plain.A)
            CONSTANT     | String.valueOf(Plain.A)
            CONSTANT     | new StringBuilder().append(Plain.A).toString()
            CONSTANT     | Plain.A.toString()
            CONSTANT     | java.util.Optional.of(Plain.A).map(Plain::toString).get()
            CONSTANT     | java.util.Optional.of(Plain.A).map(Enum::name).get()
            CONSTANT     | "" + java.util.List.of(Plain.A)
            CONSTANT     | Probe.of(Plain.A)
            DEFAULT_TEXT | "" + new Pair(1)
            DEFAULT_TEXT | "%s".formatted((Shape) new Pair(1))
            DEFAULT_TEXT | java.util.Objects.toString(new Pair(1))
            CLASS        | Pair.class.getSimpleName()
            CLASS        | "" + Pair.class
            """)
    void detects(JavaNames.Kind kind, String expression) {
        assertThat(JavaNames.in(List.of(probe(expression)))).anySatisfy(use -> {
            assertThat(use.kind()).isEqualTo(kind);
            assertThat(use.type()).startsWith("dev.vspherecloud.Probe");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "" + Worded.A
            new Named("a").name()
            "" + new Named("a")
            "" + java.util.Map.of("a", 1).get("a")
            """)
    void accepts(String expression) {
        assertThat(JavaNames.in(List.of(probe(expression)))).isEmpty();
    }

    private static JavaFileObject probe(String expression) {
        String generic = expression.contains("Probe.of")
                ? "static <E extends Enum<E>> String of(E value) { return \"\" + value; }"
                : "";
        String source = """
                package dev.vspherecloud;
                class Probe {
                    enum Plain { A }
                    enum Worded { A; @Override public String toString() { return "a"; } }
                    sealed interface Shape permits Pair {}
                    record Pair(int a) implements Shape {}
                    record Named(String name) { @Override public String toString() { return name; } }
                    %s
                    String text() { return %s; }
                }
                """.formatted(generic, expression);
        return new SimpleJavaFileObject(
                URI.create("string:///dev/vspherecloud/Probe.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }

    private static void check(JavaNames.Kind kind, String advice, RuleExceptions allowed) {
        List<JavaNames.Use> found =
                uses.stream().filter(use -> use.kind() == kind).toList();
        Set<String> offenders = found.stream().map(JavaNames.Use::type).collect(Collectors.toSet());

        assertThat(found).as(advice).allMatch(use -> allowed.covers(use.type()));
        allowed.reasons().forEach((name, reason) -> assertThat(offenders)
                .as("%s needs its exception (%s)", name, reason)
                .anyMatch(offender -> RuleExceptions.isWithin(name, offender)));
    }

    private static List<Path> mainSources() throws IOException {
        var sources = new ArrayList<Path>();
        for (String group : List.of("libs", "ccm")) {
            try (Stream<Path> modules = Files.list(Project.path(group))) {
                for (Path module : modules.toList()) {
                    Path folder = module.resolve("src/main/java");
                    if (Files.isDirectory(folder)) {
                        try (Stream<Path> files = Files.walk(folder)) {
                            files.filter(JavaNamesTest::isClass).forEach(sources::add);
                        }
                    }
                }
            }
        }
        assertThat(sources).hasSizeGreaterThan(500);
        return sources;
    }

    private static boolean isClass(Path file) {
        return file.toString().endsWith(".java") && !file.endsWith("package-info.java");
    }
}
