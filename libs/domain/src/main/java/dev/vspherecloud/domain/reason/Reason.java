package dev.vspherecloud.domain.reason;

/// The reason why an object, such as a Node, is not finished or not as it should be. It is written for the
/// person who can act.
///
/// @param message one sentence: what was found, what was expected, what to do
public record Reason(ReasonCode code, String message) {
    /// Returns a text such as `VmNotFound: no VM with system UUID …`.
    @Override
    public String toString() {
        return code.text() + ": " + message;
    }
}
