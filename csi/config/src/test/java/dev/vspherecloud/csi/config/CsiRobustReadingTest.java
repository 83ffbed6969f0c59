package dev.vspherecloud.csi.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsiRobustReadingTest {
    private static final String INI = """
            [Global]
            cluster-id = "blue"
            user = "VSPHERE\\\\csi"
            password = "hunter2#x"
            port = "8443"
            query-limit = 500
            [VirtualCenter "10.0.0.1"]
            datacenters = "A, B"
            [VirtualCenter "10.0.0.2"]
            password = hunter2
            [Labels]
            topology-categories = "zone, region"
            [TopologyCategory "zone"]
            label = topology.kubernetes.io/zone
            [NetPermissions "A"]
            ips = 10.0.0.0/8
            permissions = READ_ONLY
            [Snapshot]
            global-max-snapshots-per-block-volume = 5
            """;
    private static final String YAML = """
            global: {clusterId: blue, user: 'a@b', password: 'hunter2'}
            vcenter:
              north: {server: vc, port: 8443}
            csi: {queryLimit: 5}
            topologyCategory: {z: {label: topology.kubernetes.io/zone}}
            netPermissions: {A: {ips: '*'}}
            """;
    private static final String NOISE = "[]\"\\=#;:{}&*!|>'%@`,?\n\t <~\u0000\u0085\ufeff\ud800é0aZ";

    @Test
    void anyDamageEndsInAConfigurationOrInProblems() {
        var random = new Random(20);
        for (int round = 0; round < 4_000; round++) {
            String own = damaged(random.nextBoolean() ? INI : YAML, random);
            Optional<String> shared = random.nextInt(4) == 0 ? Optional.of(damaged(YAML, random)) : Optional.empty();

            CsiConfigResult result = CsiReading.read(Optional.of(own), shared, environment(random));

            assertThat(result instanceof CsiConfigResult.Rejected(var all)
                            && all.stream().noneMatch(Problem::isError))
                    .as(own)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hunter2", "hunter2\\", "\"hunter2", "hunter2\"", "\"hunter2\\q\"", "hunter2\nhunter2 more",
                "\"hunter2\nhunter2\"", "'hunter2", "[hunter2", "hunter2 = hunter2", "hunter2\u0001",
                        "\"hunter2\" hunter2"
            })
    void noResultShowsThePassword(String password) {
        for (String text : List.of(
                "[VirtualCenter \"vc\"]\nuser = a@b\npassword = " + password + "\n",
                "[VirtualCenter \"vc\"]\npassword = " + password + "\nuser = a\n",
                "[Global]\npassword = " + password + "\nport = x\n",
                "vcenter:\n  vc: {server: vc, user: a@b}\nglobal:\n  password: " + password + "\n")) {
            CsiConfigResult result = CsiReading.read(text);
            CsiConfigResult beside = CsiReading.read(Optional.of(text), Optional.of(YAML), Map.of());

            assertThat(result.toString() + beside).doesNotContain("hunter2");
        }
    }

    @Test
    void noPrefixOfAFileThrows() {
        for (int length = 0; length <= INI.length(); length++) {
            assertThat(CsiReading.read(INI.substring(0, length))).isNotNull();
        }
    }

    static List<OverrideVariable> anyVariableMayHaveAnyValue() {
        return OverrideVariable.OF_SECTIONS;
    }

    @ParameterizedTest
    @MethodSource
    void anyVariableMayHaveAnyValue(OverrideVariable variable) {
        for (String value : List.of("", " ", "-1", "99999999999999999999", "a b", "\u0001", "[", "hunter2\n")) {
            CsiConfigResult result = CsiReading.read(INI, Map.of(variable.name(), value));

            assertThat(result).isNotNull();
        }
    }

    private static Map<String, String> environment(Random random) {
        var environment = new HashMap<String, String>();
        if (random.nextInt(3) == 0) {
            String name = OverrideVariable.OF_SECTIONS
                    .get(random.nextInt(OverrideVariable.OF_SECTIONS.size()))
                    .name();
            environment.put(name, damaged("10.0.0.1", random));
            environment.put("VSPHERE_VCENTER_" + random.nextInt(3), damaged("vc", random));
            environment.put("VCENTER_" + random.nextInt(3) + "_PORT", damaged("443", random));
        }
        return environment;
    }

    private static String damaged(String text, Random random) {
        var damaged = new StringBuilder(text);
        for (int i = 1 + random.nextInt(5); i > 0; i--) {
            int at = random.nextInt(damaged.length() + 1);
            int end = Math.min(damaged.length(), at + random.nextInt(12));
            switch (random.nextInt(3)) {
                case 0 -> damaged.insert(at, NOISE.charAt(random.nextInt(NOISE.length())));
                case 1 -> damaged.delete(at, end);
                default -> damaged.insert(random.nextInt(damaged.length() + 1), damaged.substring(at, end));
            }
        }
        return damaged.toString();
    }
}
