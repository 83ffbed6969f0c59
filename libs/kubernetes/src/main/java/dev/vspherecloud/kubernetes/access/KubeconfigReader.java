package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.access.KubeconfigFile.Cluster;
import dev.vspherecloud.kubernetes.access.KubeconfigFile.Context;
import dev.vspherecloud.kubernetes.access.KubeconfigFile.Pem;
import dev.vspherecloud.kubernetes.access.KubeconfigFile.Plugin;
import dev.vspherecloud.kubernetes.access.KubeconfigFile.User;
import dev.vspherecloud.kubernetes.access.KubeconfigFile.Variable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// Reads kubeconfigs. The whole file must be valid, also the parts that the current context does not need.
final class KubeconfigReader {
    private static final int MAX_BYTES = 4 << 20;
    private static final String EXEC_EXTENSION = "client.authentication.k8s.io/exec";

    private KubeconfigReader() {}

    static KubeconfigFile read(Path file) {
        if (!Files.exists(file)) {
            throw new KubeException(
                    Kind.CONFIG_UNREADABLE, "there is no kubeconfig \"%s\"; check --kubeconfig".formatted(file));
        }
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw unreadable(file);
        }
        try (var in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(MAX_BYTES + 1);
            if (content.length > MAX_BYTES) {
                throw KubeconfigNode.invalid(
                        file, "found more than 4 MiB, expected a kubeconfig; check the name of the file");
            }
            return parse(file, new String(content, StandardCharsets.UTF_8));
        } catch (IOException _) {
            throw unreadable(file);
        }
    }

    private static KubeException unreadable(Path file) {
        return new KubeException(
                Kind.CONFIG_UNREADABLE,
                "the kubeconfig \"%s\" cannot be read; check that it is a file, and check its permissions"
                        .formatted(file));
    }

    /// Parses the text of a kubeconfig.
    ///
    /// @param file the path of the kubeconfig, for messages
    static KubeconfigFile parse(Path file, String text) {
        KubeconfigNode root = KubeconfigNode.parse(file, text);
        requireValue(root, "kind", "Config");
        requireValue(root, "apiVersion", "v1");
        return new KubeconfigFile(
                root.text("current-context"),
                named(root, "contexts", KubeconfigReader::context),
                named(root, "clusters", KubeconfigReader::cluster),
                named(root, "users", KubeconfigReader::user));
    }

    private static void requireValue(KubeconfigNode root, String key, String value) {
        String found = root.text(key);
        if (!found.isEmpty() && !found.equals(value)) {
            throw root.invalid(key, "found another value, expected %s; it is not YAML of kind Config".formatted(value));
        }
    }

    private static <T> Map<String, T> named(KubeconfigNode root, String key, Function<KubeconfigNode, T> reader) {
        var read = new LinkedHashMap<String, T>();
        root.named(key).forEach((name, item) -> read.put(name, reader.apply(item)));
        return read;
    }

    private static Context context(KubeconfigNode item) {
        return item.mapping("context")
                .map(context -> new Context(context.text("cluster"), context.text("user")))
                .orElse(new Context("", ""));
    }

    private static Cluster cluster(KubeconfigNode item) {
        return item.mapping("cluster").map(KubeconfigReader::clusterFields).orElse(Cluster.EMPTY);
    }

    private static Cluster clusterFields(KubeconfigNode cluster) {
        return new Cluster(
                cluster.text("server"),
                pem(cluster, "certificate-authority"),
                cluster.text("tls-server-name"),
                cluster.flag("insecure-skip-tls-verify"),
                cluster.text("proxy-url"),
                cluster.flag("disable-compression"),
                cluster.items("extensions").stream()
                        .filter(each -> each.text("name").equals(EXEC_EXTENSION))
                        .findFirst()
                        .flatMap(each -> each.json("extension")));
    }

    private static User user(KubeconfigNode item) {
        return item.mapping("user").map(KubeconfigReader::userFields).orElse(User.ANONYMOUS);
    }

    private static User userFields(KubeconfigNode user) {
        return new User(
                pem(user, "client-certificate"),
                pem(user, "client-key"),
                user.text("token"),
                user.text("tokenFile"),
                user.text("username"),
                user.text("password"),
                new Impersonation(
                        user.text("as"), user.text("as-uid"), user.texts("as-groups"), user.textLists("as-user-extra")),
                user.mapping("auth-provider").isPresent(),
                user.mapping("exec").map(exec -> plugin(user.place("exec"), exec)));
    }

    private static Pem pem(KubeconfigNode node, String key) {
        return new Pem(node.text(key), node.decoded(key + "-data"));
    }

    private static Plugin plugin(String place, KubeconfigNode exec) {
        return new Plugin(
                place,
                exec.text("apiVersion"),
                exec.text("command"),
                exec.texts("args"),
                exec.items("env").stream()
                        .map(each -> new Variable(each.text("name"), each.text("value")))
                        .toList(),
                exec.text("interactiveMode"),
                exec.text("installHint"),
                exec.flag("provideClusterInfo"));
    }
}
