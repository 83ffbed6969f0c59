package dev.vspherecloud.csi.domain.volume;

/// The refusal of a request about a volume.
///
/// @param sentence what was found, what was expected, and what to do
public record VolumeError(Code code, String sentence) {
    /// The gRPC codes of such refusals. All of them are final: the sidecar does not expect that an operation still
    /// runs. So they are used only before an operation begins.
    public enum Code {
        INVALID_ARGUMENT(3),
        NOT_FOUND(5),
        OUT_OF_RANGE(11),
        UNIMPLEMENTED(12);

        private final int number;

        Code(int number) {
            this.number = number;
        }

        /// Returns the number of the code in gRPC.
        public int number() {
            return number;
        }
    }

    public static VolumeError invalid(String sentence) {
        return new VolumeError(Code.INVALID_ARGUMENT, sentence);
    }
}
