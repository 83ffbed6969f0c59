package dev.vspherecloud.config;

/// The form of a key's value: which texts are valid.
public enum KeyForm {
    TEXT("text", "a text"),
    /// A text that no message and no page ever shows, such as a password.
    SECRET("text, never shown", "a text"),
    HOST("host", "a host name or an address"),
    /// A port number. The value 0 means that no port is given.
    PORT("number", "a whole number from 1 to 65535"),
    NUMBER("number", "a whole number from 0"),
    /// A whole number of at least 1 in decimal digits, which means the same in YAML and in INI.
    COUNT("number", "a whole number from 1"),
    /// A percentage from 1 to 100 in decimal digits, which means the same in YAML and in INI.
    PERCENT("percent", "a whole number from 1 to 100"),
    /// A duration as Go writes it, such as `1h30m`.
    DURATION("duration", "a duration such as 10m or 1h30m"),
    FLAG("flag", "true or false"),
    /// A list of words. Each item of the list may contain several words, separated by commas.
    LIST("list", "a list of words"),
    FAMILIES("list", "a list with ipv4 or ipv6"),
    /// One of a few words in upper or lower case; the key defines the words.
    CHOICE("word", "a word"),
    /// The key of a Kubernetes label. The label must belong to no other program.
    LABEL_KEY(
            "label key",
            "a label key of letters, digits, \"-\", \"_\" and \".\", with a lower-case DNS name and \"/\" before it"),
    /// File names, separated as in the variable `PATH`.
    PATHS("file names, joined by `:`", "a file name"),
    DIRECTORY("directory", "the name of a directory"),
    /// Thumbprints of certificates, separated by commas or blanks.
    THUMBPRINTS("thumbprints, joined by commas", "20 or 32 pairs of hex digits joined by \":\""),
    KUBERNETES_NAME("name", "a name of lower-case letters, digits, dashes and dots"),
    /// Address ranges, separated by commas.
    SUBNETS("ranges, joined by commas", "ranges of addresses such as 10.20.0.0/16 or fd20::/48"),
    /// The URL of a proxy. It may contain a password, so no message shows it.
    PROXY("URL", "http://<host>:<port>, with <user>:<password>@ before the host if need be"),
    /// A list of hosts in the form of the variable `NO_PROXY`.
    HOSTS("hosts, joined by commas", "host names, addresses and ranges joined by commas");

    private final String type;
    private final String expected;

    KeyForm(String type, String expected) {
        this.type = type;
        this.expected = expected;
    }

    /// Returns the form in one or two words, for the reference page.
    public String type() {
        return type;
    }

    /// Returns a description of the valid values. For a [#CHOICE], see [ConfigKey#expected].
    public String expected() {
        return expected;
    }

    /// Returns true if cloud-provider-vsphere (Go) expects a YAML list for such a key, and refuses a text.
    public boolean isList() {
        return this == LIST || this == FAMILIES;
    }

    /// Returns true if a YAML list is valid for such a key. If cloud-provider-vsphere (Go) expects one text,
    /// the list means its words joined by commas.
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

    /// Returns true if a value of this form may contain any character, so that it may need quotes.
    public boolean isText() {
        return this == TEXT || this == SECRET || this == PROXY || this == LIST || this == PATHS || this == DIRECTORY;
    }

    public boolean isUnquoted() {
        return this == PORT || this == NUMBER || this == COUNT || this == PERCENT || this == FLAG;
    }
}
