package dev.vspherecloud.text;

import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;

/// The result of reading a YAML text.
public sealed interface YamlResult {
    /// The text is YAML.
    ///
    /// @param root the root of the first document
    /// @param furtherDocuments what is wrong with the text after the first document, if there is any
    record Document(Node root, Optional<SyntaxError> furtherDocuments) implements YamlResult {}

    /// The text contains nothing but comments.
    record Empty() implements YamlResult {}

    /// The text is not valid YAML.
    record Malformed(SyntaxError flaw) implements YamlResult {}

    /// An error in a YAML text.
    ///
    /// @param line     the line number from 1; 0 if the error concerns the whole text
    /// @param column   the column number from 1; 0 if the error concerns the whole text
    /// @param sentence what was found and what to do; shows nothing of the text
    record SyntaxError(int line, int column, String sentence) {}
}
