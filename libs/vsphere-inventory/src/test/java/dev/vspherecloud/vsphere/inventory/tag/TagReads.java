package dev.vspherecloud.vsphere.inventory.tag;

/// Constants of the reads of tags, for tests that count calls.
public final class TagReads {
    /// Number of tags that one refresh reads again.
    public static final long TAGS_AGAIN = TagNames.TAGS_PER_REFRESH;

    private TagReads() {}
}
