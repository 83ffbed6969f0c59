package dev.vspherecloud.ccm.application.scenario.lifecycle;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.SimulatedVm;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// One way in which a Node gets stuck: what is odd about VM or Node, the reason that is to be told, and what mends it.
///
/// What a row does not say is as it should be: the VM is there before the Node is, and both are complete.
final class StuckNode {
    static final String PREFIX = "stuck";

    /// From the remedy to the end of the taint. The watch sees most remedies at once, in less than 2 s on an
    /// idle machine; beside other scenarios on two cores 2.2 s were measured.
    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    /// Where a row takes place.
    ///
    /// @param n which row it is, and so the number of its Node and VM
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

        /// That of the VM.
        String address() {
            return VcenterSite.address(n);
        }

        /// The reference of a VM.
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
    private Duration patience = AT_ONCE;

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

    StuckNode vm(UnaryOperator<VmSpec> oddity) {
        vm = oddity;
        return this;
    }

    StuckNode node(UnaryOperator<NodeSpec> oddity) {
        node = oddity;
        return this;
    }

    /// What else there is.
    StuckNode beside(Consumer<Place> other) {
        before = other;
        return this;
    }

    /// A change of the VM mends it.
    StuckNode untilVm(UnaryOperator<VmSpec> change) {
        return until(place -> place.site()
                .vcenter()
                .change(change.apply(VmSpec.change(place.ref(place.vm().name())))));
    }

    StuckNode until(Consumer<Place> mended) {
        remedy = mended;
        return this;
    }

    /// The remedy is not seen at once, since nothing tells of it.
    StuckNode seenWithin(Duration time) {
        patience = AT_ONCE.plus(time);
        return this;
    }

    ReasonCode code() {
        return code;
    }

    Duration patience() {
        return patience;
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

    void mend(Place place) {
        remedy.accept(place);
    }

    @Override
    public String toString() {
        return cause;
    }
}
