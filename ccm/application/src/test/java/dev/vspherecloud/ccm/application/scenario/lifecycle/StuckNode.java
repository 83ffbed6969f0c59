package dev.vspherecloud.ccm.application.scenario.lifecycle;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.SimulatedVm;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// One cause that keeps the taint on a Node: the unusual VM or Node, the expected reason, and the change that ends
/// it.
///
/// Everything that a row does not mention is normal: the VM exists before the Node does, and both are complete.
final class StuckNode {
    static final String PREFIX = "stuck";

    /// The test bed and number of a row.
    ///
    /// @param n the number of the row, and of its Node and VM
    record Place(TestBed bed, VcenterSite site, int n) {
        String node() {
            return PREFIX + "-" + n;
        }

        VmSpec vm() {
            return site.vm(PREFIX, n);
        }

        NodeSpec nodeSpec() {
            return site.nodes(PREFIX, n, n + 1).getFirst();
        }

        /// Returns the address of the VM.
        String address() {
            return VcenterSite.address(n);
        }

        /// Returns the reference of a VM.
        String ref(String name) {
            return site.vcenter().vms().stream()
                    .filter(vm -> vm.name().equals(name))
                    .map(SimulatedVm::ref)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private final String cause;
    private final ReasonCode code;
    private String siteName = "vc-a";
    private boolean hasVm = true;
    private UnaryOperator<VmSpec> vm = UnaryOperator.identity();
    private UnaryOperator<NodeSpec> node = UnaryOperator.identity();
    private Consumer<Place> before = _ -> {};
    private Consumer<Place> remedy = _ -> {};

    private StuckNode(String cause, ReasonCode code) {
        this.cause = cause;
        this.code = code;
    }

    static StuckNode because(String cause, ReasonCode code) {
        return new StuckNode(cause, code);
    }

    StuckNode on(String vcenter) {
        siteName = vcenter;
        return this;
    }

    StuckNode withoutVm() {
        hasVm = false;
        return this;
    }

    StuckNode vm(UnaryOperator<VmSpec> change) {
        vm = change;
        return this;
    }

    StuckNode node(UnaryOperator<NodeSpec> change) {
        node = change;
        return this;
    }

    /// Creates other objects before the VM and the Node.
    StuckNode beside(Consumer<Place> other) {
        before = other;
        return this;
    }

    /// Ends the cause by a change of the VM.
    StuckNode untilVm(UnaryOperator<VmSpec> change) {
        return until(place -> place.site()
                .vcenter()
                .change(change.apply(VmSpec.change(place.ref(place.vm().name())))));
    }

    StuckNode until(Consumer<Place> change) {
        remedy = change;
        return this;
    }

    ReasonCode code() {
        return code;
    }

    Place place(TestBed bed, int n) {
        return new Place(bed, bed.vcenter(siteName), n);
    }

    void create(Place place) {
        before.accept(place);
        if (hasVm) {
            place.site().vcenter().addVm(vm.apply(place.vm()));
        }
        place.bed().objects().createNode(node.apply(place.nodeSpec()));
    }

    void applyRemedy(Place place) {
        remedy.accept(place);
    }

    @Override
    public String toString() {
        return cause;
    }
}
