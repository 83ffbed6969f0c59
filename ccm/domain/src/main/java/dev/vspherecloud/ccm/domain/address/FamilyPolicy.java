package dev.vspherecloud.ccm.domain.address;

/// Says whether a Node that lacks an address of a configured IP family may be initialised.
public enum FamilyPolicy {
    /// A Node without an address of each configured family keeps its `uninitialized` taint and waits, as with
    /// cloud-provider-vsphere (Go).
    REQUIRE("require"),

    /// A Node gets the addresses that exist, and a remark names the missing family.
    PREFER("prefer");

    private final String text;

    FamilyPolicy(String text) {
        this.text = text;
    }

    /// Returns the name of the policy in the configuration, for example `prefer`. The name does not change if the
    /// Java constant is renamed.
    public String text() {
        return text;
    }
}
