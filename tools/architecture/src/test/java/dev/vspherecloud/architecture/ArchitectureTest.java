package dev.vspherecloud.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.Configuration.consideringOnlyDependenciesInDiagram;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.adhereToPlantUmlDiagram;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.vspherecloud.conformance.Project;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Checks the rules of this code base that the compiler does not check. `docs/modules.puml` defines the allowed
/// dependencies between modules. Each exception from a rule is listed next to it with its reason.
class ArchitectureTest {
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(SourceFiles.BASE);

    /// The program without test code.
    static final JavaClasses MAIN = ALL.that(not(resideInAnyPackage(SourceFiles.BASE + ".testkit..")));

    private static final Pattern MODULE = Pattern.compile("\\[(.+?)] <<");
    private static final Pattern ARROW = Pattern.compile("\\[(.+?)] --> \\[(.+?)]");

    private static final SourceFiles SOURCES = SourceFiles.read();

    /// A second program uses `libs` unchanged, so they must not depend on the first.
    @Test
    void librariesKnowNoProgram() throws IOException {
        String diagram = Project.read(modules());
        Set<String> libraries = drawnIn("libs", diagram);

        try (Stream<Path> folders = Files.list(Project.path("libs"))) {
            assertThat(folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                            .map(folder -> folder.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(libraries);
        }
        assertThat(ARROW.matcher(diagram).results().filter(arrow -> libraries.contains(arrow.group(1))))
                .isNotEmpty()
                .allMatch(arrow -> libraries.contains(arrow.group(2)));
    }

    @Test
    void dependenciesFollowTheModuleDiagram() {
        diagram(modules()).check(ALL);
    }

    @Test
    void aReversedArrowIsDetected(@TempDir Path folder) throws IOException {
        String reversed =
                Files.readString(modules()).replace("[controllers] --> [domain]", "[domain] --> [controllers]");
        Path diagram = Files.writeString(folder.resolve("reversed.puml"), reversed);

        assertThat(diagram(diagram).evaluate(ALL).hasViolation()).isTrue();
    }

    @Test
    void noPackageCycles() {
        check(
                slices().matching(SourceFiles.BASE + ".(**)")
                        .should()
                        .beFreeOfCycles()
                        .because("packages in a cycle can only be understood together"),
                RuleExceptions.NOTHING);
    }

    @Test
    void noPackageIsTooLarge() {
        assertThat(largePackages(type -> !type.isTest()))
                .as("packages of more than %d source files; split them by subject", MAX_IN_A_PACKAGE)
                .isEmpty();
        assertThat(largePackages(SourceFiles.Type::isTest))
                .as("test packages of more than %d source files; split them by subject", MAX_IN_A_PACKAGE)
                .isEmpty();
    }

    private static Set<String> largePackages(Predicate<SourceFiles.Type> where) {
        Map<String, Long> sizes = SOURCES.matching(where)
                .map(type -> TOP_LEVEL.matcher(type.name()))
                .filter(Matcher::matches)
                .collect(Collectors.groupingBy(name -> name.group(1), TreeMap::new, Collectors.counting()));

        assertThat(sizes).containsKeys("kubernetes", "testkit.servers");
        sizes.values().removeIf(files -> files <= MAX_IN_A_PACKAGE);
        return sizes.keySet();
    }

    private static final int MAX_IN_A_PACKAGE = 35;
    private static final Pattern TOP_LEVEL =
            Pattern.compile(Pattern.quote(SourceFiles.BASE) + "\\.([a-z0-9.]+)\\.[A-Z]\\w*");

    @Test
    void domainIsPure() {
        DescribedPredicate<JavaClass> values = resideInAnyPackage(
                        SourceFiles.BASE + ".domain..",
                        SourceFiles.BASE + ".ccm.domain..",
                        SourceFiles.BASE + ".csi.domain..",
                        "java.lang..",
                        "java.util",
                        "java.util.function",
                        "java.util.regex",
                        "java.util.stream",
                        "java.time..",
                        "org.jspecify..")
                .or(type(InetAddress.class))
                .or(type(Inet4Address.class))
                .or(type(Inet6Address.class));
        check(
                classes()
                        .that()
                        .resideInAPackage("..domain..")
                        .should()
                        .onlyDependOnClassesThat(values)
                        .because("decisions are pure functions over values: no I/O, no threads, no clock"),
                RuleExceptions.NOTHING);
    }

    @Test
    void threadsStartInKnownPlaces() {
        DescribedPredicate<JavaMethodCall> startsThreads = describe("start threads", ArchitectureTest::isThreadFactory);
        check(
                noClasses()
                        .that()
                        .resideOutsideOfPackages("..ccm.application..", "..csi.application..")
                        .should()
                        .callMethodWhere(startsThreads)
                        .orShould()
                        .callConstructorWhere(describe(
                                "make threads",
                                call -> call.getTargetOwner().isAssignableTo(Thread.class)
                                        || call.getTargetOwner().isEquivalentTo(Timer.class)))
                        .because("a thread has an owner and a name, and the owner ends it"),
                RuleExceptions.classes(Map.ofEntries(
                        Map.entry(
                                "reconcile.SupervisedThread",
                                "restarts its work after a failure; its owner interrupts it"),
                        Map.entry(
                                "vsphere.inventory.VcenterWatcher",
                                "one watcher per vCenter, with its canceller and tag reader"),
                        Map.entry(
                                "vsphere.inventory.AbortableWait",
                                "one for each wait for updates, so that a lost session ends it; ends with the wait"),
                        Map.entry("vsphere.connection.Vcenters", "one thread per vCenter, which runs its watcher"),
                        Map.entry(
                                "vsphere.inventory.login.Uninterrupted",
                                "one for each login, which is never interrupted; has a deadline"),
                        Map.entry(
                                "http.HttpsClient", "the JDK's HTTP client needs an executor; both end with the link"),
                        Map.entry(
                                "vsphere.client.OpenSessions",
                                "one for each log-out, which is never interrupted; has a deadline"),
                        Map.entry(
                                "csi.vcenter.location.VcenterSearch",
                                "one for each vCenter that is asked; ends with the question, whose time is limited"),
                        Map.entry(
                                "serving.HttpServer",
                                "accepts connections, closes late ones, and one for each client; all end with the port"),
                        Map.entry(
                                "csi.protocol.http2.UnixSocketServer",
                                "accepts connections, closes idle ones, and one for each client; all end with the socket"),
                        Map.entry("csi.protocol.http2.Http2Connection", "one for each call; ends with its connection"),
                        Map.entry(
                                "kubernetes.access.KubeConnection",
                                "the threads of the reloads; closing the connection ends them"),
                        Map.entry(
                                "kubernetes.access.ApiClient",
                                "the JDK's HTTP client needs an executor; both end with the connection"),
                        Map.entry(
                                "kubernetes.lease.LeaseWatch",
                                "a standby watches the Lease; ends when the wait is over"),
                        Map.entry(
                                "kubernetes.lease.KubeElectionEvents",
                                "the leader need not wait for an Event; ends by a deadline"))));
    }

    /// An object whose constructor starts a thread shows it half made, and a test cannot make it without its threads.
    @Test
    void constructorsStartNoThread() {
        Set<String> starting = MAIN.stream()
                .filter(type -> type.getConstructors().stream()
                        .flatMap(constructor -> constructor.getMethodCallsFromSelf().stream())
                        .anyMatch(ArchitectureTest::startsAThread))
                .map(JavaClass::getName)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(starting)
                .as("constructors only store; start in a method or in a static factory")
                .isEmpty();
    }

    private static boolean startsAThread(JavaMethodCall call) {
        return switch (call.getName()) {
            case "start" ->
                call.getTargetOwner().isAssignableTo(Thread.class)
                        || STARTERS.contains(call.getTargetOwner().getSimpleName());
            case "startVirtualThread" -> true;
            default -> false;
        };
    }

    private static final Set<String> STARTERS = Set.of(
            "Builder",
            "OfVirtual",
            "OfPlatform",
            "Supervisor",
            "SupervisedThread",
            "Loop",
            "Controller",
            "ThreadController",
            "ControllerSet");

    private static boolean isThreadFactory(JavaMethodCall call) {
        String name = call.getName();
        return switch (call.getTargetOwner().getName()) {
            case "java.util.concurrent.Executors", "java.util.concurrent.ForkJoinPool" -> true;
            case "java.util.concurrent.CompletableFuture" -> name.endsWith("Async");
            case "java.lang.Thread" ->
                Set.of("ofVirtual", "ofPlatform", "startVirtualThread").contains(name);
            default -> false;
        };
    }

    @Test
    void noCodeSleepsOrReadsTheClock() {
        check(
                noClasses()
                        .should()
                        .callMethod(Thread.class, "sleep", long.class)
                        .orShould()
                        .callMethodWhere(describe("read a clock of the machine", ArchitectureTest::readsTheClock))
                        .because("time is passed in, so that tests decide what time it is"),
                RuleExceptions.classes(Map.of(
                        "csi.operations.MonotonicClock", "is the clock that is passed in",
                        "csi.reconcile.metadata.MetadataSync", "ends its threads within one deadline",
                        "http.RequestBudget", "deadlines of exchanges with a real server",
                        "http.HttpsClient", "deadlines of exchanges that no interrupt ends",
                        "vsphere.client.VcenterHttpClient", "measures real exchanges for the observer")));
    }

    private static boolean readsTheClock(JavaMethodCall call) {
        String name = call.getName();
        return switch (call.getTargetOwner().getPackageName()) {
            case "java.lang" -> Set.of("currentTimeMillis", "nanoTime").contains(name);
            case "java.time" ->
                name.equals("now") && call.getTarget().getRawParameterTypes().isEmpty();
            default -> false;
        };
    }

    @Test
    void logMessagesHoldNoValues() {
        check(
                noClasses()
                        .should()
                        .callMethodWhere(describe("put values into a log message", ArchitectureTest::fillsAMessage))
                        .because("a message is the same for the same event, and values are separate, by name"),
                RuleExceptions.NOTHING);
    }

    private static boolean fillsAMessage(JavaMethodCall call) {
        int parameters = call.getTarget().getRawParameterTypes().size();
        return switch (call.getTargetOwner().getName()) {
            case "org.slf4j.Logger" ->
                Set.of("trace", "debug", "info", "warn", "error").contains(call.getName()) && parameters > 1;
            case "org.slf4j.spi.LoggingEventBuilder" ->
                call.getName().equals("addArgument") || (call.getName().equals("log") && parameters > 1);
            default -> false;
        };
    }

    @Test
    void noTestSleepsOrReadsTheWallClock() {
        check(
                type -> type.calls().stream().anyMatch(SLEEPS_OR_READS_WALL_CLOCK.asMatchPredicate()),
                type -> type.isTest() || type.isIn("testkit"),
                "a test that sleeps is slow and fails on a slow machine",
                SLEEPING_TESTS);
    }

    /// A busy machine makes every real time longer, so a test with an upper limit fails by chance.
    @Test
    void noTestMeasuresRealTime() {
        check(
                type -> type.calls().stream().anyMatch(READS_REAL_TIME.asMatchPredicate()),
                type -> type.isTest() || type.isIn("testkit"),
                "do not compare real time with a limit: hold an answer until the call has returned, count calls, or"
                        + " test the deadline with a clock of your own; testkit.time.Stopwatch checks lower limits",
                MEASURING_TESTS);
    }

    private static final Pattern READS_REAL_TIME = Pattern.compile("System\\.(nanoTime|currentTimeMillis)/0"
            + "|(InstantSource\\.system|Clock\\.system\\w+)\\(.*\\)\\s*\\.(instant|millis)/0");

    private static final RuleExceptions MEASURING_TESTS = RuleExceptions.classes(Map.ofEntries(
            Map.entry("testkit.time.Stopwatch", "checks lower limits only"),
            Map.entry("csi.cns.CnsTaskSearchIT", "the time of day with which it searches"),
            Map.entry("csi.application.scenario.ReloadScenario", "the time of day in a Lease"),
            Map.entry("testkit.servers.Deadline", "ends waits for what never happens"),
            Map.entry("testkit.proxy.CallLog", "ends waits for what never happens"),
            Map.entry("testkit.proxy.ReferenceLookups", "ends waits for what never happens"),
            Map.entry("testkit.script.ScriptedUpdates", "a server that holds a wait as long as the client asks for"),
            Map.entry("testkit.csi.ParallelCalls", "measures for the benchmark"),
            Map.entry("testkit.servers.KubeObjects", "a value that differs each time"),
            Map.entry("testkit.flood.HostileClient", "a token that differs each time"),
            Map.entry("testkit.flood.PortFlood", "limits how many connections attackers open in a second"),
            Map.entry("image.ReleaseScenario", "names of files that differ each time"),
            Map.entry("reconcile.LoopTest", "compares the times of two starts with a lower limit"),
            Map.entry("serving.HttpServerFailuresTest", "the real clock, passed in to a real server"),
            Map.entry("serving.tls.ServerCertificatesIT", "certificates that are valid now"),
            Map.entry("vsphere.inventory.WatcherFailuresTest", "the real clock, passed in to a real watcher"),
            Map.entry(
                    "vsphere.inventory.absence.ExistenceCheckerFailuresTest",
                    "the real clock, passed in to a real checker"),
            Map.entry("ccm.application.scenario.IdleScenario", "counts the calls of a window of time"),
            Map.entry("ccm.application.scenario.lifecycle.LifecycleLoadScenario", "counts the calls of some minutes"),
            Map.entry("ccm.application.scenario.login.SessionEndLane", "a Lease of now, and times for a report"),
            Map.entry("ccm.application.scenario.privilege.MissingRightScenario", "times for a report"),
            Map.entry("ccm.application.scenario.privilege.DeployedRun", "a Lease of now"),
            Map.entry("ccm.application.scenario.doctor.DoctorBed", "a Lease of now"),
            Map.entry("ccm.application.scenario.doctor.DoctorFaults", "certificates that are expired now"),
            Map.entry("csi.application.scenario.DriverBed", "records of two hours ago"),
            Map.entry("csi.application.scenario.FullSyncScenario", "a Lease of now"),
            Map.entry("csi.application.scenario.handover.GoRecordsScenario", "records of now"),
            Map.entry("csi.application.scenario.handover.GoSuccessor", "records of now"),
            Map.entry("csi.application.scenario.handover.HeldCallsScenario", "times for a report")));

    /// A wait for an event ends by its limit only if the event does not happen at all.
    @Test
    void noTestWaitsForLessThanAMinute() {
        check(
                type -> type.waits().stream().anyMatch(ArchitectureTest::isImpatient),
                type -> type.isTest() || type.isIn("testkit"),
                "a busy machine exceeds a short limit: leave it out, since testkit.time.EventTimeout and the build set"
                        + " long ones, or wait for at least a minute (@Timeout: five)",
                RuleExceptions.classes(Map.of(
                        "ccm.application.scenario.login.SessionEndLane",
                        "the call may not come, and the run goes on")));
    }

    private static boolean isImpatient(String wait) {
        return SHORT_WAIT.matcher(wait).find();
    }

    private static final Pattern SHORT_WAIT = Pattern.compile(
            "^@Timeout\\(([1-9]?|[12]\\d)\\d\\)|^(?!get\\()(?s:.*)Duration\\.of(Seconds\\([1-5]?\\d\\)|Millis\\([1-9][\\d_]{0,4}\\))[,)]"
                    + "|[(, ]([1-5]?\\d, (TimeUnit\\.)?SECONDS|[1-9][\\d_]{0,4}, (TimeUnit\\.)?MILLISECONDS)\\)");

    /// Each of these made a test fail on a busy machine.
    @Test
    void limitsOfRealTimeAreDetected() {
        assertThat(List.of("System.nanoTime/0", "InstantSource.system().instant/0", "Clock.systemUTC().millis/0"))
                .allMatch(READS_REAL_TIME.asMatchPredicate());
        assertThat(List.of("clock.instant/0", "InstantSource.system/0", "process.nanoTime/0", "Clock.systemUTC/0"))
                .noneMatch(READS_REAL_TIME.asMatchPredicate());
        assertThat(List.of(
                        "atMost(Duration.ofSeconds(3))",
                        "awaitLog(\"Became leader\", Duration.ofMillis(900))",
                        "awaitNode(\"w-0\", Duration.ofSeconds(40), node -> true)",
                        "get(10, TimeUnit.SECONDS)",
                        "@Timeout(60)",
                        "@Timeout(180)",
                        "tryAcquire(3, 5, TimeUnit.SECONDS)"))
                .allMatch(ArchitectureTest::isImpatient);
        assertThat(List.of(
                        "atMost(Duration.ofMinutes(2))",
                        "atMost(Duration.ofSeconds(60))",
                        "get(2, TimeUnit.MINUTES)",
                        "@Timeout(300)",
                        "@Timeout(10_800)",
                        "poll()",
                        "get(Duration.ofMinutes(1), Duration.ofSeconds(30), read)",
                        "get(10)"))
                .noneMatch(ArchitectureTest::isImpatient);
    }

    private static final Pattern SLEEPS_OR_READS_WALL_CLOCK =
            Pattern.compile("Thread\\.sleep/\\d|(TimeUnit\\.)?[A-Z]+SECONDS\\.sleep/1|System\\.currentTimeMillis/0"
                    + "|(Instant|LocalDateTime|ZonedDateTime|OffsetDateTime)\\.now/0");

    private static final RuleExceptions SLEEPING_TESTS = RuleExceptions.classes(Map.of(
            "testkit.bed.Program", "a process of the operating system does not notify that it has started",
            "testkit.flood.HostileClient", "sends slowly, or not at all for a while",
            "testkit.flood.PortFlood", "limits how many connections attackers open in a second",
            "csi.application.scenario.PersistentCaller", "the pause of a caller that repeats its request",
            "csi.application.scenario.handover.HeldCallsScenario", "the pause of a caller that repeats its request",
            "vsphere.inventory.TagWatcherIT", "pauses that take a thousandth of the requested time",
            "vsphere.inventory.RunningWatcher", "the real pause, passed in to a real watcher",
            "vsphere.inventory.VcenterWatcherIT", "the real pause, passed in to a real watcher"));

    @Test
    void protocolTypesStayInTheirModules() {
        staysIn("com.fasterxml..", "json");
        staysIn("java.net.http..", "http", "kubernetes", "vsphere.client");
        staysIn("javax.xml..", "vsphere.client");
        staysIn(SourceFiles.BASE + ".vsphere.client.soap..", "vsphere.client", "csi.cns");
        staysIn(SourceFiles.BASE + ".vsphere.client.rest..", "vsphere.client");
        staysIn("org.yaml..", "text", "config", "ccm.config", "kubernetes", "vsphere.inventory");
        staysIn("picocli..", "ccm.application");
    }

    private static void staysIn(String library, String... homes) {
        String[] inside = List.of(homes).stream()
                .map(home -> SourceFiles.BASE + "." + home + "..")
                .toArray(String[]::new);
        check(
                noClasses()
                        .that()
                        .resideOutsideOfPackages(inside)
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(library)
                        .because("one module implements a protocol"),
                RuleExceptions.NOTHING);
    }

    @Test
    void everyPackageIsNullMarked() {
        var unmarked = new TreeSet<String>();
        ALL.forEach(each -> {
            if (!each.getPackage().isAnnotatedWith(NullMarked.class)) {
                unmarked.add(each.getPackageName());
            }
        });

        assertThat(unmarked).as("packages whose package-info lacks @NullMarked").isEmpty();
    }

    @Test
    void noGenericCatch() {
        check(
                type -> type.caught().stream().anyMatch(GENERIC::contains),
                type -> !type.isTest(),
                "a catch of everything hides unexpected failures",
                RuleExceptions.classes(Map.ofEntries(
                        Map.entry("reconcile.Loop", "a bug in the work on one key must not stop the others"),
                        Map.entry(
                                "reconcile.Supervisor",
                                "the one place where what escapes from a thread is logged and counted"),
                        Map.entry(
                                "vsphere.inventory.absence.VcenterExistenceChecker",
                                "a check that fails must not prevent others"),
                        Map.entry(
                                "csi.vcenter.location.VcenterSearch",
                                "a vCenter that cannot be asked must not hide the answer of another"),
                        Map.entry(
                                "csi.vcenter.JoinedQueries", "all callers that wait for a joint query get its failure"),
                        Map.entry("text.YamlText", "the YAML library fails on hostile text with any of them"),
                        Map.entry("vsphere.inventory.CloudInit", "the YAML library, on text from outside"),
                        Map.entry("observability.LogValues", "a value whose toString fails must not lose the log line"),
                        Map.entry(
                                "vsphere.client.soap.XmlCursor",
                                "the JDK's XML parser fails on hostile text with any of them"),
                        Map.entry("reconcile.Utf8Environment", "a method handle declares Throwable"),
                        Map.entry("ccm.application.TerminalDevice", "a method handle declares Throwable"),
                        Map.entry(
                                "testkit.bed.Training",
                                "a main of its own: what failed is printed, and the exit code 1"),
                        Map.entry(
                                "testkit.demo.Demo",
                                "a main of its own: what failed is printed, with the program's log"),
                        Map.entry(
                                "testkit.csi.DriverTraining",
                                "a main of its own: what failed is printed, and the exit code 1"),
                        Map.entry(
                                "testkit.demo.StorageDemo",
                                "a main of its own: what failed is printed, with the program's log"),
                        Map.entry("testkit.demo.DemoCluster", "closes what was started, and throws it again"),
                        Map.entry(
                                "serving.RequestDispatcher",
                                "a bug in one page must not end the connection without a response"),
                        Map.entry("image.ImageArchive", "Jib declares Exception"))));
    }

    @Test
    void noGenericExceptionIsThrown() {
        check(
                type -> type.thrown().stream().anyMatch(GENERIC::contains),
                type -> !type.isTest(),
                "code that catches it must be able to distinguish failures",
                RuleExceptions.NOTHING);
    }

    private static final Set<String> GENERIC = Set.of("Exception", "RuntimeException", "Throwable", "Error");

    @Test
    void noVagueEndings() {
        check(
                type -> VAGUE.matcher(type.name()).find()
                        || VAGUE_PACKAGES.matcher(type.name()).find(),
                _ -> true,
                "the ending says nothing about the class; use one with a meaning, or the word of the API",
                RuleExceptions.classes(Map.of(
                        "ccm.application.leader.ControllerManager", "the name of this process in every cluster")));
    }

    private static final Pattern VAGUE =
            Pattern.compile("(Impl|(?<!Trust|Key)Manager|Helpers?|Utils?|Info|Data|Base|Common)(Test|IT|Scenario)?$");
    private static final Pattern VAGUE_PACKAGES = Pattern.compile("\\.(utils?|impl|models?|helpers?|common)\\.");

    /// The image builder, the benchmarks and the test kit are separate programs.
    @Test
    void noSimpleNameStandsForTwoTypes() {
        Map<String, TreeSet<String>> bySimpleName = SOURCES.matching(type -> !type.isTest())
                .filter(type -> !type.isIn("testkit") && !type.isIn("image") && !type.isIn("benchmarks"))
                .map(SourceFiles.Type::name)
                .filter(name -> TOP_LEVEL.matcher(name).matches())
                .collect(Collectors.groupingBy(
                        ArchitectureTest::simpleName, TreeMap::new, Collectors.toCollection(TreeSet::new)));

        assertThat(bySimpleName).containsKeys("Loop", "NodeController");
        bySimpleName.remove("Main"); // each program has one
        assertThat(bySimpleName.values())
                .as("one name, one thing: rename one of the types")
                .allMatch(names -> names.size() == 1);
    }

    private static String simpleName(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /// A reader who knows Kubernetes, vSphere and Java cannot guess the former meaning of these words.
    @Test
    void noFormerNames() {
        check(
                type -> FORMER_WORDS.matcher(simpleName(type.name())).find()
                        || FORMER_NAMES.contains(simpleName(type.name())),
                _ -> true,
                "use the term of Kubernetes, vSphere, HTTP or Java that CONTRIBUTING names first",
                RuleExceptions.NOTHING);
    }

    @Test
    void badNamesAreDetected() {
        assertThat(List.of("NodeManager", "VmUtils", "NodeInfoTest")).allMatch(VAGUE.asPredicate());
        assertThat(List.of("TrustManager", "CommonName", "DataVolume")).noneMatch(VAGUE.asPredicate());
        assertThat(List.of("RandomAnnalsTest", "PortVisitor", "RollCall")).allMatch(FORMER_WORDS.asPredicate());
        assertThat(List.of("Household", "NodeInventory")).noneMatch(FORMER_WORDS.asPredicate());
        assertThat(FORMER_NAMES).contains("TagBook", "YamlOutline").doesNotContain("");
    }

    /// Parts of names.
    private static final Pattern FORMER_WORDS =
            Pattern.compile("(Annal(s|ist)|Census|Chronicle|Complaints?|Consultation|Docket|Dossier|Farewell|House"
                    + "|Inquest|Inquir(y|ies)|Judge|Ledger|Oversight|Prospect|Reception|Reign|RollCall|Sightings?"
                    + "|Standing|Summons|Suspects?|Suspicions?|Testimony|Travelogue|Visitors?|Witness(es)?)(?![a-z])");

    /// Whole names. Words that are standard elsewhere, such as `Gate`, `Page`, `Label` or `Proof`, are not in
    /// this list.
    private static final Set<String> FORMER_NAMES = Set.of("""
            AbsenceQuestion AddressClaims AddressGrounds AddressMemory AddressPick AddressQuestion Allowance
            AnswerBody AnyVisitor AuthorityFile Baselines BreakerNews BrokenExchange BrokenHandshake
            CollectionWatcher Confirmations CredentialFeed CredentialFeeds CredentialLook CredentialNews
            Curtain DelegatedGate Dice Doubt EventMark EventNote Examination Examiner FamilyTurn FlagSheet
            Floods Followed Gathered Hearing HeldAddresses HomeAnswer HttpLink HttpsPort IdentityDirectory
            IdentityFiles IniDoubts IniFlaw IniOutline IpText KnownNode KubeKubelets KubeletSign LeaseNotes
            LeaseOffice LeaseSight LeavingMarks LogForm LoginBook LoginFate LoginGate LoginQuestion
            LoginRest LoginSide LoginsOnlyRead LostSession MarkTrace Mirror Neighbourhood NodeClaim
            NodeMarks NodeMemory NodeMirror Office OpenQuestion OurDeletion OurEndPolicy OwnMaking
            PacedTransport PlaceRecord PlantedRule PortGate ProcessPort PublishedTrust QuestionQueue
            RefusedTunnel ReplyWriter ReportReview RestLink RotatingHttp SaidOfNode SaidOfVcenters
            SearchAnswer SentChain ServerTrust ServiceClaim ServiceClaims ShownIdentities SideRules SideTurn
            SoapLink SoleOffice Sought SpoiltOutput Standby SteadyTime Stay TagBook TagLink TagReading
            TagWishes TlsFlaw TlsOffer TolerantHistory TrustAnyone TrustChecked VcenterLink VcenterMark
            VcenterNews VirtualSign VmHome Walk WayUp WhyThisVm WorkChecks YamlOutline
            """.split("\\s+"));

    @Test
    void fieldsAreFinal() {
        check(
                type -> type.fields().stream().anyMatch(field -> !field.isStatic() && !field.isFinal())
                        && !type.doc().contains("Threads:"),
                type -> !type.isTest(),
                "mutable state needs a sentence that names the threads that write and read it",
                RuleExceptions.NOTHING);
    }

    @Test
    void noMockingLibrary() {
        Set<String> mocking = SOURCES.imports().stream()
                .filter(name -> MOCKING.matcher(name).find())
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(mocking)
                .as("fakes implement ports, and contract suites keep them honest")
                .isEmpty();
    }

    private static final Pattern MOCKING = Pattern.compile("mockito|easymock|powermock|jmock|mockk|wiremock");

    @Test
    void noStandardStreams() {
        check(
                noClasses()
                        .should()
                        .accessField(System.class, "out")
                        .orShould()
                        .accessField(System.class, "err")
                        .orShould()
                        .accessField(System.class, "in")
                        .because("all output of a process goes through its log"),
                RuleExceptions.classes(Map.of(
                        "ccm.application.Main", "help, version and errors of the command line",
                        "csi.application.CsiMain", "help, version and errors of the command line",
                        "observability.KlogProvider", "the log itself")));
    }

    @Test
    void noStaticMutableState() {
        check(
                type -> type.fields().stream()
                        .filter(SourceFiles.Field::isStatic)
                        .anyMatch(field -> !field.isFinal()
                                || MUTABLE.matcher(field.initialiser()).matches()),
                type -> !type.isTest(),
                "state has an owner",
                RuleExceptions.classes(Map.of(
                        "testkit.servers.KubeApiServer",
                        "those that are idle belong to the JVM: one test class after the other uses them")));
    }

    private static final Pattern MUTABLE =
            Pattern.compile("(Array|Linked|Copy|Concurrent|Hash|Tree|Weak|Identity).*|.*(Map|Set|List|Queue|Deque)"
                    + "|Atomic.*|String(Builder|Buffer)|ThreadLocal");

    /// The modules that the diagram draws in a folder.
    private static Set<String> drawnIn(String folder, String diagram) {
        String inside = diagram.split("folder \"" + folder + "\" \\{")[1].split("}")[0];
        return MODULE.matcher(inside).results().map(module -> module.group(1)).collect(Collectors.toSet());
    }

    private static Path modules() {
        return Project.path("docs/modules.puml");
    }

    private static ArchRule diagram(Path file) {
        return classes()
                .should(adhereToPlantUmlDiagram(file, consideringOnlyDependenciesInDiagram()))
                .because("docs/modules.puml shows every arrow between modules");
    }

    /// Checks that the rule holds for all classes except the allowed ones, and that each allowed class breaks it.
    private static void check(ArchRule rule, RuleExceptions allowed) {
        rule.check(MAIN.that(describe("not allowed", each -> !allowed.covers(each.getName()))));
        allowed.reasons().forEach((name, reason) -> assertThat(rule.evaluate(
                                MAIN.that(describe("allowed", each -> RuleExceptions.isWithin(name, each.getName()))))
                        .hasViolation())
                .as("%s needs its exception (%s)", name, reason)
                .isTrue());
    }

    private static void check(
            Predicate<SourceFiles.Type> offence,
            Predicate<SourceFiles.Type> where,
            String because,
            RuleExceptions allowed) {
        Set<String> offenders = SOURCES.matching(where.and(offence))
                .map(SourceFiles.Type::name)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(offenders).as(because).allMatch(allowed::covers);
        allowed.reasons().forEach((name, reason) -> assertThat(offenders)
                .as("%s needs its exception (%s)", name, reason)
                .anyMatch(offender -> RuleExceptions.isWithin(name, offender)));
    }
}
