package dev.vspherecloud.config;

import static dev.vspherecloud.config.ConfigKey.Effect.HONOURED;
import static dev.vspherecloud.config.ConfigKey.Effect.NONE_EVER;
import static dev.vspherecloud.config.ConfigKey.Effect.NOT_YET;
import static dev.vspherecloud.config.ConfigKey.Effect.REFUSED;
import static dev.vspherecloud.config.ConfigKey.Form.FAMILIES;
import static dev.vspherecloud.config.ConfigKey.Form.FLAG;
import static dev.vspherecloud.config.ConfigKey.Form.HOST;
import static dev.vspherecloud.config.ConfigKey.Form.KUBERNETES_NAME;
import static dev.vspherecloud.config.ConfigKey.Form.LIST;
import static dev.vspherecloud.config.ConfigKey.Form.NUMBER;
import static dev.vspherecloud.config.ConfigKey.Form.PATHS;
import static dev.vspherecloud.config.ConfigKey.Form.PORT;
import static dev.vspherecloud.config.ConfigKey.Form.SECRET;
import static dev.vspherecloud.config.ConfigKey.Form.TEXT;
import static dev.vspherecloud.config.ConfigKey.Form.THUMBPRINT;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Every key that the configuration knows: the one table behind the readers, the validation and "did you mean".
///
/// A key of `global` that a vCenter may also have is the vCenter's default.
///
/// Rule from: cloud-provider-vsphere, pkg/common/config and docs/book/cloud_config.md.
enum ConfigKey {
    GLOBAL_SERVER("server", "server", HOST, "", HONOURED, "The only vCenter, in short form.", Section.GLOBAL),
    SERVER("server", "server", HOST, "", HONOURED, "Host name or address.", Section.VCENTER),
    USER("user", "user", TEXT, "", HONOURED, "User, when no Secret is named.", Section.GLOBAL, Section.VCENTER),
    PASSWORD("password", "password", SECRET, "", HONOURED, "The user's password.", Section.GLOBAL, Section.VCENTER),
    PORT_NUMBER("port", "port", PORT, "443", HONOURED, "HTTPS port.", Section.GLOBAL, Section.VCENTER),
    INSECURE_FLAG(
            "insecureFlag",
            "insecure-flag",
            FLAG,
            "false",
            HONOURED,
            "Do not verify certificates; true in global cannot be taken back by a vCenter.",
            Section.GLOBAL,
            Section.VCENTER),
    DATACENTERS(
            "datacenters",
            "datacenters",
            LIST,
            "",
            HONOURED,
            "Names, paths or references; empty means all.",
            Section.GLOBAL,
            Section.VCENTER),
    CA_FILE(
            "caFile",
            "ca-file",
            PATHS,
            "",
            HONOURED,
            "PEM files that replace the system's authorities.",
            Section.GLOBAL,
            Section.VCENTER),
    THUMBPRINT_TEXT(
            "thumbprint",
            "thumbprint",
            THUMBPRINT,
            "",
            HONOURED,
            "SHA-1 or SHA-256 of the server's certificate.",
            Section.GLOBAL,
            Section.VCENTER),
    SECRET_NAME(
            "secretName",
            "secret-name",
            KUBERNETES_NAME,
            "",
            HONOURED,
            "Kubernetes Secret with the credentials.",
            Section.GLOBAL,
            Section.VCENTER),
    SECRET_NAMESPACE(
            "secretNamespace",
            "secret-namespace",
            KUBERNETES_NAME,
            "",
            HONOURED,
            "Namespace of that Secret.",
            Section.GLOBAL,
            Section.VCENTER),
    IP_FAMILY(
            "ipFamily",
            "ip-family",
            FAMILIES,
            "ipv4",
            HONOURED,
            "Family of the Nodes' addresses.",
            Section.GLOBAL,
            Section.VCENTER),
    SOAP_ROUNDTRIP_COUNT(
            "soapRoundtripCount",
            "soap-roundtrip-count",
            NUMBER,
            "3",
            NONE_EVER,
            "Attempts of a call; the Go program never used it.",
            Section.GLOBAL,
            Section.VCENTER),
    SECRETS_DIRECTORY(
            "secretsDirectory",
            "secrets-directory",
            TEXT,
            "",
            NOT_YET,
            "Directory with files of credentials.",
            Section.GLOBAL),
    API_DISABLE("apiDisable", "api-disable", FLAG, "false", NONE_EVER, "Of an interface that is gone.", Section.GLOBAL),
    API_BINDING(
            "apiBinding", "api-binding", TEXT, ":43001", NONE_EVER, "Of an interface that is gone.", Section.GLOBAL),
    ZONE("zone", "zone", TEXT, "", HONOURED, "Tag category of zones.", Section.LABELS),
    REGION("region", "region", TEXT, "", HONOURED, "Tag category of regions.", Section.LABELS),
    INTERNAL_CIDR(
            "internalNetworkSubnetCidr",
            "internal-network-subnet-cidr",
            TEXT,
            "",
            REFUSED,
            "Subnets of internal addresses.",
            Section.NODES),
    EXTERNAL_CIDR(
            "externalNetworkSubnetCidr",
            "external-network-subnet-cidr",
            TEXT,
            "",
            REFUSED,
            "Subnets of external addresses.",
            Section.NODES),
    INTERNAL_NETWORK(
            "internalVmNetworkName",
            "internal-vm-network-name",
            TEXT,
            "",
            REFUSED,
            "Network of internal addresses.",
            Section.NODES),
    EXTERNAL_NETWORK(
            "externalVmNetworkName",
            "external-vm-network-name",
            TEXT,
            "",
            REFUSED,
            "Network of external addresses.",
            Section.NODES),
    EXCLUDE_INTERNAL_CIDR(
            "excludeInternalNetworkSubnetCidr",
            "exclude-internal-network-subnet-cidr",
            TEXT,
            "",
            REFUSED,
            "Subnets that are never internal.",
            Section.NODES),
    EXCLUDE_EXTERNAL_CIDR(
            "excludeExternalNetworkSubnetCidr",
            "exclude-external-network-subnet-cidr",
            TEXT,
            "",
            REFUSED,
            "Subnets that are never external.",
            Section.NODES);

