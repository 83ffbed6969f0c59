package dev.vspherecloud.csi.cns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cns.CnsOutcome.Problem;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests how tasks and their results are read, from the bytes of a response to the outcome for a volume.
class CnsResultsTest {
    private static final String BATCH = "CnsVolumeOperationBatchResult";
    private static final CnsVolumeId ID = new CnsVolumeId("6ee2b7d5");
    private static final CnsVolumeId OTHER = new CnsVolumeId("7ff3b7d5");
    private static final MoRef STORE = new MoRef("Datastore", "datastore-11");
    private static ScriptedCns vcenter;

    @BeforeAll
    static void start() {
        vcenter = new ScriptedCns("8.0.3.0");
    }

    @AfterAll
    static void stop() {
        vcenter.close();
    }

    // States

    @Test
    void aTaskIsQueuedThenRunningThenFinished() {
        assertThat(CnsTaskParser.state(Map.of("info.state", text("queued")))).isEqualTo(new CnsTaskState.Queued());
        assertThat(CnsTaskParser.state(Map.of("info.state", text("running"), "info.progress", text("42"))))
                .isEqualTo(new CnsTaskState.Running(OptionalInt.of(42)));
        assertThat(CnsTaskParser.state(Map.of("info.state", text("running"))).isFinished())
                .isFalse();
        assertThat(succeeded("").isFinished()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"-1", "101", "many", "99999999999999999999"})
    void anImpossibleProgressIsLeftOut(String progress) {
        assertThat(CnsTaskParser.state(Map.of("info.state", text("running"), "info.progress", text(progress))))
                .isEqualTo(new CnsTaskState.Running(OptionalInt.empty()));
    }

    @Test
    void anUnknownStateIsUnreadable() {
        assertThat(CnsTaskParser.state(Map.of("info.state", text("paused"))))
                .isEqualTo(new CnsTaskState.Unreadable(
                        "found the task state \"paused\", expected queued, running, success or error"));
        assertThat(CnsTaskParser.state(Map.of())).isInstanceOf(CnsTaskState.Unreadable.class);
        assertThat(CnsTaskParser.state(Map.of("info.state", text("x".repeat(100_000)))))
                .satisfies(state ->
                        assertThat(((CnsTaskState.Unreadable) state).why()).hasSizeLessThan(300));
    }

    @Test
    void timesAreReadIfTheyAreTimes() {
        var times = CnsTaskParser.times(Map.of(
                "info.queueTime", text("2026-01-02T12:00:00.250001Z"),
                "info.startTime", text("2026-01-02T14:00:01+02:00"),
                "info.completeTime", text("soon")));

        assertThat(times.queued()).contains(Instant.parse("2026-01-02T12:00:00.250001Z"));
        assertThat(times.started()).contains(Instant.parse("2026-01-02T12:00:01Z"));
        assertThat(times.completed()).isEmpty();
    }

    // Results

    @Test
    void aCreatedVolumeHasItsIdAndItsDatastore() {
        CnsTaskState task = succeeded("""
                <volumeResults xsi:type="CnsVolumeCreateResult"><volumeId><id>6ee2b7d5</id></volumeId><name>pvc-1</name>\
                <placementResults><datastore type="Datastore">datastore-11</datastore></placementResults>\
                </volumeResults>""");

        assertThat(CnsOutcome.ofCreate(task))
                .isEqualTo(new CnsOutcome.Done(new CnsVolumeResult.Done(
                        ID, List.of(STORE), Optional.empty(), Optional.empty(), Optional.empty())));
    }

