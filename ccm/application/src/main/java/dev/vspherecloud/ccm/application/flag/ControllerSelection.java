package dev.vspherecloud.ccm.application.flag;

import dev.vspherecloud.config.Suggestion;
import java.util.List;
import java.util.Optional;

/// The controllers that run, as the flag `--controllers` selects them.
///
/// @param words each word is `*`, a name, or `-` and a name. The first word that names a controller decides about
///     it; `*` applies only to controllers that no word names
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

    /// Returns an error message for each word that names no known controller.
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
