package dev.vspherecloud.csi.vcenter.inventory.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.cns.FirstClassDisk;
import dev.vspherecloud.csi.cns.FirstClassDiskClient;
import dev.vspherecloud.csi.domain.DiskPresence;
import dev.vspherecloud.csi.domain.DiskPresence.Absent;
import dev.vspherecloud.csi.domain.DiskPresence.Present;
import dev.vspherecloud.csi.domain.DiskPresence.Unknown;
import dev.vspherecloud.csi.domain.placement.DatastoreState;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.Reply;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Searches disks on datastores of a vCenter that answers by a script, one answer for each datastore.
class DiskSearchTest {
    private static final String METHOD = "RetrieveVStorageObject";
    private static final CnsVolumeId ID = new CnsVolumeId("6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11");
    private static final Duration BUDGET = Duration.ofSeconds(30);
    private static final Reply HAS = Replies.soap("<returnval><config><id><id>" + ID + "</id></id>"
            + "<backing><filePath>[nfs] fcd/a.vmdk</filePath></backing></config></returnval>");
    private static final Reply HAS_NOT = Replies.fault("NotFound", "");

    private final ScriptedVcenter vcenter = ScriptedVcenter.start();
    private final VcenterClient client = new VcenterClient(
            new VcenterEndpoint("vc-a", "127.0.0.1", vcenter.port(), new TlsTrust.Insecure(), Optional.empty()),
            Timeouts.standard(),
            "test",
            VcenterObserver.NONE);
    private final VcenterSession session = client.login(new Credentials("csi", new Secret("s3cret")));
    private final AtomicLong now = new AtomicLong();
    private final List<String> asked = new ArrayList<>();

    @AfterEach
    void close() {
        client.close();
        vcenter.close();
    }

    @Test
    void theFirstDatastoreThatHasTheDiskEndsTheSearch() throws Exception {
        DiskPresence found = search(HAS_NOT, HAS, HAS_NOT);

        assertThat(found).isEqualTo(new Present("datastore ds-1 of vCenter vc-a has its disk, [nfs] fcd/a.vmdk"));
        assertThat(asked).containsExactly("datastore-0", "datastore-1");
    }

    @Test
    void theDiskIsAbsentIfNoDatastoreHasIt() throws Exception {
        assertThat(search(HAS_NOT, HAS_NOT, HAS_NOT)).isEqualTo(new Absent());
        assertThat(asked).hasSize(3);
    }

    static List<Arguments> uncertain() {
        return Stream.of(true, false)
                .flatMap(isPlain -> Stream.of(
                        failure(isPlain, "InaccessibleDatastore", "datastore ds-1 of vCenter vc-a is not accessible"),
                        failure(isPlain, "InvalidDatastore", "make it accessible, or remove it from vCenter"),
                        failure(isPlain, "NoPermission", "give it Datastore.FileManagement and System.Read there"),
                        failure(isPlain, "ManagedObjectNotFound", "ds-1 of vCenter vc-a was removed a moment ago"),
                        failure(isPlain, "HostNotConnected", "ds-1 of vCenter vc-a did not say whether it has"),
                        failure(isPlain, "FileFault", METHOD + " on vCenter vc-a"),
                        failure(isPlain, "NotSupported", "did not say whether it has the disk")))
                .toList();
    }

    private static Arguments failure(boolean isPlain, String type, String expected) {
        Reply reply = isPlain
                ? Replies.fault(type, "")
                : Replies.fault("SystemError", "", "<faultCause><fault xsi:type=\"" + type + "\"/></faultCause>");
        return Arguments.argumentSet((isPlain ? "" : "SystemError because of ") + type, reply, expected);
    }

    @ParameterizedTest
    @MethodSource("uncertain")
    void aDatastoreThatDoesNotAnswerLeavesTheDiskUnknownUnlessAnotherOneHasIt(Reply failure, String expected)
            throws Exception {
        assertThat(search(HAS_NOT, failure, HAS_NOT))
                .isInstanceOfSatisfying(
                        Unknown.class, unknown -> assertThat(unknown.why()).contains("ds-1", expected));
        assertThat(search(failure, HAS)).isInstanceOf(Present.class);
    }

    @Test
    void notFoundAsACauseOrWithACauseIsUncertain() throws Exception {
        Reply cause = Replies.fault("SystemError", "", "<faultCause><fault xsi:type=\"NotFound\"/></faultCause>");
        Reply caused = Replies.fault("NotFound", "", "<faultCause><fault xsi:type=\"HostNotConnected\"/></faultCause>");

        assertThat(search(cause)).isInstanceOf(Unknown.class);
        assertThat(search(caused)).isInstanceOf(Unknown.class);
    }

    @Test
    void severalDatastoresThatDoNotAnswerAreCounted() throws Exception {
        Reply failure = Replies.fault("InaccessibleDatastore", "");

        assertThat(search(failure, HAS_NOT, failure))
                .isEqualTo(new Unknown("datastore ds-0 of vCenter vc-a is not accessible, so it may have the disk; make"
                        + " it accessible, or remove it from vCenter (and 1 more such datastore)"));
    }

