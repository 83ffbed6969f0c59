package dev.vspherecloud.vsphere.inventory.tag;

/// How often the names of tags are read, for tests that count.
public final class TagReads {
    /// How many tags are read again at a time.
    public static final long TAGS_AGAIN = TagNames.TAGS_PER_REFRESH;

    private TagReads() {}
}
