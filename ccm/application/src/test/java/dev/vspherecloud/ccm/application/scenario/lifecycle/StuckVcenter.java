package dev.vspherecloud.ccm.application.scenario.lifecycle;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/// One cause that keeps the taint on all Nodes of a vCenter, and the change that ends it.
final class StuckVcenter {
    private final String name;
    private final ReasonCode code;
    private BiFunction<TestBed, VcenterSite, String> config = (_, site) -> site.config();
    private BiConsumer<TestBed, VcenterSite> fault = (_, _) -> {};
    private BiConsumer<TestBed, VcenterSite> remedy = (_, _) -> {};

    private StuckVcenter(String name, ReasonCode code) {
        this.name = name;
        this.code = code;
    }

    /// @param name the vCenter with this cause
    static StuckVcenter because(String name, ReasonCode code) {
        return new StuckVcenter(name, code);
    }

    /// Sets the configuration before the remedy, if it is the cause.
    StuckVcenter configured(BiFunction<TestBed, VcenterSite, String> entry) {
        config = entry;
        return this;
    }

    StuckVcenter by(BiConsumer<TestBed, VcenterSite> cause) {
        fault = cause;
        return this;
    }

    StuckVcenter until(BiConsumer<TestBed, VcenterSite> change) {
        remedy = change;
        return this;
    }

    String name() {
        return name;
    }

    ReasonCode code() {
        return code;
    }

    String config(TestBed bed) {
        return config.apply(bed, bed.vcenter(name));
    }

    void applyFault(TestBed bed) {
        fault.accept(bed, bed.vcenter(name));
    }

    void applyRemedy(TestBed bed) {
        remedy.accept(bed, bed.vcenter(name));
    }

    @Override
    public String toString() {
        return name;
    }
}
