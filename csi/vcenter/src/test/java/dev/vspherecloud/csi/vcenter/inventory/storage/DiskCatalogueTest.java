package dev.vspherecloud.csi.vcenter.inventory.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiskCatalogueTest {
    private static final String ID = "6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11";

    @Test
    void theIdOfADiskIsAUuid() {
        assertThat(DiskCatalogue.diskId(ID))
                .hasValueSatisfying(id -> assertThat(id.id()).isEqualTo(ID));
    }

    /// No datastore would have them, which proves nothing.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "file:" + ID,
                "[datastore1] kubevols/a.vmdk",
                "6EE2B7D5-1B1F-4C1C-9B9F-8C5A9D0D3C11",
                "6ee2b7d51b1f4c1c9b9f8c5a9d0d3c11",
                ID + "\n",
                ID + " ",
                ID + "+" + ID,
                "6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c1",
                "../" + ID
            })
    void anotherTextIsNone(String text) {
        assertThat(DiskCatalogue.diskId(text)).isEmpty();
    }
}
