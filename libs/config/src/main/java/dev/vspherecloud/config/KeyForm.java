package dev.vspherecloud.config;

/// The grammar of a key's value.
public enum KeyForm {
    TEXT("text", "a text"),
    /// A text that is never shown.
    SECRET("text, never shown", "a text"),
    HOST("host", "a host name or an address"),
    /// 0 counts as not given.
    PORT("number", "a whole number from 1 to 65535"),
    NUMBER("number", "a whole number from 0"),
    /// At least 1, in decimal digits: a format that means the same in both dialects.
    COUNT("number", "a whole number from 1"),
    /// At least 1, likewise.
    PERCENT("percent", "a whole number from 1 to 100"),
    /// As Go writes it.
    DURATION("duration", "a duration such as 10m or 1h30m"),
    FLAG("flag", "true or false"),
    /// Each item may contain several, separated by commas.
    LIST("list", "a list of words"),
    FAMILIES("list", "a list with ipv4 or ipv6"),
    /// One of a few words, in any case; the key defines which ones.
    CHOICE("word", "a word"),
    /// The key of a label that no other program owns.
    LABEL_KEY(
            "label key",
            "a label key of letters, digits, \"-\", \"_\" and \".\", with a lower-case DNS name and \"/\" before it"),
    /// Separated as in `PATH`.
    PATHS("file names, joined by `:`", "a file name"),
    DIRECTORY("directory", "the name of a directory"),
    /// Separated by commas or blanks.
    THUMBPRINTS("thumbprints, joined by commas", "20 or 32 pairs of hex digits joined by \":\""),
    KUBERNETES_NAME("name", "a name of lower-case letters, digits, dashes and dots"),
    /// Separated by commas.
    SUBNETS("ranges, joined by commas", "ranges of addresses such as 10.20.0.0/16 or fd20::/48"),
    /// May contain a password: never shown.
    PROXY("URL", "http://<host>:<port>, with <user>:<password>@ before the host if need be"),
    /// As in the variable `NO_PROXY`.
    HOSTS("hosts, joined by commas", "host names, addresses and ranges joined by commas");

    private final String type;
    private final String expected;

    KeyForm(String type, String expected) {
        this.type = type;
        this.expected = expected;
    }

    /// Returns the type in one or two words, for the reference.
    public String type() {
        return type;
    }

    /// Returns a description of the valid values; for a choice see [ConfigKey#expected].
    public String expected() {
        return expected;
    }

    /// Returns true if cloud-provider-vsphere (Go) expects a list in YAML, and refuses a text.
    public boolean isList() {
        return this == LIST || this == FAMILIES;
    }

    /// Returns true if a list is valid. Where cloud-provider-vsphere (Go) expects one text, the list means its
    /// words joined by commas.
    public boolean mayBeList() {
        return switch (this) {
            case LIST, FAMILIES, PATHS, THUMBPRINTS, SUBNETS, HOSTS -> true;
            case TEXT,
                    SECRET,
                    HOST,
                    PORT,
                    NUMBER,
                    COUNT,
                    PERCENT,
                    DURATION,
                    FLAG,
                    DIRECTORY,
                    KUBERNETES_NAME,
                    PROXY,
                    CHOICE,
                    LABEL_KEY -> false;
        };
    }

    public boolean isUnquoted() {
        return this == PORT || this == NUMBER || this == COUNT || this == PERCENT || this == FLAG;
    }
}
