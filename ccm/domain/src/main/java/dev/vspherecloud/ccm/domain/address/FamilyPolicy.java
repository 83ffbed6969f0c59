package dev.vspherecloud.ccm.domain.address;

/// What becomes of a Node that lacks an address of a configured family.
public enum FamilyPolicy {
    /// It waits: the taint stays. As the Go program does.
    REQUIRE,

    /// It gets what there is, and the missing family is a remark.
    PREFER
}
