package dev.vspherecloud.csi.cns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.csi.cns.CnsEntityMetadata.EntityReference;
import dev.vspherecloud.csi.cns.CnsEntityMetadata.EntityType;
import dev.vspherecloud.vsphere.client.VcenterException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests queries: pages, what a volume has, and results that do not fit.
class CnsQueryTest {
    private static final String QUERY = "CnsQueryVolume";
    private final ScriptedCns vcenter = new ScriptedCns("8.0.3.0");

    @AfterEach
    void close() {
        vcenter.close();
    }

    @Test
    void pagesAreReadUntilTheEnd() {
        vcenter.on(QUERY, page(2, 5, "a", "b"), page(4, 5, "c", "d"), page(5, 5, "e"));

        assertThat(ids(query(2, 10))).containsExactly("a", "b", "c", "d", "e");
        assertThat(vcenter.sent(QUERY)).hasSize(3);
        assertThat(vcenter.sent(QUERY).getLast()).contains("<cursor><offset>4</offset><limit>2</limit></cursor>");
    }

    @Test
    void aPageThatIsTooLargeIsReadInSmallerPages() {
        String large = page(4, 4, "a", "b", "c", "d")
                .replaceFirst("<volumes", "<volumes>" + "<a/>".repeat(300_000) + "</volumes><volumes");
        vcenter.on(QUERY, large, page(2, 4, "a", "b"), page(4, 4, "c", "d"));

        assertThat(ids(query(4, 10))).containsExactly("a", "b", "c", "d");
        assertThat(vcenter.sent(QUERY).get(1)).contains("<limit>2</limit>");
    }

    @Test
    void aReadOfOnePageIsNotSplit() {
        vcenter.on(
                QUERY,
                page(1, 1, "a").replaceFirst("<volumes", "<volumes>" + "<a/>".repeat(300_000) + "</volumes><volumes"));

        assertThatThrownBy(() -> query(4, 1)).isInstanceOfSatisfying(VcenterException.class, e -> assertThat(e.kind())
                .isEqualTo(VcenterException.Kind.TOO_LARGE));
    }

    /// Each page is within the limit of one answer.
    @Test
    void allPagesTogetherHaveALimit() {
        vcenter.on(QUERY, page(4, 100, "a", "b", "c", "d").replace("<name>", "<name>" + "x".repeat(900_000)));

        assertThat(why(query(4, 10))).isEqualTo("the volumes need more than 24576 KiB of memory");
    }

    /// The simulator ignores the cursor, and a server may echo the offset of the request.
    @Test
    void aServerWithoutACursorIsReadToTheEndToo() {
        vcenter.on(QUERY, page(0, 0, "a", "b", "c"));
        assertThat(ids(query(2, 10))).containsExactly("a", "b", "c");

        vcenter.on(QUERY, page(0, 3, "a", "b"), page(2, 3, "c"));
        assertThat(ids(query(2, 10))).containsExactly("a", "b", "c");
    }

    /// If a server neither counts the volumes nor reads the cursor, a full page may be everything or the first of
    /// several.
    @Test
    void afterAFullPageOfAServerThatDoesNotCountAnotherOneIsRead() {
        vcenter.on(QUERY, page(0, 0, "a", "b"));
        assertThat(ids(query(2, 10))).containsExactly("a", "b");
        assertThat(vcenter.sent(QUERY)).hasSize(2);

        vcenter.on(QUERY, page(0, 0, "a", "b"), page(0, 0, "c", "d"), page(0, 0));
        assertThat(ids(query(2, 10))).containsExactly("a", "b", "c", "d");

        vcenter.on(QUERY, page(0, 0, "a", "b"), page(0, 0, "c", "d"));
        assertThat(why(query(2, 2))).isEqualTo("read 4 volumes, the limit is 2 pages of 2");
    }

    @Test
    void aVolumeThatComesTwiceBecauseAnotherWasCreatedIsReturnedOnce() {
        vcenter.on(QUERY, page(2, 3, "a", "b"), page(4, 4, "b", "c"));

        assertThat(ids(query(2, 10))).containsExactly("a", "b", "c");
    }

