package dev.vspherecloud.csi.domain.volume;

/// One capability that a request asks for.
///
/// @param isRawBlock true if the volume is used as a raw block device, false if with a filesystem
/// @param fsType the filesystem; empty if the request names none
public record RequestedCapability(boolean isRawBlock, String fsType, AccessMode mode) {
    /// The access modes of the CSI specification.
    public enum AccessMode {
        UNKNOWN,
        SINGLE_NODE_WRITER,
        SINGLE_NODE_READER_ONLY,
        MULTI_NODE_READER_ONLY,
        MULTI_NODE_SINGLE_WRITER,
        MULTI_NODE_MULTI_WRITER,
        SINGLE_NODE_SINGLE_WRITER,
        SINGLE_NODE_MULTI_WRITER;

        public boolean isMultiNode() {
            return switch (this) {
                case MULTI_NODE_READER_ONLY, MULTI_NODE_SINGLE_WRITER, MULTI_NODE_MULTI_WRITER -> true;
                case UNKNOWN,
                        SINGLE_NODE_WRITER,
                        SINGLE_NODE_READER_ONLY,
                        SINGLE_NODE_SINGLE_WRITER,
                        SINGLE_NODE_MULTI_WRITER -> false;
            };
        }
    }
}
