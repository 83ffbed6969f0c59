package dev.vspherecloud.csi.commands.plan;

/// What happens to an object if this driver replaces vsphere-csi-driver (Go), the worst first.
enum TakeoverEffect {
    STOPS("stops", "It stops working, or a part of it does."),
    WAITS("waits", "The replacement must wait until it has ended or was corrected."),
    CHANGES("changes", "It continues to work, in another way."),
    STAYS("stays", "Nothing changes, but it is special.");

    private final String text;
    private final String meaning;

    TakeoverEffect(String text, String meaning) {
        this.text = text;
        this.meaning = meaning;
    }

    public String text() {
        return text;
    }

    public String meaning() {
        return meaning;
    }

    /// Returns true if the replacement is not possible now.
    boolean prevents() {
        return this == STOPS || this == WAITS;
    }
}
