package dev.vspherecloud.csi.commands.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StorageQuantityTest {
    @ParameterizedTest
    @CsvSource({
        "1Gi, 1024",
        "1073741824, 1024",
        "1073741825, 1025",
        "1.5Gi, 1536",
        "1G, 954",
        "2Ti, 2097152",
        "1e9, 954",
        "1048576k, 1000",
        "1048576000m, 1",
        "0, 0"
    })
    void returnsMebibytesRoundedUp(String text, long expected) {
        assertThat(StorageQuantity.mebibytes(text)).isEqualTo(OptionalLong.of(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Gi", "-1Gi", "1gb", "1 Gi", "1GiB"})
    void returnsNothingForATextThatIsNoSize(String text) {
        assertThat(StorageQuantity.mebibytes(text)).isEmpty();
    }

    @Test
    void returnsNothingForASizeThatDoesNotFit() {
        assertThat(StorageQuantity.mebibytes("999999999999999999999999999999Ei"))
                .isEmpty();
    }
}
