package dev.vspherecloud.text;

import java.util.Optional;
import org.yaml.snakeyaml.nodes.Node;

/// What reading a YAML text came to.
public sealed interface YamlResult {
    /// The first document.
    ///
    /// @param rest what is to be said of the text behind it, if there is any
    record Document(Node root, Optional<Flaw> rest) implements YamlResult {}

    /// There is nothing in it but comments.
    record Empty() implements YamlResult {}

    /// It is not YAML.
    record Malformed(Flaw flaw) implements YamlResult {}

    /// Something wrong with a text.
    ///
    /// @param line     from 1; 0 when the whole text is meant
    /// @param column   from 1; 0 as above
    /// @param sentence what was found and what to do; shows nothing of the text
    record Flaw(int line, int column, String sentence) {}
}
