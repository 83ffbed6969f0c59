package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.vm.InventoryObject;

/// The result of evaluating a VM or one object above it in the search for zone and region.
///
/// @param path the path on which the search reached the object: `vm`, `host`, `pool` or `folder`
/// @param isEvaluated false if the search ended before it reached the object
/// @param effect for messages: which value was taken, or why none was; empty if the object has no tag of a
///     configured category, or was not evaluated
/// @param note for messages: why the object was not evaluated, or what followed from it; may be empty
public record AncestorVerdict(String path, InventoryObject place, boolean isEvaluated, String effect, String note) {
    private static final String NOT_EVALUATED = "not evaluated";
    private static final String NO_TAG = "no tag of a configured category";

    /// Creates the verdict on an object that was evaluated.
    public static AncestorVerdict evaluated(String path, InventoryObject place, String effect) {
        return new AncestorVerdict(path, place, true, effect, "");
    }

    /// Creates the verdict on an object that the search did not reach.
    ///
    /// @param why why the search ended before; may be empty
    public static AncestorVerdict notEvaluated(String path, InventoryObject place, String why) {
        return new AncestorVerdict(path, place, false, "", why);
    }

    AncestorVerdict withNote(String text) {
        return new AncestorVerdict(path, place, isEvaluated, effect, text);
    }

    /// Returns the whole verdict as one text.
    public String rule() {
        if (!isEvaluated) {
            return note.isEmpty() ? NOT_EVALUATED : NOT_EVALUATED + ": " + note;
        }
        return (effect.isEmpty() ? NO_TAG : effect) + (note.isEmpty() ? "" : "; " + note);
    }
}
