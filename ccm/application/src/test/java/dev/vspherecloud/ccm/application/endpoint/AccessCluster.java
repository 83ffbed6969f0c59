package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeUser;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A cluster with everybody in it who may want to see our pages, and with what it publishes about whom it believes.
///
/// The ServiceAccount `prometheus` may see the metrics, and the user of that name too; `stranger` may see nothing.
record AccessCluster(KubeApiServer server, ServerIdentity clients, ServerIdentity proxies) implements AutoCloseable {
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";
    private static final String ACCOUNTS = "/api/v1/namespaces/kube-system/serviceaccounts";

    /// Starts the cluster.
    ///
    /// @param programs who the program may be in it
    static AccessCluster start(KubeUser... programs) {
        var clients = ServerIdentity.certificateAuthority("kubernetes").generate();
        var proxies = ServerIdentity.certificateAuthority("front-proxy-ca").generate();
        var server = KubeApiServer.startTrusting(clients.certificatePem(), proxies.certificatePem(), programs);
        var visitors = new AccessCluster(server, clients, proxies);
        for (String name : List.of("prometheus", "stranger")) {
            server.objects().create(ACCOUNTS, "{\"metadata\":{\"name\":\"%s\"}}".formatted(name));
        }
        visitors.letSeeMetrics("ServiceAccount", "prometheus");
        visitors.letSeeMetrics("User", "prometheus");
        return visitors;
    }

    @Override
    public void close() {
        server.close();
    }

    private void letSeeMetrics(String kind, String name) {
        String role = "metrics-of-" + kind.toLowerCase(Locale.ROOT);
        server.objects()
                .create(
                        RBAC + "/clusterroles",
                        "{\"metadata\":{\"name\":\"%s\"},\"rules\":[{\"nonResourceURLs\":[\"/metrics\",\"/metrics/slis\"],\"verbs\":[\"get\"]}]}"
                                .formatted(role));
        bind("clusterrolebindings", "ClusterRole", role, kind, name);
    }

    /// Gives the program's account what it needs to ask about others.
    void letAsk(String user) {
        bind("clusterrolebindings", "ClusterRole", "system:auth-delegator", "User", user);
    }

    /// Gives the program's account what it needs to know whose certificates count, as the Go program's manifest does.
    void letLookUp(String user) {
        bind("namespaces/kube-system/rolebindings", "Role", "extension-apiserver-authentication-reader", "User", user);
    }

    private void bind(String bindings, String roleKind, String role, String kind, String name) {
        String subject = kind.equals("User")
                ? "\"kind\":\"User\",\"apiGroup\":\"rbac.authorization.k8s.io\",\"name\":\"%s\"".formatted(name)
                : "\"kind\":\"ServiceAccount\",\"namespace\":\"kube-system\",\"name\":\"%s\"".formatted(name);
        server.objects()
                .create(
                        RBAC + "/" + bindings,
                        "{\"metadata\":{\"generateName\":\"test-\"},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"%s\",\"name\":\"%s\"},\"subjects\":[{%s}]}"
                                .formatted(roleKind, role, subject));
    }

    /// A token of this ServiceAccount, as a kubelet would fetch it.
    String token(String account) {
        return server.objects()
                .create(ACCOUNTS + "/" + account + "/token", "{\"spec\":{\"expirationSeconds\":3600}}")
                .at("/status/token")
                .asText();
    }

    Map<String, List<String>> bearing(String token) {
        return Map.of("authorization", List.of("Bearer " + token));
    }

    /// As a front proxy says for whom it asks.
    Map<String, List<String>> onBehalfOf(String user, String... groups) {
        return Map.of("x-remote-user", List.of(user), "x-remote-group", List.of(groups));
    }

    ServerIdentity client(String name, String... groups) {
        return ServerIdentity.forHosts(name)
                .commonName(name)
                .organisation(groups)
                .signedBy(clients)
                .forClientsOnly()
                .generate();
    }

    ServerIdentity proxy(String name) {
        return ServerIdentity.forHosts(name)
                .commonName(name)
                .signedBy(proxies)
                .forClientsOnly()
                .generate();
    }
}
