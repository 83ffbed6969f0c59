package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.vsphere.client.PropertyValue.Items;
import dev.vspherecloud.vsphere.client.PropertyValue.Ref;
import dev.vspherecloud.vsphere.client.PropertyValue.Struct;
import dev.vspherecloud.vsphere.client.PropertyValue.Text;
import dev.vspherecloud.vsphere.client.PropertyValue.Unset;
import dev.vspherecloud.vsphere.client.soap.MalformedXmlException;
import dev.vspherecloud.vsphere.client.soap.SoapAnswer;
import dev.vspherecloud.vsphere.client.soap.SoapFault;
import dev.vspherecloud.vsphere.client.soap.XmlCursor;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class Vim25AnswersTest {
    private static final String XSI =
            " xmlns:_XMLSchema-instance=\"http://www.w3.org/2001/XMLSchema-instance\" _XMLSchema-instance:type=";
    private static final Set<String> WATCHED = Set.of("name", "guest", "guest.ipAddress", "number", "list");
    private static final MoRef VM = new MoRef("VirtualMachine", "vm-62");

    @Test
    void readsTheServiceContent() {
        ServiceContent content = result(Recorded.SERVICE_CONTENT, "RetrieveServiceContent", ServiceContent::read)
                .orElseThrow();

        assertThat(content.rootFolder()).isEqualTo(new MoRef("Folder", "group-d1"));
        assertThat(content.sessionManager()).isEqualTo(new MoRef("SessionManager", "SessionManager"));
        assertThat(content.about())
                .isEqualTo(new ServiceContent.About(
                        "VMware vCenter Server",
                        "6.5.0",
                        "5973321",
                        "6.5",
                        UUID.fromString("b23fb785-e059-5295-b656-1ce619201f0c")));
    }

    @Test
    void aSingleHostIsNoVcenter() {
        String host = Recorded.SERVICE_CONTENT.replace("VirtualCenter", "HostAgent");

        assertThat(result(host, "RetrieveServiceContent", ServiceContent::read)).isEmpty();
    }

    @Test
    void readsTheUserOfASession() {
        assertThat(result(Recorded.LOGIN, "Login", Vim25Answers::userName)).isEqualTo("user");
        assertThat(result(
                        Recorded.LOGIN.replace("<userName>user<", "<userName> VSPHERE.LOCAL\\csi<"),
                        "Login",
                        Vim25Answers::userName))
                .isEqualTo("VSPHERE.LOCAL\\csi");
        assertThat(result(Recorded.envelope("<LoginResponse xmlns=\"urn:vim25\"/>"), "Login", Vim25Answers::userName))
                .isEmpty();
    }

    @Test
    void readsAPageOfObjects() {
        String answer = Recorded.envelope("""
                <RetrievePropertiesExResponse xmlns="urn:vim25"><returnval><token>c9cd3def</token><objects>\
                <obj type="VirtualMachine">vm-62</obj>\
                <propSet><name>name</name><val@"xsd:string">DC0_H0_VM0</val></propSet>\
                <propSet><name>guest.net</name><val@"ArrayOfGuestNicInfo"><GuestNicInfo>\
                <ipAddress>10.0.0.1</ipAddress><ipAddress>fd00::1</ipAddress><macAddress>00:0c:29:63:65:61</macAddress>\
                <connected>true</connected><deviceConfigId>4000</deviceConfigId></GuestNicInfo></val></propSet>\
                <propSet><name>runtime.host</name><val type="HostSystem"@"ManagedObjectReference">host-21</val></propSet>\
                <missingSet><path>config.uuid</path><fault><fault xsi:type="NoPermission"><object type="VirtualMachine">\
                vm-62</object><privilegeId>System.Read</privilegeId></fault><localizedMessage/></fault></missingSet>\
                </objects></returnval></RetrievePropertiesExResponse>""".replace("@", XSI));

        Vim25Answers.Page page = result(
                answer,
                "RetrievePropertiesEx",
                xml -> Vim25Answers.page(xml, Set.of("name", "guest.net", "runtime.host")));

        ObjectContent vm = page.objects().getFirst();
        assertThat(page.token()).contains("c9cd3def");
        assertThat(vm.object()).isEqualTo(VM);
        assertThat(vm.value("name")).isEqualTo(new Text("string", "DC0_H0_VM0"));
        assertThat(vm.value("runtime.host")).isEqualTo(new Ref(new MoRef("HostSystem", "host-21")));
        assertThat(vm.missing()).isEqualTo(Map.of("config.uuid", "NoPermission"));
        PropertyValue nic = vm.value("guest.net").items().getFirst();
        assertThat(nic.field("ipAddress").items().stream().flatMap(ip -> ip.text().stream()))
                .containsExactly("10.0.0.1", "fd00::1");
        assertThat(nic.field("macAddress").items()).hasSize(1);
        assertThat(nic.field("connected").flag()).contains(true);
        assertThat(nic.field("deviceConfigId").number()).hasValue(4000);
        assertThat(nic).isInstanceOfSatisfying(Struct.class, it -> assertThat(it.type())
                .isEqualTo("GuestNicInfo"));
    }

    /// A vCenter may send anything: what was not requested takes no heap, neither now nor in the caller's state.
    @Test
    void skipsWhatWasNotRequested() {
        UpdateSet set = updates("""
                <returnval><version>P</version><filterSet><filter type="PropertyFilter">session[1]9</filter><objectSet>\
                <kind>modify</kind><obj type="VirtualMachine">vm-62</obj>\
                <changeSet><name>other</name><op>assign</op><val@"GuestInfo"><a/><b/></val></changeSet>\
                <changeSet><name>name</name><op>assign</op><val@"xsd:string">new</val></changeSet>\
                </objectSet></filterSet></returnval>""".replace("@", XSI)).orElseThrow();

        assertThat(set.updates().getFirst().changes()).isEqualTo(Map.of("name", new Text("string", "new")));
    }

    @Test
    void readsAnUpdateSet() {
        UpdateSet set = updates("""
                <returnval><version>P</version><filterSet><filter type="PropertyFilter">session[1]9</filter><objectSet>\
                <kind>enter</kind><obj type="VirtualMachine">vm-62</obj>\
                <changeSet><name>name</name><op>assign</op><val@"xsd:string">DC0_H0_VM0</val></changeSet>\
                <changeSet><name>guest.ipAddress</name><op>assign</op></changeSet></objectSet>\
                <objectSet><kind>leave</kind><obj type="VirtualMachine">vm-63</obj></objectSet>\
                <missingSet><obj type="VirtualMachine">vm-64</obj><fault><fault xsi:type="ManagedObjectNotFound"/></fault>\
                </missingSet></filterSet><truncated>true</truncated></returnval>""".replace("@", XSI)).orElseThrow();

        var filter = new MoRef("PropertyFilter", "session[1]9");
        assertThat(set.version()).isEqualTo("P");
        assertThat(set.truncated()).isTrue();
        assertThat(set.updates())
                .containsExactly(
                        new ObjectUpdate(
                                filter,
                                ObjectUpdate.Kind.ENTER,
                                VM,
                                Map.of("name", new Text("string", "DC0_H0_VM0"), "guest.ipAddress", new Unset()),
                                Map.of()),
                        new ObjectUpdate(
                                filter,
                                ObjectUpdate.Kind.LEAVE,
                                new MoRef("VirtualMachine", "vm-63"),
                                Map.of(),
                                Map.of()));
        assertThat(set.missingObjects())
                .isEqualTo(Map.of(new MoRef("VirtualMachine", "vm-64"), "ManagedObjectNotFound"));
    }

    @Test
    void theLastOfSeveralChangesOfAPathWins() {
        UpdateSet set = updates("""
                <returnval><version>1</version><filterSet><filter type="PropertyFilter">f</filter><objectSet>\
                <kind>modify</kind><obj type="VirtualMachine">vm-62</obj>\
                <changeSet><name>name</name><op>assign</op><val@"xsd:string">old</val></changeSet>\
                <changeSet><name>name</name><op>assign</op><val@"xsd:string">new</val></changeSet>\
                <changeSet><name>guest</name><op>assign</op><val@"xsd:string">x</val></changeSet>\
                <changeSet><name>guest</name><op>indirectRemove</op></changeSet></objectSet></filterSet></returnval>""".replace("@", XSI)).orElseThrow();

        assertThat(set.updates().getFirst().changes())
                .isEqualTo(Map.of("name", new Text("string", "new"), "guest", new Unset()));
    }

    @Test
    void anAnswerWithoutValueMeansNothingNew() {
        assertThat(updates("")).isEmpty();
    }

    @Test
    void emptyEnumerationValuesAreNoText() {
        PropertyValue value = updates("""
                <returnval><version>1</version><filterSet><filter type="PropertyFilter">f</filter><objectSet>\
                <kind>modify</kind><obj type="VirtualMachine">vm-62</obj>\
                <changeSet><name>guest</name><op>assign</op><val@"GuestInfo"><guestState/><other>x</other></val></changeSet>\
                </objectSet></filterSet></returnval>""".replace("@", XSI))
                .orElseThrow()
                .updates()
                .getFirst()
                .changes()
                .getOrDefault("guest", new Unset());

        assertThat(value.field("guestState").text()).isEmpty();
        assertThat(value.field("other").text()).contains("x");
    }

    @Test
    void aTypeMismatchAffectsOnlyItsValue() {
        UpdateSet set = updates("""
                <returnval><version>1</version><filterSet><filter type="PropertyFilter">f</filter><objectSet>\
                <kind>modify</kind><obj type="VirtualMachine">vm-62</obj>\
                <changeSet><name>number</name><op>assign</op><val@"no:such:prefix">abc</val></changeSet>\
                <changeSet><name>list</name><op>assign</op><val@"ArrayOfString">text only</val></changeSet>\
                </objectSet></filterSet></returnval>""".replace("@", XSI)).orElseThrow();

        Map<String, PropertyValue> changes = set.updates().getFirst().changes();
        assertThat(changes).containsEntry("list", new Items("String", List.of()));
        assertThat(changes.getOrDefault("number", new Unset()).number()).isEmpty();
    }

    @Test
    void readsReferencesNoneOneOrMany() {
        String found = """
                <returnval type="VirtualMachine">vm-62</returnval><returnval type="VirtualMachine">vm-63</returnval>""";

        assertThat(refs("")).isEmpty();
        assertThat(refs(found)).containsExactly(VM, new MoRef("VirtualMachine", "vm-63"));
    }

    @Test
    void readsAFaultByItsType() {
        String answer = Recorded.fault(
                "NotAuthenticated",
                "",
                "<object type=\"SearchIndex\">SearchIndex</object><privilegeId>System.View</privilegeId>");

        assertThat(read(answer, "Any", Vim25Answers::readEmpty))
                .isEqualTo(new SoapAnswer.Faulted<>(new SoapFault(
                        "NotAuthenticated",
                        "",
                        Optional.of(new SoapFault.Reference("SearchIndex", "SearchIndex")),
                        Map.of("privilegeId", "System.View"))));
    }

    @Test
    void readsTheCausesOfAFault() {
        String inner = "<faultCause><fault xsi:type=\"NoDiskSpace\"><datastore>gold-1</datastore></fault>"
                + "<localizedMessage>full</localizedMessage></faultCause>";
        String outer = "<faultCause><fault xsi:type=\"SystemError\">" + inner + "</fault></faultCause>";

        assertThat(read(Recorded.fault("CnsFault", "x", outer + "<reason>r</reason>"), "Any", Vim25Answers::readEmpty))
                .isEqualTo(new SoapAnswer.Faulted<>(new SoapFault(
                        "CnsFault",
                        "x",
                        Optional.empty(),
                        Map.of("reason", "r"),
                        List.of("SystemError", "NoDiskSpace"))));
        assertThat(read(
                        Recorded.fault("CnsFault", "x", "<faultCause/><faultCause><fault/></faultCause>"),
                        "Any",
                        Vim25Answers::readEmpty))
                .isEqualTo(new SoapAnswer.Faulted<>(new SoapFault("CnsFault", "x", Optional.empty(), Map.of())));
    }

    @Test
    void aFaultWithoutTypeIsNamedByItsElement() {
        String answer = Recorded.envelope("""
                <soapenv:Fault><faultcode>ServerFaultCode</faultcode><faultstring>x</faultstring><detail>\
                <InvalidLoginFault xmlns="urn:vim25"/></detail></soapenv:Fault>""");

        assertThat(read(answer, "Any", Vim25Answers::readEmpty))
                .isInstanceOfSatisfying(
                        SoapAnswer.Faulted.class,
                        it -> assertThat(it.fault().type()).isEqualTo("InvalidLogin"));
    }

    @Test
    void aReferenceWithoutTypeIsMalformed() {
        assertThatThrownBy(() -> refs("<returnval>vm-62</returnval>")).isInstanceOf(MalformedXmlException.class);
    }

    @Test
    void arraysOfSimpleValuesKeepTheirOrder() {
        UpdateSet set = updates("""
                <returnval><version>1</version><filterSet><filter type="PropertyFilter">f</filter><objectSet>\
                <kind>modify</kind><obj type="VirtualMachine">vm-62</obj>\
                <changeSet><name>list</name><op>assign</op><val@"ArrayOfString"><string>b</string><string>a</string></val>\
                </changeSet></objectSet></filterSet></returnval>""".replace("@", XSI)).orElseThrow();

        assertThat(set.updates().getFirst().changes())
                .containsEntry("list", new Items("String", List.of(new Text("String", "b"), new Text("String", "a"))));
    }

    @Test
    void readsEventsOfEveryType() {
        List<VcenterEvent> events = events("""
                <returnval@"VmRemovedEvent"><key>5030</key><chainId>5028</chainId>\
                <createdTime>2026-01-02T03:04:05.678901Z</createdTime><userName>EXAMPLE\\ops</userName>\
                <datacenter><name>dc-1</name><datacenter type="Datacenter">datacenter-2</datacenter></datacenter>\
                <vm><name>w-1</name><vm type="VirtualMachine">vm-62</vm></vm><template>false</template></returnval>\
                <returnval@"UserLoginSessionEvent"><key>5031</key><chainId>5031</chainId>\
                <createdTime>2026-01-02T04:04:06+01:00</createdTime><userName></userName><ipAddress>10.0.0.9</ipAddress>\
                </returnval>""".replace("@", XSI));

        assertThat(events)
                .containsExactly(
                        new VcenterEvent(
                                "VmRemovedEvent",
                                5030,
                                5028,
                                Instant.parse("2026-01-02T03:04:05.678901Z"),
                                "EXAMPLE\\ops",
                                Optional.of(VM)),
                        new VcenterEvent(
                                "UserLoginSessionEvent",
                                5031,
                                5031,
                                Instant.parse("2026-01-02T03:04:06Z"),
                                "",
                                Optional.empty()));
    }

    @Test
    void anUnreadableEventFailsTheRead() {
        assertThatThrownBy(() -> events("<returnval><key>5030</key><createdTime>yesterday</createdTime></returnval>"))
                .isInstanceOf(MalformedXmlException.class);
    }

    @Test
    void readsTasks() {
        String answer = Recorded.envelope("""
                <ReadNextTasksResponse xmlns="urn:vim25"><returnval><key>task-42</key><task type="Task">task-42</task>\
                <name>Destroy_Task</name><descriptionId>VirtualMachine.destroy</descriptionId>\
                <entity type="VirtualMachine">vm-62</entity><entityName>w-1</entityName><state>success</state>\
                <cancelled>false</cancelled><cancelable>false</cancelable>\
                <reason@"TaskReasonUser"><userName>EXAMPLE\\ops</userName></reason>\
                <queueTime>2026-01-02T03:04:05.5Z</queueTime><eventChainId>5028</eventChainId></returnval>\
                <returnval><key>task-43</key><descriptionId>vsan.check</descriptionId><state>paused</state>\
                <reason@"TaskReasonSystem"/><eventChainId>0</eventChainId><activationId>9674c475</activationId></returnval>\
                </ReadNextTasksResponse>""".replace("@", XSI));

        assertThat(result(answer, "ReadNextTasks", Vim25Answers::tasks))
                .containsExactly(
                        new VcenterTask(
                                "task-42",
                                "VirtualMachine.destroy",
                                Optional.of(VM),
                                VcenterTask.State.SUCCESS,
                                5028,
                                "EXAMPLE\\ops",
                                ""),
                        new VcenterTask(
                                "task-43", "vsan.check", Optional.empty(), VcenterTask.State.OTHER, 0, "", "9674c475"));
    }

    private static List<VcenterEvent> events(String inside) {
        String answer = "<QueryEventsResponse xmlns=\"urn:vim25\">" + inside + "</QueryEventsResponse>";
        return result(Recorded.envelope(answer), "QueryEvents", Vim25Answers::events);
    }

    private static Optional<UpdateSet> updates(String inside) {
        String answer = "<WaitForUpdatesExResponse xmlns=\"urn:vim25\">" + inside + "</WaitForUpdatesExResponse>";
        return result(Recorded.envelope(answer), "WaitForUpdatesEx", xml -> Vim25Answers.updates(xml, WATCHED));
    }

    private static List<MoRef> refs(String inside) {
        String answer = "<FindAllByUuidResponse xmlns=\"urn:vim25\">" + inside + "</FindAllByUuidResponse>";
        return result(Recorded.envelope(answer), "FindAllByUuid", Vim25Answers::refs);
    }

    private static <T> T result(String answer, String method, Function<XmlCursor, T> reader) {
        return switch (read(answer, method, reader)) {
            case SoapAnswer.Result<T>(var value) -> value;
            case SoapAnswer.Faulted<T>(var fault) -> throw new AssertionError(fault);
        };
    }

    private static <T> SoapAnswer<T> read(String answer, String method, Function<XmlCursor, T> reader) {
        return SoapAnswer.read(
                new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)), _ -> {}, method, reader);
    }
}
