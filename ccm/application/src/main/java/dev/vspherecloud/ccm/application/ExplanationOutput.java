package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.explain.Explanation;
import dev.vspherecloud.ccm.application.explain.ExplanationJson;
import dev.vspherecloud.ccm.application.explain.ExplanationTable;
import dev.vspherecloud.ccm.application.explain.ExplanationText;
import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.NodeSelection;
import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.ccm.application.print.PageStyle;
import dev.vspherecloud.domain.identity.NodeName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Creates the output of `explain node` in the format of the command line: once for all Nodes, or for those that
/// changed.
///
/// Threads: one.
final class ExplanationOutput {
    private final OutputFormat format;
    private final boolean isNamed;
    private final PageStyle style;
    private final Map<NodeName, String> shown = new HashMap<>();
    private boolean hasBegun;

    ExplanationOutput(CommandLine.Explain wanted, PageStyle style) {
        this.format = wanted.output();
        this.isNamed = wanted.nodes() instanceof NodeSelection.Named;
        this.style = style;
    }

    /// Returns the output for these Nodes.
    String of(List<Explanation> explained) {
        return switch (format) {
            case TABLE, TEXT ->
                isNamed
                        ? explained.stream().map(this::one).collect(Collectors.joining("\n"))
                        : ExplanationTable.of(explained, false, style);
            case WIDE -> ExplanationTable.of(explained, true, style);
            case NAME -> explained.stream().map(this::one).collect(Collectors.joining());
            case JSON, YAML ->
                isNamed && explained.size() == 1
                        ? one(explained.getFirst())
                        : format.structured(ExplanationJson.of(explained));
        };
    }

    /// Returns the output for one Node, without a table.
    private String one(Explanation explained) {
        return switch (format) {
            case TABLE, TEXT, WIDE -> ExplanationText.of(explained, style);
            case NAME -> "node/" + explained.node().name() + "\n";
            case JSON, YAML -> format.structured(ExplanationJson.of(explained));
        };
    }

    /// Returns the output for the Nodes whose output differs from the last one. A table has its header only once.
    String changes(List<Explanation> explained) {
        boolean isTable = format == OutputFormat.WIDE || (format == OutputFormat.TABLE && !isNamed);
        return isTable ? changedLines(explained) : changedDocuments(explained);
    }

    private String changedLines(List<Explanation> explained) {
        List<String> lines = ExplanationTable.lines(explained, format == OutputFormat.WIDE, style);
        String head = hasBegun ? "" : lines.getFirst() + "\n";
        hasBegun = true;
        return IntStream.range(0, explained.size())
                .filter(number ->
                        isNew(explained.get(number), lines.get(number + 1).replaceAll(" +", " ")))
                .mapToObj(number -> lines.get(number + 1) + "\n")
                .collect(Collectors.joining("", head, ""));
    }

    private String changedDocuments(List<Explanation> explained) {
        var text = new StringBuilder();
        for (Explanation each : explained) {
            String document = one(each);
            if (isNew(each, document)) {
                text.append(hasBegun ? separator() : "").append(document);
                hasBegun = true;
            }
        }
        return text.toString();
    }

    private String separator() {
        return switch (format) {
            case YAML -> "---\n";
            case TABLE, TEXT, WIDE -> "\n";
            case JSON, NAME -> "";
        };
    }

    private boolean isNew(Explanation explained, String text) {
        return !text.equals(shown.put(explained.node().name(), text));
    }

    /// Forgets a Node, so that it is shown again when it comes back.
    void forget(NodeName node) {
        shown.remove(node);
    }
}
