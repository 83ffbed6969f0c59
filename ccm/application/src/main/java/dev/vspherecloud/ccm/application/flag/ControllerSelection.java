package dev.vspherecloud.ccm.application.flag;

import dev.vspherecloud.config.Suggestion;
import java.util.List;
import java.util.Optional;

/// Which controllers run: the list of `--controllers`.
///
/// @param words `*`, a name, or `-` and a name; the first that matches a controller decides, `*` applies after all
///   names
public record ControllerSelection(List<String> words) {
    public ControllerSelection {
        words = List.copyOf(words);
    }

    public boolean enables(ControllerName controller) {
        for (String word : words) {
            boolean off = word.startsWith("-");
            if (ControllerName.named(off ? word.substring(1) : word).equals(Optional.of(controller))) {
                return !off;
            }
        }
        return words.contains("*");
    }

    /// Returns a sentence for each word that names no controller.
    List<String> problems() {
        return words.stream()
                .filter(word -> !word.equals("*"))
                .map(word -> word.startsWith("-") ? word.substring(1) : word)
                .filter(name -> ControllerName.named(name).isEmpty())
                .map(name -> Flag.CONTROLLERS + ": \"" + name + "\" is not in the list of known controllers; "
                        + Suggestion.didYouMean(name, ControllerName.names())
                                .orElse("expected one of " + String.join(", ", ControllerName.names())))
                .toList();
    }
}