    @Test
    void theDiskOfAVolumeIsRead() {
        CnsTaskState task = succeeded("""
                <volumeResults xsi:type="CnsQueryVolumeInfoResult"><volumeId><id>6ee2b7d5</id></volumeId>\
                <volumeInfo xsi:type="CnsBlockVolumeInfo"><vStorageObject><config><id><id>6ee2b7d5</id></id>\
                <name>pvc-1</name><createTime>2026-01-02T12:00:00Z</createTime><consumerId><id>vm-a</id></consumerId>\
                <consumerId><id>vm-b</id></consumerId><backing xsi:type="BaseConfigInfoDiskFileBackingInfo">\
                <datastore type="Datastore">datastore-11</datastore><filePath>[datastore1] fcd/a.vmdk</filePath>\
                </backing><capacityInMB>2048</capacityInMB></config></vStorageObject></volumeInfo></volumeResults>""");

        assertThat(CnsOutcome.of(task, ID))
                .isEqualTo(new CnsOutcome.Done(new CnsVolumeResult.Done(
                        ID,
                        List.of(),
                        Optional.of(new FirstClassDisk(
                                ID,
                                "pvc-1",
                                OptionalLong.of(2048),
                                Optional.of(STORE),
                                "[datastore1] fcd/a.vmdk",
                                List.of("vm-a", "vm-b"))),
                        Optional.empty(),
                        Optional.empty())));
    }

    @Test
    void noResultIsNeitherSuccessNorFailure() {
        assertThat(problem(CnsOutcome.of(succeeded(""), ID))).isEqualTo(Problem.NO_RESULT);
        assertThat(problem(CnsOutcome.ofCreate(succeeded("")))).isEqualTo(Problem.NO_RESULT);
        assertThat(problem(CnsOutcome.of(succeeded("<other>1</other>"), ID))).isEqualTo(Problem.NO_RESULT);
    }

    @Test
    void severalResultsForOneVolumeAreUnclear() {
        CnsTaskState task = succeeded(done("6ee2b7d5") + done("7ff3b7d5"));

        assertThat(problem(CnsOutcome.of(task, ID))).isEqualTo(Problem.SEVERAL_RESULTS);
        assertThat(problem(CnsOutcome.ofCreate(task))).isEqualTo(Problem.SEVERAL_RESULTS);
    }

    @Test
    void aResultForAnotherVolumeIsUnclear() {
        assertThat(CnsOutcome.of(succeeded(done("7ff3b7d5")), ID))
                .isEqualTo(new CnsOutcome.Unclear(
                        Problem.OTHER_VOLUME, "the task has a result for volume 7ff3b7d5, expected one for 6ee2b7d5"));
        assertThat(problem(CnsOutcome.of(
                        succeeded("<volumeResults><volumeId><id>7ff3b7d5</id></volumeId>" + fault("NotFound", "")
                                + "</volumeResults>"),
                        ID)))
                .isEqualTo(Problem.OTHER_VOLUME);
    }

    @ParameterizedTest
    @CsvSource({
        "<volumeResults></volumeResults>",
        "<volumeResults><volumeId></volumeId></volumeResults>",
        "<volumeResults><volumeId><id></id></volumeId></volumeResults>",
        "<volumeResults><volumeId><id> </id></volumeId></volumeResults>",
        "<volumeResults><volumeId><id><id>6ee2b7d5</id></id></volumeId></volumeResults>",
        "<volumeResults><volumeId><id>a</id><id>b</id></volumeId></volumeResults>",
        "<volumeResults><volumeId type=\"X\">6ee2b7d5</volumeId></volumeResults>",
        "<volumeResults>6ee2b7d5</volumeResults>"
    })
    void aResultWithoutAValidIdIsUnreadable(String results) {
        assertThat(problem(CnsOutcome.ofCreate(succeeded(results)))).isEqualTo(Problem.UNREADABLE);
        assertThat(problem(CnsOutcome.of(succeeded(results), ID))).isEqualTo(Problem.UNREADABLE);
    }

    @Test
    void anIdThatIsTooLongIsUnreadable() {
        assertThat(problem(CnsOutcome.ofCreate(succeeded(done("x".repeat(300_000))))))
                .isEqualTo(Problem.UNREADABLE);
    }

    @ParameterizedTest
    @CsvSource({"CnsQueryResult, <volumes></volumes>", "string, done", "ArrayOfString, <string>a</string>"})
    void aResultOfAnotherTypeIsUnreadable(String type, String xml) {
        CnsTaskState task = CnsTaskParser.state(
                Map.of("info.state", text("success"), "info.result", vcenter.value("xsd:" + type, xml)));

        assertThat(task).isInstanceOf(CnsTaskState.Unreadable.class);
        assertThat(problem(CnsOutcome.of(task, ID))).isEqualTo(Problem.UNREADABLE);
    }

