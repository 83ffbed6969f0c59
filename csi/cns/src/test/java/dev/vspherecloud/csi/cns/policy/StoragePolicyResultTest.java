package dev.vspherecloud.csi.cns.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StoragePolicyResultTest {
    @Test
    void anUnknownNameIsReportedWithTheNamesThatExist() {
        assertThat(new StoragePolicyResult.Unknown(List.of("gold", "silver"), 2).problem("god"))
                .contains("storagepolicyname: found \"god\", expected the name of a storage policy of the vCenter: "
                        + "\"gold\", \"silver\"; correct the StorageClass, or create the policy");
        assertThat(new StoragePolicyResult.Unknown(List.of("gold", "silver"), 37).problem("god"))
                .hasValueSatisfying(text -> assertThat(text).contains("\"gold\", \"silver\", ...; correct"));
    }

    @Test
    void aVcenterThatShowsNoPolicyIsReportedWithThePrivilege() {
        assertThat(new StoragePolicyResult.Unknown(List.of(), 0).problem("gold"))
                .contains(
                        "storagepolicyname: found \"gold\", and vCenter shows no storage policy; create it, or give the "
                                + "account the privilege StorageProfile.View");
    }

    @Test
    void theOtherProblemsSayWhatToDo() {
        assertThat(new StoragePolicyResult.Ambiguous(List.of("p-1", "p-2")).problem("gold"))
                .contains(
                        "storagepolicyname: found \"gold\", and 2 storage policies of the vCenter have this name (p-1, p-2); "
                                + "rename all but one");
        assertThat(new StoragePolicyResult.Forbidden("no permission").problem("gold"))
                .contains("storagepolicyname: cannot look for \"gold\": no permission. The privilege is "
                        + "StorageProfile.View");
        assertThat(new StoragePolicyResult.Unreadable("no manager").problem("gold"))
                .contains(
                        "storagepolicyname: cannot look for \"gold\": no manager; look at the storage policy service of "
                                + "the vCenter");
        assertThat(new StoragePolicyResult.Found("p-1").problem("gold")).isEmpty();
    }

    @Test
    void namesFromOutsideAreOneShortLine() {
        var policies = new StoragePolicyList.Complete(
                List.of(new StoragePolicy("p-1", "a\nb\u202Ec"), new StoragePolicy("p-2", "x".repeat(10_000))));

        assertThat(policies.find("no\nname").problem("no\nname")).hasValueSatisfying(text -> assertThat(text)
                .hasSizeLessThan(400)
                .contains("found \"no name\"", "\"a b c\"", "xxx...\"")
                .doesNotContain("\n", "\u202E"));
        assertThat(policies.find("a\nb\u202Ec")).isEqualTo(new StoragePolicyResult.Found("p-1"));
    }

    @Test
    void atMostTwentyNamesAreListed() {
        var policies = new StoragePolicyList.Complete(IntStream.range(0, 1_000)
                .mapToObj(n -> new StoragePolicy("p-" + n, "name-%04d".formatted(999 - n)))
                .toList());

        assertThat(policies.find("gold"))
                .isInstanceOfSatisfying(StoragePolicyResult.Unknown.class, unknown -> assertThat(unknown.names())
                        .hasSize(20)
                        .startsWith("name-0000")
                        .endsWith("name-0019"));
    }

    @Test
    void aPolicyNeedsAnIdAndAName() {
        assertThatIllegalArgumentException().isThrownBy(() -> new StoragePolicy(" ", "gold"));
        assertThatIllegalArgumentException().isThrownBy(() -> new StoragePolicy("a\nb", "gold"));
        assertThatIllegalArgumentException().isThrownBy(() -> new StoragePolicy("x".repeat(257), "gold"));
        assertThatIllegalArgumentException().isThrownBy(() -> new StoragePolicy("p-1", ""));
    }
}
