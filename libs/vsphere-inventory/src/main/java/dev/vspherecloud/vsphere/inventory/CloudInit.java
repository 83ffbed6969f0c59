package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.ip.IpAddressParser;
import dev.vspherecloud.domain.vm.StaticAddresses;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/// Reads the addresses that cloud-init is configured to set, from `guestinfo.metadata`.
///
/// The metadata is base64 of YAML, whose `network` is a netplan: inline, or encoded as `network.encoding` says.
/// The addresses under `ethernets.*.addresses` count, in the order of the text.
///
/// The text is untrusted: for any input the parser ends soon, needs little memory and throws nothing. It only
/// parses the YAML and never creates objects of types that the text names. No message repeats a part of the
/// text, since it may contain secrets.
///
/// Rule from: cloud-provider-vsphere (Go), nodemanager.go, which supports the same encodings. It differs: there
/// the order across ethernets is random, and unreadable metadata ends the discovery.
final class CloudInit {
    /// The largest size of the decoded metadata: four times what cloud-init's documentation allows a
    /// `guestinfo` key.
    private static final int MAX_BYTES = 256 * 1024;

    private static final int MAX_DEPTH = 20;
    private static final int MAX_ALIASES = 20;

    private CloudInit() {}

    /// Reports why the metadata cannot be read. The message never quotes the metadata.
    private static final class UnreadableException extends Exception {
        UnreadableException(String why) {
            super(why);
        }
    }

    /// Returns the addresses in the metadata.
    ///
    /// @param encoding the value of `guestinfo.metadata.encoding`; the metadata is read only if this is
    ///     `base64`
    static StaticAddresses parseAddresses(String metadata, String encoding) {
        if (metadata.isEmpty() || !encoding.equals("base64")) {
            return new StaticAddresses.None();
        }
        try {
            List<InetAddress> addresses = ethernetAddresses(network(parseYaml(decodeBase64(metadata), "it")));
            return addresses.isEmpty() ? new StaticAddresses.None() : new StaticAddresses.Listed(addresses);
        } catch (UnreadableException e) {
            return new StaticAddresses.Unreadable("guestinfo.metadata: " + e.getMessage());
        }
    }

    private static Optional<Node> network(Optional<Node> metadata) throws UnreadableException {
        String encoding = metadata.flatMap(root -> entry(root, "network.encoding"))
                .flatMap(CloudInit::scalarText)
                .orElse("");
        Optional<Node> network = metadata.flatMap(root -> entry(root, "network"));
        Optional<String> text = network.flatMap(CloudInit::scalarText);
        if (text.isEmpty()) {
            return network;
        }
        return switch (encoding) {
            case "base64", "b64" -> parseYaml(decodeBase64(text.get()), "its network");
            case "gzip+base64", "gz+b64" -> parseYaml(gunzip(decodeBase64(text.get())), "its network");
            default -> parseYaml(text.get().getBytes(StandardCharsets.UTF_8), "its network");
        };
    }

    private static List<InetAddress> ethernetAddresses(Optional<Node> network) {
        return network.flatMap(root -> entry(root, "ethernets")).stream()
                .flatMap(CloudInit::values)
                .flatMap(ethernet -> entry(ethernet, "addresses").stream())
                .flatMap(CloudInit::items)
                .flatMap(item -> scalarText(item).stream())
                .flatMap(item -> IpAddressParser.STRICT.parse(item.replaceFirst("/.*", "")).stream())
                .distinct()
                .toList();
    }

    private static byte[] decodeBase64(String text) throws UnreadableException {
        String withoutLineBreaks = text.replaceAll("[\\r\\n]", "");
        if (withoutLineBreaks.length() / 4 * 3 > MAX_BYTES) {
            throw tooLarge();
        }
        try {
            return Base64.getDecoder().decode(withoutLineBreaks);
        } catch (IllegalArgumentException _) {
            throw new UnreadableException("it is not base64");
        }
    }

    private static byte[] gunzip(byte[] compressed) throws UnreadableException {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw tooLarge();
            }
            return bytes;
        } catch (IOException _) {
            throw new UnreadableException("its network is not gzip");
        }
    }

    private static UnreadableException tooLarge() {
        return new UnreadableException("it is larger than " + MAX_BYTES / 1024 + " KiB");
    }

    /// Parses a text as YAML.
    ///
    /// @param what the name of the text, for messages
    /// @return the first document; empty if there is none
    private static Optional<Node> parseYaml(byte[] text, String what) throws UnreadableException {
        var limits = new LoaderOptions();
        limits.setNestingDepthLimit(MAX_DEPTH);
        limits.setMaxAliasesForCollections(MAX_ALIASES);
        limits.setCodePointLimit(MAX_BYTES);
        try {
            String decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
            Iterator<Node> documents =
                    new Yaml(limits).composeAll(new StringReader(decoded)).iterator();
            return documents.hasNext() ? Optional.of(documents.next()) : Optional.empty();
        } catch (CharacterCodingException | RuntimeException | StackOverflowError _) {
            // On hostile text the YAML library can throw any of these, and its message quotes the text.
            throw new UnreadableException(what + " is not YAML");
        }
    }

    private static Optional<Node> entry(Node node, String key) {
        return node instanceof MappingNode mapping
                ? mapping.getValue().stream()
                        .filter(entry -> scalarText(entry.getKeyNode()).equals(Optional.of(key)))
                        .map(entry -> entry.getValueNode())
                        .findFirst()
                : Optional.empty();
    }

    private static Stream<Node> values(Node node) {
        return node instanceof MappingNode mapping
                ? mapping.getValue().stream().map(entry -> entry.getValueNode())
                : Stream.empty();
    }

    private static Stream<Node> items(Node node) {
        return node instanceof SequenceNode list ? list.getValue().stream() : Stream.empty();
    }

    private static Optional<String> scalarText(Node node) {
        return node instanceof ScalarNode scalar ? Optional.of(scalar.getValue()) : Optional.empty();
    }
}