    @Test
    void successWithoutAResultIsUnreadable() {
        CnsTaskState task = CnsTaskParser.state(Map.of("info.state", text("success")));

        assertThat(task)
                .isEqualTo(new CnsTaskState.Unreadable(
                        "found nothing as the result of a successful task, expected a " + BATCH));
        assertThat(problem(CnsOutcome.of(new CnsTaskState.Queued(), ID))).isEqualTo(Problem.NOT_FINISHED);
    }

    @Test
    void aTaskForSeveralVolumesHasAnOutcomeForEach() {
        var missing = new CnsVolumeId("8aa4b7d5");
        CnsTaskState task = succeeded(done("6ee2b7d5") + done("9999") + "<volumeResults><volumeId><id>7ff3b7d5</id>"
                + "</volumeId>" + fault("NotFound", "") + "</volumeResults>");

        Map<CnsVolumeId, CnsOutcome> outcomes = CnsOutcome.ofAll(task, List.of(OTHER, ID, missing));

        assertThat(outcomes.keySet()).containsExactly(OTHER, ID, missing);
        assertThat(outcomes.get(ID)).isInstanceOf(CnsOutcome.Done.class);
        assertThat(outcomes.get(OTHER)).isInstanceOf(CnsOutcome.Faulted.class);
        assertThat(outcomes.get(missing))
                .isInstanceOfSatisfying(CnsOutcome.Unclear.class, unclear -> assertThat(unclear.problem())
                        .isEqualTo(Problem.NO_RESULT));
        assertThat(CnsOutcome.ofAll(failed("NotSupported", ""), List.of(ID, OTHER))
                        .values())
                .allMatch(CnsOutcome.Faulted.class::isInstance);
    }

    @Test
    void aHugeBatchIsReadInOnePass() {
        String results =
                IntStream.range(0, 20_000).mapToObj(i -> done("volume-" + i)).collect(Collectors.joining());
        List<CnsVolumeId> ids = IntStream.range(0, 20_000)
                .mapToObj(i -> new CnsVolumeId("volume-" + i))
                .toList();

        CnsTaskState task = succeeded(results);

        assertThat(CnsOutcome.ofAll(task, ids).values()).hasSize(20_000).allMatch(CnsOutcome.Done.class::isInstance);
        assertThat(problem(CnsOutcome.of(task, ids.getFirst()))).isEqualTo(Problem.SEVERAL_RESULTS);
    }

    @Test
    void oneVolumeTwiceInABatchIsUnclear() {
        Map<CnsVolumeId, CnsOutcome> outcomes =
                CnsOutcome.ofAll(succeeded(done("6ee2b7d5") + done("7ff3b7d5") + done("6ee2b7d5")), List.of(ID, OTHER));

        assertThat(outcomes.get(ID))
                .isEqualTo(new CnsOutcome.Unclear(Problem.SEVERAL_RESULTS, "the task has 2 results for one volume"));
        assertThat(outcomes.get(OTHER)).isInstanceOf(CnsOutcome.Done.class);
        assertThat(CnsOutcome.ofAll(succeeded(""), List.of())).isEmpty();
    }

