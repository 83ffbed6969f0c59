package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.vm.Vm;
import java.util.List;

/// What one vCenter knows about one Node's VM.
public sealed interface VcenterAnswer {
    /// One or more VMs have the UUID asked for.
    record Hits(List<Vm> vms) implements VcenterAnswer {
        public Hits {
            vms = List.copyOf(vms);
        }
    }

    /// It was asked and has none.
    record NoHit(String vcenter) implements VcenterAnswer {}

    /// It has one, in a datacenter that the configuration leaves out.
    record Excluded(Vm vm, String datacenter) implements VcenterAnswer {}

    /// It can't be asked at the moment.
    record Silent(VmLookup.Silence silence) implements VcenterAnswer {}

    /// It was asked a moment ago and is expected to answer.
    record Asked(String vcenter) implements VcenterAnswer {}

    /// It takes longer than usual to answer: what others found need not wait for it, and a verdict must.
    record Slow(String vcenter) implements VcenterAnswer {}
}
