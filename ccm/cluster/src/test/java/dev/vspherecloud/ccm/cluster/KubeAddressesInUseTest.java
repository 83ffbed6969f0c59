package dev.vspherecloud.ccm.cluster;

import static dev.vspherecloud.ccm.cluster.NodeFixtures.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeAddressesInUseTest {
    private static final String NGINX = service(
            "ingress/nginx",
            "LoadBalancer",
            "\"loadBalancerIP\":\"10.0.0.9\",\"externalIPs\":[\"10.0.0.7\",\"fd00::7\"]",
            "{\"ip\":\"10.0.0.8\"},{\"hostname\":\"lb.example\"}");

    private final ScriptedApi api = new ScriptedApi();

    @AfterEach
    void endedByInterrupt() {
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void allAddressesOfALoadBalancerAreItsOwn() {
        api.answers(200, page(NGINX)).streams();

        assertThat(claims(Duration.ZERO))
                .containsOnlyKeys("10.0.0.7", "10.0.0.8", "10.0.0.9", "fd00:0:0:0:0:0:0:7")
                .containsEntry("10.0.0.8", "Service ingress/nginx");
    }

    @Test
    void aServiceOfAnotherTypeHasItsExternalIpsOnly() {
        api.answers(200, page(NGINX.replace("LoadBalancer", "ClusterIP"))).streams();

        assertThat(claims(Duration.ZERO)).containsOnlyKeys("10.0.0.7", "fd00:0:0:0:0:0:0:7");
    }

    @Test
    void invalidAddressesAreIgnoredAndAServiceMayHaveNone() {
        api.answers(
                        200,
                        page(
                                "{\"metadata\":{\"namespace\":\"a\",\"name\":\"bare\"}}",
                                service("a/empty", "LoadBalancer", "\"loadBalancerIP\":\"\"", ""),
                                service(
                                        "a/odd",
                                        "LoadBalancer",
                                        "\"externalIPs\":[\"node.example\",\"300.1.1.1\"]",
                                        "")))
                .streams();

        assertThat(claims(Duration.ZERO)).isEmpty();
    }

    @Test
    void onlyTheFirstAddressesOfAServiceAreKept() {
        String many = IntStream.range(0, 5_000)
                .mapToObj(i -> "\"10.1.%d.%d\"".formatted(i / 256, i % 256))
                .collect(Collectors.joining(",", "\"externalIPs\":[", "]"));
        api.answers(200, page(service("a/many", "ClusterIP", many, ""))).streams();

        assertThat(claims(Duration.ZERO)).hasSize(ServiceJson.MAX_ADDRESSES).containsKey("10.1.0.0");
    }

    @Test
    void servicesAreFollowedThroughTheWatch() {
        api.answers(200, page(NGINX))
                .streams(
                        event(
                                "MODIFIED",
                                service("ingress/nginx", "LoadBalancer", "\"a\":1", "{\"ip\":\"10.0.0.20\"}")),
                        event("ADDED", service("web/b", "LoadBalancer", "\"a\":1", "{\"ip\":\"10.0.0.30\"}")),
                        event("ADDED", service("web/a", "LoadBalancer", "\"a\":1", "{\"ip\":\"10.0.0.20\"}")),
                        event("DELETED", service("ingress/nginx", "LoadBalancer", "\"a\":1", "")),
                        event("MODIFIED", service("web/b", "LoadBalancer", "\"a\":1", "")));

        assertThat(claims(Duration.ZERO)).isEqualTo(Map.of("10.0.0.20", "Service web/a"));
    }

    @Test
    void anAddressThatANewListLacksIsNoLongerInUse() {
        api.answers(200, page(NGINX))
                .streams(event("ERROR", "{\"code\":410,\"message\":\"too old\"}"))
                .answers(200, page())
                .streams();

        assertThat(claims(Duration.ofSeconds(2))).isEmpty();
    }

    @Test
    void withoutPermissionTheIntervalGrows() {
        for (int i = 0; i < 12; i++) {
            api.answers(403, "{\"message\":\"services is forbidden\"}");
        }
        var time = new ManualTime(Duration.ofMinutes(18));

        new KubeAddressesInUse(api.server(time), time, new SplittableRandom(1)).run();

        assertThat(time.waits().getFirst()).isLessThan(Duration.ofSeconds(2));
        assertThat(time.waits().getLast()).isBetween(Duration.ofMinutes(5), Duration.ofMinutes(6));
    }

    @Test
    void knownAddressesStayWhileTheServerIsUnreachable() {
        api.answers(200, page(NGINX)).refusesStream(Kind.UNREACHABLE);

        assertThat(claims(Duration.ZERO)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "https://10.0.0.10:6443, 10.0.0.10",
        "https://[fd00::10]:6443, fd00:0:0:0:0:0:0:10",
        "https://api.example:6443,",
        "https://10.0.0.10.example,"
    })
    void theApiServerHasTheAddressInItsUrl(String url, String address) {
        api.answers(200, page()).streams();
        var time = new ManualTime(Duration.ZERO);
        var claims = new KubeAddressesInUse(api.serverAt(url, time), time, new SplittableRandom(1));
        claims.run();

        assertThat(texts(claims)).isEqualTo(address == null ? Map.of() : Map.of(address, "the API server " + url));
    }

    private Map<String, String> claims(Duration length) {
        var time = new ManualTime(length);
        var claims = new KubeAddressesInUse(api.server(time), time, new SplittableRandom(1));
        claims.run();
        return texts(claims);
    }

    private static Map<String, String> texts(KubeAddressesInUse claims) {
        var texts = new TreeMap<String, String>();
        claims.usersByIp().forEach((InetAddress ip, String by) -> texts.put(ip.getHostAddress(), by));
        return texts;
    }

    private static String page(String... services) {
        return "{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[%s]}".formatted(String.join(",", services));
    }

    private static String service(String name, String type, String spec, String ingress) {
        String[] parts = name.split("/");
        return """
                {"metadata":{"namespace":"%s","name":"%s","resourceVersion":"9"},
                "spec":{"type":"%s","clusterIP":"10.96.0.5",%s},"status":{"loadBalancer":{"ingress":[%s]}}}""".formatted(parts[0], parts[1], type, spec, ingress).replace("\n", "");
    }
}
