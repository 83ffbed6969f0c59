package dev.vspherecloud.text;

import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;

/// The result of reading a YAML text.
public sealed interface YamlResult {
    /// The first document.
    ///
    /// @param furtherDocuments what is wrong with the text after the first document, if there is any
    record Document(Node root, Optional<SyntaxError> furtherDocuments) implements YamlResult {}

    /// The text holds nothing but comments.
    record Empty() implements YamlResult {}

    /// The text is not YAML.
    record Malformed(SyntaxError flaw) implements YamlResult {}

    /// An error in a text.
    ///
    /// @param line     from 1; 0 if the error concerns the whole text
    /// @param column   from 1; 0 as above
    /// @param sentence what was found and what to do; shows nothing of the text
    record SyntaxError(int line, int column, String sentence) {}
}
