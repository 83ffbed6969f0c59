package dev.vspherecloud.csi.cns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.client.PropertyValue.Items;
import dev.vspherecloud.vsphere.client.PropertyValue.Ref;
import dev.vspherecloud.vsphere.client.PropertyValue.Struct;
import dev.vspherecloud.vsphere.client.PropertyValue.Text;
import dev.vspherecloud.vsphere.client.PropertyValue.Unset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Reads random values of the right names in the wrong places. Nothing throws, and nothing is taken for a success
/// that is none.
class RandomAnswersTest {
    private static final int ROUNDS = 5_000;
    private static final List<String> FIELDS = List.of(
            "volumeResults",
            "volumeId",
            "id",
            "fault",
            "localizedMessage",
            "placementResults",
            "placementFaults",
            "datastore",
            "volumeInfo",
            "vStorageObject",
            "config",
            "consumerId",
            "backing",
            "filePath",
            "capacityInMB",
            "volumes",
            "cursor",
            "offset",
            "totalRecords",
            "metadata",
            "containerCluster",
            "clusterId",
            "entityMetadata",
            "entityName",
            "entityType",
            "referredEntity",
            "labels",
            "key",
            "value",
            "missingPrivileges",
            "privilegeIds",
            "reason");
    private static final List<String> PATH = List.of("volumeResults", "volumeId", "id");
    private static final List<String> TYPES = List.of(
            "",
            "CnsVolumeOperationBatchResult",
            "CnsVolumeOperationBatchResult",
            "CnsVolumeOperationResult",
            "LocalizedMethodFault",
            "NotFound",
            "CnsVolumeAlreadyExistsFault",
            "NoPermission",
            "string");
    private static final List<String> TEXTS =
            List.of("", " ", "a", "6ee2b7d5", "-1", "1", "99999999999999999999", "PERSISTENT_VOLUME", "POD", "\u202e");
    private static final List<String> STATES =
            List.of("queued", "running", "success", "success", "error", "paused", "");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void onlyAResultWithAnIdAndWithoutAFaultIsDone(long seed) {
        var random = new Random(seed);
        int done = 0;
        for (int i = 0; i < ROUNDS; i++) {
            var values = new HashMap<String, PropertyValue>();
            values.put("info.state", new Text("TaskInfoState", oneOf(random, STATES)));
            values.put("info.result", random.nextInt(4) == 0 ? almostRight(random) : value(random, 0));
            values.put("info.error", value(random, 0));
            values.put("info.completeTime", value(random, 3));
            CnsTaskState state = CnsTaskParser.state(values);
            assertThat(CnsTaskParser.times(values).completed()).isEmpty();

            if (CnsOutcome.ofCreate(state) instanceof CnsOutcome.Done(var result)) {
                done++;
                List<PropertyValue> results = values.getOrDefault("info.result", new Unset())
                        .field("volumeResults")
                        .items();
                assertThat(results).hasSize(1);
                assertThat(results.getFirst().field("fault")).isEqualTo(new Unset());
                assertThat(results.getFirst().field("volumeId").field("id").text())
                        .contains(result.volume().id());
                assertThat(values).containsEntry("info.state", new Text("TaskInfoState", "success"));
            }
        }
        assertThat(done).as("seed %d", seed).isBetween(10, ROUNDS / 2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aCompleteQueryHasOnlyVolumesWithAnId(long seed) {
        var random = new Random(seed);
        int complete = 0;
        for (int i = 0; i < ROUNDS; i++) {
            var pages = new CnsQueryPages(1 + random.nextInt(3), 5);
            Optional<CnsQueryResult> result = Optional.empty();
            int volumes = 0;
            int reads = 0;
            while (result.isEmpty()) {
                PropertyValue page = page(random);
                volumes += page.field("volumes").items().size();
                reads++;
                result = pages.add(page);
            }
            assertThat(reads).isLessThanOrEqualTo(5);
            if (result.get() instanceof CnsQueryResult.Complete(var found)) {
                complete++;
                assertThat(found).hasSizeLessThanOrEqualTo(volumes).doesNotHaveDuplicates();
            }
        }
        assertThat(complete).as("seed %d", seed).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aDiskHasTheIdThatWasRead(long seed) {
        var random = new Random(seed);
        int disks = 0;
        for (int i = 0; i < ROUNDS; i++) {
            var id = new Struct("ID", Map.of(oneOf(random, List.of("id", "key")), value(random, 4)));
            var fields = new HashMap<String, PropertyValue>(Map.of("id", id, "backing", value(random, 2)));
            fields.put(oneOf(random, FIELDS), value(random, 2));
            var config = new Struct("VStorageObjectConfigInfo", fields);
            Optional<FirstClassDisk> disk = FirstClassDisk.read(new Struct("VStorageObject", Map.of("config", config)));
            if (disk.isPresent()) {
                disks++;
                assertThat(config.field("id").field("id").text())
                        .contains(disk.get().id().id());
            }
        }
        assertThat(disks).as("seed %d", seed).isBetween(10, ROUNDS / 2);
    }

    /// Returns a result with an id and one more field, which may be a fault or another id.
    private static PropertyValue almostRight(Random random) {
        var id = new Struct("CnsVolumeId", Map.of("id", new Text("", oneOf(random, TEXTS))));
        var fields = new HashMap<String, PropertyValue>(Map.of("volumeId", id));
        fields.put(oneOf(random, FIELDS), value(random, 2));
        return new Struct(
                "CnsVolumeOperationBatchResult",
                Map.of("volumeResults", new Struct("CnsVolumeOperationResult", fields)));
    }

    private static PropertyValue page(Random random) {
        return random.nextInt(4) == 0
                ? value(random, 0)
                : new Struct("CnsQueryResult", Map.of("volumes", value(random, 0), "cursor", value(random, 2)));
    }

    /// Returns a random value, with less below it the deeper it is.
    private static PropertyValue value(Random random, int depth) {
        return switch (random.nextInt(depth > 4 ? 3 : 10)) {
            case 0 -> new Unset();
            case 1 -> new Text(oneOf(random, TYPES), oneOf(random, TEXTS));
            case 2 -> new Ref(new MoRef("Datastore", "datastore-" + random.nextInt(3)));
            case 3 ->
                new Items(
                        oneOf(random, TYPES),
                        IntStream.range(0, random.nextInt(4))
                                .mapToObj(_ -> value(random, depth + 1))
                                .toList());
            default -> struct(random, depth);
        };
    }

    private static Struct struct(Random random, int depth) {
        var fields = new HashMap<String, PropertyValue>();
        // Often the field that belongs there, so that some values are right.
        if (random.nextInt(3) > 0) {
            fields.put(PATH.get(Math.min(depth, PATH.size() - 1)), value(random, depth + 1));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            fields.put(oneOf(random, FIELDS), value(random, depth + 1));
        }
        return new Struct(oneOf(random, TYPES), fields);
    }

    private static String oneOf(Random random, List<String> values) {
        return values.get(random.nextInt(values.size()));
    }
}
