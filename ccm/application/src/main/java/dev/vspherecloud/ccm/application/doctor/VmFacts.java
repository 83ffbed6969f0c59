package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectContent;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Facts about the VMs of Nodes in one vCenter that the provider itself does not read.
///
/// @param diskUuids the setting `disk.EnableUUID` by the reference of the VM: true, false, or empty if it is not set
/// @param hidden the references of VMs that exist, but that the account may not read
public record VmFacts(Map<String, Optional<Boolean>> diskUuids, Set<String> hidden) {
    /// The facts about a vCenter that was not asked.
    public static final VmFacts NONE = new VmFacts(Map.of(), Set.of());

    private static final String VM = "VirtualMachine";
    private static final int PAGE = 500;
    private static final String FLAG = "config.flags.diskUuidEnabled";

    /// The spellings of the key that people use: vCenter keeps the letters as they were written.
    private static final List<String> KEYS = Stream.of("disk.EnableUUID", "disk.enableUUID", "disk.enableUuid")
            .map("config.extraConfig[\"%s\"]"::formatted)
            .toList();

    public VmFacts {
        diskUuids = Map.copyOf(diskUuids);
        hidden = Set.copyOf(hidden);
    }

    /// Reads the facts with at most two calls and their pages, however many VMs there are.
    ///
    /// @param found the references of the VMs of Nodes
    /// @param missing the references of VMs that were recorded on Nodes and were not found
    public static VmFacts read(VcenterSession session, Collection<String> found, Collection<String> missing) {
        var diskUuids = new HashMap<String, Optional<Boolean>>();
        retrieve(
                session,
                Stream.concat(Stream.of(FLAG), KEYS.stream()).toList(),
                found,
                vm -> diskUuids.put(vm.object().value(), diskUuid(vm)));
        return new VmFacts(diskUuids, hidden(session, missing));
    }

    private static Set<String> hidden(VcenterSession session, Collection<String> missing) {
        var hidden = new HashSet<String>();
        try {
            retrieve(session, List.of("name"), missing, vm -> {
                if (vm.missing().containsValue("NoPermission")) {
                    hidden.add(vm.object().value());
                }
            });
        } catch (VcenterException e) {
            if (e.kind() != VcenterException.Kind.NO_PERMISSION) {
                throw e;
            }
            e.object().map(MoRef::value).ifPresent(hidden::add);
        }
        return hidden;
    }

    private static void retrieve(
            VcenterSession session, List<String> paths, Collection<String> refs, Consumer<ObjectContent> consumer) {
        if (!refs.isEmpty()) {
            RetrieveQuery query = RetrieveQuery.ofObjects(
                            VM,
                            paths,
                            refs.stream().map(ref -> new MoRef(VM, ref)).toList())
                    .toleratingMissing();
            boolean _ = session.retrieve(query, PAGE, refs.size(), consumer);
        }
    }

    /// The flag of the API and the entry in the configuration of the VM are the same setting; a server may show
    /// only one of them.
    private static Optional<Boolean> diskUuid(ObjectContent vm) {
        Optional<Boolean> flag = vm.value(FLAG).flag();
        if (flag.orElse(false)) {
            return flag;
        }
        return KEYS.stream()
                .map(vm::value)
                .flatMap(entry -> Stream.concat(entry.text().stream(), entry.field("value").text().stream()))
                .map(text -> text.equalsIgnoreCase("true") || text.equals("1"))
                .reduce((one, other) -> one || other)
                .or(() -> flag);
    }
}
