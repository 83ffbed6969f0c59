package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.vsphere.client.RetrieveQuery.PropertyPaths;
import dev.vspherecloud.vsphere.client.RetrieveQuery.Selection;
import dev.vspherecloud.vsphere.client.RetrieveQuery.Start;
import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import dev.vspherecloud.vsphere.client.soap.XmlWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/// Writes the requests, element by element as in vim25 of vSphere 6.7 Update 3.
///
/// A vCenter refuses elements that it does not expect, also in the wrong order; the simulator accepts anything.
/// So each request has a golden file, and tests check those files against a table of the types.
final class Vim25Requests {
    static final String NAMESPACE = "urn:vim25";
    private static final MoRef SERVICE_INSTANCE = new MoRef("ServiceInstance", "ServiceInstance");

    private Vim25Requests() {}

    static SoapRequest retrieveServiceContent() {
        return request("RetrieveServiceContent", SERVICE_INSTANCE, _ -> {});
    }

    static SoapRequest currentTime() {
        return request("CurrentTime", SERVICE_INSTANCE, _ -> {});
    }

    /// Returns the request that logs in.
    ///
    /// @throws IllegalArgumentException if a part contains a character that XML cannot represent
    static SoapRequest login(MoRef sessionManager, Credentials credentials) {
        return request("Login", sessionManager, xml -> xml.leaf("userName", credentials.user())
                .leaf("password", credentials.password().reveal())
                .leaf("locale", "en_US"));
    }

    static SoapRequest logout(MoRef sessionManager) {
        return request("Logout", sessionManager, _ -> {});
    }

    /// Returns the request that reads properties.
    ///
    /// @param pageSize the largest number of objects in one response; 0 lets the server decide
    static SoapRequest retrieveProperties(MoRef collector, RetrieveQuery query, int pageSize) {
        return request("RetrievePropertiesEx", collector, xml -> {
            writeFilterSpec(xml, "specSet", query);
            xml.open("options");
            if (pageSize > 0) {
                xml.leaf("maxObjects", String.valueOf(pageSize));
            }
            xml.close();
        });
    }

    static SoapRequest continueRetrieveProperties(MoRef collector, String token) {
        return request("ContinueRetrievePropertiesEx", collector, xml -> xml.leaf("token", token));
    }

    static SoapRequest cancelRetrieveProperties(MoRef collector, String token) {
        return request("CancelRetrievePropertiesEx", collector, xml -> xml.leaf("token", token));
    }

    static SoapRequest createPropertyCollector(MoRef collector) {
        return request("CreatePropertyCollector", collector, _ -> {});
    }

    static SoapRequest destroyPropertyCollector(MoRef collector) {
        return request("DestroyPropertyCollector", collector, _ -> {});
    }

    static SoapRequest createFilter(MoRef collector, RetrieveQuery query) {
        return request("CreateFilter", collector, xml -> {
            writeFilterSpec(xml, "spec", query);
            xml.leaf("partialUpdates", "false");
        });
    }

    static SoapRequest destroyFilter(MoRef filter) {
        return request("DestroyPropertyFilter", filter, _ -> {});
    }

    /// Returns the request that waits for updates.
    ///
    /// @param version the version of the last update set; empty for the full state
    static SoapRequest waitForUpdates(MoRef collector, String version, Duration maxWait, int maxObjects) {
        return request("WaitForUpdatesEx", collector, xml -> xml.leaf("version", version)
                .open("options")
                .leaf("maxWaitSeconds", String.valueOf(maxWait.toSeconds()))
                .leaf("maxObjectUpdates", String.valueOf(maxObjects))
                .close());
    }

    static SoapRequest cancelWaitForUpdates(MoRef collector) {
        return request("CancelWaitForUpdates", collector, _ -> {});
    }

    static SoapRequest createListView(MoRef viewManager) {
        return request("CreateListView", viewManager, _ -> {});
    }

    static SoapRequest modifyListView(MoRef view, Collection<MoRef> add, Collection<MoRef> remove) {
        return request("ModifyListView", view, xml -> {
            add.forEach(ref -> writeRef(xml, "add", ref));
            remove.forEach(ref -> writeRef(xml, "remove", ref));
        });
    }

    static SoapRequest createContainerView(MoRef viewManager, MoRef container, String type) {
        return request("CreateContainerView", viewManager, xml -> {
            writeRef(xml, "container", container);
            xml.leaf("type", type).leaf("recursive", "true");
        });
    }

    static SoapRequest destroyView(MoRef view) {
        return request("DestroyView", view, _ -> {});
    }

    static SoapRequest findAllByUuid(MoRef searchIndex, String uuid, boolean isInstanceUuid) {
        return request("FindAllByUuid", searchIndex, xml -> xml.leaf("uuid", uuid)
                .leaf("vmSearch", "true")
                .leaf("instanceUuid", String.valueOf(isInstanceUuid)));
    }

    static SoapRequest hasUserPrivilegeOnEntities(
            MoRef authorizationManager, Collection<MoRef> objects, String user, Collection<String> privileges) {
        return request("HasUserPrivilegeOnEntities", authorizationManager, xml -> {
            objects.forEach(object -> writeRef(xml, "entities", object));
            xml.leaf("userName", user);
            privileges.forEach(privilege -> xml.leaf("privId", privilege));
        });
    }

