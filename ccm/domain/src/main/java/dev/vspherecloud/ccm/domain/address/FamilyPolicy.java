package dev.vspherecloud.ccm.domain.address;

/// What becomes of a Node that lacks an address of a configured family.
public enum FamilyPolicy {
    /// It waits: the taint stays. As the Go program does.
    REQUIRE("require"),

    /// It gets what there is, and the missing family is a remark.
    PREFER("prefer");

    private final String word;

    FamilyPolicy(String word) {
        this.word = word;
    }

    /// In a configuration, as in `prefer`. It stays when the constant is renamed.
    public String word() {
        return word;
    }
}