    @Test
    void anInaccessibleDatastoreIsNotAsked() throws Exception {
        var search = new DiskSearch("vc-a", List.of(datastore(0, true), datastore(1, false)), this::none, now::get);

        DiskPresence unknown = search.find(BUDGET);

        assertThat(unknown).isInstanceOf(Unknown.class);
        assertThat(asked).containsExactly("datastore-0");
    }

    @Test
    void withoutDatastoresNothingIsKnown() throws Exception {
        assertThat(search())
                .isEqualTo(new Unknown("vCenter vc-a shows no datastore; give the account Datastore.FileManagement and"
                        + " System.Read on each"));
    }

    @Test
    void aLostSessionOrABusyVcenterEndsTheSearch() throws Exception {
        assertThat(search(Replies.fault("NotAuthenticated", ""), HAS)).isInstanceOf(Unknown.class);
        assertThat(search(Replies.unavailable(), HAS))
                .isInstanceOfSatisfying(Unknown.class, unknown -> assertThat(unknown.why())
                        .startsWith("vCenter vc-a did not say whether a datastore has the disk: "));
        assertThat(asked).containsExactly("datastore-0", "datastore-0");
    }

    @Test
    void oneDatastoreTakesAThirdOfTheTimeAndNoneIsAskedWhenItIsOver() throws Exception {
        var times = new ArrayList<Duration>();
        DiskSearch.Query slow = (_, atMost) -> {
            times.add(atMost);
            now.addAndGet(atMost.toNanos());
            throw new VcenterException(Kind.TIMEOUT, "vc-a", "no answer");
        };

        DiskPresence result = new DiskSearch("vc-a", datastores(5), slow, now::get).find(BUDGET);

        assertThat(times).hasSize(3).containsOnly(Duration.ofSeconds(10));
        assertThat(result)
                .isEqualTo(new Unknown("datastore ds-0 of vCenter vc-a did not say whether it has the disk: no answer"
                        + " (and 4 more such datastores)"));
        assertThat(new DiskSearch("vc-a", datastores(1), this::none, now::get).find(Duration.ZERO))
                .isEqualTo(new Unknown("the time was over before datastore ds-0 of vCenter vc-a was asked for the disk;"
                        + " try again"));
        assertThat(asked).isEmpty();
    }

    @Test
    void anInterruptIsPassedOn() {
        DiskSearch.Query interrupted = (_, _) -> {
            Thread.currentThread().interrupt();
            throw new VcenterException(Kind.CANCELED, "vc-a", "interrupted");
        };

        assertThatThrownBy(() -> new DiskSearch("vc-a", datastores(2), interrupted, now::get).find(BUDGET))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    /// The disk is absent only if each datastore said so.
    @Test
    void randomAnswersNeverMakeADiskAbsent() throws Exception {
        var random = new Random(7);
        Map<String, Reply> replies = Map.of(
                "has", HAS,
                "has not", HAS_NOT,
                "inaccessible", Replies.fault("InaccessibleDatastore", ""),
                "forbidden", Replies.noPermission("Datastore", "datastore-0", "Datastore.FileManagement"),
                "other", Replies.soap("<returnval/>"));
        List<String> kinds = List.of("has", "inaccessible", "forbidden", "other", "has not", "has not");
        for (int i = 0; i < 100; i++) {
            List<String> names = random.ints(1 + random.nextInt(4), 0, kinds.size())
                    .mapToObj(kinds::get)
                    .toList();

            DiskPresence result = search(names.stream().map(replies::get).toArray(Reply[]::new));

            assertThat(result instanceof Present).as("%s", names).isEqualTo(names.contains("has"));
            assertThat(result instanceof Absent)
                    .as("%s", names)
                    .isEqualTo(Set.of("has not").containsAll(names));
        }
    }

    private DiskPresence search(Reply... answers) throws InterruptedException {
        vcenter.on(METHOD, (request, line) -> {
            String body = request.body().text();
            int datastore = IntStream.range(0, answers.length)
                    .filter(n -> body.contains(">datastore-" + n + "<"))
                    .findFirst()
                    .orElseThrow();
            return answers[datastore].to(request, line);
        });
        var disks = new FirstClassDiskClient(session);
        DiskSearch.Query query = (datastore, _) -> {
            asked.add(datastore.value());
            return disks.find(ID, datastore);
        };
        return new DiskSearch("vc-a", datastores(answers.length), query, now::get).find(BUDGET);
    }

    private Optional<FirstClassDisk> none(MoRef datastore, Duration atMost) {
        asked.add(datastore.value());
        return Optional.empty();
    }

    /// Returns datastores, the last one first.
    private static List<DatastoreState> datastores(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> datastore(count - 1 - n, true))
                .toList();
    }

    private static DatastoreState datastore(int n, boolean isAccessible) {
        return new DatastoreState(
                "datastore-" + n,
                "ds-" + n,
                "",
                "VMFS",
                isAccessible,
                DatastoreState.NO_MAINTENANCE,
                false,
                0,
                Map.of(),
                Optional.empty(),
                Set.of());
    }
}
