package dev.vspherecloud.domain.datacenter;

import java.util.List;

/// The datacenter of a VM, if no value of the key `datacenters` names it.
///
/// @param path its inventory path; `unknown` if the account may not read it
/// @param unresolved the values that name no datacenter, with the reason. One of them may be meant for this one
/// @param remedy what to do, for example `add "/Sites/Berlin"`
public record OtherDatacenter(String path, List<String> unresolved, String remedy) {
    public OtherDatacenter {
        unresolved = List.copyOf(unresolved);
    }

    /// Returns where the VM is and what to do, as the end of a sentence about the VM.
    public String text(String vcenter) {
        String values = unresolved.isEmpty() ? "" : " (" + String.join("; ", unresolved) + ")";
        return "in datacenter \"%s\", which the key datacenters of vCenter %s does not name%s; %s"
                .formatted(path, vcenter, values, remedy);
    }
}
