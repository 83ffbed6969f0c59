package dev.vspherecloud.ccm.domain.address;

/// What happens to a Node that lacks an address of a configured family.
public enum FamilyPolicy {
    /// The Node keeps its taint and waits, as with cloud-provider-vsphere (Go).
    REQUIRE("require"),

    /// The Node gets the addresses that exist, and the missing family is a remark.
    PREFER("prefer");

    private final String text;

    FamilyPolicy(String text) {
        this.text = text;
    }

    /// Returns the name in the configuration, as in `prefer`. It stays when the constant is renamed.
    public String text() {
        return text;
    }
}
