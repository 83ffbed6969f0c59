package dev.vspherecloud.csi.config.storageclass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.volume.NamedDatastores;
import dev.vspherecloud.csi.domain.volume.StorageClassParameters;
import dev.vspherecloud.csi.domain.volume.StorageClassParameters.Claim;
import dev.vspherecloud.csi.domain.volume.StorageClassParameters.Migration;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StorageClassParserTest {
    private static final StorageClassParameters NONE =
            new StorageClassParameters(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    @Test
    void noParametersAreValid() {
        assertThat(StorageClassParser.parse(Map.of())).isEqualTo(new StorageClassResult.Accepted(NONE, List.of()));
    }

    @Test
    void theKeysIgnoreCase() {
        assertThat(StorageClassParser.parse(Map.of(
                        "datastoreURL", "ds:///vmfs/volumes/vsan:52cdfa80721ff516-ea1e993113acfc77",
                        "StoragePolicyName", "gold policy",
                        "csi.storage.k8s.io/pvc/name", "data",
                        "csi.storage.k8s.io/pvc/namespace", "shop",
                        "csi.storage.k8s.io/pv/name", "pvc-1")))
                .isEqualTo(new StorageClassResult.Accepted(
                        new StorageClassParameters(
                                Optional.of(new NamedDatastores.Urls(
                                        List.of("ds:///vmfs/volumes/vsan:52cdfa80721ff516-ea1e993113acfc77/"))),
                                Optional.of("gold policy"),
                                Optional.empty(),
                                Optional.of(new Claim("shop", "data"))),
                        List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ds:///vmfs/volumes/1 | ds:///vmfs/volumes/1/",
                "ds:///vmfs/volumes/1/, ds:///vmfs/volumes/2,ds:///vmfs/volumes/1"
                        + " | ds:///vmfs/volumes/1/ ds:///vmfs/volumes/2/"
            })
    void severalDatastoresMayBeNamed(String value, String expected) {
        assertThat(datastores(value)).contains(new NamedDatastores.Urls(List.of(expected.split(" "))));
    }

    @Test
    void aDatastoreClusterMayBeNamed() {
        assertThat(datastores("Gold, fast")).contains(new NamedDatastores.Cluster("Gold, fast"));
    }

    private static Optional<NamedDatastores> datastores(String value) {
        return StorageClassParser.parse(Map.of("datastoreurl", value)) instanceof StorageClassResult.Accepted accepted
                ? accepted.parameters().datastores()
                : Optional.empty();
    }

    @Test
    void theFilesystemIsIgnoredWithAWarning() {
        assertThat(StorageClassParser.parse(Map.of("fstype", "xfs")))
                .isEqualTo(new StorageClassResult.Accepted(
                        NONE, List.of("the parameter fstype has no effect; set csi.storage.k8s.io/fstype instead")));
    }

    @Test
    void aMigratedClassMayHaveTheParametersOfTheInTreeDriver() {
        assertThat(StorageClassParser.parse(Map.of(
                        "csimigration", "true",
                        "datastore-migrationparam", "ds1",
                        "diskformat-migrationparam", "thin")))
                .isInstanceOfSatisfying(StorageClassResult.Accepted.class, accepted -> assertThat(
                                accepted.parameters().migration())
                        .contains(new Migration(Optional.of("ds1"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "datastorurl | x | found the unknown parameter \"datastorurl\", expected only datastoreurl,"
                        + " storagepolicyname, fstype, csimigration; did you mean \"datastoreurl\"?",
                "thick | yes | found the unknown parameter \"thick\", expected only datastoreurl, storagepolicyname,"
                        + " fstype, csimigration; remove it from the StorageClass",
                "datastoreurl | ds:///volumes/1 | found the datastoreurl \"ds:///volumes/1\", expected the form"
                        + " ds:///vmfs/volumes/<id>/, several of them with commas, or the name of a datastore cluster;"
                        + " copy it from the summary of the datastore in vCenter",
                "datastoreurl | ds:///vmfs/volumes/1/, | found the datastoreurl \"\", expected the form"
                        + " ds:///vmfs/volumes/<id>/, several of them with commas, or the name of a datastore cluster;"
                        + " copy it from the summary of the datastore in vCenter",
                "csimigration | yes | found \"yes\" for csimigration, expected true or false; correct the StorageClass",
                "datastore-migrationparam | ds1 | found the parameter datastore-migrationparam without csimigration,"
                        + " expected both; only kube-controller-manager sets it, remove it",
                "diskstripes-migrationparam | 2 | found the parameter diskstripes-migrationparam, expected a storage"
                        + " policy; put the setting into a policy, and name it in storagepolicyname"
            })
    void otherParametersAreRefused(String key, String value, String expected) {
        assertThat(sentence(Map.of(key, value))).isEqualTo(expected);
    }

    @Test
    void aThickDiskNeedsAPolicy() {
        assertThat(sentence(Map.of("csimigration", "true", "diskformat-migrationparam", "zeroedthick")))
                .isEqualTo(
                        "found the disk format \"zeroedthick\", expected thin; use a storage policy for thick disks");
    }

    @Test
    void allProblemsAreReportedAtOnce() {
        assertThat(sentence(Map.of("a", "1", "b", "2", "A", "3")))
                .startsWith("found the parameter \"a\" twice")
                .contains("; also found the unknown parameter \"a\"", "; also found the unknown parameter \"b\"");
    }

    private static String sentence(Map<String, String> parameters) {
        StorageClassResult result = StorageClassParser.parse(parameters);
        assertThat(result).isInstanceOf(StorageClassResult.Rejected.class);
        return result instanceof StorageClassResult.Rejected(VolumeError error)
                        && error.code() == VolumeError.Code.INVALID_ARGUMENT
                ? error.sentence()
                : "";
    }
}