    // Faults, in both places

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NotFound | | NotFound[volume=Optional.empty, message=sentence]
            CnsVolumeNotFoundFault | <reason>gone</reason><volumeId><id>a</id></volumeId> | NotFound[volume=Optional[a], message=sentence (gone)]
            CnsNotRegisteredFault | <volumeId><id>a</id></volumeId> | NotRegistered[volume=Optional[a], message=sentence]
            CnsVolumeAlreadyExistsFault | <volumeId><id>a</id></volumeId><datastore type="Datastore">datastore-11</datastore> | AlreadyExists[volume=Optional[a], datastore=Optional[Datastore:datastore-11], message=sentence]
            CnsVolumeAlreadyExistsFault | | AlreadyExists[volume=Optional.empty, datastore=Optional.empty, message=sentence]
            CnsAlreadyRegisteredFault | <volumeId><id>a</id></volumeId> | AlreadyRegistered[volume=Optional[a], message=sentence]
            NoDiskSpace | <file>[ds] a</file><datastore>datastore1</datastore> | NoDiskSpace[datastore=datastore1, message=sentence]
            InsufficientStorageSpace | | NoDiskSpace[datastore=, message=sentence]
            NoPermission | <object type="Datastore">datastore-11</object><privilegeId>Datastore.FileManagement</privilegeId> | NoPermission[object=Optional[Datastore:datastore-11], privileges=[Datastore.FileManagement], message=sentence]
            NoPermission | <missingPrivileges><entity type="Datastore">datastore-11</entity><privilegeIds>A</privilegeIds><privilegeIds>B</privilegeIds></missingPrivileges> | NoPermission[object=Optional.empty, privileges=[A, B], message=sentence]
            InvalidArgument | <invalidProperty>createSpecs.datastores</invalidProperty> | InvalidArgument[property=createSpecs.datastores, message=sentence]
            NotSupported | | NotSupported[message=sentence]
            ResourceInUse | <type>VM</type><name>db-0</name> | ResourceInUse[name=db-0, message=sentence]
            ManagedObjectNotFound | <obj type="Datastore">datastore-11</obj> | ManagedObjectNotFound[object=Optional[Datastore:datastore-11], message=sentence]
            RequestCanceled | | Canceled[message=sentence]
            CnsFault | <reason>no room</reason> | Other[type=CnsFault, message=sentence (no room)]
            CnsFault | <reason>sentence</reason> | Other[type=CnsFault, message=sentence]
            InvalidState | | InvalidState[type=InvalidState, message=sentence]
            InvalidDatastoreState | <datastoreName>gold-1</datastoreName> | Unavailable[type=InvalidDatastoreState, message=gold-1: sentence]
            InaccessibleDatastore | <datastore type="Datastore">datastore-11</datastore><name>gold-1</name> | Unavailable[type=InaccessibleDatastore, message=gold-1: sentence]
            InaccessibleDatastore | <datastore type="Datastore">datastore-11</datastore> | Unavailable[type=InaccessibleDatastore, message=Datastore:datastore-11: sentence]
            InvalidHostState | <host type="HostSystem">host-9</host> | Unavailable[type=InvalidHostState, message=HostSystem:host-9: sentence]
            """)
    void aFaultKeepsItsKindAndItsFieldsInBothPlaces(String type, String fields, String expected) {
        String content = fields == null ? "" : fields;

        assertThat(fault(CnsOutcome.ofCreate(failed(type, content)))).hasToString(expected);
        assertThat(fault(CnsOutcome.ofCreate(succeeded("<volumeResults>" + fault(type, content) + "</volumeResults>"))))
                .hasToString(expected);
        assertThat(fault(CnsOutcome.of(
                        succeeded("<volumeResults><volumeId><id>6ee2b7d5</id></volumeId>" + fault(type, content)
                                + "</volumeResults>"),
                        ID)))
                .hasToString(expected);
    }

    /// The form is that of govmomi pull request 3807.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NoDiskSpace | <datastore>gold-1</datastore> | NoDiskSpace[datastore=gold-1, message=inner; in CnsFault: outer (VSLM task failed)]
            NotSupported | | NotSupported[message=inner; in CnsFault: outer (VSLM task failed)]
            NoPermission | <object type="Datastore">datastore-11</object><privilegeId>Datastore.FileManagement</privilegeId> | NoPermission[object=Optional[Datastore:datastore-11], privileges=[Datastore.FileManagement], message=inner; in CnsFault: outer (VSLM task failed)]
            ResourceInUse | <name>db-0</name> | ResourceInUse[name=db-0, message=inner; in CnsFault: outer (VSLM task failed)]
            InvalidArgument | <invalidProperty>a</invalidProperty> | InvalidArgument[property=a, message=inner; in CnsFault: outer (VSLM task failed)]
            ManagedObjectNotFound | <obj type="Datastore">datastore-11</obj> | ManagedObjectNotFound[object=Optional[Datastore:datastore-11], message=inner; in CnsFault: outer (VSLM task failed)]
            RequestCanceled | | Canceled[message=inner; in CnsFault: outer (VSLM task failed)]
            InvalidDeviceSpec | <deviceIndex>0</deviceIndex> | InvalidState[type=InvalidDeviceSpec, message=inner; in CnsFault: outer (VSLM task failed)]
            InaccessibleDatastore | <name>gold-1</name> | Unavailable[type=InaccessibleDatastore, message=gold-1: inner; in CnsFault: outer (VSLM task failed)]
            TooManyDevices | | TooManyDevices[type=TooManyDevices, message=inner; in CnsFault: outer (VSLM task failed)]
            NotFound | | CauseNotFound[message=inner; in CnsFault: outer (VSLM task failed)]
            CnsVolumeNotFoundFault | <volumeId><id>a</id></volumeId> | NotFound[volume=Optional[a], message=inner; in CnsFault: outer (VSLM task failed)]
            CnsNotRegisteredFault | <volumeId><id>a</id></volumeId> | NotRegistered[volume=Optional[a], message=inner; in CnsFault: outer (VSLM task failed)]
            SystemError | <reason>broken</reason> | Other[type=SystemError, message=inner (broken); in CnsFault: outer (VSLM task failed)]
            """)
    void theCauseOfACnsFaultDecides(String type, String fields, String expected) {
        String cause = cause(type, fields == null ? "" : fields, "inner");

        assertThat(fault(CnsOutcome.ofCreate(wrapped(cause + "<reason>VSLM task failed</reason>"))))
                .hasToString(expected);
    }

    /// The reasons are those of public reports, and of a fault of CNS.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CNS: Failed to attach disk when calling AttachDisk:Fault cause: vim.fault.InvalidState | InvalidState[type=InvalidState, message=in CnsFault: REASON]
            CNS: Failed to detach disk when calling DetachDisk:Fault cause: vim.fault.InvalidDeviceSpec | InvalidState[type=InvalidDeviceSpec, message=in CnsFault: REASON]
            CNS: Failed to create disk.:Fault cause: vim.fault.NoDiskSpace | NoDiskSpace[datastore=, message=in CnsFault: REASON]
            CNS: Failed to attach disk when calling AttachDisk:Fault cause: vmodl.fault.NotSupported | NotSupported[message=in CnsFault: REASON]
            CNS: Failed to attach disk when calling AttachDisk:Fault cause: vim.fault.ResourceInUse | ResourceInUse[name=, message=in CnsFault: REASON]
            CNS: Failed to delete disk:Fault cause: vim.fault.NotFound | CauseNotFound[message=in CnsFault: REASON]
            CNS: Failed to create disk.:Fault cause: vim.fault.HostNotConnected. | Unavailable[type=HostNotConnected, message=in CnsFault: REASON]
            CNS: Failed to create disk.:Fault cause: vslm.fault.SyncFault | Other[type=SyncFault, message=in CnsFault: REASON]
            CNS: Failed to create disk.:Fault cause: vmodl.fault.SystemError | Other[type=SystemError, message=in CnsFault: REASON]
            CNS: Failed:Fault cause: vim.vslm.fault.CnsNotRegisteredFault | NotRegistered[volume=Optional.empty, message=in CnsFault: REASON]
            """)
    void theNameAtTheEndOfAReasonIsACause(String reason, String expected) {
        assertThat(fault(CnsOutcome.of(bare(reason), ID))).hasToString(expected.replace("REASON", reason));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            VSLM task failed
            Fault cause: vim.fault.NoDiskSpace, and more
            Fault cause: NoDiskSpace
            Fault cause: vim.NoDiskSpace
            Fault cause: vim.fault.noDiskSpace
            Fault cause: vim.fault.No DiskSpace
            Fault cause: VIM.fault.NoDiskSpace
            cause: vim.fault.NoDiskSpace
            Ursache: vim.fault.NoDiskSpace
            vim.fault.NoDiskSpace
            """)
    void anyOtherReasonIsNoCause(String reason) {
        assertThat(fault(CnsOutcome.of(bare(reason), ID))).isEqualTo(new CnsFault.Other("CnsFault", reason));
    }

    /// The reason of any other fault is a sentence.
    @Test
    void onlyTheReasonOfACnsFaultNamesACause() {
        assertThat(fault(CnsOutcome.of(
                        failed("SystemError", "<reason>Fault cause: vim.fault.NoDiskSpace</reason>"), ID)))
                .isEqualTo(new CnsFault.Other("SystemError", "sentence (Fault cause: vim.fault.NoDiskSpace)"));
    }

    @Test
    void theInnermostKnownFaultDecidesAndAllAreNamed() {
        String unknown = cause("SyncFault", "", "third");
        String known = cause("InvalidPowerState", unknown, "second");

        assertThat(fault(CnsOutcome.of(wrapped(known), ID)))
                .isEqualTo(new CnsFault.InvalidState(
                        "InvalidPowerState", "second; because of SyncFault: third; in CnsFault: outer"));
    }

    /// A snapshot that exists must not be lost because the cause says less.
    @Test
    void aFaultThatCnsDefinesDecidesWhateverItsCauseIs() {
        String fields = "<volumeId><id>6ee2b7d5</id></volumeId><SnapshotId><id>s-1</id></SnapshotId>";

        assertThat(fault(CnsOutcome.of(failed("CnsSnapshotCreatedFault", cause("Timedout", "", "inner") + fields), ID)))
                .isEqualTo(
                        new CnsFault.SnapshotCreated(Optional.of(ID), "s-1", "sentence; because of Timedout: inner"));
    }

    @Test
    void aFaultOfCnsThatIsNotKnownDecidesNothing() {
        assertThat(fault(CnsOutcome.of(failed("CnsNewFault", cause("NoDiskSpace", "", "inner")), ID)))
                .isEqualTo(new CnsFault.NoDiskSpace("", "inner; in CnsNewFault: sentence"));
    }

    @Test
    void aCauseOfItselfEnds() {
        String deep = "";
        for (int i = 0; i < 15; i++) {
            deep = cause("CnsFault", deep, "level " + i);
        }

        assertThat(fault(CnsOutcome.of(wrapped(deep), ID)).message())
                .contains("level 14", "level 8")
                .doesNotContain("level 7");
    }

    @ParameterizedTest
    @CsvSource({"<faultCause/>", "<faultCause>text</faultCause>", "<faultCause><fault/></faultCause>"})
    void aCauseThatCannotBeReadIsNone(String cause) {
        assertThat(fault(CnsOutcome.of(wrapped(cause), ID))).isEqualTo(new CnsFault.Other("CnsFault", "outer"));
    }

    private static String cause(String type, String fields, String sentence) {
        return "<faultCause><fault xsi:type=\"" + type + "\">" + fields + "</fault><localizedMessage>" + sentence
                + "</localizedMessage></faultCause>";
    }

    private static CnsTaskState wrapped(String fields) {
        return succeeded("<volumeResults><fault><fault xsi:type=\"CnsFault\">" + fields
                + "</fault><localizedMessage>outer</localizedMessage></fault></volumeResults>");
    }

    private static CnsTaskState bare(String reason) {
        return succeeded("<volumeResults><fault><fault xsi:type=\"CnsFault\"><reason>" + reason
                + "</reason></fault><localizedMessage>" + reason + "</localizedMessage></fault></volumeResults>");
    }

    @ParameterizedTest
    @CsvSource({
        "<fault></fault>",
        "<fault>text</fault>",
        "<fault><fault></fault></fault>",
        "<fault><fault type=\"Task\">task-1</fault></fault>",
        "<fault><fault/><fault/></fault>",
        "<fault xsi:type=\"ArrayOfX\"><x>1</x></fault>"
    })
    void aFaultThatCannotBeReadIsAFaultNevertheless(String xml) {
        String result = "<volumeResults><volumeId><id>6ee2b7d5</id></volumeId>" + xml + "</volumeResults>";

        assertThat(fault(CnsOutcome.of(succeeded(result), ID))).isEqualTo(new CnsFault.Other("", ""));
    }

    @Test
    void aTaskErrorWithoutAFaultIsAFailure() {
        assertThat(CnsTaskParser.state(Map.of("info.state", text("error"))))
                .isEqualTo(new CnsTaskState.Failed(new CnsFault.Other("", "")));
    }

    @Test
    void aMessageIsOneShortLineWithoutASessionKey() {
        CnsTaskState task = CnsTaskParser.state(Map.of(
                "info.state",
                text("error"),
                "info.error",
                vcenter.value(
                        "LocalizedMethodFault",
                        "<fault xsi:type=\"" + "T".repeat(5_000)
                                + "\"/><localizedMessage>first\nsecond session[52c9a1]view " + "x".repeat(5_000)
                                + "</localizedMessage>")));

        assertThat(((CnsTaskState.Failed) task).fault()).satisfies(fault -> {
            assertThat(fault.message())
                    .startsWith("first second session[hidden]view xxx")
                    .hasSizeLessThan(320);
            assertThat(((CnsFault.Other) fault).type()).hasSizeLessThan(140);
        });
    }

    @Test
    void whyDatastoresCouldNotTakeAVolumeIsKept() {
        CnsTaskState task = succeeded("<volumeResults>" + fault("CnsFault", "")
                + "<placementResults><datastore type=\"Datastore\">datastore-11</datastore>"
                + fault("NoDiskSpace", "<datastore>datastore1</datastore>")
                        .replace("<fault><", "<placementFaults><")
                        .replaceAll("</fault>$", "</placementFaults>")
                + "</placementResults></volumeResults>");

        assertThat(((CnsOutcome.Faulted) CnsOutcome.ofCreate(task)).placementFaults())
                .containsExactly(new CnsFault.NoDiskSpace("datastore1", "sentence"));
    }

    // Snapshots

    @Test
    void aNewSnapshotIsRead() {
        CnsTaskState task = succeeded("""
                <volumeResults xsi:type="CnsSnapshotCreateResult"><volumeId><id>6ee2b7d5</id></volumeId>\
                <snapshot><snapshotId><id>s-1</id></snapshotId><volumeId><id>6ee2b7d5</id></volumeId>\
                <description>snapshot-1-6ee2b7d5</description><createTime>2026-01-02T03:04:05Z</createTime></snapshot>\
                <aggregatedSnapshotCapacityInMb>7</aggregatedSnapshotCapacityInMb></volumeResults>""");

        assertThat(CnsOutcome.of(task, ID))
                .isEqualTo(new CnsOutcome.Done(new CnsVolumeResult.Done(
                        ID,
                        List.of(),
                        Optional.empty(),
                        Optional.of(new CnsSnapshot(
                                new CnsSnapshotId(ID, "s-1"),
                                "snapshot-1-6ee2b7d5",
                                Optional.of(Instant.parse("2026-01-02T03:04:05Z")))),
                        Optional.empty())));
    }

    /// The element of the id begins with a capital letter.
    @Test
    void faultsOfSnapshotsAreRead() {
        String fields = "<volumeId><id>6ee2b7d5</id></volumeId><SnapshotId><id>s-1</id></SnapshotId>";

        assertThat(fault(CnsOutcome.of(failed("CnsSnapshotNotFoundFault", fields), ID)))
                .isEqualTo(new CnsFault.SnapshotNotFound(Optional.of(ID), "s-1", "sentence"));
        assertThat(fault(CnsOutcome.of(failed("CnsSnapshotCreatedFault", fields), ID)))
                .isEqualTo(new CnsFault.SnapshotCreated(Optional.of(ID), "s-1", "sentence"));
        assertThat(fault(CnsOutcome.of(
                        failed("CnsSnapshotCreatedFault", fields.replace("SnapshotId", "snapshotId")), ID)))
                .isEqualTo(new CnsFault.SnapshotCreated(Optional.of(ID), "", "sentence"));
    }

    @Test
    void aPageOfSnapshotsIsRead() {
        CnsSnapshotPage page = page("""
                <entries><snapshot><snapshotId><id>s-1</id></snapshotId><volumeId><id>6ee2b7d5</id></volumeId>\
                <description>d</description><createTime>soon</createTime></snapshot></entries>\
                <entries><snapshot><snapshotId><id></id></snapshotId><volumeId><id></id></volumeId></snapshot>\
                <error><fault xsi:type="CnsVolumeNotFoundFault"><volumeId><id>7ff3b7d5</id></volumeId></fault>\
                <localizedMessage>sentence</localizedMessage></error></entries>\
                <entries><snapshot><description>d</description></snapshot></entries>\
                <cursor><offset>3</offset><limit>128</limit><totalRecords>9</totalRecords></cursor>""");

        assertThat(page)
                .isEqualTo(new CnsSnapshotPage(
                        List.of(new CnsSnapshot(new CnsSnapshotId(ID, "s-1"), "d", Optional.empty())),
                        List.of(new CnsFault.NotFound(Optional.of(OTHER), "sentence")),
                        1,
                        9));
        assertThat(page.size()).isEqualTo(3);
    }

    @Test
    void aPageMayBeEmptyAndIsNoResultOfAnOperation() {
        assertThat(page("")).isEqualTo(new CnsSnapshotPage(List.of(), List.of(), 0, 0));
        assertThat(page("<cursor><offset>-1</offset><totalRecords>-5</totalRecords></cursor>"))
                .isEqualTo(new CnsSnapshotPage(List.of(), List.of(), 0, 0));
        assertThat(problem(CnsOutcome.of(snapshots(""), ID))).isEqualTo(Problem.UNREADABLE);
    }

    @ParameterizedTest
    @CsvSource({"7.0.2, false", "7.0.3, true", "8.0.0, true", "10.0, true", "6.7.0, false", "7, false", "nightly, true"
    })
    void snapshotsNeedVcenter703(String version, boolean hasSnapshots) {
        assertThat(CnsRelease.hasSnapshots(version)).isEqualTo(hasSnapshots);
    }

    private static CnsSnapshotPage page(String fields) {
        CnsTaskState state = snapshots(fields);
        assertThat(state.isFinished()).isTrue();
        assertThat(state).isInstanceOf(CnsTaskState.Snapshots.class);
        return ((CnsTaskState.Snapshots) state).page();
    }

    private static CnsTaskState snapshots(String fields) {
        return CnsTaskParser.state(
                Map.of("info.state", text("success"), "info.result", vcenter.value("CnsSnapshotQueryResult", fields)));
    }

    private static Problem problem(CnsOutcome outcome) {
        assertThat(outcome).isInstanceOf(CnsOutcome.Unclear.class);
        return ((CnsOutcome.Unclear) outcome).problem();
    }

    private static CnsFault fault(CnsOutcome outcome) {
        assertThat(outcome).isInstanceOf(CnsOutcome.Faulted.class);
        return ((CnsOutcome.Faulted) outcome).fault();
    }

    private static CnsTaskState succeeded(String results) {
        return CnsTaskParser.state(Map.of("info.state", text("success"), "info.result", vcenter.value(BATCH, results)));
    }

    private static CnsTaskState failed(String type, String fields) {
        var values = new HashMap<String, PropertyValue>();
        values.put("info.state", text("error"));
        values.put("info.error", vcenter.value("LocalizedMethodFault", inner(type, fields)));
        return CnsTaskParser.state(values);
    }

    private static String done(String id) {
        return "<volumeResults xsi:type=\"CnsVolumeOperationResult\"><volumeId><id>" + id
                + "</id></volumeId></volumeResults>";
    }

    private static String fault(String type, String fields) {
        return "<fault>" + inner(type, fields) + "</fault>";
    }

    private static String inner(String type, String fields) {
        return "<fault xsi:type=\"" + type + "\">" + fields + "</fault><localizedMessage>sentence</localizedMessage>";
    }

    private static PropertyValue text(String value) {
        return new PropertyValue.Text("string", value);
    }
}
