package dev.vspherecloud.csi.cns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.Reply;
import dev.vspherecloud.testkit.vim25.Vim25Schema;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests what is sent to the managers of First Class Disks, and what each answer means.
class FirstClassDiskClientTest {
    private static final String FIND = "RetrieveVStorageObject";
    private static final String SERVICE = "RetrieveContent";
    private static final String LOOK_UP = "VslmRetrieveVStorageObject";
    private static final CnsVolumeId ID = new CnsVolumeId("6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11");
    private static final MoRef STORE = new MoRef("Datastore", "datastore-11");
    private static final String OBJECT = """
            <returnval><config><id><id>6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11</id></id><name>pvc-1</name>\
            <createTime>2026-01-02T12:00:00Z</createTime><keepAfterDeleteVm>true</keepAfterDeleteVm>\
            <backing xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
            xsi:type="BaseConfigInfoDiskFileBackingInfo">\
            <datastore type="Datastore">datastore-11</datastore><filePath>[datastore1] fcd/a.vmdk</filePath></backing>\
            <capacityInMB>2048</capacityInMB><consumptionType>disk</consumptionType></config></returnval>""";
    private static final FirstClassDisk DISK = new FirstClassDisk(
            ID, "pvc-1", OptionalLong.of(2048), Optional.of(STORE), "[datastore1] fcd/a.vmdk", List.of());

    private final ScriptedCns vcenter = new ScriptedCns("8.0.3.0");
    private final FirstClassDiskClient disks = new FirstClassDiskClient(vcenter.session());

    FirstClassDiskClientTest() {
        vcenter.on(
                SERVICE,
                "<returnval><vStorageObjectManager type=\"VslmVStorageObjectManager\">VslmManager"
                        + "</vStorageObjectManager></returnval>");
    }

    @AfterEach
    void close() {
        vcenter.close();
    }

    @Test
    void aDatastoreIsAskedAtVcenterItself() {
        vcenter.on(FIND, OBJECT);

        assertThat(disks.find(ID, STORE)).contains(DISK);

        String sent = vcenter.sent(FIND).getFirst();
        assertThat(sent)
                .contains("<RetrieveVStorageObject xmlns=\"urn:vim25\"><_this type=\"VcenterVStorageObjectManager\">"
                        + "VStorageObjectManager</_this><id><id>6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11</id></id>"
                        + "<datastore type=\"Datastore\">datastore-11</datastore></RetrieveVStorageObject>")
                .doesNotContain("vcSessionCookie");
        assertThat(Vim25Schema.vsphere67u3().check(sent)).isEmpty();
    }

    @Test
    void theCatalogueOfTheWholeVcenterIsAskedInItsOwnService() {
        vcenter.on(LOOK_UP, OBJECT);

        assertThat(disks.lookUp(ID)).isEqualTo(DISK);

        assertThat(vcenter.sent(SERVICE).getFirst())
                .contains("<vcSessionCookie>6898e3f0aa11</vcSessionCookie>")
                .contains("<RetrieveContent xmlns=\"urn:vslm\"><_this type=\"VslmServiceInstance\">ServiceInstance"
                        + "</_this></RetrieveContent>");
        assertThat(vcenter.sent(LOOK_UP).getFirst())
                .contains("<vcSessionCookie>6898e3f0aa11</vcSessionCookie>")
                .contains("<VslmRetrieveVStorageObject xmlns=\"urn:vslm\"><_this type=\"VslmVStorageObjectManager\">"
                        + "VslmManager</_this><id><id>6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11</id></id>"
                        + "</VslmRetrieveVStorageObject>");
    }

    @Test
    void onlyNotFoundMeansThatTheDatastoreDoesNotHaveIt() {
        vcenter.reply(FIND, Replies.fault("NotFound", ""));
        assertThat(disks.find(ID, STORE)).isEmpty();

        vcenter.reply(FIND, nested("NotFound", "NotFound"));
        assertThat(disks.find(ID, STORE)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "InaccessibleDatastore, '', FAULT",
        "InvalidDatastore, '', FAULT",
        "NoPermission, '', NO_PERMISSION",
        "ManagedObjectNotFound, '', OBJECT_GONE",
        "FileNotFound, '', FAULT",
        "SystemError, NotFound, FAULT",
        "VslmFault, NotFound, FAULT",
        "NotFound, HostNotConnected, FAULT",
        "NotFound, InaccessibleDatastore, FAULT",
        "NotSupported, '', UNSUPPORTED",
        "NotAuthenticated, '', SESSION_LOST"
    })
    void eachOtherFaultIsThrown(String type, String cause, Kind kind) {
        vcenter.reply(FIND, cause.isEmpty() ? Replies.fault(type, "") : nested(type, cause));

        assertThatExceptionOfType(VcenterException.class)
                .isThrownBy(() -> disks.find(ID, STORE))
                .returns(kind, VcenterException::kind);
    }

    private static Reply nested(String type, String cause) {
        return Replies.fault(type, "", "<faultCause><fault xsi:type=\"" + cause + "\"/></faultCause>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<returnval/>",
                "<returnval>6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11</returnval>",
                "<returnval><config/></returnval>",
                "<returnval><config><id>6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11</id></config></returnval>",
                "<returnval><config><id><id>7ff3b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c12</id></id></config></returnval>",
                "<returnval><id><id>6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11</id></id></returnval>"
            })
    void anotherObjectIsNeitherTheDiskNorItsAbsence(String answer) {
        vcenter.on(FIND, answer).on(LOOK_UP, answer);

        assertThatExceptionOfType(VcenterException.class)
                .isThrownBy(() -> disks.find(ID, STORE))
                .returns(Kind.PROTOCOL, VcenterException::kind);
        assertThatExceptionOfType(VcenterException.class)
                .isThrownBy(() -> disks.lookUp(ID))
                .returns(Kind.PROTOCOL, VcenterException::kind);
    }

    @Test
    void aServiceWithoutManagerIsNotAsked() {
        vcenter.on(SERVICE, "<returnval/>");

        assertThatExceptionOfType(VcenterException.class).isThrownBy(() -> disks.lookUp(ID));
        assertThat(vcenter.sent(LOOK_UP)).isEmpty();
    }

    @Test
    void notFoundInTheCatalogueOfTheWholeVcenterIsAFailure() {
        vcenter.reply(LOOK_UP, Replies.fault("NotFound", ""));

        assertThatExceptionOfType(VcenterException.class).isThrownBy(() -> disks.lookUp(ID));
    }
}
