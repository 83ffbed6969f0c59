package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeUser;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A cluster with clients that request pages of the HTTPS port, and with the CA certificates that it publishes for
/// client authentication.
///
/// The ServiceAccount `prometheus` and the user of that name may read the metrics. `stranger` may read nothing.
record AccessCluster(KubeApiServer server, ServerIdentity clients, ServerIdentity proxies) implements AutoCloseable {
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";
    private static final String ACCOUNTS = "/api/v1/namespaces/kube-system/serviceaccounts";

    /// Starts the cluster.
    ///
    /// @param programs the users that the program may run as
    static AccessCluster start(KubeUser... programs) {
        var clients = ServerIdentity.certificateAuthority("kubernetes").generate();
        var proxies = ServerIdentity.certificateAuthority("front-proxy-ca").generate();
        var server = KubeApiServer.startTrusting(clients.certificatePem(), proxies.certificatePem(), programs);
        var cluster = new AccessCluster(server, clients, proxies);
        for (String name : List.of("prometheus", "stranger")) {
            server.objects().create(ACCOUNTS, "{\"metadata\":{\"name\":\"%s\"}}".formatted(name));
        }
        cluster.allowMetrics("ServiceAccount", "prometheus");
        cluster.allowMetrics("User", "prometheus");
        return cluster;
    }

    @Override
    public void close() {
        server.close();
    }

    private void allowMetrics(String kind, String name) {
        String role = "metrics-of-" + kind.toLowerCase(Locale.ROOT);
        server.objects()
                .create(
                        RBAC + "/clusterroles",
                        "{\"metadata\":{\"name\":\"%s\"},\"rules\":[{\"nonResourceURLs\":[\"/metrics\",\"/metrics/slis\"],\"verbs\":[\"get\"]}]}"
                                .formatted(role));
        bind("clusterrolebindings", "ClusterRole", role, kind, name);
    }

    /// Grants the program's account the rights to create TokenReviews and SubjectAccessReviews.
    void allowReviews(String user) {
        bind("clusterrolebindings", "ClusterRole", "system:auth-delegator", "User", user);
    }

    /// Grants the program's account the right to read the client CA certificates, as the manifest of
    /// cloud-provider-vsphere (Go) does.
    void allowLookup(String user) {
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

    /// Returns a token of this ServiceAccount, as a kubelet requests it.
    String token(String account) {
        return server.objects()
                .create(ACCOUNTS + "/" + account + "/token", "{\"spec\":{\"expirationSeconds\":3600}}")
                .at("/status/token")
                .asText();
    }

    Map<String, List<String>> bearing(String token) {
        return Map.of("authorization", List.of("Bearer " + token));
    }

    /// Returns the headers in which a front proxy names the user of a request.
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
