package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/// GitHub shows the issue forms: they have the keys of its schema, and the form for bugs asks for what the maintainers
/// need. `IssueFormCommandsTest` of module `ccm` runs the commands in them through the command line of the program.
///
/// Rule from: docs.github.com, "Syntax for issue forms" and "Syntax for GitHub's form schema".
class IssueFormsTest {
    private static final Path FOLDER = Project.path(".github/ISSUE_TEMPLATE");

    /// A page of this project, by its path from the root.
    private static final Pattern PAGE = Pattern.compile("(?:[\\w-]+/)*[\\w-]+\\.md\\b");

    private static final Set<String> FORM_KEYS =
            Set.of("name", "description", "body", "title", "labels", "projects", "assignees", "type");
    private static final Set<String> FIELD_KEYS = Set.of("type", "id", "attributes", "validations");

    /// The attributes of each type of field. Every field needs the first one.
    private static final Map<String, List<String>> ATTRIBUTES = Map.of(
            "markdown", List.of("value"),
            "input", List.of("label", "description", "placeholder", "value"),
            "textarea", List.of("label", "description", "placeholder", "value", "render"),
            "dropdown", List.of("label", "description", "multiple", "options", "default"),
            "checkboxes", List.of("label", "description", "options"));

    static List<Path> forms() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> !file.endsWith("config.yml")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    void everyFormFollowsTheSchemaOfGithub(Path form) {
        assertThat(flaws(Project.read(form))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {name: a, body: [{type: input, attributes: {label: b}}]}                                      | the form has no description
            {name: a, description: b, labelz: [c], body: [{type: input, attributes: {label: b}}]}         | the form has an unknown key labelz
            {name: a, description: b, body: [{type: markdown, attributes: {value: b}}]}                   | the form has no field for the user
            {name: a, description: b, body: [{type: text, attributes: {label: b}}]}                       | there is no type text
            {name: a, description: b, body: [{type: input, attributes: {description: b}}]}                | a field of type input has no label
            {name: a, description: b, body: [{type: input, attributes: {label: b, render: c}}]}           | a field of type input has an unknown attribute render
            {name: a, description: b, body: [{type: input, id: c d, attributes: {label: b}}]}             | the id c d has other characters than letters, digits, - and _
            {name: a, description: b, body: [{type: input, attributes: {label: b}, validation: {}}]}      | a field has an unknown key validation
            {name: a, description: b, body: [{type: dropdown, attributes: {label: b, options: [yes]}}]}   | an option is no text: quote it
            """)
    void aFlawIsFound(String form, String flaw) {
        assertThat(flaws(form)).containsExactly(flaw);
    }

    @Test
    void theFormForBugsAsksForVersionExplainDoctorAndLog() {
        String text = Project.read(FOLDER.resolve("bug.yml"));
        List<String> required = fields(text).stream()
                .filter(field -> Map.of("required", true).equals(field.get("validations")))
                .map(field -> String.valueOf(field.get("id")))
                .toList();

        assertThat(required).contains("version", "environment", "happened", "doctor", "log");
        assertThat(text)
                .contains(
                        "vsphere-cloud-controller-manager --version",
                        "vsphere-cloud-controller-manager explain node NAME -o json",
                        "vsphere-cloud-controller-manager doctor -o json",
                        "`-v=4`",
                        "never contain passwords, tokens, session IDs or private keys",
                        "SECURITY.md");
    }

    @Test
    void everyFileThatAFormNamesIsThere() {
        assertThat(forms().stream()
                        .flatMap(form -> PAGE.matcher(Project.read(form)).results())
                        .map(MatchResult::group))
                .contains("SECURITY.md", "ROADMAP.md", "docs/how-to/logs.md")
                .allSatisfy(file -> assertThat(Project.path(file)).exists());
    }

    @Test
    void questionsAreSentToTheDocumentation() {
        Map<String, Object> config = new Yaml().load(Project.read(FOLDER.resolve("config.yml")));

        assertThat(config).containsOnlyKeys("blank_issues_enabled", "contact_links");
        assertThat((List<?>) config.get("contact_links")).singleElement().satisfies(link -> assertThat((Map<?, ?>) link)
                .hasSize(3)
                .extracting("name", "about", "url")
                .doesNotContainNull());
    }

    private static List<String> flaws(String text) {
        Map<String, Object> form = new Yaml().load(text);
        var flaws = new ArrayList<String>();
        Stream.of("name", "description", "body")
                .filter(key -> !form.containsKey(key))
                .forEach(key -> flaws.add("the form has no " + key));
        form.keySet().stream()
                .filter(key -> !FORM_KEYS.contains(key))
                .forEach(key -> flaws.add("the form has an unknown key " + key));
        List<Map<String, Object>> fields = fields(text);
        if (fields.stream().allMatch(field -> "markdown".equals(field.get("type")))) {
            flaws.add("the form has no field for the user");
        }
        var ids = new HashSet<Object>();
        fields.stream()
                .filter(field -> field.containsKey("id") && !ids.add(field.get("id")))
                .forEach(field -> flaws.add("two fields have the id " + field.get("id")));
        fields.forEach(field -> check(field, flaws));
        return flaws;
    }

    private static void check(Map<String, Object> field, List<String> flaws) {
        String type = String.valueOf(field.get("type"));
        List<String> known = ATTRIBUTES.getOrDefault(type, List.of());
        if (known.isEmpty()) {
            flaws.add("there is no type " + type);
            return;
        }
        Map<?, ?> attributes = (Map<?, ?>) field.getOrDefault("attributes", Map.of());
        if (!attributes.containsKey(known.getFirst())) {
            flaws.add("a field of type %s has no %s".formatted(type, known.getFirst()));
        }
        attributes.keySet().stream()
                .filter(key -> !known.contains(key.toString()))
                .forEach(key -> flaws.add("a field of type %s has an unknown attribute %s".formatted(type, key)));
        field.keySet().stream()
                .filter(key -> !FIELD_KEYS.contains(key))
                .forEach(key -> flaws.add("a field has an unknown key " + key));
        String id = String.valueOf(field.getOrDefault("id", "a"));
        if (!id.matches("[A-Za-z0-9_-]+")) {
            flaws.add("the id %s has other characters than letters, digits, - and _".formatted(id));
        }
        if (type.equals("dropdown")
                && ((List<?>) Objects.requireNonNull(attributes.get("options")))
                        .stream().anyMatch(option -> !(option instanceof String))) {
            flaws.add("an option is no text: quote it");
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> fields(String form) {
        Map<String, Object> keys = new Yaml().load(form);
        return (List<Map<String, Object>>) keys.getOrDefault("body", List.of());
    }
}
