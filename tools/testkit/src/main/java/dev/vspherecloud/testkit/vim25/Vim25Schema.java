package dev.vspherecloud.testkit.vim25;

import java.util.List;
import java.util.Optional;
import org.xml.sax.SAXException;

/// Checks whether vCenter accepts requests and property paths.
///
/// ```java
/// assertThat(proxy.calls().soapRequests()).allSatisfy(request -> assertThat(schema.check(request)).isEmpty());
/// assertThat(schema.checkPath("VirtualMachine", "guest.net")).isEmpty();
/// ```
///
/// A problem names the place and never quotes a value, because a request may contain a password. Immutable.
public final class Vim25Schema {
    private final Vim25Table table;
    private final String release;
    private final String namespace;

    private Vim25Schema(Vim25Table table, String release, String namespace) {
        this.table = table;
        this.release = release;
        this.namespace = namespace;
    }

    /// The oldest API that the provider supports.
    public static Vim25Schema vsphere67u3() {
        return new Vim25Schema(Vim25Table.read("vim25-6.7u3.txt"), "6.7U3", Xml.VIM25);
    }

    /// The newest API for volumes (CNS) that is known, without property paths. Clients write all elements in the
    /// namespace of the method, also those of vim25 types.
    public static Vim25Schema cns() {
        return new Vim25Schema(Vim25Table.read("cns.txt"), "CNS", "urn:vsan");
    }

    /// Checks a whole SOAP request.
    ///
    /// @return every problem, in the order of the document; empty if vCenter accepts the request
    public List<String> check(String soapEnvelope) {
        try {
            return new RequestCheck(table, release, namespace).check(Xml.parse(soapEnvelope));
        } catch (SAXException e) {
            return List.of("not well-formed: " + e.getMessage());
        }
    }

    /// Checks a property path from a managed object, as in `checkPath("VirtualMachine", "config.hardware.numCPU")`.
    ///
    /// @return the problem; empty if the property exists
    public Optional<String> checkPath(String managedObject, String path) {
        return new PropertyTree(table).problem(managedObject, path);
    }
}
