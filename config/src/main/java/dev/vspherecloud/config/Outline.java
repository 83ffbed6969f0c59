package dev.vspherecloud.config;

import java.util.List;
import java.util.Optional;

/// A configuration as it was written, but in neither dialect: its sections and keys in their order, with the comments.
///
/// Every section is there once, and every key once in it. Keys without a value are not there.
///
/// @param notes the comments, by the places of blocks and lines
record Outline(List<Block> blocks, Notes notes) {
    Outline {
        blocks = List.copyOf(blocks);
    }

    /// A section.
    ///
    /// @param name  of the vCenter, or of whatever else there may be several
    /// @param place of its first character
    record Block(Title title, Optional<String> name, Place place, List<Line> lines) {
        Block {
            lines = List.copyOf(lines);
        }
    }

    /// A key with its value.
    ///
    /// @param words those of a list, or the one text; of a number or flag in a form that both dialects understand
    /// @param place of the key's first character
    record Line(Label label, List<String> words, Place place) {
        Line {
            words = List.copyOf(words);
        }

        /// Shows nothing: this may be a password.
        @Override
        public String toString() {
            return "Line[" + place + "]";
        }
    }
}
