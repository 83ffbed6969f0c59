package dev.vspherecloud.testkit.vim25;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class Vim25SchemaTest {
    private static final Vim25Schema SCHEMA = Vim25Schema.vsphere67u3();

    private static final String TRAVERSAL = """
            <selectSet xsi:type="TraversalSpec"><name>v</name><type>ContainerView</type><path>view</path>\
            <skip>false</skip></selectSet>""";

    private static final String CREATE_FILTER = """
            <CreateFilter xmlns="urn:vim25"><_this type="PropertyCollector">propertyCollector</_this><spec>\
            <propSet><type>VirtualMachine</type><all>false</all><pathSet>name</pathSet>\
            <pathSet>runtime.powerState</pathSet><pathSet>guest.ipAddress</pathSet></propSet>\
            <objectSet><obj type="ContainerView">session[1]2</obj><skip>true</skip>\
            <selectSet xsi:type="TraversalSpec"><name>v</name><type>ContainerView</type><path>view</path>\
            <skip>false</skip></selectSet></objectSet></spec><partialUpdates>true</partialUpdates></CreateFilter>""";

    @Nested
    final class Accepts {
        @ParameterizedTest
        @ValueSource(strings = {"""
                    <RetrieveServiceContent xmlns="urn:vim25"><_this type="ServiceInstance">ServiceInstance</_this>\
                    </RetrieveServiceContent>""", """
                    <Login xmlns="urn:vim25"><_this type="SessionManager">SessionManager</_this>\
                    <userName>user</userName><password>pass</password></Login>""", """
                    <CreateContainerView xmlns="urn:vim25"><_this type="ViewManager">ViewManager</_this>\
                    <container type="Folder">group-d1</container><type>VirtualMachine</type>\
                    <recursive>true</recursive></CreateContainerView>""", CREATE_FILTER, """
                    <WaitForUpdatesEx xmlns="urn:vim25"><_this type="PropertyCollector">propertyCollector</_this>\
                    <version></version><options><maxWaitSeconds>10</maxWaitSeconds></options></WaitForUpdatesEx>""", """
                    <FindByUuid xmlns="urn:vim25"><_this type="SearchIndex">SearchIndex</_this><uuid>63d4</uuid>\
                    <vmSearch>true</vmSearch><instanceUuid>false</instanceUuid></FindByUuid>""", """
                    <v:RetrievePropertiesEx xmlns:v="urn:vim25"><v:_this type="PropertyCollector">pc</v:_this>\
                    <v:specSet><v:propSet><v:type>VirtualMachine</v:type><v:pathSet>config.uuid</v:pathSet></v:propSet>\
                    <v:objectSet><v:obj type="Folder">group-d1</v:obj>\
                    <v:selectSet xsi:type="v:TraversalSpec"><v:name>down</v:name><v:type>Folder</v:type>\
                    <v:path>childEntity</v:path><v:selectSet><v:name>down</v:name></v:selectSet></v:selectSet>\
                    </v:objectSet></v:specSet><v:options/></v:RetrievePropertiesEx>""", """
                    <ModifyListView xmlns="urn:vim25"><_this type="ListView">x</_this>\
                    <add type="VirtualMachine">vm-1</add><remove type="VirtualMachine">vm-2</remove></ModifyListView>""", """
                    <DestroyView xmlns="urn:vim25"><_this type="ListView">x</_this></DestroyView>""", """
                    <QueryEvents xmlns="urn:vim25"><_this type="EventManager">EventManager</_this><filter>\
                    <entity><entity type="VirtualMachine">vm-1</entity><recursion>self</recursion></entity>\
                    <time><beginTime>2026-01-01T00:00:00Z</beginTime></time>\
                    <eventTypeId>VmRemovedEvent</eventTypeId><maxCount>100</maxCount></filter></QueryEvents>"""})
        void whatVcenterAccepts(String call) {
            assertThat(SCHEMA.check(envelope(call))).isEmpty();
        }

        @ParameterizedTest
        @CsvSource(quoteCharacter = '`', textBlock = """
                VirtualMachine, guest.net
                VirtualMachine, config.uuid
                VirtualMachine, runtime.host
                VirtualMachine, summary.config.numCpu
                VirtualMachine, config.extraConfig["guestinfo.metadata"]
                VirtualMachine, config.extraConfig["guestinfo.metadata"].value
                VirtualMachine, config.hardware.device[4000].macAddress
                VirtualMachine, parentVApp
                VirtualApp, parentFolder
                ClusterComputeResource, host
                ClusterComputeResource, summary.usageSummary.totalCpuCapacityMhz
                HostSystem, hardware.systemInfo.uuid
                Folder, childEntity
                EventManager, latestEvent
                ServiceInstance, content.about.instanceUuid
                """)
        void propertiesThatExist(String object, String path) {
            assertThat(SCHEMA.checkPath(object, path)).isEmpty();
        }
    }

    @Test
    void callsOfCnsHaveATableAndANamespaceOfTheirOwn() {
        String call = envelope(
                "<CnsDeleteVolume xmlns=\"urn:vsan\"><_this type=\"CnsVolumeManager\">"
                        + "cns-volume-manager</_this><volumeIds><id>a</id></volumeIds><deleteDisk>true</deleteDisk></CnsDeleteVolume>");

        assertThat(Vim25Schema.cns().check(call)).isEmpty();
        assertThat(Vim25Schema.cns().check(call.replace("urn:vsan", "urn:vim25")))
                .contains("CnsDeleteVolume: not in namespace urn:vsan");
        assertThat(Vim25Schema.cns().check(call.replace("deleteDisk>", "keepDisk>")))
                .containsExactly(
                        "CnsDeleteVolume.keepDisk: no such element in CNS",
                        "CnsDeleteVolume.deleteDisk: required and missing");
        assertThat(SCHEMA.check(call)).containsExactly("CnsDeleteVolume: no method of the table");
    }

    @Nested
    final class Rejects {
        @Test
        void wrongOrder() {
            assertThat(problems("""
                            <FindByUuid xmlns="urn:vim25"><_this type="SearchIndex">SearchIndex</_this>\
                            <vmSearch>true</vmSearch><uuid>63d4</uuid></FindByUuid>""")).containsExactly("FindByUuid.uuid: wrong order, belongs before vmSearch");
        }

        @Test
        void anUnknownElement() {
            assertThat(problems("""
                            <Logout xmlns="urn:vim25"><_this type="SessionManager">SessionManager</_this>\
                            <force>true</force></Logout>""")).containsExactly("Logout.force: no such element in 6.7U3");
        }

        @Test
        void missingOptions() {
            String call = "<RetrievePropertiesEx xmlns='urn:vim25'><_this type='PropertyCollector'>pc</_this>"
                    + "<specSet><propSet><type>Folder</type></propSet><objectSet><obj type='Folder'>g</obj></objectSet>"
                    + "</specSet></RetrievePropertiesEx>";

            assertThat(problems(call)).containsExactly("RetrievePropertiesEx.options: required and missing");
        }

        @Test
        void aMisspeltPath() {
            assertThat(problems(CREATE_FILTER.replace("guest.ipAddress", "guest.ipaddress")))
                    .containsExactly("VirtualMachine.guest.ipaddress: no such property in 6.7U3");
        }

        @Test
        void aTraversalOfWhatIsNoReference() {
            assertThat(problems(CREATE_FILTER.replace("<path>view</path>", "<path>type</path>")))
                    .containsExactly("ContainerView.type: a string, not a reference to traverse");
        }

        @Test
        void aTraversalWithoutItsType() {
            assertThat(problems(CREATE_FILTER.replace(" xsi:type=\"TraversalSpec\"", "")))
                    .contains("CreateFilter.spec.objectSet.selectSet.path: no such element in 6.7U3, as SelectionSpec"
                            + " without xsi:type");
        }

        @Test
        void aTypeWithTheWrongPrefix() {
            assertThat(problems(CREATE_FILTER.replace("\"TraversalSpec\"", "\"xsd:TraversalSpec\"")))
                    .containsExactly("CreateFilter.spec.objectSet.selectSet: xsi:type TraversalSpec is not in namespace"
                            + " urn:vim25");
        }

        @Test
        void aTypeThatIsNoSubtype() {
            assertThat(problems(CREATE_FILTER.replace("xsi:type=\"TraversalSpec\"", "xsi:type=\"WaitOptions\"")))
                    .contains("CreateFilter.spec.objectSet.selectSet: xsi:type WaitOptions is no SelectionSpec");
        }

        @Test
        void aSelectionThatIsNotDefined() {
            assertThat(problems(CREATE_FILTER.replace(
                            "<skip>false</skip>", "<skip>false</skip><selectSet><name>w</name></selectSet>")))
                    .containsExactly("selectSet: refers to a selection that is not defined");
        }

        @Test
        void aTraversalThatIsDeclaredOnceForEachObject() {
            assertThat(problems(withSecondObject(TRAVERSAL)))
                    .containsExactly("selectSet: the TraversalSpec v is declared again; declare it once and refer to it"
                            + " with a SelectionSpec");
            assertThat(problems(withSecondObject("<selectSet xsi:type=\"SelectionSpec\"><name>v</name></selectSet>")))
                    .isEmpty();
        }

        private static String withSecondObject(String selection) {
            return CREATE_FILTER.replace(
                    "</objectSet>",
                    "</objectSet><objectSet><obj type=\"ContainerView\">session[1]3</obj>" + selection
                            + "</objectSet>");
        }

        @Test
        void aReferenceWithoutItsType() {
            assertThat(problems("<Logout xmlns='urn:vim25'><_this>SessionManager</_this></Logout>"))
                    .containsExactly("Logout._this: a reference without the attribute type");
        }

        @Test
        void theWrongReceiver() {
            assertThat(problems("<Logout xmlns='urn:vim25'><_this type='SearchIndex'>SessionManager</_this></Logout>"))
                    .containsExactly("Logout._this: a SearchIndex, not a SessionManager");
        }

        @Test
        void anotherNamespace() {
            assertThat(problems("<Logout xmlns='urn:vim26'><_this type='SessionManager'>x</_this></Logout>"))
                    .containsExactly("Logout: not in namespace urn:vim25", "Logout._this: not in namespace urn:vim25");
        }

        @Test
        void unknownMethodsAndBrokenXml() {
            assertThat(problems("<RebootEverything xmlns='urn:vim25'/>"))
                    .containsExactly("RebootEverything: no method of the table");
            assertThat(SCHEMA.check("<Envelope>")).hasSize(1).first().asString().startsWith("not well-formed");
            assertThat(SCHEMA.check("<a/>")).containsExactly("the root is not an Envelope of SOAP 1.1");
        }

        @Test
        void limitsOutOfRangeAndRepetition() {
            String wait = "<WaitForUpdatesEx xmlns='urn:vim25'><_this type='PropertyCollector'>pc</_this>"
                    + "<version>1</version><version>2</version><options><maxWaitSeconds>-1</maxWaitSeconds>"
                    + "<maxObjectUpdates>many</maxObjectUpdates></options></WaitForUpdatesEx>";

            assertThat(problems(wait))
                    .containsExactly(
                            "WaitForUpdatesEx.options.maxObjectUpdates: not a value of type int",
                            "WaitForUpdatesEx.version: 2 times, at most once is allowed",
                            "options.maxWaitSeconds: -1 is below 0");
        }

        @Test
        void neverQuotesAPassword() {
            assertThat(problems("<Login xmlns='urn:vim25'><_this type='SessionManager'>s</_this>"
                            + "<password>s3cret</password><userName>u</userName></Login>"))
                    .hasSize(1)
                    .noneMatch(problem -> problem.contains("s3cret"));
        }

        @ParameterizedTest
        @CsvSource(quoteCharacter = '`', textBlock = """
                VirtualMachine, guest.hostname, VirtualMachine.guest.hostname: no such property in 6.7U3
                VirtualMachine, config.numaInfo, VirtualMachine.config.numaInfo: no such property in 6.7U3
                VirtualMachine, config.sgxInfo, VirtualMachine.config.sgxInfo: no such property in 6.7U3
                VirtualMachine, runtime.host.name, `VirtualMachine.runtime.host: a ManagedObjectReference, which has nothing below it here`
                VirtualMachine, guest.net.ipAddress, `VirtualMachine.guest.net: a list, and the path goes on below it without a key`
                VirtualMachine, guest.net[4000], `VirtualMachine.guest.net: a list of GuestNicInfo, which have no key`
                VirtualMachine, name[1], `VirtualMachine.name: not a list, and has a key`
                VirtualMachine, config..uuid, VirtualMachine.config..uuid: not a property path
                VirtualMachine, config., VirtualMachine.config.: not a property path
                VirtualMachin, name, VirtualMachin: no managed object of the table
                """)
        void propertiesThatDoNotExist(String object, String path, String problem) {
            assertThat(SCHEMA.checkPath(object, path)).contains(problem);
        }
    }

    private static List<String> problems(String call) {
        return SCHEMA.check(envelope(call));
    }

    private static String envelope(String call) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>\
                <soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" \
                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
                xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soapenv:Body>%s</soapenv:Body></soapenv:Envelope>""".formatted(call);
    }
}
