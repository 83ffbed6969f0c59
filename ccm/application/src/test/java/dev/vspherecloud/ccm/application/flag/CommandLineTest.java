package dev.vspherecloud.ccm.application.flag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.kubernetes.RequestRateLimit;
import dev.vspherecloud.observability.LogFormat;
import dev.vspherecloud.observability.ModuleLevel;
import dev.vspherecloud.serving.ServingSettings;
import dev.vspherecloud.serving.auth.AuthenticationSettings;
import dev.vspherecloud.serving.auth.AuthorizationSettings;
import dev.vspherecloud.serving.auth.RequestHeaderSettings;
import dev.vspherecloud.serving.tls.CertificateSource;
import dev.vspherecloud.serving.tls.SniCertificate;
import dev.vspherecloud.serving.tls.TlsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
    @Test
    @Conforms("O01")
    void everythingButTheConfigurationHasADefault() {
        assertThat(run(""))
                .isEqualTo(new Options(
                        new Options.ApiServerOptions(Optional.empty(), Optional.empty(), Optional.empty()),
                        new Options.ConfigOptions(Path.of("/c"), false),
                        new Options.LeaderElectionOptions(
                                true,
                                "kube-system",
                                "cloud-controller-manager",
                                Duration.ofSeconds(15),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(2),
                                new Options.MigrationOptions(false, Optional.empty())),
                        new Options.NodeOptions(
                                OptionalInt.empty(),
                                Duration.ofMinutes(5),
                                Map.of(),
                                Duration.ofSeconds(5),
                                NodeDeletion.ON),
                        new ControllerSelection(List.of("*")),
                        new Options.ServingOptions(
                                new ServingSettings(
                                        "0.0.0.0",
                                        10258,
                                        false,
                                        false,
                                        new TlsSettings(
                                                new CertificateSource.InMemory(),
                                                List.of(),
                                                "TLSv1.2",
                                                List.of(),
                                                List.of())),
                                new AuthenticationSettings(
                                        Optional.empty(),
                                        false,
                                        false,
                                        Duration.ofSeconds(10),
                                        Optional.empty(),
                                        new RequestHeaderSettings(
                                                Optional.empty(),
                                                List.of(),
                                                List.of("x-remote-user"),
                                                List.of(),
                                                List.of("x-remote-group"),
                                                List.of("x-remote-extra-"))),
                                new AuthorizationSettings(
                                        Optional.empty(),
                                        List.of("/healthz", "/readyz", "/livez"),
                                        Duration.ofSeconds(10),
                                        Duration.ofSeconds(10)),
                                true),
                        new Options.LogOptions(0, List.of(), LogFormat.TEXT, false),
                        Map.of(),
                        Map.of("cloud-config", "/c"),
                        List.of()));
    }

    @Test
    @Conforms("O02")
    void everyHonouredFlagReachesTheOptions() {
        Options options = run("--kubeconfig=/k --master=https://api:6443 --kube-api-qps=12.5 --kube-api-burst=40"
                + " --leader-elect=false --leader-elect-resource-namespace=ns"
                + " --leader-elect-resource-name=cpi --leader-elect-lease-duration=30s"
                + " --leader-elect-renew-deadline=20s --leader-elect-retry-period=3s --concurrent-node-syncs=8"
                + " --node-status-update-frequency=1m30s --node-labels=a=b,example.com/c="
                + " --node-monitor-period=2.5s --node-deletion=false"
                + " --enable-leader-migration --leader-migration-config=/m.yaml"
                + " --controllers=cloud-node,-route -v=4 --cloud-provider=vsphere --config-strict"
                + " --vmodule=Main=5 --logging-format=json --log-json-split-stream");

        assertThat(options)
                .returns(new Options.ConfigOptions(Path.of("/c"), true), Options::config)
                .returns(
                        new Options.ApiServerOptions(
                                Optional.of(Path.of("/k")),
                                Optional.of("https://api:6443"),
                                Optional.of(new RequestRateLimit(12.5, 40))),
                        Options::apiServer)
                .returns(
                        new Options.LeaderElectionOptions(
                                false,
                                "ns",
                                "cpi",
                                Duration.ofSeconds(30),
                                Duration.ofSeconds(20),
                                Duration.ofSeconds(3),
                                new Options.MigrationOptions(true, Optional.of(Path.of("/m.yaml")))),
                        Options::leaderElection)
                .returns(
                        new Options.NodeOptions(
                                OptionalInt.of(8),
                                Duration.ofSeconds(90),
                                Map.of("a", "b", "example.com/c", ""),
                                Duration.ofMillis(2500),
                                NodeDeletion.OFF_BY_FLAG),
                        Options::nodes)
                .returns(new ControllerSelection(List.of("cloud-node", "-route")), Options::controllers)
                .returns(
                        new Options.LogOptions(4, List.of(new ModuleLevel("Main", 5)), LogFormat.JSON, true),
                        Options::log)
                .returns(List.of(), Options::warnings);
    }

    @ParameterizedTest
    @CsvSource({
        "-v=2,           2",
        "-v 2,           2",
        "-v2,            2",
        "--v=2,          2",
        "--v 2,          2",
        "-v=2 -v=5,      5",
        "--v=0x10,       16",
        "-v=-1,          -1"
    })
    void numbersComeInEachForm(String arguments, int expected) {
        assertThat(run(arguments).log().verbosity()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "--leader-elect,               true",
        "--leader-elect=true,          true",
        "--leader-elect=T,             true",
        "--leader-elect=false,         false",
        "--leader_elect=0,             false",
        "--leader-elect=F --leader-elect, true"
    })
    void switchesComeInEachForm(String arguments, boolean expected) {
        assertThat(run(arguments).leaderElection().enabled()).isEqualTo(expected);
    }

    @Test
    void otherFlagsTakeTheNextArgumentWhateverItIs() {
        assertThat(run("--master --kubeconfig").apiServer().master()).contains("--kubeconfig");
    }

    @Test
    void underscoresAreDashes() {
        assertThat(run("--node_status_update_frequency=1s --node-labels=a_b=c_d")
                        .nodes())
                .returns(Duration.ofSeconds(1), Options.NodeOptions::statusUpdateFrequency)
                .returns(Map.of("a_b", "c_d"), Options.NodeOptions::labels);
    }

    /// cloud-provider-vsphere (Go) replaces older names with newer ones when it reads them. Here, either name
    /// selects the controller.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            *                                                       | O40
            cloud-node-controller                                   | O41
            service-lb-controller,-node-route-controller,cloud-node-controller | O42
            service,-route,cloud-node,service-lb-controller         | O43
            """)
    @Conforms("O40 O41 O42 O43")
    void theListOfControllersStaysAsItIsWritten(String list, String number) {
        ControllerSelection controllers = run("--controllers=" + list).controllers();

        assertThat(controllers.words()).as(number).containsExactly(list.split(","));
        assertThat(controllers.enables(ControllerName.CLOUD_NODE)).as(number).isTrue();
    }

    @Test
    @Conforms("O02")
    void everyFlagOfServingReachesTheOptions() {
        Options options =
                run("--bind-address=127.0.0.1 --secure-port=9443 --permit-address-sharing --permit-port-sharing"
                        + " --tls-cert-file=/tls/a.crt --tls-private-key-file=/tls/a.key --tls-min-version=VersionTLS13"
                        + " --tls-cipher-suites=TLS_AES_128_GCM_SHA256 --tls-curve-preferences=29,23"
                        + " --tls-sni-cert-key=/tls/b.crt,/tls/b.key:b.example.net,*.example.net"
                        + " --authentication-kubeconfig=/authn --authentication-skip-lookup"
                        + " --authentication-tolerate-lookup-failure --authentication-token-webhook-cache-ttl=3s"
                        + " --client-ca-file=/clients.pem --requestheader-client-ca-file=/proxies.pem"
                        + " --requestheader-allowed-names=front --requestheader-username-headers=x-user"
                        + " --requestheader-uid-headers=x-uid --requestheader-group-headers=x-group"
                        + " --requestheader-extra-headers-prefix=x-extra-"
                        + " --authorization-kubeconfig=/authz --authorization-always-allow-paths=/healthz,/metrics*"
                        + " --authorization-webhook-cache-authorized-ttl=4s"
                        + " --authorization-webhook-cache-unauthorized-ttl=5s --profiling=false");

        assertThat(options.serving())
                .isEqualTo(new Options.ServingOptions(
                        new ServingSettings(
                                "127.0.0.1",
                                9443,
                                true,
                                true,
                                new TlsSettings(
                                        files("/tls/a"),
                                        List.of(new SniCertificate(
                                                files("/tls/b"), List.of("b.example.net", "*.example.net"))),
                                        "TLSv1.3",
                                        List.of("TLS_AES_128_GCM_SHA256"),
                                        List.of("x25519", "secp256r1"))),
                        new AuthenticationSettings(
                                Optional.of(Path.of("/authn")),
                                true,
                                true,
                                Duration.ofSeconds(3),
                                Optional.of(Path.of("/clients.pem")),
                                new RequestHeaderSettings(
                                        Optional.of(Path.of("/proxies.pem")),
                                        List.of("front"),
                                        List.of("x-user"),
                                        List.of("x-uid"),
                                        List.of("x-group"),
                                        List.of("x-extra-"))),
                        new AuthorizationSettings(
                                Optional.of(Path.of("/authz")),
                                List.of("/healthz", "/metrics*"),
                                Duration.ofSeconds(4),
                                Duration.ofSeconds(5)),
                        false));
    }

    private static CertificateSource.Files files(String pair) {
        return new CertificateSource.Files(Path.of(pair + ".crt"), Path.of(pair + ".key"));
    }

    @Test
    @Conforms("O02")
    void anEmptyListTakesThePlaceOfItsDefault() {
        assertThat(run("--authorization-always-allow-paths=")
                        .serving()
                        .authorization()
                        .alwaysAllowPaths())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"5, 0", "5, 5"})
    @Conforms("O06")
    void workersThatAreEnoughAreTaken(int syncs, int statusUpdates) {
        assertThat(run("--concurrent-node-syncs=" + syncs + " --concurrent-node-status-updates=" + statusUpdates)
                        .nodes()
                        .concurrentSyncs())
                .hasValue(syncs);
    }

    @Test
    @Conforms("O04")
    void flagsForWebhooksOpenNothing() {
        Options options = run("--webhook-secure-port=10261 --webhook-bind-address=127.0.0.1 --webhooks=foo,-bar");

        assertThat(options.serving()).isEqualTo(run("").serving());
        assertThat(options.warnings()).singleElement().asString().contains("this version serves no webhooks");
    }

    @Test
    void listsAndMapsGrow() {
        Options options =
                run("--controllers=cloud-node --controllers=-route,* --node-labels=a=1,b=2 --node-labels=a=3");

        assertThat(options.controllers().words()).containsExactly("cloud-node", "-route", "*");
        assertThat(options.nodes().labels()).isEqualTo(Map.of("a", "3", "b", "2"));
        assertThat(options.explicit()).containsEntry("node-labels", "a=1,b=2,a=3");
    }

    @Test
    void anEmptyProviderIsVsphere() {
        run("--cloud-provider=");
    }

    @Test
    void emptyArgumentsAndATrailingDoubleDashAreNothing() {
        assertThat(CommandLine.parse(List.of("--cloud-config=/c", "", "--", ""), Map.of(), "1"))
                .isInstanceOf(CommandLine.Run.class);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            --kubeconfg=/k                   | unknown flag --kubeconfg; did you mean --kubeconfig?
            --zzz value                      | unknown flag --zzz; --help-all lists all flags
            --                               | --cloud-config is missing, expected the path of the vSphere configuration; add --cloud-config=/etc/cloud/vsphere.conf
            -x                               | unknown flag -x; flags of more than one letter begin with two dashes
            -kubeconfig=/k                   | unknown flag -kubeconfig; flags of more than one letter begin with two dashes
            --leader-elect false             | unexpected argument "false"; write the value of a switch after "=", as in --leader-elect=false
            run                              | unknown command "run"; expected one of: config check, config convert, explain node, plan, doctor, completion, version, help; to run the controllers, write only flags
            -- --v=2                         | unexpected argument "--v=2"; remove it: only flags are expected here, and they begin with --
            -                                | unexpected argument "-"; remove it: only flags are expected here, and they begin with --
            --v                              | --v has no value, expected a whole number; write --v=value
            --v=high                         | --v: found "high", expected a whole number; correct the value, for example --v=2
            --v=99999999999                  | --v: found "99999999999", expected a whole number; correct the value, for example --v=2
            --kube-api-qps=NaN               | --kube-api-qps: found "NaN", expected a number; correct the value, for example --kube-api-qps=20
            --leader-elect=maybe             | --leader-elect: found "maybe", expected true or false; correct the value, for example --leader-elect=true
            --min-resync-period=12           | --min-resync-period: found "12", expected a duration such as 30s or 1m30s; correct the value, for example --min-resync-period=30s
            --node-status-update-frequency=-1s | --node-status-update-frequency: found "-1s", expected a duration above 0; correct the value
            --secure-port=https              | --secure-port: found "https", expected a whole number; correct the value, for example --secure-port=2
            --feature-gates=A=maybe          | --feature-gates: found "A=maybe", expected name=true or name=false, separated by commas; correct the value, for example --feature-gates=Name=true
            --node-labels=a                  | --node-labels: found "a", expected key=value pairs separated by commas; correct the value, for example --node-labels=key=value
            --node-labels=-a=b               | --node-labels: expected the key "-a" to be letters, digits, "-", "_" and ".", with a letter or digit at both ends, at most 63
            --node-labels=Example.com/a=b    | --node-labels: expected a lower-case DNS name before the "/" of the key "Example.com/a"
            --node-monitor-period=0s         | --node-monitor-period: found "0s", expected a duration above 0; correct the value
            --node-monitor-period=-5s        | --node-monitor-period: found "-5s", expected a duration above 0; correct the value
            --node-monitor-period=5          | --node-monitor-period: found "5", expected a duration such as 30s or 1m30s; correct the value, for example --node-monitor-period=30s
            --node-deletion=never            | --node-deletion: found "never", expected true or false; correct the value, for example --node-deletion=true
            --concurrent-node-lifecycle-syncs=0 | --concurrent-node-lifecycle-syncs: found "0", expected at least 1; correct the value
            --concurrent-node-syncs=0        | --concurrent-node-syncs: found "0", expected at least 1; correct the value
            --cloud-provider=aws             | --cloud-provider: found "aws", expected vsphere; this program has no other cloud provider, remove the flag
            --controllers=*,-cloud-nod       | --controllers: "cloud-nod" is not in the list of known controllers; did you mean "cloud-node"?
            --leader-elect-lease-duration=10s | --leader-elect-lease-duration: found "10s", expected more than --leader-elect-renew-deadline (10s); correct the value
            --leader-elect-retry-period=9s   | --leader-elect-renew-deadline: found "10s", expected more than 1.2 times --leader-elect-retry-period (9s); correct the value
            --leader-elect-retry-period=0s   | --leader-elect-retry-period: found "0s", expected a duration above 0; correct the value
            --leader-elect-resource-lock=endpoints | --leader-elect-resource-lock: found "endpoints", expected leases; correct the value
            --leader-elect-resource-name=    | --leader-elect-resource-name: found "", expected the name of a Lease; correct the value
            --concurrent-node-syncs=-5       | --concurrent-node-syncs: found "-5", expected at least 1; correct the value
            --concurrent-node-status-updates=-1 | --concurrent-node-status-updates: found "-1", expected at least 0; correct the value
            --kube-api-burst=-1              | --kube-api-burst: found "-1", expected at least 0; correct the value
            --feature-gates=APIServerTracing=false,AllAlpha=true | --feature-gates: APIServerTracing is locked to true; remove it
            --tls-curve-preferences=22       | --tls-curve-preferences: found "22", expected only numbers of this list: 23, 24, 25, 29, 4587, 4588, 4589; correct the value
            --tls-min-version=VersionTLS9    | --tls-min-version: found "VersionTLS9", expected VersionTLS10, VersionTLS11, VersionTLS12 or VersionTLS13, or an empty value; correct the value
            --secure-port=65536              | --secure-port: found "65536", expected a port from 1 to 65535, or 0 to serve nothing; correct the value
            --logging-format=xml             | --logging-format: found "xml", expected text or json; correct the value
            --vmodule=Main                   | --vmodule: found "Main", expected pattern=number pairs separated by commas, with numbers from 0; correct the value, for example --vmodule=NodeController=5
            --version=maybe                  | --version: found "maybe", expected true, false or raw; correct the value, for example --version=true
            """)
    @Conforms("O06 O38 I16 J55")
    void mistakesAreNamed(String arguments, String expected) {
        boolean withConfig = !arguments.equals("--");

        assertThat(CommandLine.parse(split((withConfig ? "--cloud-config=/c " : "") + arguments), Map.of(), "1"))
                .isEqualTo(new CommandLine.Reject(List.of(expected)));
    }

    @Test
    void allMistakesAreNamedAtOnce() {
        assertThat(CommandLine.parse(split("--foo bar --v=x --leader-elect-lease-duration=1s run"), Map.of(), "1"))
                .isInstanceOfSatisfying(CommandLine.Reject.class, reject -> assertThat(reject.problems())
                        .hasSize(5)
                        .satisfiesExactly(
                                first -> assertThat(first).contains("--foo"),
                                second -> assertThat(second).contains("--v"),
                                third -> assertThat(third).contains("\"run\""),
                                fourth -> assertThat(fourth).contains("--cloud-config"),
                                fifth -> assertThat(fifth).contains("--leader-elect-lease-duration")));
    }

    @Test
    void electionIsNotCheckedWhenItIsOff() {
        run("--leader-elect=false --leader-elect-lease-duration=1s --leader-elect-resource-lock=endpoints");
    }

    @Test
    void severalLifecycleWorkersAreAcceptedAndHaveNoEffect() {
        assertThat(run("--concurrent-node-lifecycle-syncs=8").warnings())
                .containsExactly("Flags without effect: --concurrent-node-lifecycle-syncs (a single worker checks "
                        + "all Nodes, so that it notices when many VMs disappear at once)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "true", "false", "0", "no"})
    void theVariableThatSkipsDeletionCountsWhateverItsValue(String value) {
        var environment = Map.of("SKIP_NODE_DELETION", value);

        for (String flag : List.of("", "--node-deletion", "--node-deletion=false")) {
            assertThat(run(flag, environment))
                    .returns(false, options -> options.nodes().deletion().isOn())
                    .returns(
                            "off, by SKIP_NODE_DELETION",
                            options -> options.nodes().deletion().toString())
                    .returns(
                            List.of("SKIP_NODE_DELETION is set in the environment: no Node is deleted, regardless "
                                    + "of its value and of --node-deletion; remove it so that Nodes are "
                                    + "deleted whose VMs no longer exist"),
                            Options::warnings);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'',                                     true",
        "--node-deletion,                        true",
        "--node-deletion=true,                   true",
        "--node-deletion=false,                  false",
        "--node-deletion=false --node-deletion,  true"
    })
    void withoutTheVariableTheFlagDecidesWhetherNodesAreDeleted(String arguments, boolean expected) {
        Options options = run(arguments, Map.of("skip_node_deletion", "1", "SKIP_NODE_DELETIONS", "1"));

        assertThat(options.nodes().deletion().isOn()).isEqualTo(expected);
        assertThat(options.warnings()).isEmpty();
    }

    @Test
    void flagsWithoutEffectAreNamedInOneSentence() {
        assertThat(run("--disable-http2-serving --cluster-cidr=a --leader-elect --configure-cloud-routes")
                        .warnings())
                .containsExactly("Flags without effect: --cluster-cidr, --configure-cloud-routes (this version has "
                        + "no route controller); --disable-http2-serving (the HTTPS port serves only HTTP/1.1)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --kube-api-qps=50                     | 50 | 30
            --kube-api-qps=50 --kube-api-burst=70 | 50 | 70
            --kube-api-qps=0.5 --kube-api-burst=0 | 0.5 | 10
            --kube-api-qps=0                      | 5  | 30
            --kube-api-qps=20 --kube-api-burst=30 | 20 | 30
            """)
    void theGivenRequestRateApplies(String arguments, double qps, int burst) {
        assertThat(run(arguments).apiServer().rateLimit()).contains(new RequestRateLimit(qps, burst));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--kube-api-qps=-1", "--kube-api-qps=-1 --kube-api-burst=5"})
    void withoutARequestRateThereIsNoLimit(String arguments) {
        assertThat(run(arguments)).returns(List.of(), Options::warnings).satisfies(options -> assertThat(
                        options.apiServer().rateLimit())
                .isEmpty());
    }

    @Test
    void aBurstAloneHasNoEffect() {
        assertThat(run("--kube-api-burst=100"))
                .satisfies(
                        options -> assertThat(options.apiServer().rateLimit()).isEmpty())
                .satisfies(options -> assertThat(options.warnings())
                        .containsExactly(
                                "--kube-api-burst has no effect without --kube-api-qps, and the request rate is not "
                                        + "limited; set --kube-api-qps, or remove the flag"));
    }

    @Test
    void curvesThatJavaLacksAreOmittedWithAWarning() {
        Options options = run("--tls-curve-preferences=4588,29 --tls-curve-preferences=23"
                + " --tls-cipher-suites=TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305,TLS_AES_128_GCM_SHA256");

        assertThat(options.serving().port().tls())
                .returns(List.of("x25519", "secp256r1"), TlsSettings::curves)
                .returns(
                        List.of("TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305", "TLS_AES_128_GCM_SHA256"),
                        TlsSettings::cipherSuites);
        assertThat(options.warnings()).singleElement().asString().contains("--tls-curve-preferences", "ML-KEM");
    }

    @Test
    void labelsOfKubernetesAreNamedInOneSentence() {
        assertThat(run("--node-labels=k8s.io/b=1,team=blue,a.kubernetes.io/a=1,k8snio/c=1")
                        .warnings())
                .containsExactly("--node-labels: a.kubernetes.io/a, k8s.io/b are reserved, as are all label keys of "
                        + "kubernetes.io and k8s.io; no Node gets them, remove them");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "--version=raw", "--version --v=nonsense run", "--version=1 --version"})
    void versionIsShownWhateverElseIsGiven(String arguments) {
        assertThat(CommandLine.parse(split(arguments), Map.of(), "1.2.3"))
                .isEqualTo(new CommandLine.Show("vsphere-cloud-controller-manager 1.2.3\n"));
    }

    @Test
    void versionFalseDoesNotShowTheVersion() {
        run("--version=false");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "-hv2", "--help --version", "--nonsense --help"})
    void helpIsShownWhateverElseIsGiven(String arguments) {
        assertThat(CommandLine.parse(split(arguments), Map.of(), "1"))
                .isEqualTo(new CommandLine.Show(Usage.text(Command.RUN)));
    }

    @Test
    void helpListsEveryFlagByGroups() {
        assertThat(Usage.text(Command.RUN)).contains("\nLeader election:\n", "  -v, --v int\n", "(default 5m0s)");
        assertThat(Command.RUN.flags()).allMatch(flag -> Usage.all(Command.RUN).contains(" " + flag));
        assertThat(Usage.all(Command.RUN).lines()).allMatch(line -> line.length() <= 120);
    }

    @Test
    void noArgumentsAreAnError() {
        var random = new Random(11);
        List<String> words = Stream.of(Flag.values())
                .flatMap(flag -> Stream.of(
                        flag + "=",
                        flag + "=1",
                        flag.toString(),
                        flag + "=a=b,c",
                        "-v",
                        "-",
                        "--",
                        "=",
                        "-=",
                        "--=",
                        "5s"))
                .toList();
        for (int round = 0; round < 2_000; round++) {
            var arguments = new ArrayList<String>();
            for (int i = random.nextInt(8); i > 0; i--) {
                arguments.add(words.get(random.nextInt(words.size())));
            }

            assertThat(CommandLine.parse(arguments, Map.of(), "1")).isNotNull();
        }
    }

    private static Options run(String arguments) {
        return run(arguments, Map.of());
    }

    private static Options run(String arguments, Map<String, String> environment) {
        return switch (CommandLine.parse(split("--cloud-config=/c " + arguments), environment, "1")) {
            case CommandLine.Run(Options options) -> options;
            case CommandLine other -> throw new AssertionError(other);
        };
    }

    private static List<String> split(String arguments) {
        return arguments.isBlank() ? List.of() : List.of(arguments.strip().split(" +"));
    }
}