    /// After the deletion of `a`, the second page begins behind `c`.
    @Test
    void aVolumeThatIsDeletedDuringTheReadMayHideAnotherOne() {
        vcenter.on(QUERY, page(2, 5, "a", "b"), page(4, 4, "d", "e"));
        assertThat(why(query(2, 10))).isEqualTo("vCenter sent 4 different volumes, and counted 5 at first");

        vcenter.on(QUERY, page(2, 4, "a", "b"), page(4, 4, "b", "c"));
        assertThat(why(query(2, 10))).isEqualTo("vCenter sent 3 different volumes, and counted 4 at first");

        vcenter.on(QUERY, page(2, 5, "a", "b"), page(0, 0, "c"));
        assertThat(why(query(2, 10))).isEqualTo("vCenter sent 3 different volumes, and counted 5 at first");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<cursor><offset>-5</offset><limit>2</limit><totalRecords>-1</totalRecords></cursor>",
                "<cursor><offset>many</offset><limit/><totalRecords>99999999999999999999</totalRecords></cursor>",
                "<cursor><offset><offset>7</offset></offset></cursor>",
                "<cursor><totalRecords>1</totalRecords><totalRecords>9</totalRecords></cursor>"
            })
    void aCursorWithoutNumbersCountsNothing(String cursor) {
        vcenter.on(QUERY, "<returnval><volumes><volumeId><id>a</id></volumeId></volumes>" + cursor + "</returnval>");

        assertThat(ids(query(2, 10))).containsExactly("a");
    }

    @Test
    void aPageMayHaveManyVolumes() {
        String[] ids = IntStream.range(0, 5_000).mapToObj(i -> "volume-" + i).toArray(String[]::new);
        vcenter.on(QUERY, page(5_000, 5_000, ids));

        assertThat(ids(query(10_000, 1))).containsExactly(ids);
    }

    /// The limit of a response is 16 MiB.
    @Test
    void aPageThatIsTooLargeIsAFailure() {
        vcenter.on(QUERY, page(1, 1, "a", "x".repeat(9 << 20)));

        assertThatThrownBy(() -> query(10, 1))
                .isInstanceOf(VcenterException.class)
                .extracting(e -> ((VcenterException) e).kind())
                .isEqualTo(VcenterException.Kind.TOO_LARGE);
    }

    @Test
    void aReadThatEndsTooEarlyIsIncomplete() {
        vcenter.on(QUERY, page(2, 5, "a", "b"));
        assertThat(why(query(2, 1))).isEqualTo("read 2 of 5 volumes, the limit is 1 pages of 2");

        vcenter.on(QUERY, page(2, 5, "a", "b"), page(5, 5));
        assertThat(why(query(2, 10))).isEqualTo("vCenter sent 0 volumes at 2 of 5, and continues at 5");

        vcenter.on(QUERY, page(5, 5, "a", "b"));
        assertThat(why(query(2, 10))).isEqualTo("vCenter sent 2 volumes at 0 of 5, and continues at 5");
    }

    @Test
    void anEndlessReadEndsAtTheLimit() {
        vcenter.on(QUERY, page(0, Long.MAX_VALUE, "a"));

        assertThat(why(query(1, 7))).contains("the limit is 7 pages of 1");
        assertThat(vcenter.sent(QUERY)).hasSize(7);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<returnval></returnval>",
                "<returnval>text</returnval>",
                "<returnval type=\"Task\">task-1</returnval>",
                "<returnval><volumes><volumeId><id>a</id></volumeId></volumes></returnval>",
                "<returnval/><returnval/>"
            })
    void aResultThatIsNoneIsIncomplete(String content) {
        vcenter.on(QUERY, content);

        assertThat(why(query(2, 10))).isEqualTo("vCenter sent a result without volumes and without a cursor");
    }

    @Test
    void aVolumeWithoutAnIdMakesTheResultIncomplete() {
        vcenter.on(QUERY, page(2, 2, "a", ""));

        CnsQueryResult result = query(2, 10);

        assertThat(why(result)).isEqualTo("vCenter sent 1 volumes without a valid id");
        assertThat(((CnsQueryResult.Incomplete) result).volumes()).hasSize(1);
    }

    @Test
    void aVolumeHasItsBackingAndItsMetadata() {
        vcenter.on(QUERY, """
                <returnval><volumes><volumeId><id>6ee2b7d5</id></volumeId><datastoreUrl>ds:///vmfs/volumes/1/</datastoreUrl>\
                <name>pvc-1</name><volumeType>BLOCK</volumeType><storagePolicyId>aa6d</storagePolicyId><metadata>\
                <containerCluster><clusterType>KUBERNETES</clusterType><clusterId>cluster-1</clusterId>\
                <vSphereUser>csi</vSphereUser><clusterFlavor>VANILLA</clusterFlavor></containerCluster>\
                <entityMetadata xsi:type="CnsKubernetesEntityMetadata"><entityName>data</entityName><labels><key>app</key>\
                <value>db</value></labels><clusterId>cluster-1</clusterId><entityType>PERSISTENT_VOLUME_CLAIM</entityType>\
                <namespace>default</namespace><referredEntity><entityType>PERSISTENT_VOLUME</entityType>\
                <entityName>pvc-1</entityName></referredEntity></entityMetadata>\
                <entityMetadata><entityName>x</entityName><entityType>SOMETHING_NEW</entityType></entityMetadata></metadata>\
                <backingObjectDetails><capacityInMb>2048</capacityInMb><backingDiskId>6ee2b7d5</backingDiskId>\
                <backingDiskPath>[datastore1] fcd/a.vmdk</backingDiskPath></backingObjectDetails>\
                <healthStatus>green</healthStatus></volumes><cursor><offset>1</offset><limit>2</limit>\
                <totalRecords>1</totalRecords></cursor></returnval>""");

        assertThat(((CnsQueryResult.Complete) query(2, 10)).volumes())
                .containsExactly(new CnsVolume(
                        new CnsVolumeId("6ee2b7d5"),
                        "pvc-1",
                        "BLOCK",
                        "ds:///vmfs/volumes/1/",
                        "aa6d",
                        OptionalLong.of(2048),
                        "6ee2b7d5",
                        "[datastore1] fcd/a.vmdk",
                        "green",
                        Optional.of(new CnsContainerCluster("cluster-1", "csi", "VANILLA", "")),
                        List.of(new CnsEntityMetadata(
                                EntityType.PERSISTENT_VOLUME_CLAIM,
                                "data",
                                "default",
                                "cluster-1",
                                new TreeMap<>(Map.of("app", "db")),
                                List.of(new EntityReference(EntityType.PERSISTENT_VOLUME, "pvc-1", "", "")),
                                false))));
    }

    @Test
    void aCallThatMustStartATaskFailsWithoutOne() {
        CnsClient cns = vcenter.cns();
        for (String content : List.of(
                "",
                "<returnval type=\"VirtualMachine\">vm-1</returnval>",
                "<returnval/>",
                "<returnval type=\"Task\"> </returnval>",
                ScriptedCns.TASK + ScriptedCns.TASK)) {
            vcenter.on("CnsDeleteVolume", content);
            assertThatThrownBy(() -> cns.deleteVolume(new CnsVolumeId("a"), true))
                    .as(content)
                    .isInstanceOf(VcenterException.class)
                    .extracting(e -> ((VcenterException) e).kind())
                    .isEqualTo(VcenterException.Kind.PROTOCOL);
        }
    }

    @Test
    void aCallForNothingIsRefused() {
        CnsClient cns = vcenter.cns();
        var metadata = new CnsVolumeMetadata(CnsContainerCluster.vanilla("c", ""), List.of());
        var update = new CnsMetadataUpdate(new CnsVolumeId("a"), metadata);

        assertThatIllegalArgumentException().isThrownBy(() -> cns.updateMetadata(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> cns.updateMetadata(List.of(update, update)));
        assertThatIllegalArgumentException().isThrownBy(() -> cns.queryVolumeInfo(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> cns.extendVolume(new CnsVolumeId("a"), 0));
        assertThatIllegalArgumentException().isThrownBy(() -> cns.query(CnsQuery.everything(), 0, 1));
    }

    private CnsQueryResult query(int pageSize, int maxPages) {
        return vcenter.cns().query(CnsQuery.everything(), pageSize, maxPages);
    }

    private static List<String> ids(CnsQueryResult result) {
        assertThat(result).isInstanceOf(CnsQueryResult.Complete.class);
        return ((CnsQueryResult.Complete) result)
                .volumes().stream().map(volume -> volume.id().id()).toList();
    }

    private static String why(CnsQueryResult result) {
        assertThat(result).isInstanceOf(CnsQueryResult.Incomplete.class);
        return ((CnsQueryResult.Incomplete) result).why();
    }

    private static String page(long offset, long total, String... ids) {
        return Stream.of(ids)
                        .map(id -> "<volumes><volumeId><id>" + id + "</id></volumeId><name>" + id + "</name></volumes>")
                        .collect(Collectors.joining("", "<returnval>", ""))
                + "<cursor><offset>" + offset + "</offset><limit>2</limit><totalRecords>" + total
                + "</totalRecords></cursor></returnval>";
    }
}