    /// The grammar of a key's value.
    enum Form {
        TEXT("a text"),
        /// A text that is never shown.
        SECRET("a text"),
        HOST("a host name or an address"),
        /// 0 counts as not given.
        PORT("a whole number from 1 to 65535"),
        NUMBER("a whole number from 0"),
        FLAG("true or false"),
        /// Each word may hold several, separated by commas.
        LIST("a list of words"),
        /// Separated as in `PATH`.
        PATHS("a file name"),
        THUMBPRINT("20 or 32 pairs of hex digits joined by \":\""),
        FAMILIES("a list with ipv4 or ipv6"),
        KUBERNETES_NAME("a name of lower-case letters, digits, dashes and dots");

        private final String expected;

        Form(String expected) {
            this.expected = expected;
        }

        /// What fits, in words.
        String expected() {
            return expected;
        }

        boolean isList() {
            return this == LIST || this == FAMILIES;
        }

        boolean isUnquoted() {
            return this == PORT || this == NUMBER || this == FLAG;
        }
    }

    /// What giving the key does.
    enum Effect {
        HONOURED,
        /// Nothing, and nothing in the Go program either: a warning.
        NONE_EVER,
        /// Nothing in this version, and going on without it is safe: a warning.
        NOT_YET,
        /// Nothing in this version, and going on without it could write wrong values to Nodes: an error.
        REFUSED
    }

    private final String yaml;
    private final String ini;
    private final Form form;
    private final String defaultText;
    private final Effect effect;
    private final String meaning;
    private final Set<Section> sections;

    ConfigKey(
            String yaml,
            String ini,
            Form form,
            String defaultText,
            Effect effect,
            String meaning,
            Section... sections) {
        this.yaml = yaml;
        this.ini = ini;
        this.form = form;
        this.defaultText = defaultText;
        this.effect = effect;
        this.meaning = meaning;
        this.sections = Set.of(sections);
    }

    String yaml() {
        return yaml;
    }

    String ini() {
        return ini;
    }

    Form form() {
        return form;
    }

    /// As it would be written; empty when there is no default.
    String defaultText() {
        return defaultText;
    }

    Effect effect() {
        return effect;
    }

    String meaning() {
        return meaning;
    }

    boolean isIn(Section section) {
        return sections.contains(section);
    }

    static Optional<ConfigKey> ofYaml(Section section, String name) {
        return in(section).stream().filter(key -> key.yaml.equals(name)).findFirst();
    }

    /// Whatever the case.
    static Optional<ConfigKey> ofIni(Section section, String name) {
        return in(section).stream()
                .filter(key -> key.ini.equalsIgnoreCase(name))
                .findFirst();
    }

    static List<ConfigKey> in(Section section) {
        return Arrays.stream(values()).filter(key -> key.isIn(section)).toList();
    }
}
