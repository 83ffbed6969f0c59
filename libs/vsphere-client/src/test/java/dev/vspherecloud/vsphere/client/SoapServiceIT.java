package dev.vspherecloud.vsphere.client;

import static dev.vspherecloud.vsphere.client.VcenterClientTest.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.soap.SoapEndpoint;
import dev.vspherecloud.vsphere.client.soap.XmlCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests calls to the simulator's CNS and storage policies in the session of `/sdk`.
class SoapServiceIT {
    private static final SoapEndpoint VSAN = SoapEndpoint.vsan("8.0.3.0");
    private static final MoRef VOLUMES = new MoRef("CnsVolumeManager", "cns-volume-manager");
    private static final MoRef PROFILES = new MoRef("PbmProfileProfileManager", "ProfileManager");
    private static SimulatedVcenter vcenter;

    private final List<String> called = new CopyOnWriteArrayList<>();
    private VcenterClient client;

    @BeforeAll
    static void start() {
        vcenter = SimulatedVcenter.start();
    }

    @AfterAll
    static void stop() {
        vcenter.close();
    }

    @BeforeEach
    void connect() {
        client = new VcenterClient(
                new VcenterEndpoint(
                        "vc-sim", vcenter.host(), vcenter.port(), new TlsTrust.Insecure(), Optional.empty()),
                Timeouts.standard(),
                "test/1",
                (method, _, _) -> called.add(method));
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void oneLoginIsEnoughForAllServices() {
        VcenterSession session = logIn();

        assertThat(profileNames(session)).contains("vSAN Default Storage Policy");
        assertThat(volumeCount(session)).isZero();
        assertThat(session.isAlive()).isTrue();
        assertThat(vcenter.sessions().soap()).hasSize(1);
        assertThat(called).containsOnlyOnce("Login");
    }

    @Test
    void anEndedSessionIsLostForAllServicesUntilTheNextLogin() {
        VcenterSession lost = logIn();
        vcenter.terminateSessions();

        assertThat(failure(() -> profileNames(lost)).kind()).isEqualTo(Kind.SESSION_LOST);
        assertThat(failure(() -> volumeCount(lost)).kind()).isEqualTo(Kind.SESSION_LOST);

        VcenterSession next = logIn();
        assertThat(profileNames(next)).isNotEmpty();
        assertThat(volumeCount(next)).isZero();
        assertThat(called).filteredOn("Login"::equals).hasSize(2);
    }

    @Test
    void anUnknownMethodIsUnsupported() {
        SoapService volumes = logIn().service(VSAN);

        VcenterException e = failure(
                () -> volumes.call(volumes.request("CnsSyncDatastore", VOLUMES, _ -> {}), Vim25Answers::readEmpty));

        assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED);
    }

    private VcenterSession logIn() {
        return client.login(new Credentials(vcenter.username(), new Secret(vcenter.password())));
    }

    private static List<String> profileNames(VcenterSession session) {
        SoapService policies = session.service(SoapEndpoint.pbm());
        var query = policies.request("PbmQueryProfile", PROFILES, xml -> xml.open("resourceType")
                .leaf("resourceType", "STORAGE")
                .close());
        List<String> ids = policies.call(query, xml -> texts(xml, "uniqueId"));
        var read = policies.request(
                "PbmRetrieveContent",
                PROFILES,
                xml -> ids.forEach(
                        id -> xml.open("profileIds").leaf("uniqueId", id).close()));
        return policies.call(read, xml -> texts(xml, "name"));
    }

    private static int volumeCount(VcenterSession session) {
        SoapService volumes = session.service(VSAN);
        var query = volumes.request("CnsQueryVolume", VOLUMES, xml -> xml.open("filter", "xsi:type", "CnsQueryFilter")
                .close());
        return volumes.call(query, xml -> texts(xml, "volumes")).size();
    }

    /// Returns the texts of these fields, directly below the cursor or one level deeper.
    private static List<String> texts(XmlCursor xml, String field) {
        var texts = new ArrayList<String>();
        xml.content(child -> {
            if (child.equals(field)) {
                texts.add(xml.text());
            } else {
                xml.content(inside -> {
                    if (inside.equals(field)) {
                        texts.add(xml.text());
                    }
                });
            }
        });
        return texts;
    }
}
