package dev.vspherecloud.testkit.vim25;

import java.util.List;
import java.util.Optional;
import org.xml.sax.SAXException;

/// Says what vCenter 6.7U3 would not accept, of requests and of property paths.
///
/// ```java
/// assertThat(proxy.calls().soapRequests()).allSatisfy(request -> assertThat(schema.check(request)).isEmpty());
/// assertThat(schema.checkPath("VirtualMachine", "guest.net")).isEmpty();
/// ```
///
/// A problem names the place and never quotes a value, since a request may hold a password. Immutable.
public final class Vim25Schema {
    private final Vim25Table table;

    private Vim25Schema(Vim25Table table) {
        this.table = table;
    }

    /// The oldest API our client must work with.
    public static Vim25Schema vsphere67u3() {
        return new Vim25Schema(Vim25Table.read());
    }

    /// Checks a whole SOAP request.
    ///
    /// @return every problem, in the order of the document; empty for a request that vCenter accepts
    public List<String> check(String soapEnvelope) {
        try {
            return new RequestCheck(table).check(Xml.parse(soapEnvelope));
        } catch (SAXException e) {
            return List.of("not well-formed: " + e.getMessage());
        }
    }

    /// Checks a property path from a managed object, as in `checkPath("VirtualMachine", "config.hardware.numCPU")`.
    ///
    /// @return the problem; empty for a property that exists
    public Optional<String> checkPath(String managedObject, String path) {
        return new PropertyTree(table).problem(managedObject, path);
    }
}