    static SoapRequest findAllByDnsName(MoRef searchIndex, String name) {
        return request("FindAllByDnsName", searchIndex, xml -> xml.leaf("dnsName", name)
                .leaf("vmSearch", "true"));
    }

    static SoapRequest queryEvents(MoRef eventManager, EventQuery query) {
        return request("QueryEvents", eventManager, xml -> writeEventFilter(xml, query));
    }

    static SoapRequest createCollectorForEvents(MoRef eventManager, EventQuery query) {
        return request("CreateCollectorForEvents", eventManager, xml -> writeEventFilter(xml, query));
    }

    static SoapRequest createCollectorForTasks(MoRef taskManager, long chainId) {
        return request("CreateCollectorForTasks", taskManager, xml -> xml.open("filter")
                .leaf("eventChainId", String.valueOf(chainId))
                .close());
    }

    /// Returns the request that selects the tasks that are queued or run.
    ///
    /// @param from when the oldest was queued, by the clock of vCenter
    /// @param to   when the youngest was queued
    static SoapRequest createCollectorForUnfinishedTasks(MoRef taskManager, Instant from, Instant to) {
        return request("CreateCollectorForTasks", taskManager, xml -> xml.open("filter")
                .open("time")
                .leaf("timeType", "queuedTime")
                .leaf("beginTime", from.toString())
                .leaf("endTime", to.toString())
                .close()
                .leaf("state", "queued")
                .leaf("state", "running")
                .close());
    }

    static SoapRequest readNextTasks(MoRef collector, int atMost) {
        return request("ReadNextTasks", collector, xml -> xml.leaf("maxCount", String.valueOf(atMost)));
    }

    static SoapRequest destroyHistoryCollector(MoRef collector) {
        return request("DestroyCollector", collector, _ -> {});
    }

    private static SoapRequest request(String method, MoRef target, Consumer<XmlWriter> parameters) {
        return request(NAMESPACE, method, target, parameters);
    }

    /// Writes a call of a method of any vSphere service. The services differ in their namespace only.
    static SoapRequest request(String namespace, String method, MoRef target, Consumer<XmlWriter> parameters) {
        var xml = new XmlWriter();
        try {
            xml.open(method, "xmlns", namespace);
            writeRef(xml, "_this", target);
            parameters.accept(xml);
            xml.close();
        } catch (IllegalArgumentException e) {
            return SoapRequest.unsendable(method, String.valueOf(e.getMessage()));
        }
        return new SoapRequest(method, xml.xml());
    }

    private static void writeRef(XmlWriter xml, String element, MoRef ref) {
        xml.leaf(element, ref.value(), "type", ref.type());
    }

    private static void writeEventFilter(XmlWriter xml, EventQuery query) {
        xml.open("filter");
        if (query.from().isPresent() || query.to().isPresent()) {
            xml.open("time");
            query.from().ifPresent(from -> xml.leaf("beginTime", from.toString()));
            query.to().ifPresent(to -> xml.leaf("endTime", to.toString()));
            xml.close();
        }
        xml.leaf("disableFullMessage", "true");
        query.types().forEach(type -> xml.leaf("eventTypeId", type));
        xml.leaf("maxCount", String.valueOf(query.atMost())).close();
    }

    private static void writeFilterSpec(XmlWriter xml, String element, RetrieveQuery query) {
        xml.open(element);
        query.properties().forEach(properties -> writeProperties(xml, properties));
        query.starts().forEach(start -> writeStart(xml, start));
        if (query.toleratesMissing()) {
            xml.leaf("reportMissingObjectsInResults", "true");
        }
        xml.close();
    }

    private static void writeProperties(XmlWriter xml, PropertyPaths properties) {
        xml.open("propSet").leaf("type", properties.type()).leaf("all", "false");
        properties.paths().forEach(path -> xml.leaf("pathSet", path));
        xml.close();
    }

    private static void writeStart(XmlWriter xml, Start start) {
        xml.open("objectSet");
        writeRef(xml, "obj", start.object());
        xml.leaf("skip", String.valueOf(start.skip()));
        writeSelections(xml, start.selections());
        xml.close();
    }

    private static void writeSelections(XmlWriter xml, List<Selection> selections) {
        selections.forEach(selection -> writeSelection(xml, selection));
    }

    private static void writeSelection(XmlWriter xml, Selection selection) {
        switch (selection) {
            case Selection.Named(var name) ->
                xml.open("selectSet", "xsi:type", "SelectionSpec")
                        .leaf("name", name)
                        .close();
            case Selection.Traversal traversal -> writeTraversal(xml, traversal);
        }
    }

    private static void writeTraversal(XmlWriter xml, Selection.Traversal traversal) {
        xml.open("selectSet", "xsi:type", "TraversalSpec");
        if (!traversal.name().isEmpty()) {
            xml.leaf("name", traversal.name());
        }
        xml.leaf("type", traversal.type())
                .leaf("path", traversal.path())
                .leaf("skip", String.valueOf(traversal.skip()));
        writeSelections(xml, traversal.next());
        xml.close();
    }
}
